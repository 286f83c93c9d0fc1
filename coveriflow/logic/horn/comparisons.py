"""What sets of states are made of in property-directed reachability: comparisons that clauses make, and bits.

Bits alone describe every state, and comparisons say more at once (implicit predicate abstraction; Cimatti, Griggio,
Mover, Tonetta 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Evaluation
from coveriflow.logic.horn.contracts import Clause, Predicate
from coveriflow.logic.substitution import size_of, variables_of
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, is_array, subterms

Cube = frozenset[Term]
"""The states where all of these literals hold."""

_COMPARING = (Op.EQ, Op.ULT, Op.SLT)
_LARGEST = 20
"""Terms of a comparison."""
_MOST = 1_000
_PAIRED = 30


@dataclass(frozen=True, slots=True)
class Literals:
    """For states of one predicate. ``comparisons``: terms over its parameters."""

    comparisons: tuple[Term, ...]

    def comparing(self, state: Mapping[Term, Term]) -> list[Term]:
        """Which comparisons of parameters hold in ``state``, which has constants for them."""
        evaluation, named = Evaluation(state), state.keys()
        some = [c for c in self.comparisons if variables_of(c) <= named]
        return [each if evaluation.value(each) else build.negate(each) for each in some]


def exactly(number: Term, value: Term) -> Iterable[Term]:
    """That ``number`` is the constant ``value``, bit by bit."""
    pattern = value.constant
    assert pattern is not None
    if number.sort == BOOLEAN:
        yield number if pattern else build.negate(number)
        return
    for place in range(number.sort):
        bit = _bit(number, place)
        yield bit if pattern >> place & 1 else build.negate(bit)


def _bit(number: Term, place: int) -> Term:
    """As a program would ask for it, since invariants are shown, and written into witnesses."""
    masked = build.arithmetic(Op.BVAND, number, bits(1 << place, number.sort))
    return build.negate(build.equal(masked, bits(0, number.sort)))


def literals(predicate: Predicate, clauses: Iterable[Clause]) -> Literals:
    """Those of ``predicate``: ``clauses`` have it in their bodies."""
    named, found = frozenset(predicate.parameters), dict[Term, None]()
    for clause in clauses:
        arguments = clause.head.arguments if clause.head is not None else ()
        for term in subterms([clause.guard, *arguments]):
            if _compares_numbers(term) and size_of(term) <= _LARGEST and variables_of(term) <= named:
                found[term] = None
    return Literals((*_pairs(found), *found)[:_MOST])


def _compares_numbers(term: Term) -> bool:
    return term.op in _COMPARING and term.args[0].sort > BOOLEAN


def _pairs(comparisons: Iterable[Term]) -> list[Term]:
    """Whether two numbers are equal that are compared with others, though perhaps not with each other."""
    together = [variables_of(each) for each in comparisons]
    compared = sorted({v for some in together if len(some) > 1 for v in some}, key=lambda v: v.number)[:_PAIRED]
    pairs = combinations([v for v in compared if not is_array(v)], 2)
    return [build.equal(one, other) for one, other in pairs if one.sort == other.sort]
