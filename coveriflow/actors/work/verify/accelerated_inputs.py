"""From what an execution of an accelerated program reads to what the original reads: the number of iterations is taken
away, and what an iteration reads is given to each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.artifacts.answers import Answer, Claim, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.residual_programs import Acceleration, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.interpreter.interpreter import End, Interpreter

_STEPS = 50_000_000
MOST_VALUES = 20_000_000
"""So many values are given to a program at most."""


def in_original(given: Task | Residual, cfa: Cfa, values: Sequence[int]) -> tuple[int, ...] | None:
    """The values that lead the original where ``values`` lead ``cfa``, the automaton of ``given``; ``None`` where they
    are too many.
    """
    if not isinstance(given, Residual):
        return tuple(values)
    read = read_by_original(Interpreter(cfa, keep_trace=False).run(values, _STEPS).inputs)
    if given.acceleration is None:
        return tuple(value for _, value in read)
    return translated(given.acceleration, read)


def read_by_original(read: Iterable[tuple[Edge, int]]) -> tuple[tuple[Edge, int], ...]:
    """Of what a residual program reads, what its original reads, too. A printed program calls a function for each
    input, hidden ones as well. If it has an object without a value nevertheless, this is one whose initialisation a
    jump may pass (``printer``): the original reads nothing there.
    """
    return tuple((edge, value) for edge, value in read if not _is_without_value(edge))


def _is_without_value(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.UNINITIALISED


def translated(acceleration: Acceleration, read: Iterable[tuple[Edge, int]]) -> tuple[int, ...] | None:
    """What the original reads where an accelerated program reads ``read``; ``None`` where that is too much."""
    counts = {use.count: use.inputs for use in acceleration.uses}
    found: list[int] = []
    again: list[int] = []
    left, number = 0, 0
    for edge, value in read:
        line = edge.origin.line
        if line in acceleration.choices:
            continue
        if line in counts:
            left, number, again = counts[line], value, []
        elif left:
            left -= 1
            again.append(value)
            if not left:
                if len(again) * number + len(found) > MOST_VALUES:
                    return None
                found += again * number
        else:
            found.append(value)
    return tuple(found)


def violated_original(given: Residual, original: Cfa, read: Iterable[tuple[Edge, int]]) -> Produced:
    """A violation of an accelerated program as one of the ``original``, which is executed; where that takes too many
    steps the violation is claimed, and left to those who execute the compiled program.
    """
    assert given.acceleration is not None
    values = translated(given.acceleration, read_by_original(read))
    if values is None:
        return (Answer(Verdict.UNKNOWN, _TOO_LONG),)
    execution = Interpreter(original, keep_trace=False).run(values, _STEPS)
    if execution.end is End.TOO_LONG:
        return (Answer(Verdict.FALSE, _LONG, Claim("the accelerated program")), Violation(values))
    if execution.end is not End.ERROR and any(each.initial is None for each in original.objects):
        return (Answer(Verdict.UNKNOWN, _UNWRITTEN),)
    if execution.end is not End.ERROR:
        raise AssertionError("a violation of the accelerated program is none of the original")
    evidence = ConfirmedTest(violating_test(execution.inputs), Confirmation.INTERPRETED)
    return (Answer(Verdict.FALSE, "", evidence, original.assumptions), Violation(values))


_LONG = "the accelerated program has a violation, after more iterations than are replayed"
_UNWRITTEN = "the accelerated program has a violation, which may depend on memory that is read before it is written"
_TOO_LONG = "the accelerated program has a violation, after more iterations than are executed"
