"""Executions with random inputs."""

from __future__ import annotations

import random
from collections.abc import Callable

from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.c_types import Integer

_STEPS = 20_000
_SMALL = 8


def sampled_violation(cfa: Cfa, samples: int, seconds: float) -> tuple[int, ...] | None:
    """The inputs of an execution that reaches the error, if one of so many, within so much CPU time, does."""
    interpreter, rng, begun = Interpreter(cfa, keep_trace=False), random.Random(0), cpu_time.now()
    for number in range(samples):
        if cpu_time.now() - begun > seconds:
            return None
        run = interpreter.run(_random(rng, small=number % 2 == 0), _STEPS)
        if run.end is End.ERROR:
            return tuple(value for _, value in run.inputs)
    return None


def _random(rng: random.Random, *, small: bool) -> Callable[[Edge], int | None]:
    def value(edge: Edge) -> int:
        operation = edge.operation
        assert isinstance(operation, Input)
        width = operation.type.width if isinstance(operation.type, Integer) else 64
        return operation.type.wrap(rng.randint(-_SMALL, _SMALL) if small else rng.getrandbits(width))

    return value
