"""How many allocated objects variables point to: as a number that a check can compare with how many there are.

Only objects count that are seen to be counted where they are made, and only where an object has one granule. Each
pointer is compared with those before it, so that no object counts twice. So the number is never too large: where it is
at least that of all allocated objects, a pointer to each of them is left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from coveriflow.program.cfa.accesses import overwritten_variable, parts_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Return
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    NewObject,
    Variable,
    mapped,
    scalar_type,
)
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import LLONG, ULLONG, Integer, Pointer, pointer_width

_MOST_POINTERS = 6
_MOST_EDGES = 8
"""Edges of one allocation."""
Pointing = Variable | Cell


@dataclass(frozen=True, slots=True)
class _Site:
    """Objects are in the granules ``first``, and so on, as many as ``counter`` says; ``extent`` is that of ``made``."""

    first: int
    counter: Variable
    made: Variable
    extent: Expression


@dataclass(frozen=True)
class TrackedObjects:
    """Of one automaton."""

    cfa: Cfa
    sites: tuple[_Site, ...]
    live: Callable[[Location], frozenset[str]]

    def left_before(self, edge: Edge) -> Expression:
        """How many objects pointers of the active functions point to, before ``edge`` ends the program in one."""
        found = [*self._own_pointers(edge), *self._of_callers(edge.source.function)]
        found += [*self._in_objects(self.cfa.entry_function), *self.static()]
        return self.number(found)

    def static(self) -> list[Pointing]:
        """Pointers that live as long as the program."""
        plain = (g.variable for g in self.cfa.globals if isinstance(g.variable.type, Pointer))
        return [*(each for each in plain if not each.name.startswith("$")), *self._in_objects("")]

    def number(self, pointers: Iterable[Pointing]) -> Expression:
        """How many objects ``pointers``, or the first of them, point to."""
        some = list(dict.fromkeys(pointers))[:_MOST_POINTERS] if self.sites else []
        counted = (make.cast(self._is_new(each, some[:place]), LLONG) for place, each in enumerate(some))
        zero: Expression = Constant(0, LLONG)
        return reduce(lambda a, b: make.binary(BinaryOp.ADD, a, b), counted, zero)

    def _is_new(self, pointer: Pointing, before: Sequence[Pointing]) -> Expression:
        """Whether it points to an object, and none of those ``before`` to the same one."""
        here = self._granule(pointer)
        others = (make.binary(BinaryOp.NE, here, self._granule(each)) for each in before)
        exists = reduce(make.disjunction, (self._exists(pointer, site) for site in self.sites))
        return reduce(make.conjunction, others, exists)

    def _exists(self, pointer: Pointing, site: _Site) -> Expression:
        first, here = Constant(site.first, ULLONG), self._granule(pointer)
        past = make.binary(BinaryOp.ADD, first, make.cast(site.counter, ULLONG))
        extent = mapped(site.extent, lambda part, rebuilt: pointer if part == site.made else rebuilt)
        is_one = make.binary(BinaryOp.NE, extent, Constant(0, scalar_type(extent)))
        within = make.conjunction(make.binary(BinaryOp.GE, here, first), make.binary(BinaryOp.LT, here, past))
        return make.conjunction(within, is_one)

    def _granule(self, pointer: Pointing) -> Expression:
        bits = Constant(self.cfa.granules.bits, ULLONG)
        return make.binary(BinaryOp.SHR, make.cast(pointer, ULLONG), bits)

    def _own_pointers(self, edge: Edge) -> list[Pointing]:
        """Variables of the function that are read on another path from a branch before: so they have a value there."""
        function, written = self.cfa.functions.get(edge.source.function), dict[str, None]()
        if function is None:
            return []
        pointers = (v for v in (*function.parameters, *function.locals) if isinstance(v.type, Pointer))
        own = [v for v in pointers if not v.name.rpartition("::")[2].startswith("$")]
        found: dict[Pointing, None] = {}
        here = edge.source
        for _ in range(_MOST_EDGES):
            found |= dict.fromkeys(v for v in own if v.name in self.live(here) and v.name not in written)
            arriving = self.cfa.entering[here]
            if len(arriving) != 1 or arriving[0].source.function != function.name:
                break
            if (changed := overwritten_variable(arriving[0].operation)) is not None:
                written[changed.name] = None
            here = arriving[0].source
        return list(found)

    def _of_callers(self, function: str, below: tuple[str, ...] = ()) -> list[Pointing]:
        """Variables of functions that are active whenever ``function`` is: what each way to call it has in common.
        They are read after the call, so they have a value; no function that calls itself is one of these.
        """
        if function in below:
            return []
        if (known := self._inherited.get(function)) is not None:
            return known
        found: list[Pointing] | None = None
        for call in self._calls.get(function, ()):
            here = self._kept_over(call)
            here += self._of_callers(call.source.function, (*below, function))
            found = here if found is None else [each for each in found if each in here]
        if function in self._recursive:
            found = []
        self._inherited[function] = found or []
        return found or []

    def _kept_over(self, call: Edge) -> list[Pointing]:
        """Pointers of the calling function that it reads after ``call``, but for what the result goes to."""
        assert isinstance(call.operation, Call)
        caller, after = self.cfa.functions.get(call.source.function), call.operation.return_to
        if caller is None or call.source.function in self._recursive:
            return []
        written = {
            edge.operation.target.name
            for edge in self.cfa.entering[after]
            if isinstance(edge.operation, Return) and isinstance(edge.operation.target, Variable)
        }
        pointers = (v for v in (*caller.parameters, *caller.locals) if isinstance(v.type, Pointer))
        own = (v for v in pointers if not v.name.rpartition("::")[2].startswith("$"))
        return [v for v in own if v.name in self.live(after) and v.name not in written]

    @cached_property
    def _inherited(self) -> dict[str, list[Pointing]]:
        return {}

    @cached_property
    def _calls(self) -> Mapping[str, Sequence[Edge]]:
        """By the function that is called."""
        found: defaultdict[str, list[Edge]] = defaultdict(list)
        for edge in self.cfa.edges:
            if isinstance(edge.operation, Call):
                found[edge.target.function].append(edge)
        return found

    @cached_property
    def _recursive(self) -> frozenset[str]:
        """Functions that may be active twice."""
        callers = {name: {call.source.function for call in calls} for name, calls in self._calls.items()}
        found = set[str]()
        for name in callers:
            reached, pending = set[str](), [name]
            while pending:
                new = callers.get(pending.pop(), set()) - reached
                reached |= new
                pending += new
            if name in reached:
                found.add(name)
        return frozenset(found)

    def _in_objects(self, function: str) -> list[Pointing]:
        """Pointers in objects that are local to ``function``; ``""``: that have static storage. A number counts as one
        in a region that also has pointers.
        """
        return self._cells.get(function, [])

    @cached_property
    def _cells(self) -> Mapping[str, list[Pointing]]:
        """By the function that the object is local to, pointers first; what may end before its function is none."""
        owners = {each.variable: each.function for each in self.cfa.objects if not each.in_block}
        width = pointer_width(self.cfa.data_model)
        parts = (part for edge in self.cfa.edges for part in parts_of(edge.operation))
        cells = list(dict.fromkeys(part for part in parts if isinstance(part, Cell)))
        holding = {cell.region for cell in cells if isinstance(cell.type, Pointer)}
        found: defaultdict[str, list[Pointing]] = defaultdict(list)
        for cell in sorted(cells, key=lambda cell: not isinstance(cell.type, Pointer)):
            match cell:
                case Cell(region, Address(object_), Pointer() | Integer() as type_) if region in holding:
                    if object_ in owners and type_.width == width:
                        found[owners[object_]].append(cell)
                case _:
                    pass
        return found


def tracked_objects(cfa: Cfa) -> TrackedObjects:
    """None are tracked if the entry function calls itself: which activation's objects are meant is not known."""
    calls = (edge for edge in cfa.edges if isinstance(edge.operation, Call))
    is_recursive = any(edge.target.function == cfa.entry_function for edge in calls)
    sites = () if is_recursive else tuple(_sites(cfa))
    return TrackedObjects(cfa, sites, liveness_of(cfa))


