"""Guesses from interpolants that count: two variables may be related by the difference that the constants have which
interpolants give them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from coveriflow.logic import build
from coveriflow.logic.terms import Op, Term, bits

_TIMES = 3
"""Pairs of constants after which a difference is guessed."""
_MOST_CONSTANTS = 12
"""Variables of one conjunction: more are no relation but a state."""


@dataclass(slots=True)
class Differences:
    """For each place and two variables: the constants of the first one, by how much larger the second one was."""

    _seen: defaultdict[tuple[Hashable, Term, Term, int], set[int]] = field(default_factory=lambda: defaultdict(set))

    def after(self, place: Hashable, fact: Term) -> frozenset[Term]:
        """Predicates that all interpolants at ``place`` up to ``fact`` make one think of."""
        found = set[Term]()
        for constants in _conjunctions(fact):
            for one, other in combinations(sorted(constants, key=lambda term: term.number), 2):
                if one.sort != other.sort:
                    continue
                difference = (constants[other] - constants[one]) % (1 << one.sort)
                seen = self._seen[place, one, other, difference]
                seen.add(constants[one])
                if len(seen) >= _TIMES:
                    found.add(build.equal(other, build.arithmetic(Op.ADD, one, bits(difference, one.sort))))
        return frozenset(each for each in found if each.constant is None)


def _conjunctions(formula: Term) -> Iterator[Mapping[Term, int]]:
    """For each largest conjunction in ``formula`` the variables that are constants there."""
    pending, seen = [formula], {formula}
    while pending:
        term = pending.pop()
        parts = _conjuncts(term)
        constants = dict(filter(None, map(_value, parts)))
        if 2 <= len(constants) <= _MOST_CONSTANTS:
            yield constants
        for part in parts:
            inner = [each for each in part.args if part.op in (Op.OR, Op.NOT) and each not in seen]
            seen.update(inner)
            pending += inner


def _conjuncts(term: Term) -> list[Term]:
    found, pending = [], [term]
    while pending:
        part = pending.pop()
        if part.op is Op.AND:
            pending += part.args
        else:
            found.append(part)
    return found


def _value(term: Term) -> tuple[Term, int] | None:
    """Of ``variable == constant``."""
    if term.op is not Op.EQ:
        return None
    for one, other in (term.args, term.args[::-1]):
        if one.op is Op.VARIABLE and one.sort > 1 and other.constant is not None:
            return one, other.constant
    return None
