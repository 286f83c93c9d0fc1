"""Where the order of operands matters: what one of them does to the memory, another one sees.

An operand is taken apart into what C lets happen in any order: readings of objects, changes of objects, and calls,
which do not overlap. Where nothing of one operand clashes with anything of another one, every order gives the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations, product

from pycparser import c_ast

from coveriflow.program.cfa.accesses import expressions_of, written_variable
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Check, Input, Location, Return, Undefined, Unsupported
from coveriflow.program.cfa.presumptions import IN_ANY_ORDER
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
from coveriflow.program.library.errno import TWICE_AS_ONCE
from coveriflow.program.lowering.evaluation_order import OpenNode, Part, Plan
from coveriflow.program.lowering.evaluation_plans import Between, parts_around, united
from coveriflow.program.lowering.expressions.bit_fields import is_of_bit_field
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, EXTENT, MEMORY, SITE_PREFIX
from coveriflow.program.memory.points_to import Area, PointsTo, Reference, size_of_scalar
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import BOOL, Bytes, Record


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
    """What does not overlap with anything else. ``same``: what has this, too, does the same, and twice is as once."""

    kind: _Kind
    touches: frozenset[_Touch]
    same: tuple[str, ...] = ()

    def is_of_call(self, part: Part) -> bool:
        """Whether a call does this, which belongs to ``part``."""
        return self.kind is _Kind.CALL or isinstance(part.node, c_ast.FuncCall) or _holds_call(part)

    def clashes(self, other: _Item) -> bool:
        """Whether their order matters."""
        if self.same and self.same == other.same:
            return False
        return any(one.meets(another) for one in self.touches for another in other.touches)


_END = "the end of the program"
_HOLDING = (c_ast.FuncCall, c_ast.Compound)


def clashing(program: LoweredProgram, points_to: PointsTo, edges: Sequence[RawEdge]) -> dict[OpenNode, Plan]:
    """What is to be done about expressions whose order matters, where that is not decided yet. ``edges``: those that
    can be reached.
    """
    orders, found = program.orders, dict[OpenNode, Plan]()
    clashes = _Clashes(program, points_to, edges) if orders.sites else None
    for open_, sites in orders.sites.items():
        lowered = [parts for parts in sites if any(each.is_lowered for each in parts)]
        if not lowered:
            continue
        if (decided := orders.decided.get(open_)) is not None:
            if open_ not in orders.chosen:
                found[open_] = Plan(is_refused=True)
            elif decided.is_assumed:
                program.assume(f"the expression at {open_.where} {IN_ANY_ORDER}")
            continue
        assert clashes is not None
        plan = united([clashes.between(parts) for parts in lowered], lowered[0])
        if plan is not None:
            found[open_] = plan
    return found


@dataclass(slots=True)
class _Clashes:
    program: LoweredProgram
    points_to: PointsTo
    edges: Sequence[RawEdge]
    _of_function: defaultdict[str, list[RawEdge]] = field(default_factory=lambda: defaultdict(list))
    _called: dict[str, frozenset[str]] = field(default_factory=dict)
    _asked: dict[str, bool] = field(default_factory=dict)
    _touches: dict[str, frozenset[_Touch]] = field(default_factory=dict)
    _returning: set[str] = field(default_factory=set)
    _reached: set[int] = field(default_factory=set)
    _new: set[Variable] = field(default_factory=set)
    _impossible: set[Location] = field(default_factory=set)

    def __post_init__(self) -> None:
        for edge in self.edges:
            is_return = isinstance(edge.operation, Return)  # what it writes belongs to the caller
            self._returning |= {edge.source.function} if is_return else set()
            self._of_function[(edge.target if is_return else edge.source).function].append(edge)
            self._reached.add(id(edge))
            match edge.operation:
                case Assign(Variable() as target, NewObject()):
                    self._new.add(target)
                case Check(Constant(0)):
                    self._impossible.add(edge.target)
                case _:
                    pass

    def between(self, parts: Sequence[Part]) -> Between:
        """What clashes; C orders a part after what is below it. The last part is the whole."""
        found = Between(is_refused=any(map(_is_unknown, parts)) or self._comes_too_late(parts))
        items = [list(self._items(each, own)) for each, own in zip(parts, _owns(parts), strict=True)]
        clashing_items = defaultdict[int, set[int]](set)
        for one, other in combinations(range(len(parts) - 1), 2):
            if one in parts_around(other, parts) or other in parts_around(one, parts):
                continue
            for (at, item), (beside_at, beside) in product(enumerate(items[one]), enumerate(items[other])):
                if item.clashes(beside):
                    has_call = item.is_of_call(parts[one]) or beside.is_of_call(parts[other])
                    (found.open_ if has_call else found.undefined).add((one, other))
                    clashing_items[one] |= {at} if has_call else set()
                    clashing_items[other] |= {beside_at} if has_call else set()
        found.is_refused |= any(parts[number].is_whole and len(each) > 1 for number, each in clashing_items.items())
        found.open_ = _without_old_values(found.open_, parts)
        found.cut_off = set(self._cut_off(parts, items))
        untold = {pair for pair in found.undefined if not all(_is_told(parts[number]) for number in pair)}
        found.undefined -= untold
        found.is_assumed = bool(untold)
        return found

    def _cut_off(self, parts: Sequence[Part], items: Sequence[Sequence[_Item]]) -> Iterator[tuple[int, int]]:
        """The first may end the program; the second may violate the property, and comes later from left to right."""
        if not self.program.checks:
            return
        ending = [number for number, each in enumerate(items[:-1]) if any(_may_end(item) for item in each)]
        asked = [number for number, each in enumerate(_owns(parts)[:-1]) if ending and self._is_asked(each)]
        for end, later in product(ending, asked):
            if later > end and end not in parts_around(later, parts) and later not in parts_around(end, parts):
                yield end, later

    def _is_asked(self, own: Part) -> bool:
        """Whether the property asks for something that a part itself does, be it reached in this order or not."""
        if any(map(self._asks, own.edges)) or _is_asked_later(own, self.program.checks):
            return True
        bodies = [edge for body in own.bodies for edge in body]
        functions = self._functions(each.operation.function for each in bodies if isinstance(each.operation, Call))
        return any(map(self._asks, bodies)) or any(map(self._asks_in, functions))

    def _asks_in(self, name: str) -> bool:
        if name not in self._asked:
            self._asked[name] = any(map(self._asks, self._of_function[name]))
        return self._asked[name]

    def _asks(self, edge: RawEdge) -> bool:
        return isinstance(edge.operation, Check) and edge.operation.undefined in self.program.checks

    def _items(self, part: Part, own: Part) -> Iterator[_Item]:
        """What a part does itself."""
        loads = {inner for load in part.loads for inner in subexpressions(load)}
        for load in own.loads:
            yield _Item(_Kind.READ, frozenset(self._loaded(load)))
        copied = {
            replace(part, type=Bytes(part.type.size))
            for part in loads
            if isinstance(part, Cell) and isinstance(part.type, Record)
        }
        for body in own.bodies:
            touches = set[_Touch]()
            functions = self._functions(edge.operation.function for edge in body if isinstance(edge.operation, Call))
            for name in functions:
                touches |= self._touched_in(name)
            if functions - self._returning and not any(touch.what == _END for touch in touches):
                touches.add(_Touch(_END, 0, None, changes=True))  # a call that goes on for ever, for what is beside it
            around = set[_Touch]()
            for edge in self._possible(body):
                around |= self._read(edge, loads | copied) | self._changed(edge) | self._ended(edge)
            outside = frozenset(each for each in touches | around if not self._is_own(each, functions))
            yield _Item(_Kind.CALL, outside, tuple(functions) if functions <= TWICE_AS_ONCE and not around else ())
        for edge in self._possible(own.edges):
            for touch in self._read(edge, loads):
                yield _Item(_Kind.READ, frozenset({touch}))
            if changed := self._changed(edge):
                yield _Item(_Kind.CHANGE, frozenset(changed))
            if ended := self._ended(edge):
                yield _Item(_Kind.CALL, frozenset(ended))

    def _comes_too_late(self, operands: Sequence[Part]) -> bool:
        """Whether one ends the program before another one calls a function: where that leads to is not known. What the
        whole calls comes after all of them.
        """
        parts = [part for each in operands for part in (each.edges, *each.bodies)]
        if not any(id(edge) in self._reached for part in parts for edge in part):
            return False
        return any(body and id(body[0]) not in self._reached for each in operands[:-1] for body in each.bodies)

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
        """Of two ends of the program, one of which may be a violation, only one comes first. What is not supported
        leaves all open.
        """
        if edge.target == self.program.error:
            return {_Touch(_END, 0, None, changes=False)}
        is_end = edge.target == self.program.halt and not isinstance(edge.operation, Unsupported)
        if is_end and edge.source not in self._impossible:
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


def _is_asked_later(part: Part, kinds: Set[Undefined]) -> bool:
    """Whether later passes may ask for the pointers or truth values that are read."""
    is_operation = isinstance(part.node, c_ast.BinaryOp | c_ast.UnaryOp)
    is_test = Undefined.LIFETIME in kinds and is_operation and any(is_pointer(load) for load in part.loads)
    return is_test or (Undefined.BOOL in kinds and any(load.type == BOOL for load in part.loads))


def _may_end(item: _Item) -> bool:
    return any(touch.what == _END and touch.changes for touch in item.touches)


def _holds_call(part: Part) -> bool:
    return part.is_whole and any(isinstance(each, _HOLDING) for each in walk(part.node))


def _is_unknown(part: Part) -> bool:
    """Whether it was lowered in a way that was not noted."""
    return not part.is_lowered and (part.is_whole or isinstance(part.node, c_ast.FuncCall)) and _has_effect(part)


def _has_effect(part: Part) -> bool:
    return may_have_effect(part.node)


def _is_told(part: Part) -> bool:
    """Whether each of its accesses is put down when the program runs."""
    bits = any(isinstance(cell, Cell) and is_of_bit_field(cell) for load in part.loads for cell in subexpressions(load))
    stored = (edge.operation.target for edge in part.edges if isinstance(edge.operation, Assign))
    bits |= any(isinstance(target, Cell) and is_of_bit_field(target) for target in stored)
    return not (bits or isinstance(part.node, c_ast.FuncCall))


def _owns(parts: Sequence[Part]) -> list[Part]:
    """What is not done by a part below."""
    loads = [Counter(map(id, each.loads)) for each in parts]
    inner: list[Counter[int]] = [Counter() for _ in parts]
    done: list[set[int]] = [set() for _ in parts]
    for number, each in enumerate(parts):
        if each.parent is not None:
            inner[each.parent] += loads[number]
            done[each.parent] |= {id(edge) for body in (each.edges, *each.bodies) for edge in body}
    found: list[Part] = []
    for each, below, edges in zip(parts, inner, done, strict=True):
        own = Part(each.node)
        for load in each.loads:
            if below[id(load)]:
                below[id(load)] -= 1
            else:
                own.loads.append(load)
        own.bodies = [body for body in each.bodies if not (body and id(body[0]) in edges)]
        own.edges = [edge for edge in each.edges if id(edge) not in edges]
        found.append(own)
    return found


def _without_old_values(clashing: Set[tuple[int, int]], parts: Sequence[Part]) -> set[tuple[int, int]]:
    """``x += e`` is one operation for calls beside it (C11 6.5.16.2 p3): reading ``x`` is one of its own only where it
    clashes with a part of ``e``.
    """
    found = set(clashing)
    for number, each in enumerate(parts):
        around = each.parent
        if around is None or not _is_old_value(each, parts[around]):
            continue
        own = {pair for pair in found if number in pair}
        others = {one if other == number else other for one, other in own}
        if not any(around in parts_around(other, parts) for other in others):
            found -= own
            found |= {(min(around, other), max(around, other)) for other in others}
    return found


def _is_old_value(part: Part, around: Part) -> bool:
    assignment = around.node
    return isinstance(assignment, c_ast.Assignment) and assignment.op != "=" and assignment.lvalue is part.node


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
