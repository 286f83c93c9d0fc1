"""Who looks at the bytes of memory otherwise than as the floating values that are stored there (C11 6.2.6.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from math import gcd

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Operation
from coveriflow.program.expressions.expressions import (
    Cell,
    Constant,
    Expression,
    Variable,
    children,
    scalar_type,
    subexpressions,
)
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.memory.points_to import Access, Area, PointsTo, Reference, size_of_scalar
from coveriflow.program.types.c_types import Bytes, Floating

_MOVING, _SORTING = "<realloc>", "<qsort>"
"""Functions of the library that move values to where such values lie: from the start of an object to the start of
another, and from an element to another one.
"""
_ALIGNED = 80
"""A multiple of the sizes of all floating values."""


@dataclass(frozen=True, slots=True)
class Look:
    """A read at ``access`` (``None``: anywhere) of a floating value of so many bytes, or (0) of anything else."""

    access: Access | None
    floating: int


@dataclass(frozen=True, slots=True)
class _Move:
    """Bytes are copied as they are: ``size`` of them, or (``None``) anything in the areas, where floating values whose
    size divides ``step`` stay whole.
    """

    source: Reference
    target: Reference
    size: int | None
    step: int


@dataclass(slots=True)
class Looks:
    """All looks, by area: what is moved is looked at where it comes to. ``arguments``: objects whose types a ``Check``
    compares with those that are read.
    """

    points_to: PointsTo
    arguments: Collection[Variable]
    _found: defaultdict[Area, set[Look]] = field(default_factory=lambda: defaultdict(set))
    _moves: list[_Move] = field(default_factory=list)
    _sorted: int = 1

    def collect(self, edges: Iterable[RawEdge]) -> None:
        """The looks of a program."""
        edges = list(edges)
        self._sorted = gcd(*(size for edge in edges for size in _sizes_sorted(edge.operation)))
        for edge in edges:
            self._moves += self._moved(edge)
            if edge.origin.file != _SORTING:
                for cell in self._read(edge):
                    self._note(cell)
        changed = True
        while changed:
            changed = sum(self._carried(move) for move in self._moves) > 0

    def see(self, cell: Cell) -> bool:
        """Whether someone may look at the bytes of the floating value in ``cell``. Addresses of floating values are
        aligned (C11 6.3.2.3 p7), so that two of one size are the same or apart unless their offsets say otherwise.
        """
        place, size = self.points_to.place_of(cell), size_of_scalar(scalar_type(cell))
        own = Access(place.offset, size)
        for look in self._found.get(place.area, ()):
            touches = look.access is None or look.access == own or place.area.overlap(own, look.access)
            is_same = look.floating == size and look.access in (None, own)
            if touches and not is_same:
                return True
        return False

    def _moved(self, edge: RawEdge) -> Iterator[_Move]:
        match edge.operation:
            case Assign(Cell(region) as target, Cell() as source) if region == MEMORY == source.region:
                if isinstance(source.type, Floating):
                    return
                size = source.type.size if isinstance(source.type, Bytes) else size_of_scalar(scalar_type(source))
                one, other = self.points_to.place_of(source), self.points_to.place_of(target)
                step = gcd(one.area.modulus, other.area.modulus, other.offset - one.offset)
                if edge.origin.file in (_MOVING, _SORTING):
                    yield _Move(one, other, None, _ALIGNED if edge.origin.file == _MOVING else self._sorted)
                elif not (one.area.modulus or other.area.modulus):
                    yield _Move(one, other, size, _ALIGNED)
                elif isinstance(source.type, Bytes):
                    yield _Move(one, other, None, step)
            case _:
                return

    def _read(self, edge: RawEdge) -> Iterator[Cell]:
        for whole in _values(edge.operation, is_move=any(True for _ in self._moved(edge))):
            for part in subexpressions(whole):
                if isinstance(part, Cell) and part.region == MEMORY and not isinstance(part.type, Bytes):
                    yield part

    def _note(self, cell: Cell) -> None:
        place, type_ = self.points_to.place_of(cell), scalar_type(cell)
        area, size = place.area, size_of_scalar(type_)
        if area.objects and not area.sites and all(each in self.arguments for each in area.objects):
            return
        self._found[area].add(Look(Access(place.offset, size), size if isinstance(type_, Floating) else 0))

    def _carried(self, move: _Move) -> bool:
        """Whether there is a new look at what a move reads."""
        known = self._found[move.source.area]
        new = {each for look in self._found[move.target.area] for each in _before(move, look)} - known
        known |= new
        return bool(new)


def _before(move: _Move, look: Look) -> Iterator[Look]:
    """What a look at the target is of the source."""
    if look.access is None or move.size is None:
        stays = look.floating and move.step % look.floating == 0
        yield Look(None, look.floating if stays else 0)
    elif look.access.offset < move.target.offset + move.size:
        if move.target.offset < look.access.offset + look.access.size:
            shift = move.source.offset - move.target.offset
            yield Look(Access(look.access.offset + shift, look.access.size), look.floating)


def _sizes_sorted(operation: Operation) -> Iterator[int]:
    """The size of the elements that a call of ``qsort`` is given; 1 where that is not known."""
    if isinstance(operation, Call) and operation.function.partition(".")[0] == "qsort":
        size = operation.arguments[2] if len(operation.arguments) > 2 else None
        yield size.value if isinstance(size, Constant) else 1


def _values(operation: Operation, *, is_move: bool) -> Iterator[Expression]:
    """What is read: of a target, and of what is only moved, where it lies."""
    if not isinstance(operation, Assign):
        yield from expressions_of(operation)
        return
    yield from children(operation.target)
    if is_move:
        yield from children(operation.value)
    else:
        yield operation.value
