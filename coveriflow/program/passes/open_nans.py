"""The sign and the payload of a NaN that arithmetic gives are open (IEEE 754-2008 6.2.3, 6.3).

gcc computes ``x * -1.0`` as ``-x`` and ``0.0 / 0.0`` in an initial value as a positive NaN. Copies, negations and
magnitudes change no other bit than the sign, and say which it is; conversions keep it. Where a program asks for the
sign, an execution goes on only with numbers: a NaN is not supported there. Where it stores a NaN into memory whose
bytes are read, it stores any one: which one is an input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import (
    Assign,
    Assume,
    Call,
    Input,
    InputKind,
    Location,
    Operation,
    Return,
    Unsupported,
)
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    Unary,
    UnaryOp,
    Variable,
)
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.memory.points_to import Area, PointsTo
from coveriflow.program.passes.float_observers import Looks
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.passes.tested_numbers import tested_numbers
from coveriflow.program.types.c_types import DOUBLE, FLOAT, INT, UINT, ULLONG, Floating, Integer
from coveriflow.program.types.data_model import DataModel

_SIGN = "the sign of a NaN that was computed"
_BITS = "memory with a NaN that was computed, where its bytes are read,"
_SOURCE = "a NaN that was computed"
_BINARY = {(FLOAT.exponent, FLOAT.significand): UINT, (DOUBLE.exponent, DOUBLE.significand): ULLONG}
"""Formats whose patterns are all values, as integers."""


class _Asked(Enum):
    """What is asked of a NaN. Compilers leave conversions there and back away, which would make it a quiet one."""

    SIGN = "sign"
    BITS = "bits"


_Holder = str | Area
"""A variable by its name, or all that lies in an area."""


class _Computed(Enum):
    """The place that a computed value comes from."""

    HERE = "here"


def without_open_nans(program: LoweredProgram, points_to: PointsTo, edges: Sequence[RawEdge]) -> list[RawEdge]:
    """``edges`` with branches where what is open may be asked for: to ``Unsupported``, or to a store of any NaN."""
    asks = [edge for edge in edges if any(True for _ in _signs(edge.operation))]
    stores = [edge for edge in edges if _is_store(edge.operation)]
    if not asks and not stores:
        return list(edges)
    guards: defaultdict[Location, dict[Expression, str]] = defaultdict(dict)
    replaced: set[int] = set()
    seen = list(_seen(program, points_to, edges, stores))
    numbers = tested_numbers(edges) if asks or seen else {}
    if asks:
        by_sign = _OpenValues(points_to, program.model, _Asked.SIGN, edges)
        for edge in asks:
            for operand in filter(by_sign.may_be, _signs(edge.operation)):
                if not _is_tested(operand, edge.source, numbers):
                    guards[edge.source].setdefault(operand, _SIGN)
    for edge, value in seen:
        if _is_tested(value, edge.source, numbers):
            continue
        if _integer_for(value) is None:
            guards[edge.source].setdefault(value, _BITS)
        else:
            replaced.add(id(edge))
    return list(_guarded(program, edges, guards, replaced))


def locals_for_nans(edges: Iterable[RawEdge]) -> Mapping[str, Collection[Variable]]:
    """By function, the variables that take these inputs."""
    found: defaultdict[str, dict[Variable, None]] = defaultdict(dict)
    for edge in edges:
        if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.NAN:
            found[edge.source.function].setdefault(edge.operation.target)
    return found


def _is_tested(operand: Expression, at: Location, numbers: Mapping[Location, Collection[str]]) -> bool:
    return isinstance(operand, Variable) and operand.name in numbers.get(at, ())


def _seen(
    program: LoweredProgram, points_to: PointsTo, edges: Sequence[RawEdge], stores: Sequence[RawEdge]
) -> Iterator[tuple[RawEdge, Expression]]:
    """Of ``stores`` those of values that may be open into memory whose bytes are read."""
    if not stores:
        return
    by_bits, looks = (
        _OpenValues(points_to, program.model, _Asked.BITS, edges),
        Looks(points_to, program.argument_objects),
    )
    looks.collect(edges)
    for edge in stores:
        if isinstance(edge.operation, Assign) and by_bits.may_be(value := edge.operation.value):
            if isinstance(target := edge.operation.target, Cell) and looks.see(target):
                yield edge, value


def _signs(operation: Operation) -> Iterator[Expression]:
    """The operands whose signs are asked for."""
    for part in parts_of(operation):
        if isinstance(part, Unary) and part.operator is UnaryOp.SIGN:
            yield part.operand


def _is_store(operation: Operation) -> bool:
    return (
        isinstance(operation, Assign)
        and isinstance(operation.target, Cell)
        and isinstance(operation.target.type, Floating)
    )


def _guarded(
    program: LoweredProgram,
    edges: Iterable[RawEdge],
    guards: Mapping[Location, Mapping[Expression, str]],
    replaced: Collection[int],
) -> Iterator[RawEdge]:
    """Both ways of a branch begin after what goes before it. ``replaced``: the stores with another one for a NaN."""
    beside = program.builder.beside
    behind: dict[Location, Location] = {}
    for edge in edges:
        start = edge.source
        if start not in behind:
            behind[start] = start
            for operand, feature in guards.get(start, {}).items():
                here, after, refused = behind[start], beside(start), beside(start)
                yield from _branch(edge.origin, operand, (here, after, refused))
                yield _edge(refused, Unsupported(feature), program.halt, edge.origin)
                behind[start] = after
        here = behind[start]
        if id(edge) in replaced:
            after, other, read = (beside(start) for _ in range(3))
            yield from _any_nan(edge, (here, after, other, read))
            here = after
        yield edge if here is start else replace(edge, source=here)


def _branch(origin: Span, operand: Expression, at: tuple[Location, Location, Location]) -> Iterator[RawEdge]:
    """From the first location to the second one with a number, to the third one with a NaN."""
    is_number = Binary(BinaryOp.EQ, operand, operand, INT)
    for truth, target in zip((True, False), at[1:], strict=True):
        yield _edge(at[0], Assume(is_number, truth=truth), target, origin)


def _edge(source: Location, operation: Operation, target: Location, origin: Span) -> RawEdge:
    return RawEdge(source, operation, target, origin, operation_text(operation))


def _any_nan(edge: RawEdge, at: tuple[Location, Location, Location, Location]) -> Iterator[RawEdge]:
    """Beside the store at the second location of ``at``, one of any NaN, as an integer."""
    assert isinstance(edge.operation, Assign)
    target, value = edge.operation.target, edge.operation.value
    type_ = _integer_for(value)
    assert isinstance(target, Cell)
    assert isinstance(value.type, Floating)
    assert type_ is not None
    here, after, other, read = at
    chosen = Variable(f"{here.function}::$nan{type_.width}", type_)
    yield from _branch(edge.origin, value, (here, after, other))
    yield _edge(other, Input(chosen, _SOURCE, InputKind.NAN, type_), read, edge.origin)
    stored = Assign(replace(target, type=type_), _nan_of(chosen, value.type))
    yield _edge(read, stored, edge.target, edge.origin)


def _integer_for(value: Expression) -> Integer | None:
    type_ = value.type
    assert isinstance(type_, Floating)
    return _BINARY.get((type_.exponent, type_.significand))


def _nan_of(chosen: Variable, type_: Floating) -> Expression:
    """The NaN with sign and payload of ``chosen``, whatever it holds: with no payload, the one that is usual."""
    integer = chosen.type
    assert isinstance(integer, Integer)
    quiet, exponent = 1 << (type_.significand - 2), ((1 << type_.exponent) - 1) << (type_.significand - 1)
    payload = make.binary(BinaryOp.AND, chosen, Constant(2 * quiet - 1, integer))
    has_none = make.cast(make.negation(make.truth(payload)), integer)
    other = make.binary(BinaryOp.SHL, has_none, Constant(type_.significand - 2, integer))
    return make.binary(BinaryOp.OR, make.binary(BinaryOp.OR, chosen, Constant(exponent, integer)), other)


class _OpenValues:
    """Flow-insensitive: what may hold a NaN of which is open what is ``asked``."""

    def __init__(self, points_to: PointsTo, model: DataModel, asked: _Asked, edges: Iterable[RawEdge]) -> None:
        self._points_to, self._asked = points_to, asked
        goes_to: defaultdict[_Holder, set[_Holder]] = defaultdict(set)
        pending: list[_Holder] = []
        for edge in edges:
            for target, value in _flows(edge.operation):
                sources = set(self._sources(value))
                if _Computed.HERE in sources or (isinstance(edge.operation, Return) and self._is_of_x87(model, value)):
                    pending.append(self._holder(target))
                for source in sources:
                    if not isinstance(source, _Computed):
                        goes_to[source].add(self._holder(target))
        self._open = _reached(pending, goes_to)

    def may_be(self, value: Expression) -> bool:
        """Whether ``value`` may be such a NaN."""
        return any(each is _Computed.HERE or each in self._open for each in self._sources(value))

    def _is_of_x87(self, model: DataModel, value: Expression) -> bool:
        """Under ILP32 results are handed back in a register of the x87, where a NaN is quiet."""
        return model is DataModel.ILP32 and self._asked is _Asked.BITS and value.type in (FLOAT, DOUBLE)

    def _sources(self, value: Expression) -> Iterator[_Holder | _Computed]:
        """What ``value`` is a copy of, but for its sign."""
        match value:
            case Constant():
                if value.is_open:
                    yield _Computed.HERE
            case Variable() | Element() | Cell():
                yield self._holder(value)
            case Unary(UnaryOp.NEGATE | UnaryOp.ABSOLUTE, operand):
                yield from self._sources(operand)
            case Cast(operand, Floating()) if isinstance(operand.type, Floating):
                yield from self._sources(operand) if self._asked is _Asked.SIGN else (_Computed.HERE,)
            case Unary() | Binary() if isinstance(value.type, Floating):
                yield _Computed.HERE
            case ArrayValue(elements):
                for element in elements:
                    yield from self._sources(element)
            case _:
                return

    def _holder(self, place: Expression) -> _Holder:
        match place:
            case Cell():
                return self._points_to.place_of(place).area if place.region == MEMORY else place.region.name
            case Element(array):
                return array.name
            case _:
                assert isinstance(place, Variable)
                return place.name


def _flows(operation: Operation) -> Iterator[tuple[Expression, Expression]]:
    """Targets with the values that they get."""
    match operation:
        case Assign(target, value):
            yield target, value
        case Call(_, parameters, arguments):
            yield from zip(parameters, arguments, strict=True)
        case Return(_, value, target) if value is not None and target is not None:
            yield target, value
        case _:
            return


def _reached(starts: Iterable[_Holder], goes_to: dict[_Holder, set[_Holder]]) -> Collection[_Holder]:
    pending, found = list(starts), set()
    while pending:
        holder = pending.pop()
        if holder not in found:
            found.add(holder)
            pending.extend(goes_to.get(holder, ()))
    return found