def _sites(cfa: Cfa) -> Iterator[_Site]:
    for edge in cfa.edges:
        match edge.operation:
            case Assign(Variable() as made, NewObject(address)):
                site = _site(cfa, edge, made, address)
                if site is not None:
                    yield site
            case _:
                pass


def _site(cfa: Cfa, edge: Edge, made: Variable, address: Expression) -> _Site | None:
    """Of an allocation of the usual form: its objects have one granule each, one extent, and are counted."""
    place = _first_and_counter(address, cfa.granules.bits)
    following = list(_following(cfa, edge))
    is_counted = any(isinstance(op, Assign) and op.target == ALLOCATED for op in following)
    extents = [
        operation.target
        for operation in following
        if isinstance(operation, Assign)
        and isinstance(operation.target, Cell)
        and operation.target.region.name.startswith(EXTENT.name)
    ]
    if place is None or not is_counted or len(extents) != 1:
        return None
    return _Site(*place, made, extents[0])


def _following(cfa: Cfa, edge: Edge) -> Iterator[object]:
    """What is done after an allocation, up to where objects are counted."""
    here = edge.target
    for _ in range(_MOST_EDGES):
        leaving = cfa.leaving[here]
        if len(leaving) != 1:
            return
        yield leaving[0].operation
        if isinstance(leaving[0].operation, Assign) and leaving[0].operation.target == ALLOCATED:
            return
        here = leaving[0].target


def _first_and_counter(address: Expression, bits: int) -> tuple[int, Variable] | None:
    match address:
        case Cast(operand):
            return _first_and_counter(operand, bits)
        case Binary(BinaryOp.SHL, Binary(BinaryOp.ADD, Constant(first), counter), Constant(by)) if by == bits:
            variable = _counter(counter)
            return None if variable is None else (first, variable)
        case _:
            return None


def _counter(expression: Expression) -> Variable | None:
    match expression:
        case Cast(operand) | Binary(BinaryOp.MUL, operand, Constant(1)):
            return _counter(operand)
        case Variable(name) if name.startswith(SITE_PREFIX):
            return expression
        case _:
            return None
