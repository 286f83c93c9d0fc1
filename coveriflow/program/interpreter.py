"""The concrete interpreter of an automaton: the semantic reference for everything above ``program``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import assert_never

from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Assign, Assume, Call, Check, Edge, Input, Location, Return, Skip, Stop
from coveriflow.program.evaluation import Environment, Evaluate, Key, compiled
from coveriflow.program.expressions import ArrayValue, Element, Expression, Variable
from coveriflow.program.types import Array


class End(Enum):
    """How an execution ended."""

    ERROR = "the error function was called"
    RETURNED = "the entry function returned"
    STOPPED = "abort, exit or a failed assumption"
    UNDEFINED = "undefined behaviour"
    EXHAUSTED = "more inputs were read than given"
    TOO_LONG = "the step limit was reached"
    CUT = "the automaton has no edge for what the program does next"


@dataclass(frozen=True, slots=True)
class Execution:
    """``status``: exit status of a normal end or of ``exit``. ``inputs``: the input edges taken with the values read."""

    end: End
    steps: int
    status: int | None
    inputs: tuple[tuple[Edge, int], ...]
    trace: tuple[Edge, ...]
    memory: dict[Key, int] = field(compare=False)


class Memory(dict[Key, int]):
    """Values by name; what was never written is zero (only globals are read unwritten)."""

    def __missing__(self, key: Key) -> int:
        return 0


Inputs = Callable[[Edge], int | None]
"""Gives the value for an input edge, ``None`` when there is none left."""


def listed(values: Sequence[int]) -> Inputs:
    """Inputs from a list, converted to the type read as by assignment."""
    rest = iter(values)

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        value = next(rest, None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


@dataclass(slots=True)
class Interpreter:
    """Executes one automaton again and again; edges are compiled when they are first met."""

    cfa: Cfa
    keep_trace: bool = True
    _compiled: dict[Expression, Evaluate] = field(default_factory=dict)

    def run(self, inputs: Sequence[int] | Inputs, limit: int = 1_000_000) -> Execution:
        """Execute with ``inputs`` for at most ``limit`` edges."""
        run = _Run(self, listed(inputs) if isinstance(inputs, Sequence) else inputs)
        return run.execute(limit)

    def evaluate(self, expression: Expression, memory: Environment) -> int:
        """The value of ``expression`` in ``memory``."""
        function = self._compiled.get(expression)
        if function is None:
            function = self._compiled[expression] = compiled(expression)
        return function(memory)


@dataclass(slots=True)
class _Run:
    interpreter: Interpreter
    inputs: Inputs
    memory: Memory = field(default_factory=Memory)
    stack: list[Location] = field(default_factory=list)
    taken: list[tuple[Edge, int]] = field(default_factory=list)
    trace: list[Edge] = field(default_factory=list)
    status: int | None = None

    def execute(self, limit: int) -> Execution:
        cfa = self.interpreter.cfa
        self.memory.update(initial_memory(cfa))
        location, steps = cfa.entry, 0
        while (end := self._ending(location)) is None:
            if steps >= limit:
                return self._finished(End.TOO_LONG, steps)
            edge = self._next_edge(location)
            if edge is None:
                return self._finished(End.CUT, steps)
            steps += 1
            if self.interpreter.keep_trace:
                self.trace.append(edge)
            stopped = self._perform(edge)
            if stopped is not None:
                return self._finished(stopped, steps)
            location = edge.target
        return self._finished(end, steps)

    def _finished(self, end: End, steps: int) -> Execution:
        return Execution(end, steps, self.status, tuple(self.taken), tuple(self.trace), dict(self.memory))

    def _ending(self, location: Location) -> End | None:
        cfa = self.interpreter.cfa
        if location == cfa.error:
            return End.ERROR
        if location == cfa.halt:
            return End.STOPPED
        if location == cfa.exit:
            result = cfa.functions[cfa.entry_function].result
            self.status = self.memory[result.name] if result else 0
            return End.RETURNED
        return None

    def _next_edge(self, location: Location) -> Edge | None:
        for edge in self.interpreter.cfa.leaving[location]:
            match edge.operation:
                case Assume(condition, truth):
                    if bool(self.interpreter.evaluate(condition, self.memory)) == truth:
                        return edge
                case Return():
                    if edge.target == self.stack[-1]:
                        return edge
                case _:
                    return edge
        return None

    def _perform(self, edge: Edge) -> End | None:
        """Do what the edge does; ``None`` means go on."""
        evaluate, memory = self.interpreter.evaluate, self.memory
        match edge.operation:
            case Assign(target, value):
                self._assign(target, value)
            case Input(target):
                return self._read(edge, target)
            case Check(condition):
                return None if evaluate(condition, memory) else End.UNDEFINED
            case Stop(status):
                self.status = None if status is None else evaluate(status, memory)
            case Call(_, parameters, arguments, return_to):
                values = [evaluate(argument, memory) for argument in arguments]
                memory.update((p.name, v) for p, v in zip(parameters, values, strict=True))
                self.stack.append(return_to)
            case Return(_, value, target):
                self.stack.pop()
                if target is not None and value is not None:
                    memory[target.name] = memory[value.name]
            case Skip() | Assume():
                pass
            case _:
                assert_never(edge.operation)
        return None

    def _assign(self, target: Variable | Element, value: Expression) -> None:
        evaluate, memory = self.interpreter.evaluate, self.memory
        if isinstance(value, ArrayValue):
            assert isinstance(target, Variable)
            new = [evaluate(element, memory) for element in value.elements]
            for index in range(value.type.length):
                memory[target.name, index] = new[index] if index < len(new) else 0
        elif isinstance(target, Element):
            memory[target.array.name, evaluate(target.index, memory)] = evaluate(value, memory)
        else:
            memory[target.name] = evaluate(value, memory)

    def _read(self, edge: Edge, target: Variable) -> End | None:
        for key in storage_keys(target):
            value = self.inputs(edge)
            if value is None:
                return End.EXHAUSTED
            self.memory[key] = value
            self.taken.append((edge, value))
        return None


def storage_keys(variable: Variable) -> Iterator[Key]:
    """The keys of a variable's values in an environment, in order."""
    if isinstance(variable.type, Array):
        yield from ((variable.name, index) for index in range(variable.type.length))
    else:
        yield variable.name


def initial_memory(cfa: Cfa) -> Iterable[tuple[Key, int]]:
    """The initial values of globals that are not zero, and of all scalars."""
    for variable in cfa.globals:
        name, type_ = variable.variable.name, variable.variable.type
        if isinstance(type_, Array):
            yield from (((name, i), v) for i, v in enumerate(variable.initial))
        else:
            yield name, variable.initial[0] if variable.initial else 0
