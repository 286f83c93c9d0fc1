"""Invariants that a closed reached set of explicit values stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from coveriflow.analysis.cpa.composite import CompositeAnalysis
from coveriflow.analysis.domains.value_edges import Environment
from coveriflow.analysis.search.atoms import Place, integer_places, name_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Location
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.types.c_types import Integer

_FEW = 6
"""So many values of a variable are listed; of more, the least and the greatest are told."""
_MANY = 256
"""So many numbers of a variable are not looked at twice."""


@dataclass(slots=True)
class _Seen:
    """The values of one place: all of them while they are few, then the least and the greatest. ``known``: numbers that
    were added, as environments have them.
    """

    place: Place
    few: set[int]
    least: int
    greatest: int
    known: set[int] = field(default_factory=set)

    def add(self, number: int) -> None:
        """One more."""
        if len(self.known) < _MANY:
            self.known.add(number)
        value = _wrapped(self.place, number)
        if len(self.few) <= _FEW:
            self.few.add(value)
        if value < self.least:
            self.least = value
        elif value > self.greatest:
            self.greatest = value

    def conditions(self) -> Iterator[Expression]:
        """What holds of all of them."""
        type_ = scalar_type(self.place)
        assert isinstance(type_, Integer)
        if len(self.few) <= _FEW:
            yield reduce(make.disjunction, (_compared(BinaryOp.EQ, self.place, v) for v in sorted(self.few)))
            return
        if self.least > type_.minimum:
            yield _compared(BinaryOp.GE, self.place, self.least)
        if self.greatest < type_.maximum:
            yield _compared(BinaryOp.LE, self.place, self.greatest)


@dataclass(slots=True)
class HeadValues:
    """For each head of a loop of the program text: what the values there have in common, whenever control comes there.

    ``see`` must see every state there, also of those that a long step goes through. A location that control may
    pass within a step of ``analysis`` is left out.
    """

    analysis: CompositeAnalysis
    heads: frozenset[Location] = field(init=False)
    _seen: dict[Location, list[_Seen]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        loops = (each.head for each in self.analysis.cfa.control if each.is_loop)
        self.heads = frozenset(head for head in loops if _ends_steps(self.analysis, head))

    def see(self, location: Location, known: Environment) -> None:
        """Control may come to ``location``, one of ``heads``, with what is ``known``."""
        seen = self._seen.get(location)
        if seen is None:
            places = (place for place in integer_places(self.analysis.cfa) if name_of(place) in known)
            self._seen[location] = [_first(place, known) for place in places]
            return
        lost = False
        for each in seen:
            value = known.get(name_of(each.place))
            if value is None:
                lost = True
            elif value not in each.known:
                each.add(value)
        if lost:
            self._seen[location] = [each for each in seen if name_of(each.place) in known]

    def invariants(self) -> dict[Location, tuple[Expression, ...]]:
        """Conditions by head."""
        return {
            location: tuple(condition for each in seen for condition in each.conditions())
            for location, seen in self._seen.items()
        }


def _first(place: Place, known: Environment) -> _Seen:
    value = _wrapped(place, known[name_of(place)])
    return _Seen(place, {value}, value, value)


def _wrapped(place: Place, value: int) -> int:
    return scalar_type(place).wrap(value)


def _ends_steps(analysis: CompositeAnalysis, location: Location) -> bool:
    return analysis.loops.is_head(location) or _is_branch(analysis.cfa, location)


def _is_branch(cfa: Cfa, location: Location) -> bool:
    return any(isinstance(edge.operation, Assume) for edge in cfa.leaving[location])


def _compared(operator: BinaryOp, place: Place, value: int) -> Expression:
    return make.binary(operator, place, Constant(value, scalar_type(place)))
