"""Undefined behaviour by the automaton and by a compiler's sanitizer: the same executions, after the same inputs.

``python -m tests.program.sanitizer_comparison LP64 5000`` compares so many generated programs, and exits non-zero on a
difference. clang asks each operation as it is written; gcc folds some of them before.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Binary, Cast, Constant, scalar_type
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.text.violations import UNDEFINED_BEHAVIOUR, failing_checks
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.failing_checks import violating
from tests.generators.programs import Shape, generate
from tests.program.comparison import STEPS, random_inputs, visible
from tests.program.machine import Outcome, compiled

SHAPES = (Shape(undefined=True), Shape(undefined=True, expression_depth=4), Shape(undefined=True, size=12))
SEEN = frozenset({Undefined.OVERFLOW, Undefined.DIVISION, Undefined.SHIFT, Undefined.BOUNDS})
"""What the sanitizers see that the programs are compiled with."""
_FLAGS = ("-O0", "-fno-strict-aliasing", "-ffp-contract=off", "-w")
_CHECKS = "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds"
_TRAPS = {"clang": ("-fsanitize-trap=all",), "gcc": ("-fsanitize-undefined-trap-on-error", "-fno-wrapv")}
_BATCH = 50
_TRAP, _ENDED = "SIGNAL", "ERROR"
_ENDING = "\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n"
"""For the automaton: only what is undefined violates the property."""
_ORDERS = range(6)
_NOT_SHOWN = (End.TOO_LONG, End.UNSUPPORTED)
_ADDRESS = 32
_FURTHER = [1, 0, 3, 2, 7, 5, 0, 1, 4, 6] * 8
"""Inputs for a compiler that evaluates other operands first."""


class Subject(NamedTuple):
    """A program, and its automaton with undefined behaviour as errors."""

    name: str
    text: str
    cfa: Cfa


@dataclass
class Comparison:
    """``ends``: how often executions ended how, by the kind of undefined behaviour where they violate the property."""

    ends: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    refused: int = 0


def compare(compiler: str, model: DataModel, seeds: Sequence[int], runs: int = 6) -> Comparison:
    """Executions of the programs with these numbers; ``compiler``: ``clang`` or ``gcc``.

    gcc folds some operations before it looks at them, so that it may miss what the automaton says, and not the other
    way round.
    """
    found = Comparison()
    for start in range(0, len(seeds), _BATCH):
        subjects = [
            each for seed in seeds[start : start + _BATCH] if (each := _subject(seed, model, found)) is not None
        ]
        with tempfile.TemporaryDirectory() as folder:
            _compare(compiler, model, subjects, Path(folder), runs, found)
    return found


def _subject(seed: int, model: DataModel, found: Comparison) -> Subject | None:
    text = generate(seed, SHAPES[seed % len(SHAPES)])
    violations = failing_checks(UNDEFINED_BEHAVIOUR)
    try:
        cfa = program_cfa([(f"{seed}.c", text + _ENDING)], model, violations)
    except NotSupported:
        found.refused += 1
        return None
    return Subject(f"seed {seed}", text, violating(cfa, violations.checks))


def _compare(
    compiler: str, model: DataModel, subjects: Sequence[Subject], folder: Path, runs: int, found: Comparison
) -> None:
    done = [(number, _executed(each, run)) for number, each in enumerate(subjects) for run in range(runs)]
    for each in (one for _, executions in done for one in executions if one.end is End.UNSUPPORTED):
        found.ends[each.end.name] += 1
    ended = [(number, each) for number, each in done if not any(one.end in _NOT_SHOWN for one in each)]
    machine = compiled(compiler, model, [each.text for each in subjects], folder, (*_FLAGS, _CHECKS, *_TRAPS[compiler]))
    requests = [(number, _requested(each)) for number, each in ended]
    for (number, executions), outcome in zip(ended, machine.run(requests), strict=True):
        if outcome is not None:
            _expect(compiler, subjects[number], executions, outcome, found)


def _executed(subject: Subject, run: int) -> list[Execution]:
    """One execution, or where C leaves the order of evaluation open, one for each of some ways to decide it."""
    found = list[Execution]()
    for order in _ORDERS:
        inputs = random_inputs(random.Random(f"{subject.name} {run}"), None)
        found.append(Interpreter(subject.cfa).run(_decided(inputs, random.Random(order), order), STEPS))
        kinds = {edge.operation.kind for edge, _ in found[-1].inputs if isinstance(edge.operation, Input)}
        if InputKind.EVALUATION not in kinds:
            break
    return found


def _decided(inputs: Inputs, chooses: random.Random, order: int) -> Inputs:
    """Orders of evaluation: always that of the text (0), never (1), or any."""

    def following(edge: Edge) -> int | None:
        if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.EVALUATION:
            return order if order < 2 else chooses.randrange(2)
        return inputs(edge)

    return following


def _requested(executions: Sequence[Execution]) -> list[int]:
    further = _FURTHER if any(_kind(each) is not None for each in executions) else []
    return [*max(map(visible, executions), key=len), *further]


def _kind(execution: Execution) -> Undefined | None:
    """Of the undefined behaviour that violates the property."""
    last = execution.trace[-1].operation
    return last.undefined if execution.end is End.ERROR and isinstance(last, Assume) else None


def _is_folded(execution: Execution) -> bool:
    """Whether the operands are constants: compilers compute these, and ask nothing."""
    last = execution.trace[-1].operation
    return isinstance(last, Assume) and isinstance(last.condition, Constant)


def _is_cut(execution: Execution, model: DataModel) -> bool:
    """Whether an index has more bits than an address: clang looks at the lower ones."""
    last = execution.trace[-1].operation
    if model is DataModel.LP64 or not isinstance(last, Assume) or last.undefined is not Undefined.BOUNDS:
        return False
    index = last.condition.left if isinstance(last.condition, Binary) else last.condition
    return not (isinstance(index, Cast) and scalar_type(index.operand).width <= _ADDRESS)


def _expect(
    compiler: str, subject: Subject, executions: Sequence[Execution], outcome: Outcome, found: Comparison
) -> None:
    first, kind = executions[0], _kind(executions[0])
    found.ends[first.end.name if kind is None else kind.name] += 1
    if not any(_agrees(compiler, subject, each, outcome) for each in executions):
        found.differences.append(f"{subject.name} {visible(first)}: {outcome}, but the automaton says {kind}")


def _agrees(compiler: str, subject: Subject, execution: Execution, outcome: Outcome) -> bool:
    """Where the behaviour is undefined, only this counts: another operand may be evaluated before. So it may where an
    operand ends the program, and then take inputs or not.
    """
    kind = _kind(execution)
    if kind is not None:
        is_asked = not (_is_folded(execution) or _is_cut(execution, subject.cfa.data_model))
        return outcome.end == _TRAP or kind not in SEEN or compiler == "gcc" or not is_asked
    taken = len(visible(execution))
    return outcome.end != _TRAP and (outcome.consumed == taken or (outcome.end == _ENDED and outcome.consumed < taken))


def main(model: str, number: str, compiler: str = "clang", first: str = "0") -> int:
    """The command line."""
    found = compare(compiler, DataModel[model], range(int(first), int(first) + int(number)))
    print(*found.differences, sep="\n")
    print(f"{number} programs, {found.refused} refused, {sum(found.ends.values())} executions: {dict(found.ends)}")
    print(f"{len(found.differences)} differences")
    return bool(found.differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
