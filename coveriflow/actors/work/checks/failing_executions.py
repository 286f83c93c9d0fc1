"""Executions of a program that a failing check ends: where that is, and what is accessed there."""

from __future__ import annotations

from bisect import bisect_right
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from coveriflow.actors.work.checks.lost_objects import left_objects, lost_objects
from coveriflow.actors.work.checks.read_inputs import ReadInputs
from coveriflow.actors.work.confirm.violations import InputsTaken
from coveriflow.actors.work.value_display import asks_free, name_of
from coveriflow.artifacts.definedness import Access, Beyond, Detail, Divided, NoObject, Outside, Shifted
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa, MemoryObject
from coveriflow.program.cfa.edges import Assign, Call, Check, Edge, Input, InputKind, Location, Return, Undefined
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.errors import Span
from coveriflow.program.expressions.compile import Environment, Key, compiled
from coveriflow.program.expressions.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Variable,
    is_pointer,
    scalar_type,
    subexpressions,
)
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.library.check_places import call_place, is_of_library
from coveriflow.program.memory.addresses import access_of, close_pointers, object_named, pointer_of_extent
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.memory.points_to import size_of_scalar
from coveriflow.program.types.c_types import ULLONG, Integer, Region, size_type

_AHEAD = 40
"""So many edges after a check the operation is looked for that it was made for."""


@dataclass(frozen=True)
class Failing:
    """An execution that ends where ``check`` fails, ``at`` a place in the user's text (inside of the library's function
    ``called`` there). ``allocations``: file and line of all that allocated objects. ``read``: those of ``inputs`` of
    which something is read.
    """

    check: Edge
    at: Span
    called: str
    inputs: InputsTaken
    detail: Detail | None
    allocations: frozenset[tuple[str, int]] = frozenset()
    read: InputsTaken = ()

    @property
    def kind(self) -> Undefined:
        """What the check excludes."""
        assert isinstance(self.check.operation, Check)
        return self.check.operation.undefined


def failing_execution(cfa: Cfa, values: Sequence[int], limit: int) -> Failing | None:
    """The execution of ``cfa`` with these inputs, if a check ends it within ``limit`` steps."""
    run = Interpreter(cfa, keep_trace=False).run(values, limit)
    if run.end is not End.UNDEFINED:
        return None
    walk = _Walk(cfa)
    for taken in Interpreter(cfa).steps(values, limit):
        walk.follow(taken.edge, cast(Environment, taken.memory), taken.written)
    (check, *_) = cfa.leaving[walk.at]
    assert isinstance(check.operation, Check)
    at, called = walk.place_of(check)
    detail = _Looking(cfa, check, walk).detail()
    walk.inputs.look(check.operation, walk.memory, {})
    read = tuple(each for number, each in enumerate(run.inputs) if number in walk.inputs.read)
    return Failing(check, at, called, run.inputs, detail, frozenset(walk.allocations), read)


@dataclass(slots=True)
class _Walk:
    """Where an execution is; ``allocated``: the line in the user's text where the object of a granule was made;
    ``freed``: where it was freed. ``counted``: the granules of those that the program has to free. ``unwritten``: what
    has a value that was never written, or a copy of one.
    """

    cfa: Cfa
    at: Location = field(init=False)
    memory: Environment = field(default_factory=dict)
    allocated: dict[int, int] = field(default_factory=dict)
    freed: dict[int, int] = field(default_factory=dict)
    counted: set[int] = field(default_factory=set)
    allocations: set[tuple[str, int]] = field(default_factory=set)
    unwritten: set[Key] = field(default_factory=set)
    inputs: ReadInputs = field(default_factory=ReadInputs)
    _newest: int = 0
    _freeing: Span | None = None
    _calls: list[Edge] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.at = self.cfa.entry

    def follow(self, edge: Edge, memory: Environment, written: Mapping[Key, int]) -> None:
        """One edge, which has ``written`` something."""
        self.at, self.memory = edge.target, memory
        self.inputs.follow(edge, memory, written)
        copied = self.unwritten.intersection(_copied(edge, memory))
        (self.unwritten.update if copied or _reads_unwritten(edge) else self.unwritten.difference_update)(written)
        if asks_free(edge):
            self._freeing = edge.origin
        is_free = edge.origin == self._freeing
        ended = [key[1] for key, value in written.items() if not value and isinstance(key, tuple) and _is_extent(key)]
        self.freed |= {granule: self.place_of(edge)[0].line for granule in ended if is_free}
        match edge.operation:
            case Call():
                self._calls.append(edge)
            case Return():
                self._calls.pop()
            case Assign(target, NewObject()):
                at, _ = self.place_of(edge)
                self._newest = compiled(target)(memory) >> self.cfa.granules.bits
                self.allocated[self._newest] = at.line
                self.allocations.add((at.file, at.line))
            case Assign(target, Binary(BinaryOp.ADD)) if target == ALLOCATED:
                self.counted.add(self._newest)
            case _:
                pass

    @property
    def to_free(self) -> dict[int, int]:
        """What is ``allocated``, but neither on the stack nor by models for themselves."""
        return {granule: line for granule, line in self.allocated.items() if granule in self.counted}

    @property
    def functions(self) -> tuple[str, ...]:
        """Those that have been entered and not been left; none at the end of the entry function."""
        if self.cfa.leaving[self.at][0].target == self.cfa.exit:
            return ()
        return (self.cfa.entry_function, *(call.target.function for call in self._calls))

    def place_of(self, edge: Edge) -> tuple[Span, str]:
        """In the user's text; inside of a model, of the call that led there, and its function."""
        if not is_of_library(edge):
            return edge.origin, ""
        call = next((each for each in reversed(self._calls) if not is_of_library(each)), None)
        return (edge.origin, "") if call is None else (call.origin, call_place(call).called)


