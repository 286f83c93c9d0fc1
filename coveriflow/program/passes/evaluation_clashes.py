"""Where the order of operands matters: what one of them does to the memory, another one sees.

An operand is taken apart into what C lets happen in any order: readings of objects, changes of objects, and calls,
which do not overlap. Where nothing of one operand clashes with anything of another one, every order gives the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations, product

from pycparser import c_ast

from coveriflow.program.cfa.accesses import expressions_of, written_variable
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Check, Input, Location, Return, Stop
from coveriflow.program.expressions.expressions import (
    Binary,
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
from coveriflow.program.lowering.evaluation_order import OpenNode, Operand, Order
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, EXTENT, MEMORY, SITE_PREFIX
from coveriflow.program.memory.points_to import Area, PointsTo, Reference, size_of_scalar
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.types.c_types import Bytes, Record


class _Kind(Enum):
    READ = "reading"
    CHANGE = "change"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class _Touch:
    """``size`` bytes at ``offset`` of an area (``None``: all of it), or a variable, are read or changed."""

    what: Area | str
    offset: int
    size: int | None
    changes: bool

    def meets(self, other: _Touch) -> bool:
        """Whether one changes what the other one touches."""
        if self.what != other.what or not (self.changes or other.changes):
            return False
        if self.size is None or other.size is None or not isinstance(self.what, Area):
            return True
        if not self.what.modulus:
            return self.offset < other.offset + other.size and other.offset < self.offset + self.size
        distance = (other.offset - self.offset) % self.what.modulus
        return distance < self.size or self.what.modulus - distance < other.size


@dataclass(frozen=True, slots=True)
class _Item:
    """What does not overlap with anything else."""

    kind: _Kind
    touches: frozenset[_Touch]

    def is_of_call(self, *, held: bool) -> bool:
        """Whether a call does this; ``held``: whether there is one. What is read there has been given to it."""
        return self.kind is _Kind.CALL or (held and self.kind is _Kind.CHANGE)

    def clashes(self, other: _Item) -> bool:
        """Whether their order matters."""
        return any(one.meets(another) for one in self.touches for another in other.touches)


_END = "the end of the program"
_HOLDING = (c_ast.FuncCall, c_ast.Compound)
_READING = (c_ast.FuncCall, c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp, c_ast.Assignment)


def clashing(program: LoweredProgram, points_to: PointsTo, edges: Sequence[RawEdge]) -> dict[OpenNode, Order]:
    """What is to be done about expressions whose order matters, where that is not decided yet. ``edges``: those that
    can be reached. Where that is undefined behaviour it is an assumption that it does not happen.
    """
    orders, found = program.orders, dict[OpenNode, Order]()
    clashes = _Clashes(program, points_to, edges) if orders.sites else None
    for open_, sites in orders.sites.items():
        for operands in sites:
            assert clashes is not None
            if not any(each.is_lowered for each in operands):
                continue
            if orders.decided.get(open_) is Order.BOTH:
                if open_ not in orders.chosen:
                    found[open_] = Order.REFUSED
                continue
            between, is_undefined = clashes.between(operands)
            if is_undefined:
                program.assume(f"the expression at {open_.where} has the same value in every order of evaluation")
            if between:
                found[open_] = Order.BOTH if between == 1 and open_ not in found else Order.REFUSED
    return found


@dataclass(slots=True)
class _Clashes:
    program: LoweredProgram
    points_to: PointsTo
    edges: Sequence[RawEdge]
    _of_function: defaultdict[str, list[RawEdge]] = field(default_factory=lambda: defaultdict(list))
    _called: dict[str, frozenset[str]] = field(default_factory=dict)
    _touches: dict[str, frozenset[_Touch]] = field(default_factory=dict)
    _reached: set[int] = field(default_factory=set)
    _new: set[Variable] = field(default_factory=set)
    _impossible: set[Location] = field(default_factory=set)

    def __post_init__(self) -> None:
        for edge in self.edges:
            self._of_function[edge.source.function].append(edge)
            self._reached.add(id(edge))
            match edge.operation:
                case Assign(Variable() as target, NewObject()):
                    self._new.add(target)
                case Check(Constant(0)):
                    self._impossible.add(edge.target)
                case _:
                    pass

    def between(self, operands: Sequence[Operand]) -> tuple[int, bool]:
        """How many clashes there are that a call takes part in, and whether there are others. What is not known counts
        as several.
        """
        items = [[(item, _holds_call(each)) for item in self._items(each)] for each in operands]
        defined, is_undefined = 2 * any(map(_is_unknown, operands)) + 2 * self._comes_too_late(operands), False
        for one, other in combinations(items, 2):
            for (item, held), (beside, held_beside) in product(one, other):
                if item.clashes(beside):
                    has_call = item.is_of_call(held=held) or beside.is_of_call(held=held_beside)
                    defined += has_call
                    is_undefined |= not has_call
        return defined, is_undefined

    def _items(self, operand: Operand) -> Iterator[_Item]:
        loads = {part for load in operand.loads for part in subexpressions(load)}
        for load in operand.loads:
            yield _Item(_Kind.READ, frozenset(self._loaded(load)))
        copied = {
            replace(part, type=Bytes(part.type.size))
            for part in loads
            if isinstance(part, Cell) and isinstance(part.type, Record)
        }
        for body in operand.bodies:
            touches = set[_Touch]()
            functions = self._functions(edge.operation.function for edge in body if isinstance(edge.operation, Call))
            for name in functions:
                touches |= self._touched_in(name)
            for edge in self._possible(body):
                touches |= self._read(edge, loads | copied) | self._changed(edge) | self._ended(edge)
            yield _Item(_Kind.CALL, frozenset(each for each in touches if not self._is_own(each, functions)))
        for edge in self._possible(operand.edges):
            for touch in self._read(edge, loads):
                yield _Item(_Kind.READ, frozenset({touch}))
            if changed := self._changed(edge):
                yield _Item(_Kind.CHANGE, frozenset(changed))
            if ended := self._ended(edge):
                yield _Item(_Kind.CALL, frozenset(ended))

    def _comes_too_late(self, operands: Sequence[Operand]) -> bool:
        """Whether one ends the program before another one calls a function: where that leads to is not known."""
        parts = [part for each in operands for part in (each.edges, *each.bodies)]
        if not any(id(edge) in self._reached for part in parts for edge in part):
            return False
        return any(body and id(body[0]) not in self._reached for each in operands for body in each.bodies)

    def _possible(self, edges: Iterable[RawEdge]) -> Iterator[RawEdge]:
        return (edge for edge in edges if id(edge) in self._reached)

    # --- functions ----------------------------------------------------------------------------------------------------

    def _functions(self, names: Iterable[str]) -> Set[str]:
        """These, and all that they call."""
        found: dict[str, None] = {}
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found[name] = None
                pending += self._called_by(name)
        return found.keys()

    def _called_by(self, name: str) -> frozenset[str]:
        if name not in self._called:
            operations = [edge.operation for edge in self._of_function[name]]
            self._called[name] = frozenset(each.function for each in operations if isinstance(each, Call))
        return self._called[name]

    def _touched_in(self, name: str) -> frozenset[_Touch]:
        """What the body of a function itself does to what is not its own variable."""
        if name not in self._touches:
            found = set[_Touch]()
            for edge in self._of_function[name]:
                found |= self._read(edge, frozenset()) | self._changed(edge) | self._ended(edge)
            self._touches[name] = frozenset(found)
        return self._touches[name]

    def _is_own(self, touch: _Touch, functions: Set[str]) -> bool:
        """Whether this exists only while the ``functions`` run."""
        if isinstance(touch.what, str):
            is_local = touch.what not in self.program.globals and touch.what != _END
            return is_local and touch.what.partition("::")[0] in functions
        objects = self.program.layout.objects
        if touch.what.sites or not touch.what.objects:
            return False
        owners = {objects[each.name].function for each in touch.what.objects if each.name in objects}
        return "" not in owners and owners <= functions - self.program.recursive

    # --- edges --------------------------------------------------------------------------------------------------------

    def _loaded(self, load: Expression) -> Iterator[_Touch]:
        """Only what is read itself: where it lies is found out by other readings."""
        cells = [part for part in subexpressions(load) if isinstance(part, Cell)]
        inner = {part for cell in cells for part in subexpressions(cell.address)}
        for cell in cells:
            if cell not in inner:
                yield from self._touched(cell, changes=False)
        whole = load.array if isinstance(load, Element) else load
        if isinstance(whole, Variable) and self._is_noted(whole):
            yield _of(whole, changes=False)

    def _read(self, edge: RawEdge, known: Set[Expression]) -> set[_Touch]:
        found = set[_Touch]()
        targets = {edge.operation.target} if isinstance(edge.operation, Assign) else set()
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if part in known or part in targets:
                    continue
                if isinstance(part, Cell):
                    found.update(self._touched(part, changes=False))
                elif isinstance(part, Variable) and self._is_noted(part):
                    found.add(_of(part, changes=False))
        return found

    def _changed(self, edge: RawEdge) -> set[_Touch]:
        match edge.operation:
            case Assign(Cell() as target):
                return set(self._touched(target, changes=True))
            case Assign() | Input() | Return():
                variable = written_variable(edge.operation)
                return {_of(variable, changes=True)} if variable is not None and self._is_noted(variable) else set()
            case _:
                return set()

    def _ended(self, edge: RawEdge) -> set[_Touch]:
        """Of two ends of the program, one of which may be a violation, only one comes first."""
        if edge.target == self.program.error:
            return {_Touch(_END, 0, None, changes=False)}
        if isinstance(edge.operation, Stop) and edge.source not in self._impossible:
            return {_Touch(_END, 0, None, changes=True)}
        return set()

    def _is_noted(self, variable: Variable) -> bool:
        """The counters of allocated objects decide only where these lie."""
        return variable not in (MEMORY, EXTENT) and not variable.name.startswith((SITE_PREFIX, ACTIVATION_PREFIX))

    def _touched(self, cell: Cell, *, changes: bool) -> Iterator[_Touch]:
        """Of entries of ``EXTENT`` it matters where objects end."""
        if cell.region.name == EXTENT.name:
            pointer = pointer_of_extent(cell)
            if changes and pointer is not None and _base(pointer) not in self._new:
                known = self.points_to.reference(pointer)
                yield _Touch(self._area(known), 0, None, changes=True)
            return
        place = self.points_to.place_of(cell)
        yield _Touch(place.area, place.offset, _size(cell), changes=changes)

    def _area(self, known: Reference | None) -> Area:
        return self.points_to.found(known if known is not None else Reference(self.points_to.nowhere, 0)).area


def _holds_call(operand: Operand) -> bool:
    return any(isinstance(each, _HOLDING) for each in walk(operand.node))


def _is_unknown(operand: Operand) -> bool:
    """Whether it was lowered in a way that was not noted."""
    return not operand.is_lowered and isinstance(operand.node, _READING)


def _of(variable: Variable, *, changes: bool) -> _Touch:
    return _Touch(variable.name, 0, None, changes)


def _base(pointer: Expression) -> Expression:
    while isinstance(pointer, Binary) and is_pointer(pointer):
        pointer = pointer.left
    return pointer


def _size(cell: Cell) -> int | None:
    match cell.type:
        case Bytes(size):
            return size
        case Record(size=size):
            return size
        case _:
            return size_of_scalar(scalar_type(cell))
