"""Whether a question with products of unknowns cannot hold: equations are solved for what occurs once, polynomials
multiplied out and reduced; then each product is an unknown of its own, and what is left is linear.

Each step keeps all solutions, so that ``UNSAT`` is the only answer. Choices and disjunctions become cases where that
does not suffice.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coveriflow.logic.build import arithmetic, equal, negate, resized
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.products.audit import Audit, NotShown
from coveriflow.logic.products.linear import has_products, without_products
from coveriflow.logic.products.normal import Known, Normal
from coveriflow.logic.products.polynomials import Polynomial, TooLarge
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, size_of, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, TRUE, Op, Term, bits, subterms
from coveriflow.logic.z3_solver import Engine, Z3Solver

_LARGEST = 4000
"""Terms of a question."""
_MOST_EQUATIONS = 40
_REMAINDERS = {Op.UDIV: Op.UREM, Op.SDIV: Op.SREM}
_BITWISE = (Op.BVAND, Op.BVOR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR)
_HARD = frozenset((*_REMAINDERS, *_REMAINDERS.values(), *_BITWISE))
_MOST_CASES = 512
_FIRST_CASES, _MOST_EXPECTED = 32, 1024
"""After so many cases the search ends if more than that many are to be expected."""
_MOST_TOUCHING = 8
_SHORT = 16
"""Terms of a bound that has products, and is asked beside what has none."""
_MOST_ROUNDS = 4
_LINEAR, _LARGE_LINEAR = 0.3, 0.1
"""CPU seconds for what is easy of one case, and for all of it."""
_EQUATION = 0.05
"""The same for an equation that may follow."""

_shown: deque[frozenset[Term]] = deque(maxlen=32)
"""The last questions that were found not to hold."""


def check_by_products(question: Sequence[Term], seconds: float, *, again: bool = False) -> Satisfiability:
    """``UNSAT`` if algebra shows, within ``seconds`` of CPU time, that ``question`` cannot hold; else ``UNKNOWN``.

    ``again``: only if z3 multiplies out to the same in each step, and another engine of it answers what is linear.
    """
    whole = conjuncts_of(conjunction(list(question)))
    if sum(1 for _ in subterms(list(whole))) > _LARGEST:
        return Satisfiability.UNKNOWN
    search = _Search(in_seconds(seconds), Engine.BLASTED if again else Engine.COMBINED, Audit(again))
    try:
        closed = search.is_closed(whole)
    except (TooLarge, NotShown):
        closed = False
    if closed:
        _shown.append(frozenset(whole))
    return Satisfiability.UNSAT if closed else Satisfiability.UNKNOWN


def is_shown(question: Sequence[Term]) -> bool:
    """Whether algebra has shown just this not long ago: to check it once more is worth its time."""
    return frozenset(conjuncts_of(conjunction(list(question)))) in _shown


@dataclass(slots=True)
class _Search:
    """``engine``: for what is linear."""

    deadline: Deadline
    engine: Engine
    audit: Audit

    def is_closed(self, literals: Sequence[Term]) -> bool:
        """Whether ``literals`` cannot hold together: in no case. Each split shares out the weight of a case; what those
        have that are closed tells how many there will be.
        """
        pending, closed = [(literals, 1.0)], 0.0
        for number in range(_MOST_CASES):
            if not pending:
                return True
            if number >= _FIRST_CASES and number > _MOST_EXPECTED * closed:
                return False
            case, weight = pending.pop()
            left = _Solved(case, self)
            cases = None if FALSE in left.literals else _cases(left.literals)
            if cases is not None:
                pending += [(each, weight / len(cases)) for each in reversed(cases)]
            elif FALSE in left.literals or left.is_closed() or left.with_equations():
                closed += weight
            else:
                return False
        return not pending

    def keep_to_time(self) -> None:
        """Raises ``TooLarge`` when the time is over."""
        if self.deadline.is_over():
            raise TooLarge


class _Solved:
    """Literals in normal form by all equations among them."""

    def __init__(self, literals: Sequence[Term], search: _Search) -> None:
        self._search = search
        known, self.literals = Known(search.audit), list(literals)
        equations: list[Term] = []
        of_extensions: list[Term] = []
        for _ in range(_MOST_EQUATIONS):
            search.keep_to_time()
            normal = Normal(known)
            self.literals = _normal(self.literals, normal)
            zeros = [(each, zero) for each in self.literals if (zero := normal.zero_of(each)) and zero.value is None]
            if FALSE in self.literals or not zeros:
                break
            if (learnt := _learnt(known, zeros)) is not None:
                if learnt[1].op is not Op.VARIABLE:
                    of_extensions.append(learnt[0])
                self.literals += equations
                known.zeros, equations = [], []
            else:
                equation, zero = zeros[0]
                known.zeros.append((zero.leading, zero))
                equations.append(equation)
        self._normal = normal
        self.literals += [*equations, *of_extensions]  # these say how large the numbers are, too
        self._plain = [each for each in self.literals if not has_products(each)]
        short = [each for each in self.literals if has_products(each) and _is_short_bound(each)]
        self._easy = [*self._plain, *without_products(short, normal.products)]

    def is_closed(self) -> bool:
        """Whether they cannot hold, even where each product is any number."""
        if FALSE in self.literals or self._is_unsatisfiable(self._easy, _LINEAR):
            return True
        return self._is_unsatisfiable(without_products(self.literals, self._normal.products), _LARGE_LINEAR)

    def implies(self, equation: Term) -> bool:
        """Whether it follows from those that are easy; soon, or not at all."""
        self._search.keep_to_time()
        about = variables_of(equation) if _is_hard(equation) else frozenset()
        easy = [each for each in self._easy if not _is_hard(each) or about >= variables_of(each)]
        return self._is_unsatisfiable([*easy, negate(equation)], _EQUATION)

    def _is_unsatisfiable(self, linear: Sequence[Term], most: float) -> bool:
        if FALSE in linear:
            return True
        seconds = min(most, self._search.deadline.left())
        return Z3Solver(self._search.engine).check(linear, seconds) is Satisfiability.UNSAT

    def with_equations(self) -> bool:
        """Whether they cannot hold with equations that follow: of quotients, of sums that do not wrap, of bounds that
        touch.
        """
        left, known = self, set[Term]()
        if divisions := list(_divisions(self.literals)):
            left = _Solved([*self.literals, *divisions], self._search)
            if left.is_closed():
                return True
        for _ in range(_MOST_ROUNDS):
            further = (*_extended_sums(left.literals), *_remainders(left.literals), *left._touching())
            possible = dict.fromkeys(each for each in further if each not in known and not has_products(each))
            found = [each for each in possible if left.implies(each)]
            if not found:
                break
            known.update(found)
            left = _Solved([*left.literals, *found], self._search)
            if left.is_closed():
                return True
        return False

    def _touching(self) -> list[Term]:
        """Equations that may hold: where a bound is just met. Those that two bounds have in common come first."""
        found = Counter[Term]()
        for literal in self._plain:
            is_strict = literal.op is not Op.NOT
            bound = literal if is_strict else literal.args[0]
            if bound.op in (Op.SLT, Op.ULT):
                less, more = bound.args
                least = arithmetic(Op.ADD, less, bits(1, less.sort)) if is_strict else less
                found[self._normal(equal(least, more))] += 1
        return [each for each, _ in found.most_common() if each.constant is None][:_MOST_TOUCHING]


def _learnt(known: Known, zeros: Sequence[tuple[Term, Polynomial]]) -> tuple[Term, Term] | None:
    """The first equation that tells what something is, and what that is; it is known from here on."""
    for is_variable in (True, False):
        for equation, zero in zeros:
            if (found := known.learn(zero, is_variable=is_variable)) is not None:
                return equation, found
    return None


def _is_short_bound(literal: Term) -> bool:
    """Whether it compares, and not for equality, what is soon read."""
    bound = literal.args[0] if literal.op is Op.NOT else literal
    return bound.op in (Op.SLT, Op.ULT) and size_of(literal) <= _SHORT


def _is_hard(term: Term) -> bool:
    """Whether solvers need long for it where numbers are wide."""
    return any(each.op in _HARD for each in subterms([term]))


def _normal(literals: Sequence[Term], normal: Normal) -> list[Term]:
    found = dict.fromkeys(part for literal in literals for part in conjuncts_of(normal(literal)))
    return [FALSE] if FALSE in found else list(found)


def _cases(literals: Sequence[Term]) -> tuple[list[Term], list[Term]] | None:
    """Two, of which one holds where ``literals`` do; by a choice between numbers, or by a disjunction."""
    for term in subterms(list(literals)):
        if term.op is Op.ITE and term.sort > BOOLEAN:
            condition = term.args[0]
            return _where(literals, condition, TRUE), _where(literals, condition, FALSE)
    for literal in literals:
        if (sides := _alternatives(literal)) is not None:
            others = [each for each in literals if each is not literal]
            return [*others, *conjuncts_of(sides[0])], [*others, *conjuncts_of(sides[1])]
    return None


def _where(literals: Sequence[Term], condition: Term, truth: Term) -> list[Term]:
    known = Substitution({condition: truth})
    return [*conjuncts_of(condition if truth is TRUE else negate(condition)), *map(known, literals)]


def _alternatives(literal: Term) -> tuple[Term, Term] | None:
    if literal.op is Op.OR:
        return literal.args[0], literal.args[1]
    if literal.op is Op.NOT and literal.args[0].op is Op.AND:
        left, right = literal.args[0].args
        return negate(left), negate(right)
    return None


def _extended_sums(literals: Sequence[Term]) -> Iterator[Term]:
    """That an extension of a sum, or of a multiple, is the sum or multiple of extensions, where it may be."""
    for term in subterms(list(literals)):
        if term.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND) and _is_linear(term.args[0]):
            parts = [resized(part, term.sort, is_signed=term.op is Op.SIGN_EXTEND) for part in term.args[0].args]
            yield equal(term, arithmetic(term.args[0].op, parts[0], parts[1]))


def _is_linear(term: Term) -> bool:
    """Whether it is a sum of two, or a multiple."""
    return term.op in (Op.ADD, Op.SUB) or (term.op is Op.MUL and any(each.constant is not None for each in term.args))


def _divisions(literals: Sequence[Term]) -> Iterator[Term]:
    """What a quotient by a constant and its remainder say of each other."""
    for term in subterms(list(literals)):
        if term.op in _REMAINDERS and term.args[1].constant:
            whole, divisor = term.args
            multiple = arithmetic(Op.MUL, divisor, term)
            yield equal(whole, arithmetic(Op.ADD, multiple, arithmetic(_REMAINDERS[term.op], whole, divisor)))


def _remainders(literals: Sequence[Term]) -> Iterator[Term]:
    """That a division leaves no remainder, or one; where it may be so."""
    for term in subterms(list(literals)):
        if term.op in _REMAINDERS.values() and term.args[1].constant:
            yield from (equal(term, bits(number, term.sort)) for number in (0, 1))
