"""Which of two objects lies before the other is not known (C11 6.5.8 p5), but all compilers compare the addresses, as
unsigned numbers: of pointers to different objects the result is that of the places given here, or the opposite. Which,
is an input that a comparison of its own asks for: ``(p < q) != (differ & opposite)``. So it is with ``==`` and ``!=``
where one object may begin where another one ends (``memory.adjacent_objects``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program.cfa.accesses import expressions_of, parts_of
from coveriflow.program.cfa.cfa import Cfa, Global, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Input, InputKind, Location, Operation, Skip, Stop
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Constant,
    Expression,
    Variable,
    is_pointer,
    mapped,
    variables,
)
from coveriflow.program.memory.addresses import same_object
from coveriflow.program.memory.adjacent_objects import EQUALITIES, are_adjacent, may_be_adjacent
from coveriflow.program.memory.layout import Layout
from coveriflow.program.memory.points_to import PointsTo
from coveriflow.program.types.c_types import BOOL, INT

_PREFIX = "opposite order "
_SOURCE = "the order of objects"
_ORDERS = (BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE)
_COMPARISONS = (*_ORDERS, *EQUALITIES)
_Chosen = dict[Expression, Variable]
"""The input of each comparison."""


@dataclass(slots=True)
class Orders:
    """Where a comparison of two pointers may depend on where objects lie, an input goes before it; what follows on a
    check of the same comparison takes its value. ``entries``: of functions. ``beside`` gives a new location.
    """

    points_to: PointsTo
    layout: Layout
    entries: Collection[Location]
    beside: Callable[[Location], Location]
    inputs: dict[Variable, None] = field(default_factory=dict)
    _entering: dict[Location, list[RawEdge]] = field(default_factory=dict)
    _asked: dict[Location, list[Expression]] = field(default_factory=dict)
    _chosen: dict[Location, _Chosen] = field(default_factory=dict)

    def left_open(self, edges: Sequence[RawEdge]) -> Iterator[RawEdge]:
        """``edges`` with these inputs; both ways of a branch begin after them."""
        self._look(edges)
        behind: dict[Location, Location] = {}
        for edge in edges if self._asked else ():
            if edge.source not in behind:
                behind[edge.source] = edge.source
                for variable in self._new(edge.source):
                    source = behind[edge.source]
                    asked = Input(variable, _SOURCE, InputKind.ORDER, BOOL)
                    behind[edge.source] = self.beside(source)
                    yield RawEdge(source, asked, behind[edge.source], edge.origin, operation_text(asked))
            operation = self._open(edge)
            is_same = operation is edge.operation and behind[edge.source] is edge.source
            yield edge if is_same else RawEdge(behind[edge.source], operation, edge.target, edge.origin, edge.shown)
        if not self._asked:
            yield from edges

    def globals(self) -> list[Global]:
        """What the inputs go to."""
        return [Global(each, (0,)) for each in self.inputs]

    def _look(self, edges: Iterable[RawEdge]) -> None:
        asked: defaultdict[Location, dict[Expression, None]] = defaultdict(dict)
        for edge in edges:
            self._entering.setdefault(edge.target, []).append(edge)
            if not edge.origin.file.startswith("<"):
                for part in parts_of(edge.operation):
                    if isinstance(part, Binary) and part.operator in _COMPARISONS and self._is_open(part):
                        asked[edge.source].setdefault(part)
        self._asked = {location: list(found) for location, found in asked.items() if found}

    def _is_open(self, part: Binary) -> bool:
        if any(not is_pointer(each) or isinstance(each, Constant) for each in (part.left, part.right)):
            return False
        one, other = self.points_to.reference(part.left), self.points_to.reference(part.right)
        if one is not None and other is not None and one.area is other.area:
            if len(one.area.objects) <= 1 and not one.area.sites:
                return False
        if part.operator in EQUALITIES and not may_be_adjacent(part, self.points_to):
            return False
        return not isinstance(self._depends(part), Constant)

    def _depends(self, compared: Binary) -> Expression:
        """Whether the two point to different objects: null lies before all of them. Whether these may be one behind the
        other, where it is asked whether the two are equal.
        """
        found = make.negation(same_object(compared.left, compared.right, self.layout))
        for each in (compared.left, compared.right):
            found = make.conjunction(found, make.truth(each))
        if compared.operator in EQUALITIES:
            found = make.conjunction(found, are_adjacent(compared, self.layout))
        return found

    def _new(self, location: Location) -> list[Variable]:
        """The inputs that are asked for here: of checks one after the other, those of the first one come first."""
        if location not in self._asked and self._before(location) is None:
            self._chosen[location] = {}
            return []
        path = [location]
        while path[-1] not in self._chosen and (before := self._before(path[-1])) is not None:
            path.append(before)
        new: list[Variable] = []
        for each in reversed(path):
            if each not in self._chosen:
                before = self._before(each)
                known = {} if before is None else self._chosen[before]
                asked = [part for part in self._asked.get(each, ()) if part not in known]
                names = (f"{_PREFIX}{number}" for number in range(len(known) + 1, len(known) + len(asked) + 1))
                new = [Variable(name, BOOL) for name in names]
                self._chosen[each] = {**known, **dict(zip(asked, new, strict=True))}
                self.inputs.update(dict.fromkeys(new))
        before = self._before(location)
        old = () if before is None else self._chosen[before].values()
        return [each for each in self._chosen[location].values() if each not in old]

    def _before(self, location: Location) -> Location | None:
        """Where the check is after which, and nowhere else, an execution comes to ``location``."""
        match self._entering.get(location, ()):
            case [RawEdge(source, Check())] if location not in self.entries:
                return source
            case _:
                return None

    def _open(self, edge: RawEdge) -> Operation:
        chosen = self._chosen[edge.source] if not edge.origin.file.startswith("<") else {}

        def change(original: Expression, rebuilt: Expression) -> Expression:
            opposite = chosen.get(original)
            if opposite is None or not isinstance(original, Binary):
                return rebuilt
            return make.binary(BinaryOp.NE, rebuilt, make.conjunction(self._depends(original), opposite))

        return _changed(edge.operation, change) if chosen else edge.operation


def without_orders(cfa: Cfa) -> Cfa:
    """``cfa`` with comparisons as they were written, edge by edge: the reader decides about the order of objects
    again.
    """
    asked = [e for e in cfa.edges if isinstance(e.operation, Input) and e.operation.kind is InputKind.ORDER]
    if not asked:
        return cfa
    operations = [_changed(edge.operation, lambda _, rebuilt: _plain(rebuilt)) for edge in cfa.edges]
    left = {v for operation in operations for each in expressions_of(operation) for v in variables(each)}
    gone = {edge for edge in asked if isinstance(edge.operation, Input) and edge.operation.target not in left}
    found = (
        replace(edge, operation=Skip() if edge in gone else operation)
        for edge, operation in zip(cfa.edges, operations, strict=True)
    )
    kept = tuple(each for each in cfa.globals if not is_order(each.variable) or each.variable in left)
    return replace(cfa, edges=tuple(found), globals=kept)


def plain(expression: Expression) -> Expression:
    """``expression`` with comparisons as they were written."""
    return mapped(expression, lambda _, rebuilt: _plain(rebuilt))


def is_order(variable: Variable) -> bool:
    """Whether this holds how two objects lie."""
    return variable.name.startswith(_PREFIX)


@dataclass(frozen=True, slots=True)
class OpenComparison:
    """``compared`` as it was written, and whether it ``depends`` on where objects lie."""

    compared: Binary
    depends: Expression


def open_comparisons(cfa: Cfa) -> dict[OpenComparison, None]:
    """Those of pointers that may depend on where objects lie."""
    parts = (part for edge in cfa.edges for part in parts_of(edge.operation))
    return dict.fromkeys(opened for part in parts if (opened := _opened(part)) is not None)


def where_orders_matter(cfa: Cfa) -> dict[Location, list[Expression]]:
    """Where pointers are compared and the result may depend on where objects lie, with what tells whether it does."""
    found: defaultdict[Location, list[Expression]] = defaultdict(list)
    for edge in cfa.edges:
        parts = parts_of(edge.operation)
        if any(isinstance(part, Variable) and is_order(part) for part in parts):
            told = [opened.depends for part in parts if (opened := _opened(part)) is not None]
            found[edge.source] += told or [Constant(1, INT)]
    return found


def _opened(part: Expression) -> OpenComparison | None:
    match part:
        case Binary(
            BinaryOp.NE | BinaryOp.EQ as relation,
            Binary(operator, left) as compared,
            Binary(BinaryOp.AND, depends, asked),
        ) if operator in _COMPARISONS and is_pointer(left) and any(is_order(each) for each in variables(asked)):
            written = compared if relation is BinaryOp.NE else make.negation(compared)
            assert isinstance(written, Binary)
            return OpenComparison(written, depends)
        case _:
            return None


def _plain(part: Expression) -> Expression:
    opened = _opened(part)
    return part if opened is None else opened.compared


def _changed(operation: Operation, change: Callable[[Expression, Expression], Expression]) -> Operation:
    """``operation`` with all its expressions rebuilt."""
    match operation:
        case Assume() | Check():
            return replace(operation, condition=mapped(operation.condition, change))
        case Stop(status) if status is not None:
            return Stop(mapped(status, change))
        case Assign(target, value):
            return Assign(mapped(target, change), mapped(value, change))  # type: ignore[arg-type]
        case Call():
            return replace(operation, arguments=tuple(mapped(each, change) for each in operation.arguments))
        case _:
            return operation
