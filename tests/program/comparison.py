"""The same program four ways: interpreted, compiled, printed and compiled, printed and parsed and interpreted again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind, Unsupported
from coveriflow.program.expressions.softfloat import FORMATS
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.c_types import Floating
from coveriflow.program.types.data_model import DataModel
from tests.generators.patterns import quiet
from tests.program.machine import Outcome, compiled

STEPS = 200_000
_EDGES = [0, 1, 2, 3, 5, 7, -1, -2, 127, 128, 255, 32768, 65535, 2**31, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1]


@dataclass(frozen=True)
class Subject:
    """A program with its automaton, and what is printed from that."""

    name: str
    text: str
    cfa: Cfa
    printed: str
    again: Cfa


def subject(name: str, text: str, model: DataModel) -> Subject:
    """Parse, print, parse again; ``NotSupported`` if any part of the program is not handled."""
    cfa = program_cfa([(f"{name}.c", text)], model)
    if cfa.unsupported:
        raise cfa.unsupported[0]
    output = printed(cfa).text
    return Subject(name, text, cfa, output, program_cfa([(f"{name}.printed.c", output)], model))


def random_inputs(rng: random.Random, input_range: int | None) -> Inputs:
    """At most 100 values for what the program asks for; hidden inputs get any value, since they must not matter."""

    def values() -> Iterator[int]:
        for _ in range(100):
            if input_range is not None:
                yield rng.randrange(input_range)
            else:
                yield rng.choice([*_EDGES, rng.getrandbits(8), rng.getrandbits(64)])

    rest = values()

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        hidden = edge.operation.kind is not InputKind.CALL
        if isinstance(edge.operation.type, Floating):
            return quiet(FORMATS[edge.operation.type.width], rng)
        value = rng.getrandbits(128) if hidden else next(rest, None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


@dataclass
class Comparison:
    """``ends``: how often executions ended how. ``differences``: one line for each that a way had to itself.
    ``not_compiled``: how many programs were not compared with gcc, as written or as printed, since gcc crashed.
    """

    ends: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    not_compiled: int = 0

    def expect(self, way: str, name: str, got: object, wanted: object) -> None:
        """Note a difference."""
        if got != wanted:
            self.differences.append(f"{name} {way}: {got}, but the interpreter says {wanted}")


@dataclass(frozen=True)
class _Interpreted:
    number: int
    execution: Execution
    again: Execution

    @property
    def visible(self) -> list[int]:
        return visible(self.execution)

    @property
    def all(self) -> list[int]:
        return [value for _, value in self.execution.inputs]


def visible(execution: Execution) -> list[int]:
    """The values of those inputs that the program as written has."""
    return [v for e, v in execution.inputs if e.operation.kind is InputKind.CALL]  # type: ignore[union-attr]


def compare(
    gcc: str, model: DataModel, subjects: list[Subject], folder: Path, input_range: int | None, runs: int
) -> Comparison:
    """Run every subject ``runs`` times in all four ways."""
    found = Comparison()
    done = [run for number, s in enumerate(subjects) for run in _interpreted(number, s, input_range, runs, found)]
    original = compiled(gcc, model, [s.text for s in subjects], folder / "original")
    reprinted = compiled(gcc, model, [s.printed for s in subjects], folder / "printed")
    by_gcc = original.run([(run.number, run.visible) for run in done])
    by_printing = reprinted.run([(run.number, run.all) for run in done])
    for run, first, second in zip(done, by_gcc, by_printing, strict=True):
        name = f"{subjects[run.number].name} {run.visible}"
        wanted = as_outcome(run.execution, len(run.all))
        if first is not None:
            found.expect("compiled", name, first, as_outcome(run.execution, len(run.visible)))
        if second is not None:
            found.expect("printed", name, second, wanted)
        found.expect("parsed again", name, as_outcome(run.again, len(visible(run.again))), wanted)
    found.not_compiled = len(original.left_out | reprinted.left_out)
    return found


def _interpreted(
    number: int, subject: Subject, input_range: int | None, runs: int, found: Comparison
) -> Iterable[_Interpreted]:
    """The executions that are defined and end, and do not depend on the order of objects in memory."""
    first, second = Interpreter(subject.cfa, keep_trace=False), Interpreter(subject.again, keep_trace=False)
    for run in range(runs):
        execution = first.run(random_inputs(random.Random(f"{subject.name} {run}"), input_range), STEPS)
        found.ends[execution.end.name] += 1
        is_fixed = all(edge.operation.kind is not InputKind.ORDER for edge, _ in execution.inputs)  # type: ignore[union-attr]
        if (
            is_fixed
            and execution.end not in (End.UNDEFINED, End.TOO_LONG)
            and not _is_at_a_limit(execution, subject.cfa)
        ):
            yield _Interpreted(number, execution, second.run(_made_explicit(execution), 2 * STEPS))


def _is_at_a_limit(execution: Execution, cfa: Cfa) -> bool:
    """Whether it goes on beyond what we follow, as where a recursion is too deep."""
    refusals = (edge.operation for edge in cfa.edges if isinstance(edge.operation, Unsupported))
    return execution.end is End.UNSUPPORTED and all(each.is_limit for each in refusals)


def _made_explicit(execution: Execution) -> Inputs:
    """The printed program calls a function for each value that ``execution`` read; of what its own objects hold before
    they are written, nothing may depend.
    """
    rest = iter([value for _, value in execution.inputs])

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        if edge.operation.kind is not InputKind.CALL:
            return edge.operation.type.wrap(0xA5A5A5A5A5A5A5A5)
        value = next(rest, None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


def as_outcome(execution: Execution, consumed: int) -> Outcome:
    """An execution in the words of the compiled programs."""
    status = execution.status if execution.status is not None else -1 if execution.end is End.STOPPED else 0
    return Outcome(execution.end.name, status, execution.memory.get("checksum", 0), consumed)
