"""The accelerated program (Def. 4): a loop head has a path for each accelerator beside the loop's own ones; and, where
an accelerator does not take all that its trace does, the trace is split there (Sect. 5, tau).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa, Function
from coveriflow.program.cfa.edges import Assign, Assume, Check, Edge, Input, InputKind, Location, Operation, Skip
from coveriflow.program.declarations.input_types import INPUT_PREFIX
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Element, Expression, Variable
from coveriflow.program.expressions.make import binary, conjunction
from coveriflow.program.types.c_types import UCHAR, UINT, ULLONG, Array, Integer
from coveriflow.transform.acceleration.closed_forms import at, folded
from coveriflow.transform.acceleration.contracts import Accelerator, ClosedForm, Fill, ForEach, Subsumption
from coveriflow.transform.acceleration.iterations import uses
from coveriflow.transform.acceleration.names import FreshNames
from coveriflow.transform.acceleration.polynomials import binomial
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.overflow import may_overflow
from coveriflow.transform.reducers.monitor import mentioned_locations

Pattern = tuple[frozenset[Edge], ...]
"""A set of traces: one edge out of each set, one after the other."""

_INPUTS = {UCHAR: "uchar", UINT: "uint", ULLONG: "ulonglong"}


@dataclass(frozen=True, slots=True)
class Use:
    """How an execution shows that an accelerator was used: it reads a value for ``count`` (not at all, where that is
    ``None``), and then one for each of ``inputs``, which iterations of the original read again and again.
    """

    choice: str
    number: int
    count: str | None
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Accelerated:
    """``traces``: for each accelerator that subsumes its trace (where it was split, one half of it), that trace; and
    ``twice``: its own path, and then the beginning of it, up to where no choice is left. Together they describe
    the restriction language (Def. 5).

    ``uses``: the accelerators. Values for ``choices`` say which path is taken at a loop head.
    """

    program: Transformed
    traces: tuple[Pattern, ...]
    twice: tuple[Pattern, ...]
    uses: tuple[Use, ...]
    choices: tuple[str, ...]


def accelerated(cfa: Cfa, accelerators: Sequence[Accelerator], names: FreshNames) -> Accelerated:
    """``cfa`` with all ``accelerators``."""
    return _Building(cfa, accelerators, names).result()


@dataclass(frozen=True, slots=True)
class Where:
    """``operation``, where ``condition`` holds."""

    condition: Expression
    operation: Operation


@dataclass(slots=True)
class _Way:
    """How the loop's own paths, and each accelerator, are begun at a head: by the places of edges."""

    begin: list[frozenset[int]] = field(default_factory=list)
    splits: dict[int, tuple[int, int]] = field(default_factory=dict)
    paths: dict[int, list[frozenset[int]]] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Building:
    cfa: Cfa
    accelerators: Sequence[Accelerator]
    names: FreshNames
    made: Instrumenting = field(init=False)
    uses: list[Use] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    copies: dict[Edge, int] = field(default_factory=dict)
    behind: dict[Edge, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.made = Instrumenting(1 + max(each.number for each in mentioned_locations(self.cfa)))

    def result(self) -> Accelerated:
        """The program, with what it has at its loop heads."""
        by_head: defaultdict[Location, list[int]] = defaultdict(list)
        for number, each in enumerate(self.accelerators):
            by_head[each.trace.head].append(number)
        ways = {head: self._head(head, numbers) for head, numbers in by_head.items()}
        moved = {head: source for head, (_, source) in ways.items()}
        for edge in self.cfa.edges:
            self._copied(edge, moved.get(edge.source, edge.source))
        program = self.made.transformed(self._whole)
        return self._described(program, {head: way for head, (way, _) in ways.items()})

    def _copied(self, edge: Edge, source: Location) -> None:
        """A trace is cut off before its last edge. Where executions may end at that, something comes after it."""
        stays = _may_end(edge.operation) and any(each.trace.edges[-1] == edge for each in self.accelerators)
        target = self.made.fresh_at(edge.target) if stays else edge.target
        self.copies[edge] = self.made.made
        self.made.add(edge, source, edge.operation, target)
        if stays:
            self.behind[edge] = self._step(edge, target, Skip(), edge.target)

    def _whole(self, edges: tuple[Edge, ...]) -> Cfa:
        """With the variables that are used."""
        written = (written_variable(edge.operation) for edge in edges)
        used = {variable.name for variable in written if variable is not None}
        functions = {name: self._with_locals(name, each, used) for name, each in self.cfa.functions.items()}
        return replace(self.cfa, edges=edges, functions=functions, control=())

    def _with_locals(self, name: str, function: Function, used: set[str]) -> Function:
        more = (variable for variable in self.names.locals.get(name, ()) if variable.name in used)
        return replace(function, locals=(*function.locals, *more))

    # -- one loop head ---------------------------------------------------------------------------------------------

    def _head(self, head: Location, numbers: Sequence[int]) -> tuple[_Way, Location]:
        """The paths of accelerators; and where the loop's own ones begin."""
        way, edge = _Way(), self.cfa.leaving[head][0]
        counted = [n for n in numbers if self.accelerators[n].form.count is not None]
        location = head
        if counted:
            choice = self.names.variable(head.function, "accelerate", UCHAR)
            self.choices.append(choice.name)
            location = self.made.fresh_at(head)
            way.begin.append(frozenset({self._step(edge, head, self._input(choice), location)}))
            for position, number in enumerate(counted, 1):
                location = self._choice(head, location, choice, position, number, way)
        if location == head:
            location = self.made.fresh_at(head)
            way.begin.append(frozenset({self._step(edge, head, Skip(), location)}))
        for number in numbers:
            if self.accelerators[number].subsumption is Subsumption.WHERE:
                location = self._split(head, location, number, way)
        return way, location

    def _choice(
        self, head: Location, location: Location, choice: Variable, position: int, number: int, way: _Way
    ) -> Location:
        edge, accelerator = self.cfa.leaving[head][0], self.accelerators[number]
        is_chosen = binary(BinaryOp.EQ, choice, Constant(position, UCHAR))
        inside, outside = self.made.fresh_at(head), self.made.fresh_at(head)
        taken = self._step(edge, location, Assume(is_chosen, truth=True), inside)
        way.taken.add(taken)
        path = [*way.begin, frozenset({taken})]
        way.begin.append(frozenset({self._step(edge, location, Assume(is_chosen, truth=False), outside)}))
        operations = self._operations(accelerator)
        for place, operation in enumerate(operations, 1):
            following = head if place == len(operations) else self.made.fresh_at(head)
            if isinstance(operation, Where):
                path += self._where(edge, inside, operation, following)
            else:
                path.append(frozenset({self._step(edge, inside, operation, following)}))
            inside = following
        way.paths[number] = path
        count = accelerator.form.count
        used = tuple(each.name for each in accelerator.iteration.inputs)
        self.uses.append(Use(choice.name, position, None if count is None else count.name, used))
        return outside

    def _where(self, edge: Edge, source: Location, step: Where, target: Location) -> list[frozenset[int]]:
        inside, outside = self.made.fresh_at(source), self.made.fresh_at(source)
        branches = {self._step(edge, source, Assume(step.condition, truth=True), inside)}
        branches.add(self._step(edge, source, Assume(step.condition, truth=False), outside))
        behind = {self._step(edge, inside, step.operation, target), self._step(edge, outside, Skip(), target)}
        return [frozenset(branches), frozenset(behind)]

    def _split(self, head: Location, location: Location, number: int, way: _Way) -> Location:
        edge, following = self.cfa.leaving[head][0], self.made.fresh_at(head)
        test = _all_of(self.accelerators[number].overlap)
        pair = [self._step(edge, location, Assume(test, truth=truth), following) for truth in (True, False)]
        way.splits[number] = (pair[0], pair[1])
        return following

    def _step(self, edge: Edge, source: Location, operation: Operation, target: Location) -> int:
        self.made.step(edge, source, operation, target)
        return self.made.made - 1

    def _input(self, variable: Variable) -> Input:
        type_ = variable.type
        assert isinstance(type_, Integer)
        name = INPUT_PREFIX + _INPUTS.get(type_, "uint")
        known = {e.operation.source: e.operation.type for e in self.cfa.edges if isinstance(e.operation, Input)}
        free = type_ in _INPUTS and known.get(name, type_) == type_
        return Input(variable, name if free else variable.name, _kind(is_call=free), type_)

    def _operations(self, accelerator: Accelerator) -> list[Operation | Where]:
        """The accelerator's path: number of iterations, inputs, feasibility, updates."""
        form = accelerator.form
        found: list[Operation | Where] = []
        if form.count is not None:
            found.append(self._input(form.count))
        for j, each in enumerate(form.binomials, 2):
            assert form.count is not None
            assert isinstance(each.type, Integer)
            found.append(Assign(each, binomial(form.count, j, each.type)))
        for edge, variable in zip(accelerator.iteration.reads, accelerator.iteration.inputs, strict=True):
            assert isinstance(edge.operation, Input)
            found.append(replace(edge.operation, target=variable))
        found += [Assume(part, truth=True) for part in form.feasible]
        found += [part for each in form.each for part in _for_each(each)]
        read, pending = self._read_before(form, accelerator.trace.head.function)
        found += read
        found += [part for fill in form.fills for part in _filling(fill)]
        return found + self._updates(pending, accelerator.trace.head.function)

    def _read_before(self, form: ClosedForm, function: str) -> tuple[list[Operation], dict[Variable, Expression]]:
        """What updates read of arrays that are filled is read before that; and the updates, with what was read."""
        filled = {fill.array for fill in form.fills}
        found: list[Operation] = []
        updates = dict(form.updates)
        for variable, value in form.updates.items():
            if uses(value) & filled:
                kept = self.names.variable(function, "old", variable.type)
                found.append(Assign(kept, value))
                updates[variable] = kept
        return found, updates

    def _updates(self, pending: dict[Variable, Expression], function: str) -> list[Operation]:
        """All at once: in an order in which no value is overwritten before it is needed."""
        found: list[Operation] = []
        while pending:
            read = {v: {w for w in uses(value) if w != v} for v, value in pending.items()}
            free = next((v for v in pending if not any(v in needed for needed in read.values())), None)
            if free is None:
                free = next(iter(pending))
                kept = self.names.variable(function, "old", free.type)
                found.append(Assign(kept, free))
                pending = {v: at(value, {free: kept}) for v, value in pending.items()}
            found.append(Assign(free, pending.pop(free)))
        return found

    # -- the languages ---------------------------------------------------------------------------------------------

    def _described(self, program: Transformed, ways: Mapping[Location, _Way]) -> Accelerated:
        edges = program.cfa.edges
        traces: list[Pattern] = []
        twice: list[Pattern] = []
        for number, accelerator in enumerate(self.accelerators):
            if accelerator.subsumption is Subsumption.NOT_SHOWN:
                continue
            way = ways[accelerator.trace.head]
            own = [*way.begin, *self._through_splits(way, number)]
            own += self._path(accelerator, ways)
            if number in way.paths:
                traces.append(_pattern(own, edges))
                again = next(place for place, part in enumerate(way.paths[number]) if part <= way.taken)
                twice.append(_pattern([*way.paths[number], *way.paths[number][: again + 1]], edges))
            else:
                twice.append(_pattern([*own, *own], edges))
        return Accelerated(program, tuple(traces), tuple(twice), tuple(self.uses), tuple(self.choices))

    def _path(self, accelerator: Accelerator, ways: Mapping[Location, _Way]) -> Iterator[frozenset[int]]:
        """Also through heads of inner loops that it passes."""
        for place, edge in enumerate(accelerator.trace.edges):
            inner = ways.get(edge.source)
            if place and inner is not None:
                yield from (*inner.begin, *(frozenset(pair) for pair in inner.splits.values()))
            yield frozenset({self.copies[edge]})
            if edge in self.behind:
                yield frozenset({self.behind[edge]})

    def _through_splits(self, way: _Way, number: int) -> list[frozenset[int]]:
        return [frozenset(pair[:1] if own == number else pair) for own, pair in way.splits.items()]


def _may_end(operation: Operation) -> bool:
    """By what is undefined, or an overflow, where what is after one is not verified. (It is recorded after branches and
    returns which of them is taken: these are not cut off.)
    """
    return isinstance(operation, Check) or (isinstance(operation, Assign) and may_overflow(operation))


def _for_each(each: ForEach) -> Iterator[Where]:
    """What holds for each element, one after the other."""
    for number in range(each.length):
        at_number = {each.index: Constant(number, ULLONG)}
        applies = folded(at(each.holds, at_number))
        yield Where(applies, Assume(folded(at(each.body, at_number)), truth=True))


def _filling(fill: Fill) -> Iterator[Where]:
    """Element by element: no value depends on another element that is filled."""
    assert isinstance(fill.array.type, Array)
    for number in range(fill.array.type.length):
        place = Constant(number, ULLONG)
        target = Element(fill.array, place, fill.array.type.element)
        value = folded(at(fill.value, {fill.index: place}))
        yield Where(folded(at(fill.holds, {fill.index: place})), Assign(target, value))


def _kind(*, is_call: bool) -> InputKind:
    return InputKind.CALL if is_call else InputKind.UNINITIALISED


def _all_of(conditions: Iterable[Expression]) -> Expression:
    first, *others = conditions
    for each in others:
        first = conjunction(first, each)
    return first


def _pattern(places: Iterable[frozenset[int]], edges: Sequence[Edge]) -> Pattern:
    return tuple(frozenset(edges[place] for place in each) for each in places)
