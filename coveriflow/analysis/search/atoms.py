"""What facts about a program are made of: integer places, those that count at a position, numbers and conditions of
the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.program.cfa.accesses import expressions_of, written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Location, Return
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    subexpressions,
)
from coveriflow.program.lowering.expressions.object_order import is_order, open_comparisons, plain
from coveriflow.program.types.c_types import Floating, Integer, Region

_MOST_PLACES = 14

Place = Variable | Cell
"""A variable that is one number, or the one number that lies in a region of its own."""


def name_of(place: Place) -> str:
    """The name by which environments know the place."""
    return place.region.name if isinstance(place, Cell) else place.name


def integer_places(cfa: Cfa) -> tuple[Place, ...]:
    """The integers that an invariant can speak of, in the order of the program."""
    return _places(cfa, Integer)


def floating_places(cfa: Cfa) -> tuple[Place, ...]:
    """The floating-point numbers that an invariant can speak of; none that an integer shares its place with."""
    integers = {name_of(place) for place in integer_places(cfa)}
    return tuple(place for place in _places(cfa, Floating) if name_of(place) not in integers)


def _places(cfa: Cfa, kind: type[Integer | Floating]) -> tuple[Place, ...]:
    found: dict[str, Place] = {}
    for edge in cfa.edges:
        written = written_variable(edge.operation)
        parts = [part for e in expressions_of(edge.operation) for part in subexpressions(e)]
        for part in [*parts, *([written] if written is not None else [])]:
            if _is_place(part, kind):
                assert isinstance(part, Variable | Cell)
                found.setdefault(name_of(part), part)
    return tuple(found.values())


def _is_place(part: Expression, kind: type[Integer | Floating]) -> bool:
    if isinstance(part, Cell):
        region = part.region.type
        is_single = isinstance(region, Region) and region.single
        return is_single and isinstance(part.type, kind) and part.type.width == part.region.type.width  # type: ignore[union-attr]
    return isinstance(part, Variable) and isinstance(part.type, kind) and not is_order(part)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the invariants of one program are made of. ``live``: names of the locals, and of the regions of one
    function, that are read after a head.
    """

    cfa: Cfa
    places: Sequence[Place]
    live: Callable[[Location], frozenset[str]]

    def places_at(self, head: Position, most: int = _MOST_PLACES) -> list[Place]:
        """Globals, and live locals of the functions that are active, at most so many of them; what these speak of most
        often comes first, and the innermost function before its callers. What a caller waits for has no value yet.
        """
        visible = dict.fromkeys(self.live(head.location), 0)
        for depth, back in enumerate(reversed(head.stack), start=1):
            visible |= dict.fromkeys((self.live(back) - self._owned - self._awaited(back)) | self._kept(back), depth)
        inside = Counter(self._mentioned(head.location.function))
        known = [p for p in self.places if name_of(p) in visible or self._is_global(p)]
        return sorted(known, key=lambda p: (visible.get(name_of(p), 0), -inside[name_of(p)]))[:most]

    def _is_global(self, place: Place) -> bool:
        return name_of(place) not in self._owned if isinstance(place, Cell) else "::" not in place.name

    @property
    def _owned(self) -> frozenset[str]:
        return frozenset(each.variable.name for each in self.cfa.globals if each.function)

    def _kept(self, back: Location) -> frozenset[str]:
        """The regions of a caller that are known while it waits: what it, or whom it calls, reads from the call on."""
        calls = (e for e in self.cfa.edges if isinstance(e.operation, Call) and e.operation.return_to == back)
        return frozenset(name for call in calls for name in self.live(call.source)) & self._owned

    def _awaited(self, back: Location) -> frozenset[str]:
        """What a call that returns to ``back`` gives its result to."""
        returns = (e.operation for e in self.cfa.edges if e.target == back and isinstance(e.operation, Return))
        return frozenset(r.target.name for r in returns if r.target is not None)

    def _mentioned(self, function: str) -> Iterator[str]:
        places = frozenset(self.places)
        for edge in self.cfa.edges:
            if edge.source.function == function:
                for expression in expressions_of(edge.operation):
                    yield from (name_of(p) for p in subexpressions(expression) if p in places)

    def constants(self) -> list[int]:
        """The numbers of the program text, and their neighbours."""
        found = {
            part.value
            for edge in self.cfa.edges
            for expression in expressions_of(edge.operation)
            for part in subexpressions(expression)
            if isinstance(part, Constant) and isinstance(part.type, Integer)
        }
        return sorted({c + d for c in found | {0} for d in (-1, 0, 1)})

    def numbers(self) -> list[Constant]:
        """The floating-point constants of the program text, each once."""
        found = {
            part: None
            for edge in self.cfa.edges
            for expression in expressions_of(edge.operation)
            for part in subexpressions(expression)
            if isinstance(part, Constant) and isinstance(part.type, Floating)
        }
        return list(found)

    def conditions(self, places: Sequence[Place]) -> Iterator[Expression]:
        """Branch conditions over ``places``, and their opposites."""
        names = {name_of(place) for place in places}
        seen: set[Expression] = set()
        for edge in self.cfa.edges:
            if isinstance(edge.operation, Assume) and edge.operation.truth:
                test = plain(edge.operation.condition)
                if test not in seen and _speaks_of(test, names):
                    seen.add(test)
                    yield make.truth(test)
                    yield make.negation(test)

    def orders(self, head: Position) -> Iterator[Expression]:
        """That pointers which are compared, and known at ``head``, point to one object, or not to none, and in which
        order.
        """
        names = set(self.live(head.location))
        for opened in open_comparisons(self.cfa):
            if _speaks_of(opened.depends, names) and _speaks_of(opened.compared, names):
                yield from (test for part in _conjuncts(opened.depends) for test in (part, make.negation(part)))
                yield make.binary(BinaryOp.LE, opened.compared.left, opened.compared.right)
                yield make.binary(BinaryOp.GE, opened.compared.left, opened.compared.right)


def _conjuncts(condition: Expression) -> Iterator[Expression]:
    match condition:
        case Binary(BinaryOp.AND, left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield condition


def _speaks_of(expression: Expression, names: set[str]) -> bool:
    for part in subexpressions(expression):
        if isinstance(part, Element):
            return False
        if isinstance(part, Cell) and part.region.name not in names:
            return False
        if not isinstance(part, Cell | Constant) and hasattr(part, "name") and part.name not in names:
            return False
    return True
