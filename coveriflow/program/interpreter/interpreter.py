"""The concrete interpreter of an automaton: the semantic reference for everything above ``program``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, assert_never, cast

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import (
    Assign,
    Assume,
    Call,
    Check,
    Edge,
    Input,
    Location,
    Return,
    Skip,
    Stop,
    Unsupported,
)
from coveriflow.program.expressions.compile import Evaluate, Key, compiled, compiled_choice, compiled_store
from coveriflow.program.expressions.expressions import ArrayValue, Expression, Place, Variable
from coveriflow.program.interpreter.arguments import FurtherCharacters, Texts, texts_of
from coveriflow.program.types.c_types import Array, Region


class End(Enum):
    """How an execution ended."""

    ERROR = "the error function was called"
    RETURNED = "the entry function returned"
    STOPPED = "abort, exit or a failed assumption"
    UNDEFINED = "undefined behaviour"
    EXHAUSTED = "more inputs were read than given"
    TOO_LONG = "the step limit was reached"
    UNSUPPORTED = "the program does something that is not supported"
    CUT = "the automaton has no edge for what the program does next"


@dataclass(frozen=True, slots=True)
class Execution:
    """``status``: exit status of a normal end or of ``exit``. ``inputs``: the input edges taken with the values
    read.
    """

    end: End
    steps: int
    status: int | None
    inputs: tuple[tuple[Edge, int], ...]
    trace: tuple[Edge, ...]
    memory: dict[Key, int] = field(compare=False)


Inputs = Callable[[Edge], int | None]
"""Gives the value for an input edge, ``None`` when there is none left."""


_ASKED = 4095


def never() -> bool:
    """No limit of time."""
    return False


def listed(values: Sequence[int]) -> Inputs:
    """Inputs from a list, converted to the type read as by assignment."""
    rest = iter(values)

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        value = next(rest, None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


class _State(dict[Key, int]):
    """Values by name, and what else an execution has; what was never written is zero (only globals are read so), or
    ``filler`` in every byte where it is unknown, or a character of an argument.
    """

    def __init__(self, cfa: Cfa, inputs: Inputs, filler: int, texts: Texts) -> None:
        super().__init__(initial_memory(cfa))
        self.unknown = _fillers(cfa, filler) if filler else {}
        self.update({name: value for name, value in self.unknown.items() if name in self})
        self.inputs = inputs
        self.taken: list[tuple[Edge, int]] = []
        self.stack: list[Location] = []
        self.status: int | None = None
        self.further = FurtherCharacters(texts, self.taken) if texts else None

    def __missing__(self, key: Key) -> int:
        if not isinstance(key, tuple):
            return self.unknown.get(key, 0)
        found = 0 if self.further is None else self.further.number_at(*key)
        return found or self.unknown.get(key[0], 0)


class _Determined(_State):
    """Of a program that is given nothing: what nobody has written, and is not zero, has no value."""

    def __init__(self, cfa: Cfa) -> None:
        super().__init__(cfa, lambda _edge: None, 0, ())
        self.open = frozenset(_fillers(cfa, 0))
        for variable in cfa.globals:
            if variable.variable.name in self.open and not variable.cells:
                self.pop(variable.variable.name, None)

    def __missing__(self, key: Key) -> int:
        if (key[0] if isinstance(key, tuple) else key) in self.open:
            raise _Ended(End.EXHAUSTED)
        return 0


class _Recording(_State):
    """Also knows what was written."""

    def __init__(self, cfa: Cfa, inputs: Inputs, texts: Texts) -> None:
        super().__init__(cfa, inputs, 0, texts)
        self.written: dict[Key, int] = {}

    def __setitem__(self, key: Key, value: int) -> None:
        self.written[key] = value
        super().__setitem__(key, value)

    def update(self, *given: Any) -> None:  # type: ignore[override]
        new = dict(*given)
        if hasattr(self, "written"):
            self.written.update(new)
        super().update(new)


@dataclass(frozen=True, slots=True)
class StepTaken:
    """``edge`` was taken and wrote ``written``; afterwards ``depth`` calls are open and ``memory`` is as it is."""

    edge: Edge
    written: Mapping[Key, int]
    depth: int
    memory: Mapping[Key, int]


class _Ended(Exception):
    """The execution is over; ``edge`` is its last one, unless it ended at a location."""

    def __init__(self, end: End, edge: Edge | None = None) -> None:
        super().__init__(end)
        self.end = end
        self.edge = edge


Step = Callable[[_State], Edge]
"""Do what the program does next, and say which edge that was; raise ``_Ended`` where there is none."""


@dataclass(slots=True)
class Interpreter:
    """Executes one automaton again and again; each location's step is compiled when it is first met."""

    cfa: Cfa
    keep_trace: bool = True
    _steps: dict[Location, Step] = field(default_factory=dict)
    _texts: Texts = field(init=False)

    def __post_init__(self) -> None:
        self._texts = texts_of(self.cfa)

    def run(
        self,
        inputs: Sequence[int] | Inputs,
        limit: int = 1_000_000,
        filler: int = 0,
        is_over: Callable[[], bool] = never,
    ) -> Execution:
        """Execute with ``inputs`` for at most ``limit`` edges, and until ``is_over``, which is asked every 4096th time;
        ``filler``: each byte of memory that no one has written and whose content is unknown.
        """
        given = listed(inputs) if isinstance(inputs, Sequence) else inputs
        return self._run(_State(self.cfa, given, filler, self._texts), limit, is_over)

    def run_alone(self, limit: int, is_over: Callable[[], bool] = never) -> Execution:
        """Execute without inputs: ``EXHAUSTED`` where one is read, or memory whose content is unknown. With any other
        end but ``TOO_LONG``, this is the only execution that there is.
        """
        return self._run(_Determined(self.cfa), limit, is_over)

    def _run(self, state: _State, limit: int, is_over: Callable[[], bool]) -> Execution:
        known, ends, trace = self._steps, (self.cfa.error, self.cfa.halt, self.cfa.exit), list[Edge]()
        location, steps, end = self.cfa.entry, 0, End.TOO_LONG
        try:
            while steps < limit or location in ends:
                edge = (known.get(location) or self._step_at(location))(state)
                steps += 1
                if self.keep_trace:
                    trace.append(edge)
                location = edge.target
                if not steps & _ASKED and is_over():
                    break
        except _Ended as ended:
            end = ended.end
            if ended.edge is not None:
                steps += 1
                trace += [ended.edge] * self.keep_trace
        return Execution(end, steps, state.status, tuple(state.taken), tuple(trace), dict(state))

    def visit(
        self,
        inputs: Sequence[int] | Inputs,
        limit: int,
        at: Collection[Location],
        see: Callable[[Location, Sequence[Location], Mapping[Key, int]], bool | None],
    ) -> End:
        """Execute like ``run``, and show call stack and memory whenever control is at one of ``at``, until ``see`` has
        seen enough: until it is true. Then the end is ``TOO_LONG``.
        """
        state = _State(self.cfa, listed(inputs) if isinstance(inputs, Sequence) else inputs, 0, self._texts)
        location = self.cfa.entry
        try:
            for _ in range(limit):
                if location in at and see(location, state.stack, state):
                    break
                location = (self._steps.get(location) or self._step_at(location))(state).target
        except _Ended as ended:
            return ended.end
        return End.TOO_LONG

    def steps(self, inputs: Sequence[int] | Inputs, limit: int = 1_000_000) -> Iterator[StepTaken]:
        """Execute with ``inputs`` for at most ``limit`` edges, and tell each edge with what it wrote.

        The memory that is shown is the one that the execution goes on with: look, and do not keep it.
        """
        state = _Recording(self.cfa, listed(inputs) if isinstance(inputs, Sequence) else inputs, self._texts)
        location = self.cfa.entry
        for _ in range(limit):
            state.written.clear()
            try:
                edge = (self._steps.get(location) or self._step_at(location))(state)
            except _Ended:
                return
            yield StepTaken(edge, dict(state.written), len(state.stack), state)
            location = edge.target

    def _step_at(self, location: Location) -> Step:
        self._steps[location] = _compiled_step(self.cfa, location)
        return self._steps[location]


