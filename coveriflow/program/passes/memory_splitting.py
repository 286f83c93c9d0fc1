"""Edges over the whole memory to edges over its regions; what is copied or filled as bytes becomes single numbers.

Only what some operation reads or writes is copied, and as the number it is read or written as: what no one looks at
has no place in any region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program.cfa.cfa import Function, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Location, Operation, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.expressions.lvalues import MAXIMUM_PARTS
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.memory.points_to import Access, Reference
from coveriflow.program.memory.regions import Regions
from coveriflow.program.types.c_types import (
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Bytes,
    Region,
    Scalar,
    long_double_type,
)
from coveriflow.program.types.data_model import DataModel

_UNSIGNED: Mapping[int, Scalar] = {1: UCHAR, 2: USHORT, 4: UINT, 8: ULLONG, 16: UINT128}


@dataclass(frozen=True, slots=True)
class _Piece:
    """``size`` bytes at ``offset`` that belong to what ``access`` touches, which is counted from the same place."""

    offset: int
    size: int
    access: Access


@dataclass(slots=True)
class Splitting:
    """``location`` gives a new location of a function; ``added``: variables that copies need, by function."""

    regions: Regions
    location: Callable[[str], Location]
    added: dict[str, list[Variable]] = field(default_factory=dict)

    def edges(self, edges: Sequence[RawEdge]) -> Iterator[RawEdge]:
        """``edges`` over regions."""
        for edge in edges:
            match edge.operation:
                case Assign(Cell(_, _, Bytes()) as target, Cell(_, _, Bytes()) as source):
                    yield from self._chain(edge, self._copied(edge, target, source))
                case Assign(Cell(_, _, Bytes()) as target, value):
                    assert not isinstance(value.type, Bytes)
                    yield from self._chain(edge, self._filled(edge, target, value))
                case _:
                    operation = self.regions.rewritten(edge.operation)
                    is_same = operation is edge.operation
                    yield edge if is_same else RawEdge(edge.source, operation, edge.target, edge.origin, edge.shown)

    def functions(self, functions: Mapping[str, Function]) -> Mapping[str, Function]:
        """``functions`` with the variables that were added."""
        return {
            name: replace(function, locals=(*function.locals, *self.added.get(name, ())))
            for name, function in functions.items()
        }

    def _chain(self, edge: RawEdge, steps: Sequence[tuple[Operation, str]]) -> Iterator[RawEdge]:
        """``steps`` one after the other in the place of ``edge``."""
        source = edge.source
        for number, (operation, text) in enumerate(steps, start=1):
            target = edge.target if number == len(steps) else self.location(edge.source.function)
            yield replace(edge, source=source, operation=operation, target=target, text=text)
            source = target

    def _step(self, target: Cell | Variable, value: Expression) -> tuple[Operation, str]:
        """One assignment, and how it is shown: in terms of the whole memory."""
        shown = (replace(each, region=MEMORY) if isinstance(each, Cell) else each for each in (target, value))
        one, other = shown
        assert isinstance(one, Cell | Variable)
        return Assign(target, value), operation_text(Assign(one, other))

    def _copied(self, edge: RawEdge, target: Cell, source: Cell) -> list[tuple[Operation, str]]:
        pieces = self._pieces(edge, target, source)
        pairs = [(self._at(target, piece), self._at(source, piece)) for piece in pieces]
        assert isinstance(target.type, Bytes)
        places = [self.regions.points_to.place_of(each) for each in (target, source)]
        if target.type.apart or places[0].area is not places[1].area:
            return [self._step(one, other) for one, other in pairs] or [(Skip(), edge.shown)]
        kept = [self._temporary(edge, scalar_type(other)) for _, other in pairs]
        read = [self._step(variable, other) for variable, (_, other) in zip(kept, pairs, strict=True)]
        written = [self._step(one, variable) for variable, (one, _) in zip(kept, pairs, strict=True)]
        return [*read, *written] or [(Skip(), edge.shown)]

    def _filled(self, edge: RawEdge, target: Cell, value: Expression) -> list[tuple[Operation, str]]:
        cells = [self._at(target, piece) for piece in self._pieces(edge, target)]
        return [self._step(each, self._repeated(edge, value, scalar_type(each))) for each in cells] or [
            (Skip(), edge.shown)
        ]

    def _repeated(self, edge: RawEdge, byte: Expression, type_: Scalar) -> Expression:
        """The number of which each byte is ``byte``."""
        ones = sum(1 << shift for shift in range(0, type_.width, 8))
        if isinstance(byte, Constant):
            return Constant(type_.wrap(byte.value * ones), type_)
        if type_.width not in (8, 16, 32, 64, 128):
            raise NotSupported("filling a long double with bytes", edge.origin)
        byte = self.regions.in_regions(byte)
        return make.cast(make.binary(BinaryOp.MUL, make.cast(byte, type_), Constant(ones, type_)), type_)

    def _temporary(self, edge: RawEdge, type_: Scalar) -> Variable:
        function = edge.source.function
        own = self.added.setdefault(function, [])
        own.append(Variable(f"{function}::$moved{len(own) + 1}", type_))
        return own[-1]

    def _pieces(self, edge: RawEdge, *cells: Cell) -> list[_Piece]:
        """What is to be copied: whole numbers where one side has them, else bytes."""
        places = [self.regions.points_to.place_of(each) for each in cells]
        type_ = cells[0].type
        assert isinstance(type_, Bytes)
        found: dict[tuple[int, int], _Piece] = {}
        for access in places[0].area.within(places[0].offset, type_.size):
            if access.offset < 0 or access.offset + access.size > type_.size:
                continue
            whole = any(self._width(place, access) == 8 * access.size for place in places)
            step = access.size if whole else 1
            for offset in range(access.offset, access.offset + access.size, step):
                found.setdefault((offset, step), _Piece(offset, step, access))
        if len(found) > MAXIMUM_PARTS:
            raise NotSupported(f"a copy of an object of more than {MAXIMUM_PARTS} parts", edge.origin)
        return [found[key] for key in sorted(found)]

    def _width(self, place: Reference, access: Access) -> int:
        region = self._region(place, access)
        assert isinstance(region.type, Region)
        return region.type.width

    def _region(self, place: Reference, access: Access) -> Variable:
        offset = place.area.normal(place.offset + access.offset)
        return self.regions.region_of(place.area, Access(offset, access.size))

    def _at(self, whole: Cell, piece: _Piece) -> Cell:
        """The piece of ``whole``, in its region."""
        region = self._region(self.regions.points_to.place_of(whole), piece.access)
        type_ = _UNSIGNED.get(piece.size) or long_double_type(DataModel.LP64)
        at = cell(make.offset(whole.address, piece.offset), type_)
        return replace(at, region=region, address=self.regions.in_regions(at.address))
