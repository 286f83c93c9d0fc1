"""Numbers that are made of addresses (C11 6.3.2.3 p6): an object may lie where one was that has ended.

Here each object has an address of its own, and a local one has the same each time. So how two such numbers compare is
known only of objects that exist at the same time. Where one of them may have ended, a comparison of them is not
supported. Of pointers C leaves it undefined, which is checked (``passes.dangling_pointers``); of numbers it does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Assume, Call, Location, Return, Unsupported
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Element,
    Expression,
    Variable,
    children,
    is_pointer,
    scalar_type,
    subexpressions,
)
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.memory.points_to import Access, Area, PointsTo, size_of_scalar
from coveriflow.program.types.c_types import Bytes, Integer

_FEATURE = "a comparison of numbers that are addresses of objects, one of which may have ended,"
_Areas = Set[Area]
_MIXED = Area()
"""Stands for more than one number."""


@dataclass(slots=True)
class _Stored:
    """What the numbers in an area are computed from, by where they were stored."""

    at: defaultdict[Access, set[Area]] = field(default_factory=lambda: defaultdict(set))

    def overlapping(self, area: Area, access: Access) -> _Areas:
        """What bytes that are read may be of."""
        return set().union(*(found for at, found in self.at.items() if at == access or area.overlap(access, at)))


@dataclass(slots=True)
class AddressNumbers:
    """What numbers are computed from addresses. ``made``: pointers that the program converts to numbers;
    addresses that are computed with for other reasons do not count. ``may_end``: whether an object of an area may end
    before the program does; ``may_begin_again``: whether a local one may have several lifetimes. ``halt``: where
    executions end.
    """

    points_to: PointsTo
    made: Set[Expression]
    may_end: Callable[[Area], bool]
    may_begin_again: Callable[[Area], bool]
    halt: Location
    _of_variable: defaultdict[str, set[Area]] = field(default_factory=lambda: defaultdict(set))
    _of_area: defaultdict[Area, _Stored] = field(default_factory=lambda: defaultdict(_Stored))

    def refused(self, edges: Sequence[RawEdge]) -> list[RawEdge]:
        """``edges``, where such a comparison is not supported."""
        if not self.made:
            return list(edges)
        while sum(self._passed_on(edge) for edge in edges):
            pass
        return [self._refusal(edge) if self._is_open(edge) else edge for edge in edges]

    def _passed_on(self, edge: RawEdge) -> bool:
        """Whether more is known after looking at what this edge writes."""
        match edge.operation:
            case Assign(target, value):
                return self._is_new(target, self._areas(value))
            case Call(_, parameters, arguments):
                pairs = zip(parameters, arguments, strict=False)
                return bool(sum(self._is_new(parameter, self._areas(argument)) for parameter, argument in pairs))
            case Return(_, Variable() as value, Variable() as target):
                return self._is_new(target, self._areas(value))
            case _:
                return False

    def _is_new(self, target: Expression, found: _Areas) -> bool:
        if not found or is_pointer(target):
            return False
        match target:
            case Cell(region) if region == MEMORY:
                area, access = self._place(target)
                known = self._of_area[area].at[access]
            case Element(array):
                known = self._of_variable[array.name]
            case Variable(name):
                known = self._of_variable[name]
            case _:
                return False
        before = len(known)
        known |= found
        return len(known) > before

    def _areas(self, expression: Expression) -> _Areas:
        """Where the objects lie of whose addresses the value is computed, with ``_MIXED`` if two numbers come together
        in it. The outcome of a comparison is no address, nor is ``p - q``, which has to be one within an object (C11
        6.5.6 p9): of pointers that the program itself has made numbers of, as printed programs do, if they are of one
        area.
        """
        match expression:
            case Binary(operator, left, right):
                if operator in COMPARISONS:
                    return set()
                if operator is BinaryOp.SUB and self._is_distance(left, right):
                    return set()
                one, other = self._areas(left), self._areas(right)
                return one | other | ({_MIXED} if one and other else set())
            case Cast(operand, Integer()) if operand in self.made:
                known = self.points_to.reference(operand)
                return set() if known is None else {self.points_to.found(known).area}
            case Cell(region):
                if region != MEMORY or is_pointer(expression):
                    return set()
                area, access = self._place(expression)
                return self._of_area[area].overlapping(area, access) if area in self._of_area else set()
            case Variable(name):
                return set() if is_pointer(expression) else self._of_variable.get(name, set())
            case _:
                return set().union(*map(self._areas, children(expression)))

    def _place(self, cell: Cell) -> tuple[Area, Access]:
        found = self.points_to.place_of(cell)
        size = cell.type.size if isinstance(cell.type, Bytes) else size_of_scalar(scalar_type(cell))
        return found.area, Access(found.offset, size)

    def _is_distance(self, left: Expression, right: Expression) -> bool:
        """Whether two numbers are those of pointers into one object, one of which is subtracted from the other."""
        if not isinstance(left, Cast) or not isinstance(right, Cast):
            return False
        if not is_pointer(left.operand) or not is_pointer(right.operand):
            return False
        one, other = self._areas(left), self._areas(right)
        return not {left.operand, right.operand} <= self.made or (len(one) == 1 and one == other)

    def _is_open(self, edge: RawEdge) -> bool:
        compared = [p for p in _parts(edge) if isinstance(p, Binary)]
        either_way = {id(each) for part in compared for each in _that_hold_either_way(part)}
        comparisons = [each for each in compared if each.operator in COMPARISONS and id(each) not in either_way]
        if any(self._may_meet(self._areas(each.left), self._areas(each.right)) for each in comparisons):
            return True
        is_test = isinstance(edge.operation, Assume)
        return is_test and any(
            self._may_meet(found, found) for found in map(self._areas, expressions_of(edge.operation))
        )

    def _may_meet(self, one: _Areas, other: _Areas) -> bool:
        """Whether numbers of different objects come together, one of which may have ended."""
        found = (one | other) - {_MIXED}
        come_together = (one and other) or _MIXED in one | other
        are_several = len(found) > 1 or any(_has_several(area) or self.may_begin_again(area) for area in found)
        return bool(come_together) and are_several and any(map(self.may_end, found))

    def _refusal(self, edge: RawEdge) -> RawEdge:
        operation = Unsupported(_FEATURE)
        return RawEdge(edge.source, operation, self.halt, edge.origin, str(operation))


def _that_hold_either_way(part: Binary) -> Iterator[Binary]:
    """Comparisons in ``a == b | a + n <= b | b + n <= a``: objects that do not overlap have distances that satisfy it
    wherever they lie. So it is asked, and printed, before memory is copied.
    """
    disjuncts = [each for each in _disjuncts(part) if isinstance(each, Binary)]
    apart = [each for each in disjuncts if each.operator is BinaryOp.LE]
    for each in disjuncts:
        sides = ((each.left, each.right), (each.right, each.left))
        around = [[a for a in apart if one in subexpressions(a.left) and a.right == other] for one, other in sides]
        if each.operator is BinaryOp.EQ and all(around):
            yield each
            for found in around:
                yield from found


def _disjuncts(part: Expression) -> list[Expression]:
    if isinstance(part, Binary) and part.operator is BinaryOp.OR:
        return [*_disjuncts(part.left), *_disjuncts(part.right)]
    return [part]


def _has_several(area: Area) -> bool:
    return bool(area.sites) or len(area.objects) > 1


def _parts(edge: RawEdge) -> Iterator[Expression]:
    for expression in expressions_of(edge.operation):
        yield from subexpressions(expression)