@dataclass(slots=True)
class _Looking:
    """``check`` fails in the state of ``walk``."""

    cfa: Cfa
    check: Edge
    walk: _Walk
    _starts: list[int] = field(init=False)
    _objects: list[MemoryObject] = field(init=False)

    def __post_init__(self) -> None:
        self._objects = sorted(self.cfa.objects, key=lambda each: each.block.address)
        self._starts = [each.block.address for each in self._objects]

    def detail(self) -> Detail | None:
        """What the check tells; nothing where it is of another form than those that are known."""
        assert isinstance(self.check.operation, Check)
        condition = self.check.operation.condition
        match self.check.operation.undefined:
            case Undefined.BOUNDS:
                return self._outside(condition)
            case Undefined.DEREFERENCE:
                return self._beyond(condition) or self._outside(condition)
            case Undefined.POINTER:
                return self._left_and_accessed()
            case Undefined.DIVISION:
                by = next((self._value(each) for each in map(_tested, subexpressions(condition)) if each), None)
                return None if by is None else Divided(by)
            case Undefined.SHIFT:
                return self._shifted(condition)
            case Undefined.LEAK:
                return left_objects(self.walk.memory, self.walk.to_free)
            case Undefined.LOST:
                return lost_objects(self.cfa, self.walk.memory, self.walk.to_free, self.walk.functions)
            case _:
                return None

    def _value(self, expression: Expression, memory: Environment | None = None) -> int | None:
        try:
            return compiled(expression)(self.walk.memory if memory is None else memory)
        except (KeyError, ArithmeticError, ValueError):
            return None

    def _shifted(self, condition: Expression) -> Detail | None:
        for each in subexpressions(condition):
            match each:
                case Binary(BinaryOp.LT, count, Constant(width)):
                    by = self._value(count)
                    return None if by is None else Shifted(by, width)
                case _:
                    continue
        return None

    def _outside(self, condition: Expression) -> Detail | None:
        match condition:
            case Binary(BinaryOp.LT, Cast(index) | index, Constant(length)):
                value = self._value(index)
            case _:
                return None
        if value is None:
            return None
        value = self._in_memory(index, value)
        for edge in self._ahead():
            for part, access in _places_in(edge):
                used = part.index if isinstance(part, Element) else part.address
                if any(each == index for each in subexpressions(used)):
                    return Outside(access, self._array(part), value, length)
        return Outside(Access.ANY, "", value, length)

    def _in_memory(self, index: Expression, value: int) -> int:
        """Where an index is as wide as an address, the largest numbers lead before the array."""
        type_, size = scalar_type(index), size_type(self.cfa.data_model)
        return value - (size.maximum + 1) if type_.width == size.width and value > size.maximum // 2 else value

    def _array(self, part: Element | Cell) -> str:
        if isinstance(part, Element):
            return name_of(part.array)
        named = object_named(part.address)
        return "" if named is None else name_of(named.object)

    def _beyond(self, condition: Expression) -> Detail | None:
        cells = [each for each in subexpressions(condition) if isinstance(each, Cell)]
        known = ((each, address) for each in cells if (address := pointer_of_extent(each)) is not None)
        cell, address = next(known, (None, None))
        found = None if address is None else self._value(address)
        if cell is None or address is None or found is None:
            return None
        access, _ = self._access(found)
        if _place_of_value(self._pointer(address), self.walk.memory) in self.walk.unwritten:
            return NoObject(access, is_null=False, is_written=False)
        if not found >> self.cfa.granules.bits:
            return NoObject(access, is_null=not found)
        return self._at(self._base(address), found, self._count(condition), access, cell.region)

    def _at(self, base: int, address: int, count: int, access: Access, extents: Variable) -> Detail:
        """``base``: a number in the object that the address was computed from."""
        bits = self.cfa.granules.bits
        known, line = self._object_at(base), self.walk.allocated.get(base >> bits, 0)
        name = "" if known is None else name_of(known.variable)
        name = "" if name.startswith("$") else name
        extent = self._value(Cell(extents, Constant(base >> bits, ULLONG), ULLONG))
        if not extent:
            freed = self.walk.freed.get(base >> bits, 0)
            return NoObject(access, is_null=False, existed=bool(name or line), name=name, allocated=line, freed=freed)
        start = base >> bits << bits if known is None else known.block.address
        return Beyond(access, name, line, address - start, count, extent - 1)

    def _object_at(self, address: int) -> MemoryObject | None:
        index = bisect_right(self._starts, address) - 1
        found = self._objects[index] if index >= 0 else None
        return found if found is not None and address - found.block.address <= found.block.size else None

    def _base(self, address: Expression) -> int:
        """The number of the pointer that ``address`` was computed from."""
        pointer = self._pointer(address)
        return pointer.value if isinstance(pointer, Address) else self._value(pointer) or 0

    def _pointer(self, address: Expression) -> Expression:
        """The pointer that ``address`` was computed from by adding to it."""
        match address:
            case Binary(BinaryOp.ADD | BinaryOp.SUB, left, _) if is_pointer(left):
                return self._pointer(left)
            case Cast(operand) if is_pointer(operand):
                return self._pointer(operand)
            case _:
                return address

    def _count(self, condition: Expression) -> int:
        match condition:
            case Binary(BinaryOp.LT, Binary(BinaryOp.ADD, _, size), Cell()):
                return self._value(size) or 0
            case _:
                return 0

    def _left_and_accessed(self) -> Detail | None:
        """Of a pointer that leaves its object and is followed at once, as in ``a[i]``: the access."""
        same = [edge for edge in (self.check, *self._ahead()) if edge.origin == self.check.origin]
        tests = [each.operation for each in same if isinstance(each.operation, Check)]
        moved = next((pair for each in tests if (pair := close_pointers(each.condition)) is not None), None)
        if moved is None:
            return None
        accesses = (found[0] for each in tests if (found := access_of(each.condition)) is not None)
        member = next((each for each in accesses if moved[1] in subexpressions(each)), moved[1])
        if (address := self._value(member)) is None:
            return None
        access, size = self._access(address)
        extents = [cell for each in tests for cell in self._extents(each.condition, address)]
        if access is Access.ANY or not extents:
            return None
        return self._at(self._base(moved[1]), address, size, access, extents[0].region)

    def _extents(self, condition: Expression, address: int) -> Iterator[Cell]:
        """What ``condition`` asks for the size of the object at ``address``."""
        for each in subexpressions(condition):
            pointer = pointer_of_extent(each) if isinstance(each, Cell) else None
            if isinstance(each, Cell) and pointer is not None and self._value(pointer) == address:
                yield each

    def _access(self, address: int) -> tuple[Access, int]:
        """What is done at ``address``, which temporary variables may hold until then, and to how many bytes."""
        ahead: dict[Key, int] = {}
        memory = ChainMap(ahead, self.walk.memory)
        for edge in self._ahead():
            for part, access in _places_in(edge):
                if isinstance(part, Cell) and self._value(part.address, memory) == address:
                    return access, size_of_scalar(scalar_type(part))
            match edge.operation:
                case Assign(Variable(name), value) if (known := self._value(value, memory)) is not None:
                    ahead[name] = known
                case _:
                    pass
        return Access.ANY, 0

    def _ahead(self) -> Iterator[Edge]:
        """What the check was made for is done after it, perhaps after other checks."""
        at = self.check.target
        for _ in range(_AHEAD):
            following = self.cfa.leaving[at]
            if not following:
                return
            yield following[0]
            at = following[0].target


