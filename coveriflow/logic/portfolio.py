"""Which solver is asked what: floating-point questions go to ranges, then to bitwuzla, then to z3; products of unknowns
to algebra first. What z3 does not answer soon, it is asked with sums in another form; then bitwuzla is asked, and z3
again: of two that need long for a question, one is often many times faster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability, Solver
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.products.check import check_by_products, is_shown
from coveriflow.logic.products.linear import has_products, without_products
from coveriflow.logic.ranges.check import check_by_ranges, has_floats
from coveriflow.logic.rewriting.small_products import with_small_products
from coveriflow.logic.rewriting.sums import has_sums_of_choices
from coveriflow.logic.substitution import conjunction, size_of
from coveriflow.logic.terms import Term, is_product, subterms
from coveriflow.logic.z3_solver import Engine, Z3Solver

_FOREVER = 1e9
_RANGES = 0.1
_MOST_RANGES = 5.0
_BITS = 0.7
"""Shares of the time that is left, for ranges and for bitwuzla."""
_PRODUCTS = 0.5
_MOST_PRODUCTS = 1.0
"""The share of algebra, and its most seconds."""
_PRODUCTS_AGAIN = 0.2
"""The same where an answer is checked that another engine gave."""
_SOON, _SOON_AGAIN = 0.6, 3.0
"""CPU seconds of z3 before bitwuzla, in the first run and where an answer is checked."""
_GLANCE, _FAILURES = 0.1, 2
"""In the first run, where bitwuzla answered that many questions in a row, and z3 did not."""
_SUMS, _LARGE = 0.4, 20_000
"""CPU seconds of z3 with sums in another form; and the terms of a question that is too large for that."""
_SMALLER, _SMALL = 0.1, 0.5
"""Shares of what is left: twice to find out which products are small, and of each solver for these."""
_AGAIN = 0.25
_MOST_AGAIN = 2.0
"""The share of another engine that is asked what one knows already, and its most seconds."""


_failed: Counter[Engine] = Counter()
"""Of each engine of z3, the last questions in a row that bitwuzla answered in its place."""


def by_bits(*, simplifies: bool = True) -> Solver:
    """Bitwuzla. It is loaded here only: most programs have no floating-point numbers, and no hard question."""
    from coveriflow.logic.bitwuzla.solver import BitwuzlaSolver

    return BitwuzlaSolver(simplifies=simplifies)


def in_small_products(question: list[Term], seconds: float) -> list[Term] | None:
    """``question`` with products in as few bits as they need, after z3 has confirmed how small they are; ``None`` where
    there are none, or no time to find out.
    """
    if not any(map(has_products, question)):
        return None
    small = with_small_products(question, in_seconds(seconds))
    if small is None:
        return None
    terms = [*question, build.negate(conjunction(small.ranges))]
    outside = without_products(terms, filter(is_product, subterms(terms)))
    confirmed = Z3Solver(Engine.COMBINED).check(outside, seconds) is Satisfiability.UNSAT
    return small.question if confirmed else None


@dataclass(slots=True)
class Portfolio:
    """A solver (``contracts.Solver``). ``engine``: of z3, for questions without floating-point numbers, and for those
    that the others leave open. All engines but ``COMBINED`` check what another one has answered.
    """

    engine: Engine = Engine.COMBINED
    _formulas: list[Term] = field(default_factory=list)
    _z3: Z3Solver | None = None
    _last: Callable[[], Model] | None = None

    def add(self, formula: Term) -> None:
        """See ``contracts.Solver``."""
        self._formulas.append(formula)
        if self._z3 is not None:
            self._z3.add(formula)

    @property
    def formulas(self) -> Sequence[Term]:
        """What was added."""
        return self._formulas

    def check(
        self, assumptions: Sequence[Term] = (), seconds: float | None = None, nominal: float | None = None
    ) -> Satisfiability:
        """See ``contracts.Solver``. ``nominal``: a limit that is the same on each machine, where z3 alone is asked;
        else it is one of CPU seconds.
        """
        question = [*self._formulas, *assumptions]
        if not any(map(has_floats, question)):
            if any(map(has_products, question)) and self._by_products(question, seconds) is Satisfiability.UNSAT:
                return Satisfiability.UNSAT
            if nominal is not None:
                return self._by_z3(assumptions, seconds, nominal)
            return self._in_turns(question, assumptions, in_seconds(seconds if seconds is not None else _FOREVER))
        if nominal is not None:
            seconds = nominal if seconds is None else min(seconds, nominal)
        deadline = in_seconds(seconds if seconds is not None else _FOREVER)
        if self.engine is Engine.COMBINED:
            return self._first(question, assumptions, deadline)
        return self._again(question, assumptions, deadline)

    def _in_turns(self, question: list[Term], assumptions: Sequence[Term], deadline: Deadline) -> Satisfiability:
        """z3 for a moment, then with sums in another form, bitwuzla, and z3 with what is left. Where an answer is
        checked, bitwuzla does not simplify: it may have given that answer. In the first run, questions are like those
        before: where bitwuzla had to answer several, z3 gets hardly any time until it answers one.
        """
        is_first = self.engine is Engine.COMBINED
        has_failed = is_first and _failed[self.engine] >= _FAILURES
        soon = _GLANCE if has_failed else _SOON if is_first else _SOON_AGAIN
        answer = self._by_z3(assumptions, min(soon, deadline.left()))
        if answer is not Satisfiability.UNKNOWN:
            _failed[self.engine] = 0
            return answer
        if is_first and not has_failed and not deadline.is_over():
            answer = self._by_sums(question, min(_SUMS, deadline.left()))
        if answer is Satisfiability.UNKNOWN and not deadline.is_over():
            answer = self._by_small_products(question, deadline, simplifies=is_first)
        if answer is Satisfiability.UNKNOWN and not deadline.is_over():
            answer = self._by_bits(question, _BITS * deadline.left(), simplifies=is_first)
            _failed[self.engine] += answer is not Satisfiability.UNKNOWN
        if answer is Satisfiability.UNKNOWN and not deadline.is_over():
            answer = self._by_z3(assumptions, deadline.left())
        return answer

    def _first(self, question: list[Term], assumptions: Sequence[Term], deadline: Deadline) -> Satisfiability:
        """What is fast comes first."""
        if _by_ranges(question, deadline) is Satisfiability.UNSAT:
            return Satisfiability.UNSAT
        answer = self._by_bits(question, _BITS * deadline.left())
        return answer if answer is not Satisfiability.UNKNOWN else self._by_z3(assumptions, deadline.left())

    def _again(self, question: list[Term], assumptions: Sequence[Term], deadline: Deadline) -> Satisfiability:
        """What ranges show, bitwuzla is asked for a while; what they do not show, z3 is asked before bitwuzla."""
        if _by_ranges(question, deadline) is Satisfiability.UNSAT:
            if self._by_bits(question, min(_MOST_AGAIN, _AGAIN * deadline.left())) is Satisfiability.SAT:
                raise AssertionError("ranges and bitwuzla disagree about floating-point numbers")
            return Satisfiability.UNSAT
        answer = self._by_z3(assumptions, min(_MOST_AGAIN, _AGAIN * deadline.left()))
        if answer is Satisfiability.UNKNOWN:
            answer = self._by_bits(question, _BITS * deadline.left())
        return answer if answer is not Satisfiability.UNKNOWN else self._by_z3(assumptions, deadline.left())

    def _by_products(self, question: list[Term], seconds: float | None) -> Satisfiability:
        """All engines but ``COMBINED`` have each step confirmed."""
        is_worth_it = self.engine is Engine.COMBINED or is_shown(question)
        most = _MOST_PRODUCTS if is_worth_it else _PRODUCTS_AGAIN
        most = most if seconds is None else min(most, _PRODUCTS * seconds)
        return check_by_products(question, most, again=self.engine is not Engine.COMBINED)

    def _by_bits(self, question: list[Term], seconds: float, *, simplifies: bool = True) -> Satisfiability:
        solver = by_bits(simplifies=simplifies)
        answer = solver.check(question, seconds)
        self._last = solver.model
        return answer

    def _by_small_products(self, question: list[Term], deadline: Deadline, *, simplifies: bool) -> Satisfiability:
        """Products in as few bits as they need."""
        small = in_small_products(question, _SMALLER * deadline.left())
        if small is None:
            return Satisfiability.UNKNOWN
        solver = Z3Solver(self.engine)
        answer = solver.check(small, _SMALL * deadline.left())
        self._last = solver.model
        if answer is Satisfiability.UNKNOWN:
            answer = self._by_bits(small, _SMALL * deadline.left(), simplifies=simplifies)
        return answer

    def _by_sums(self, question: list[Term], seconds: float) -> Satisfiability:
        """Where choices are added up, what they have in common is often all that is asked about."""
        if sum(map(size_of, question)) > _LARGE or not has_sums_of_choices(question):
            return Satisfiability.UNKNOWN
        solver = Z3Solver(Engine.SUMS)
        answer = solver.check(question, seconds)
        self._last = solver.model
        return answer

    def _by_z3(
        self, assumptions: Sequence[Term], seconds: float | None, nominal: float | None = None
    ) -> Satisfiability:
        if self._z3 is None:
            self._z3 = Z3Solver(self.engine)
            for formula in self._formulas:
                self._z3.add(formula)
        self._last = self._z3.model
        return self._z3.check(assumptions, seconds, nominal)

    def model(self) -> Model:
        """See ``contracts.Solver``."""
        assert self._last is not None
        return self._last()


def _by_ranges(question: list[Term], deadline: Deadline) -> Satisfiability:
    return check_by_ranges(question, min(_MOST_RANGES, _RANGES * deadline.left()))