def _compiled_step(cfa: Cfa, location: Location) -> Step:
    edges = cfa.leaving[location]
    if location == cfa.exit:
        return _returned(cfa.functions[cfa.entry_function].result)
    if location in (cfa.error, cfa.halt) or not edges:
        return _ending({cfa.error: End.ERROR, cfa.halt: End.STOPPED}.get(location, End.CUT))
    match edges[0].operation:
        case Assume(condition):
            return _branch(condition, edges)
        case Return():
            return _return(
                {edge.target: (edge, edge.operation) for edge in edges if isinstance(edge.operation, Return)}
            )
        case _:
            return _straight(edges[0])


def _ending(end: End) -> Step:
    def step(_state: _State) -> Edge:
        raise _Ended(end)

    return step


def _returned(result: Variable | None) -> Step:
    """The end of the entry function; ``void`` counts as success."""

    def step(state: _State) -> Edge:
        state.status = state[result.name] if result else 0
        raise _Ended(End.RETURNED)

    return step


def _branch(condition: Expression, edges: Sequence[Edge]) -> Step:
    by_truth = {edge.operation.truth: edge for edge in edges if isinstance(edge.operation, Assume)}
    choose = compiled_choice(condition, by_truth.get(True), by_truth.get(False))
    if len(by_truth) == 2:
        return cast(Step, choose)

    def step(state: _State) -> Edge:
        edge = choose(state)
        if edge is None:
            raise _Ended(End.CUT)
        return edge

    return step