def _is_extent(key: tuple[str, int]) -> bool:
    return key[0].startswith(EXTENT.name)


def _reads_unwritten(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.UNINITIALISED


def _copied(edge: Edge, memory: Environment) -> Iterator[Key]:
    """The places whose values ``edge`` copies as they are."""
    match edge.operation:
        case Assign(_, value):
            yield from _places_of([value], memory)
        case Call(_, _, arguments):
            yield from _places_of(arguments, memory)
        case Return(_, value) if value is not None:
            yield value.name
        case _:
            return


def _places_of(values: Iterable[Expression], memory: Environment) -> Iterator[Key]:
    found = (_place_of_value(each, memory) for each in values)
    yield from (place for place in found if place is not None)


def _place_of_value(value: Expression, memory: Environment) -> Key | None:
    """Where a value stands that is read as it is; of several parts, the first."""
    match value:
        case Cast(operand):
            return _place_of_value(operand, memory)
        case Variable(name) | Cell(Variable(name, Region(single=True))):
            return name
        case Element(Variable(name), index) | Cell(Variable(name), index):
            return name, compiled(index)(memory)
        case _:
            return None


def _places_in(edge: Edge) -> Iterator[tuple[Element | Cell, Access]]:
    """The places that ``edge`` writes and reads, but those that only checks look at."""
    operation = edge.operation
    if isinstance(operation, Check):
        return
    written = operation.target if isinstance(operation, Assign) else None
    if isinstance(written, Element | Cell):
        yield written, Access.WRITE
    for expression in expressions_of(operation):
        for part in subexpressions(expression):
            if isinstance(part, Element | Cell) and part is not written:
                yield part, Access.READ


def _tested(part: Expression) -> Expression | None:
    """What ``part`` compares with zero."""
    match part:
        case Binary(BinaryOp.NE, left, Constant(0)) if isinstance(left.type, Integer):
            return left
        case _:
            return None
