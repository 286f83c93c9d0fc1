"""Candidates for invariants about every element of an array, from what the program text says of single elements.

A comparison or an assignment of the text speaks of ``a[i]``. For another index ``k`` in the place of ``i`` it may hold
wherever a loop has been: below its counter, or above one that counts down. None need be true: ``houdini`` keeps what is
inductive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations, islice, product
from typing import TypeGuard

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.array_accesses import accessed, counters, expressions_in, place_of
from coveriflow.analysis.induction.array_limits import begins, limits, multiples
from coveriflow.analysis.induction.quantified import any_index
from coveriflow.analysis.search.atoms import Place, Vocabulary, name_of
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Check, Edge
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    mapped,
    scalar_type,
    subexpressions,
    variables,
)
from coveriflow.program.types.c_types import LLONG, Integer, Pointer

_MOST_FACTS = 60
_MOST_LIMITS = 8
_MOST_NUMBERS = 8
_MOST_MULTIPLES = 3
_MOST_BEGINS = 2
_FURTHEST = 16
"""Of the index of another element from that of the one that is spoken of."""


@dataclass(frozen=True, slots=True)
class _Fact:
    """``condition`` over an index of every value; ``least`` and ``most``: how far from it elements are."""

    condition: Expression
    index: Variable
    least: int
    most: int


class Source(Enum):
    """Where facts about elements come from; the later ones are more, and seldom needed."""

    SPOKEN = "comparisons and assignments of elements in the program text"
    NUMBERS = "comparisons of elements with numbers of the text"
    STORED = "comparisons of variables whose values are stored in elements"


@dataclass(slots=True)
class ArrayCandidates:
    """Of one program."""

    cfa: Cfa
    vocabulary: Vocabulary
    _facts: dict[Source, list[_Fact]] = field(init=False)
    _single: tuple[Expression, ...] = field(init=False)
    _indices: frozenset[Variable] = field(init=False)
    _decreasing: frozenset[Variable] = field(init=False)
    _limits: tuple[Expression, ...] = field(init=False)
    _multiples: tuple[Expression, ...] = field(init=False)
    _begins: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        edges = self.cfa.edges
        spoken, accesses = dict.fromkeys(_spoken(edges)), [a for e in expressions_in(edges) for a in accessed(e)]
        self._indices = _with_sources(frozenset(v for a in accesses for v in counters(place_of(a))), edges)
        self._decreasing = frozenset(_decreasing(edges)) & self._indices
        self._limits = tuple(limits(edges, self._indices))
        self._single = tuple(e for e in spoken if isinstance(e, Binary) and e.operator is BinaryOp.EQ)[:_MOST_LIMITS]
        compared = [*_with_numbers(accesses, self._numbers()), *_growing(edges, self._numbers())]
        stored = _of_stored(edges)
        self._facts = {
            Source.SPOKEN: _facts(spoken),
            Source.NUMBERS: _facts(compared),
            Source.STORED: _facts(stored),
        }
        self._multiples = tuple(dict.fromkeys(multiples(accesses)))[:_MOST_MULTIPLES]
        self._begins = tuple(sorted({0, *begins(edges, self._indices)}))[:_MOST_BEGINS]

    def __bool__(self) -> bool:
        """Whether the program has elements to speak of."""
        return bool(self._indices)

    def _numbers(self) -> list[Constant]:
        """Numbers that elements may be compared with, the smallest first."""
        found = {
            part.value
            for each in expressions_in(self.cfa.edges)
            for part in subexpressions(each)
            if isinstance(part, Constant) and isinstance(part.type, Integer)
        }
        within = (n for n in sorted(found, key=abs) if LLONG.minimum <= n <= LLONG.maximum)
        return [Constant(n, LLONG) for n in islice(within, _MOST_NUMBERS)]

    def elements_at(self, head: Position, source: Source) -> list[Expression]:
        """What may be invariant at ``head``."""
        places = self.vocabulary.places_at(head)
        ranges = self._ranges(places)
        facts = product(self._facts[source], ranges, self._begins)
        found = [c for fact, guard, first in facts for c in _within(fact, guard, first)]
        others = {Source.SPOKEN: self._single, Source.NUMBERS: self._sums(places), Source.STORED: ()}[source]
        return list(dict.fromkeys([*found, *others]))

    def variables_at(self, head: Position) -> list[Expression]:
        """What may be invariant at ``head`` of what tells which element it is."""
        return list(dict.fromkeys([*self._passed(), *self._pairs(self.vocabulary.places_at(head))]))

    def _ranges(self, places: Sequence[Place]) -> list[tuple[Expression | None, Expression]]:
        """Pairs of what the index is above, and below."""
        known = {name_of(place) for place in places}
        ends = [e for e in self._limits if all(v.name in known for v in variables(e))]
        passed = [e for e in self._multiples if all(v.name in known for v in variables(e))]
        uppers = list(dict.fromkeys([*(p for p in places if p in self._indices), *passed, *ends]))[:_MOST_LIMITS]
        falling = [p for p in places if p in self._decreasing]
        return [(None, upper) for upper in uppers] + [(p, upper) for p in falling for upper in ends if upper != p]

    def _pairs(self, places: Sequence[Place]) -> Iterator[Expression]:
        """That two counters have a constant sum, where one of them falls, or a constant difference."""
        indices = [p for p in places if p in self._indices]
        for one, other in combinations(indices, 2):
            if one.type != other.type:
                continue
            op = BinaryOp.ADD if (one in self._decreasing) != (other in self._decreasing) else BinaryOp.SUB
            together = make.binary(op, one, other)
            for number in self._distances():
                yield make.binary(BinaryOp.EQ, together, Constant(number, scalar_type(one)))
            for limit in self._limits:
                if limit.type == one.type and not isinstance(limit, Constant) and limit not in (one, other):
                    for value in (limit, make.binary(BinaryOp.SUB, limit, Constant(1, scalar_type(one)))):
                        yield make.binary(BinaryOp.EQ, together, value)

    def _distances(self) -> list[int]:
        """Numbers that counters may be apart, or have as their sum."""
        ends = {e.value for e in self._limits if isinstance(e, Constant)}
        return sorted({0, 1} | ends | {n - 1 for n in ends}, key=abs)[:_MOST_NUMBERS]

    def _passed(self) -> Iterator[Expression]:
        """That pointer parameters still are what was passed."""
        for edge in self.cfa.edges:
            if isinstance(edge.operation, Call):
                for parameter, argument in zip(edge.operation.parameters, edge.operation.arguments, strict=True):
                    if isinstance(parameter.type, Pointer):
                        yield make.binary(BinaryOp.EQ, parameter, make.cast(argument, parameter.type))

    def _sums(self, places: Sequence[Place]) -> Iterator[Expression]:
        """How large a sum of elements may be, where each element is at most, or at least, a number of the text."""
        for edge in self.cfa.edges:
            match edge.operation:
                case Assign(Variable(_, Integer()) as total, Binary() as value) if total in set(variables(value)):
                    steps = dict.fromkeys(v for a in accessed(value) for v in counters(place_of(a)))
                    for counter, number in product(steps, self._numbers()):
                        if total in places and counter in places:
                            yield from _bounded(total, counter, number)
                case _:
                    continue


def _bounded(value: Expression, counter: Expression, number: Constant) -> Iterator[Expression]:
    """That ``value`` is at most, or at least, so much for each step of ``counter``."""
    most = make.binary(BinaryOp.MUL, number, make.cast(counter, LLONG))
    for op in (BinaryOp.LE, BinaryOp.GE):
        yield make.binary(op, make.cast(value, LLONG), most)


def _facts(conditions: Iterable[Expression]) -> list[_Fact]:
    found = dict.fromkeys(fact for each in conditions for fact in _facts_of(each))
    return list(islice(found, _MOST_FACTS))


def _spoken(edges: Iterable[Edge]) -> Iterator[Expression]:
    """Comparisons of elements, each as it is and as its opposite, and what is assigned to them."""
    for edge in edges:
        match edge.operation:
            case Check():
                continue
            case Assign(Element() | Cell() as target, value) if _is_comparable(target) and value.type == target.type:
                if any(True for _ in accessed(target)):
                    yield make.binary(BinaryOp.EQ, target, value)
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if isinstance(part, Binary) and part.operator in COMPARISONS and any(True for _ in accessed(part)):
                    yield part
                    yield make.negation(part)


def _is_comparable(expression: Expression) -> bool:
    return isinstance(expression.type, Integer | Pointer)


def _with_numbers(accesses: Iterable[Element | Cell], numbers: Sequence[Constant]) -> Iterator[Expression]:
    for access, number in product(dict.fromkeys(a for a in accesses if isinstance(a.type, Integer)), numbers):
        for op in (BinaryOp.LE, BinaryOp.GE):
            yield make.binary(op, make.cast(access, LLONG), number)


def _growing(edges: Iterable[Edge], numbers: Sequence[Constant]) -> Iterator[Expression]:
    """Where elements depend on others of the same array: that each is at most, or at least, so much for each index."""
    for edge in edges:
        match edge.operation:
            case Assign(Element(array, index) as target, Binary() as value) if isinstance(target.type, Integer):
                if any(isinstance(a, Element) and a.array == array for a in accessed(value)):
                    yield from (each for number in numbers for each in _bounded(target, index, number))
            case _:
                continue


def _of_stored(edges: Sequence[Edge]) -> Iterator[Expression]:
    """What the text says of variables, said of the elements that get their values; also what others get of these."""
    stores = [e.operation for e in edges if isinstance(e.operation, Assign) and _is_element(e.operation.target)]
    holders: dict[Variable, Expression] = {}
    for each in stores:
        if isinstance(value := _plain(each.value), Variable) and _is_comparable(each.target):
            holders.setdefault(value, each.target)

    def change(original: Expression, rebuilt: Expression) -> Expression:
        holder = holders.get(original) if isinstance(original, Variable) else None
        return rebuilt if holder is None else make.cast(holder, scalar_type(original))

    for each in stores:
        if holders.keys() & set(variables(each.value)) and not isinstance(_plain(each.value), Variable):
            yield make.binary(BinaryOp.EQ, each.target, make.cast(mapped(each.value, change), scalar_type(each.target)))
    for expression in expressions_in(edges):
        for part in subexpressions(expression):
            if isinstance(part, Binary) and part.operator in COMPARISONS and holders.keys() & set(variables(part)):
                yield mapped(part, change)
                yield make.negation(mapped(part, change))


def _is_element(target: Expression) -> TypeGuard[Element | Cell]:
    return isinstance(target, Element | Cell) and any(True for _ in accessed(target))


def _plain(expression: Expression) -> Expression:
    """Without conversions."""
    return _plain(expression.operand) if isinstance(expression, Cast) else expression


def _facts_of(condition: Expression) -> Iterator[_Fact]:
    """For each variable that tells which element it is."""
    accesses = list(accessed(condition))
    for variable in dict.fromkeys(v for a in accesses for v in counters(place_of(a))):
        distances = [_distance(place_of(a), variable) for a in accesses if variable in set(variables(place_of(a)))]
        least, most = min(distances), max(distances)
        if max(abs(least), abs(most)) > _FURTHEST:
            continue
        assert isinstance(variable.type, Integer)
        index = any_index(variable.type)
        if least == most:
            yield _Fact(_moved(condition, variable, index, least), index, 0, 0)
        else:
            yield _Fact(_moved(condition, variable, index, 0), index, least, most)


def _moved(condition: Expression, variable: Variable, index: Variable, distance: int) -> Expression:
    """``condition`` with ``index`` instead of what is ``distance`` above ``variable``."""
    type_ = scalar_type(variable)
    instead = make.binary(BinaryOp.SUB, index, Constant(distance, type_)) if distance else index

    def change(original: Expression, rebuilt: Expression) -> Expression:
        match original:
            case Binary(BinaryOp.ADD | BinaryOp.SUB as op, left, Constant(value)) if left == variable and distance:
                return index if (value if op is BinaryOp.ADD else -value) == distance else rebuilt
            case _:
                return make.cast(instead, type_) if original == variable else rebuilt

    return mapped(condition, change)


def _distance(place: Expression, variable: Variable) -> int:
    """What is added to ``variable``, as far as it shows."""
    match place:
        case Cast(operand):
            return _distance(operand, variable)
        case Binary(BinaryOp.ADD | BinaryOp.SUB as op, left, right):
            here = variable in set(variables(left))
            if here and isinstance(right, Constant):
                return _distance(left, variable) + (right.value if op is BinaryOp.ADD else -right.value)
            return _distance(left if here else right, variable)
        case Binary(_, left, right):
            return _distance(left if variable in set(variables(left)) else right, variable)
        case _:
            return 0


def _within(fact: _Fact, limits: tuple[Expression | None, Expression], first: int) -> Iterator[Expression]:
    """The fact, for indices in a range that begins with ``first`` or above."""
    above, below = limits
    index = make.cast(fact.index, LLONG)
    for shift in dict.fromkeys((0, fact.most)):
        start = make.binary(BinaryOp.GE, index, Constant(max(first, -fact.least), LLONG))
        end = make.binary(BinaryOp.LT, _sum(index, shift), make.cast(below, LLONG))
        where = make.conjunction(start, end)
        if above is None:
            yield make.disjunction(make.negation(where), fact.condition)
            continue
        for op in (BinaryOp.GT, BinaryOp.GE):
            over = make.binary(op, _sum(index, fact.least), make.cast(above, LLONG))
            yield make.disjunction(make.negation(make.conjunction(where, over)), fact.condition)


def _sum(index: Expression, number: int) -> Expression:
    return make.binary(BinaryOp.ADD, index, Constant(number, LLONG)) if number else index


def _decreasing(edges: Iterable[Edge]) -> Iterator[Variable]:
    """Variables that get what is less than a variable by a number."""
    for edge in edges:
        match edge.operation:
            case Assign(Variable() as target, Binary(BinaryOp.SUB, Variable(), Constant(value))) if value > 0:
                yield target
            case Assign(Variable() as target, Binary(BinaryOp.ADD, Variable(), Constant(value))) if value < 0:
                yield target
            case Assign(Variable() as target, Cast(Binary(BinaryOp.SUB | BinaryOp.ADD, _, Constant()))):
                yield target
            case _:
                continue


def _with_sources(found: frozenset[Variable], edges: Sequence[Edge]) -> frozenset[Variable]:
    """``found``, and the variables whose values these are copies of."""
    copies = [(e.operation.target, e.operation.value) for e in edges if isinstance(e.operation, Assign)]
    while True:
        further = found | {value for target, value in copies if target in found and _is_counter(value)}
        if further == found:
            return found
        found = further


def _is_counter(expression: Expression) -> TypeGuard[Variable]:
    return isinstance(expression, Variable) and isinstance(expression.type, Integer)
