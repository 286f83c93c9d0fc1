"""Branches to be taken, and what executions with given inputs take of them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from coveriflow.analysis.search.counterexamples import InputsRead
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.interpreter.interpreter import End, Interpreter

_STEPS = 100_000


def branches(cfa: Cfa, files: Collection[str]) -> tuple[Edge, ...]:
    """The two directions of all decisions that stand in ``files`` (of headers and library functions there are none)."""
    return tuple(e for e in cfa.edges if isinstance(e.operation, Assume) and e.origin.file in files)


@dataclass(frozen=True, slots=True)
class Test:
    """``inputs``: what calls of input functions returned, in order; ``violates``: the error was reached."""

    inputs: InputsRead
    violates: bool = False


@dataclass(slots=True)
class Goals:
    """Which of ``wanted`` have been taken, and by which tests."""

    cfa: Cfa
    wanted: tuple[Edge, ...]
    tests: list[Test] = field(default_factory=list)
    taken: dict[Edge, None] = field(default_factory=dict)
    violation: InputsRead | None = None
    _interpreter: Interpreter = field(init=False)
    _open: set[Edge] = field(init=False)

    def __post_init__(self) -> None:
        self._interpreter = Interpreter(self.cfa)
        self._open = set(self.wanted)

    @property
    def open(self) -> list[Edge]:
        """Those that no test takes yet, in the order of the text."""
        return [edge for edge in self.wanted if edge in self._open]

    def is_open(self, edge: Edge) -> bool:
        """Whether no test takes ``edge`` yet."""
        return edge in self._open

    def try_values(self, values: Iterable[int], *, known: bool = False) -> bool:
        """Execute with ``values`` and zeros after them; keep the test if it takes an open branch, or is the first one
        to reach the error; ``known``: someone has it already. Whether it took an open branch.

        Only calls of input functions get values: a test has no others. What is not initialised is zero, and the
        program has no argument but its name.
        """
        rest = itertools.chain(values, itertools.repeat(0))

        def following(edge: Edge) -> int:
            assert isinstance(edge.operation, Input)
            if edge.operation.kind is InputKind.CALL:
                return edge.operation.type.wrap(next(rest))
            return int(edge.operation.kind is InputKind.ARGUMENT and edge.operation.source == COUNT)

        execution = self._interpreter.run(following, _STEPS)
        new = self._open.intersection(execution.trace)
        violates = execution.end is End.ERROR and self.violation is None
        if violates:
            self.violation = execution.inputs
        self._open -= new
        self.taken.update(dict.fromkeys(e for e in self.wanted if e in new))
        if (new or violates) and not known:
            self.tests.append(Test(execution.inputs, execution.end is End.ERROR))
        return bool(new)

    def try_random(self, number: int, seed: int, watch: LimitWatch) -> None:
        """Executions with small and with any numbers, the first one with zeros only; until ``watch`` stops it."""
        random = Random(seed)
        for attempt in range(number):
            if not self._open or (attempt and watch.check_now() is not None):
                return
            width = random.choice((1, 4, 8, 31, 63))
            values = [random.randint(-(1 << width), 1 << width) for _ in range(64)] if attempt else []
            self.try_values(values)


def values_called(inputs: InputsRead) -> Sequence[int]:
    """Of the values read, those that calls of input functions returned."""
    return [v for e, v in inputs if isinstance(e.operation, Input) and e.operation.kind is InputKind.CALL]
