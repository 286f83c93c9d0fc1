"""Objects of a graph, and what is stored in them: sets of numbers, addresses, and whole objects that are their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.shape.values import Granule, Pointer
from coveriflow.program.memory.layout import EXTENT

_NOTHING = exactly(0)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """``size`` bytes at ``offset`` of an object, in a region of memory."""

    region: str
    offset: int
    size: int
    is_extent: bool = field(init=False, compare=False)
    """Whether this is how much of the object exists."""

    def __post_init__(self) -> None:
        """Asked often."""
        object.__setattr__(self, "is_extent", self.region.startswith(EXTENT.name))

    def overlaps(self, other: Place) -> bool:
        """Whether they have bytes in common."""
        near = self.offset < other.offset + other.size and other.offset < self.offset + self.size
        return near and self.region == other.region

    def contains(self, other: Place) -> bool:
        """Whether all bytes of ``other`` are its own."""
        ends = other.offset + other.size <= self.offset + self.size
        return self.region == other.region and self.offset <= other.offset and ends


@dataclass(frozen=True, slots=True)
class Links:
    """How the objects of a segment are linked: ``next`` holds the address of the byte at ``next_offset`` of the
    following one, ``previous`` that at ``previous_offset`` of the one before.
    """

    next: Place
    next_offset: int
    previous: Place | None = None
    previous_offset: int = 0

    @property
    def places(self) -> tuple[Place, ...]:
        """Those that each object has for itself."""
        return (self.next,) if self.previous is None else (self.next, self.previous)


@dataclass(frozen=True, slots=True)
class Owned:
    """The address of the byte at ``offset`` of an object, or of the first one of a segment, to which nothing else
    points, and which points to nothing but what is its own. Each object that has it has one for itself.
    """

    offset: int
    fields: tuple[tuple[Place, Own], ...]
    links: Links | None
    kinds: Kinds | None

    @property
    def content(self) -> Object:
        """What it is the address of."""
        return Object(dict(self.fields), self.links, kinds=self.kinds)


Own = ValueSet | Owned
"""What is stored, and points to nothing that others point to."""
Value = Own | Pointer
"""What is stored."""
Computed = Value | Granule
Fields = Mapping[Place, Value]
Numbers = tuple[tuple[Place, Own], ...]


@dataclass(frozen=True, slots=True)
class Kinds:
    """The numbers of some fields together, in several ways: each object has them in one, and all are about the same
    fields. Of a segment: the kinds of its ``first`` and ``last`` object, and ``pairs`` of neighbours, by their indices.
    """

    numbers: tuple[Numbers, ...]
    first: frozenset[int]
    last: frozenset[int]
    pairs: frozenset[tuple[int, int]]

    def without(self, place: Place) -> Kinds | None:
        """Of a single object, whose number there has nothing to do with others any more."""
        left = [tuple((each, value) for each, value in way if not each.overlaps(place)) for way in self.numbers]
        ways = tuple(dict.fromkeys(left))
        whole = frozenset(range(len(ways)))
        return Kinds(ways, whole, whole, frozenset()) if len(ways) > 1 and len(ways[0]) > 1 else None

    def tells(self, place: Place) -> bool:
        """Whether the number there tells kinds apart."""
        return any(each.overlaps(place) for each, _ in self.numbers[0])


@dataclass(frozen=True, slots=True)
class Object:
    """``links``: of a segment. What ``fields`` does not list is unknown if ``is_open``, else as at the start.
    ``kinds``: what is known beside that.
    """

    fields: Fields
    links: Links | None = None
    is_open: bool = True
    kinds: Kinds | None = None

    def with_fields(self, fields: Fields) -> Object:
        """The same with other fields."""
        return replace(self, fields=fields)

    @property
    def exists(self) -> bool:
        """Whether it is not freed: whether some of it exists."""
        return any(place.is_extent and value != _NOTHING for place, value in self.fields.items())