def _return(edges: Mapping[Location, tuple[Edge, Return]]) -> Step:
    def step(state: _State) -> Edge:
        found = edges.get(state.stack.pop())
        if found is None:
            raise _Ended(End.CUT)
        edge, operation = found
        if operation.target is not None and operation.value is not None:
            state[operation.target.name] = state[operation.value.name]
        return edge

    return step


def _straight(edge: Edge) -> Step:
    """The step of an edge that has no alternative."""
    match edge.operation:
        case Assign(target, ArrayValue() as value):
            return _store_array(edge, target, value)
        case Assign(target, value):
            return compiled_store(target, value, edge)
        case Input(target):
            return _read(edge, tuple(storage_keys(target)))
        case Check(condition):
            return _check(edge, compiled(condition))
        case Stop(status):
            return _stop(edge, None if status is None else compiled(status))
        case Call():
            return _call(edge, edge.operation)
        case Skip():
            return lambda _state: edge
        case Unsupported():
            return _unsupported(edge)
        case Assume() | Return():
            raise TypeError(f"{edge} has alternatives")
        case _:
            assert_never(edge.operation)


def _unsupported(edge: Edge) -> Step:
    def step(_state: _State) -> Edge:
        raise _Ended(End.UNSUPPORTED, edge)

    return step


def _store_array(edge: Edge, target: Place, value: ArrayValue) -> Step:
    assert isinstance(target, Variable)
    elements = [compiled(element) for element in value.elements]
    keys = list(storage_keys(target))

    def step(state: _State) -> Edge:
        new = [evaluate(state) for evaluate in elements]
        state.update(zip(keys, new, strict=False))
        state.update(dict.fromkeys(keys[len(new) :], 0))
        return edge

    return step


def _read(edge: Edge, keys: Sequence[Key]) -> Step:
    def step(state: _State) -> Edge:
        for key in keys:
            value = state.inputs(edge)
            if value is None:
                raise _Ended(End.EXHAUSTED, edge)
            state[key] = value
            state.taken.append((edge, value))
        return edge

    return step


def _check(edge: Edge, defined: Evaluate) -> Step:
    def step(state: _State) -> Edge:
        if not defined(state):
            raise _Ended(End.UNDEFINED, edge)
        return edge

    return step


def _stop(edge: Edge, status: Evaluate | None) -> Step:
    def step(state: _State) -> Edge:
        state.status = None if status is None else status(state)
        return edge

    return step


def _call(edge: Edge, call: Call) -> Step:
    names = [parameter.name for parameter in call.parameters]
    arguments = [compiled(argument) for argument in call.arguments]

    def step(state: _State) -> Edge:
        values = [evaluate(state) for evaluate in arguments]
        state.update(zip(names, values, strict=True))
        state.stack.append(call.return_to)
        return edge

    return step


def storage_keys(variable: Variable) -> Iterator[Key]:
    """The keys of a variable's values in an environment, in order (of a region, which has no end, none)."""
    if isinstance(variable.type, Region) and not variable.type.single:
        return
    if isinstance(variable.type, Array):
        yield from ((variable.name, index) for index in range(variable.type.length))
    else:
        yield variable.name


def _fillers(cfa: Cfa, filler: int) -> dict[str, int]:
    """What each number of a region whose content is unknown is at the start, if every byte is ``filler``."""
    regions = [(g.variable.name, g.variable.type) for g in cfa.globals if g.unknown]
    return {name: int.from_bytes([filler] * (t.width // 8)) for name, t in regions if isinstance(t, Region)}


def initial_memory(cfa: Cfa) -> Iterable[tuple[Key, int]]:
    """The initial values of globals that are not zero, and of all scalars."""
    for variable in cfa.globals:
        name, type_ = variable.variable.name, variable.variable.type
        if isinstance(type_, Region) and type_.single:
            yield name, variable.cells[0][1] if variable.cells else 0
        elif isinstance(type_, Region):
            yield from (((name, address), value) for address, value in variable.cells)
        elif isinstance(type_, Array):
            yield from (((name, i), v) for i, v in enumerate(variable.initial))
        else:
            yield name, variable.initial[0] if variable.initial else 0
