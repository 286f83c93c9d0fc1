"""Heap objects that were not allocated yet: what memory holds in their places matters to no execution.

Where paths meet, a place may so keep what it holds on the path that has the object; an allocation gives its place back
the unknown content that memory has at the start. Reads of places without an object are excluded by a ``Check``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coveriflow.logic import build
from coveriflow.logic.bit_vector_bounds import range_of
from coveriflow.logic.cells import stored_indices
from coveriflow.logic.terms import INDEX_WIDTH, Term, bits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.expressions.compile import compiled
from coveriflow.program.expressions.expressions import NewObject, Variable, variables
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import Region


@dataclass(frozen=True, slots=True)
class _Place:
    """The places of a site's objects: from ``first``, every ``step`` bytes."""

    first: int
    step: int
    counter: str


@dataclass(slots=True)
class FreshObjects:
    """The sites of ``cfa``, and which variables hold memory; ``initial``: what each of these holds at the start."""

    cfa: Cfa
    initial: Mapping[str, Term]
    _places: list[_Place] = field(default_factory=list)
    _memory: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._places = sorted(set(_places(self.cfa)), key=lambda place: place.first)
        self._memory = tuple(g.variable.name for g in self.cfa.globals if _is_memory(g.variable))

    def joined(self, name: str, condition: Term, then: Mapping[str, Term], otherwise: Mapping[str, Term]) -> Term:
        """The memory ``name`` where two paths meet."""
        if name not in self._memory or not self._places:
            return build.ite(condition, then[name], otherwise[name])
        sides = (then, otherwise)
        return build.joined_arrays(
            condition, then[name], otherwise[name], lambda side, index: self._is_missing(sides[side], index)
        )

    def allocated(self, address: Term, created: NewObject, values: dict[str, Term]) -> None:
        """The new object at ``address`` has the content that no one has written."""
        counter = _counter(created)
        for name in self._memory:
            known = {
                index: place
                for index in stored_indices(values[name])
                if (place := self._place(index)) is not None and place.counter == counter
            }
            for index, place in sorted(known.items(), key=lambda item: item[0]):
                start = bits(index - (index - place.first) % place.step, address.sort)
                at = bits(index, INDEX_WIDTH)
                old, unwritten = build.select(values[name], at), build.select(self.initial[name], at)
                new = build.ite(build.equal(address, start), unwritten, old)
                if new is not old:
                    values[name] = build.store(values[name], at, new)

    def _place(self, address: int) -> _Place | None:
        position = bisect_right(self._places, address, key=lambda place: place.first)
        return self._places[position - 1] if position else None

    def _is_missing(self, values: Mapping[str, Term], address: int) -> bool:
        """Whether there is certainly no object of a site at ``address`` yet."""
        place = self._place(address)
        if place is None or place.counter not in values:
            return False
        return range_of(values[place.counter])[1] <= (address - place.first) // place.step


def _is_memory(variable: Variable) -> bool:
    type_ = variable.type
    return isinstance(type_, Region) and not type_.single and not variable.name.startswith(EXTENT.name)


def _places(cfa: Cfa) -> Iterator[_Place]:
    for edge in cfa.edges:
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, NewObject):
            created = edge.operation.value
            counter, address = _counter(created), compiled(created.address)
            first, second = (address({counter: number}) for number in range(2))
            yield _Place(first, second - first, counter)


def _counter(created: NewObject) -> str:
    """The variable that counts the objects of a site."""
    return next(v.name for v in variables(created.address) if v.name.startswith((SITE_PREFIX, ACTIVATION_PREFIX)))
