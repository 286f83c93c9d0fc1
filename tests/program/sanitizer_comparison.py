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
from coveriflow.program.cfa.edges import Assume, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Binary, Cast, Constant, scalar_type
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, UNDEFINED_BEHAVIOUR, failing_checks, joined
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
_TRAP = "SIGNAL"
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
    violations = joined([CALLS_OF_REACH_ERROR, failing_checks(UNDEFINED_BEHAVIOUR)])
    try:
        cfa = program_cfa([(f"{seed}.c", text)], model, violations)
    except NotSupported:
        found.refused += 1
        return None
    return Subject(f"seed {seed}", text, violating(cfa, violations.checks))


def _compare(
    compiler: str, model: DataModel, subjects: Sequence[Subject], folder: Path, runs: int, found: Comparison
) -> None:
    done = [(number, _executed(each, run)) for number, each in enumerate(subjects) for run in range(runs)]
    ended = [(number, each) for number, each in done if each.end is not End.TOO_LONG]
    machine = compiled(compiler, model, [each.text for each in subjects], folder, (*_FLAGS, _CHECKS, *_TRAPS[compiler]))
    requests = [(number, [*visible(each), *_FURTHER * (_kind(each) is not None)]) for number, each in ended]
    for (number, execution), outcome in zip(ended, machine.run(requests), strict=True):
        if outcome is not None:
            _expect(compiler, subjects[number], execution, outcome, found)


def _executed(subject: Subject, run: int) -> Execution:
    return Interpreter(subject.cfa).run(random_inputs(random.Random(f"{subject.name} {run}"), None), STEPS)


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


def _expect(compiler: str, subject: Subject, execution: Execution, outcome: Outcome, found: Comparison) -> None:
    """Where the behaviour is undefined, only this counts: another operand may be evaluated before."""
    kind = _kind(execution)
    found.ends[execution.end.name if kind is None else kind.name] += 1
    if kind is not None:
        is_asked = not (_is_folded(execution) or _is_cut(execution, subject.cfa.data_model))
        agrees = outcome.end == _TRAP or kind not in SEEN or compiler == "gcc" or not is_asked
    else:
        agrees = outcome.end != _TRAP and outcome.consumed == len(visible(execution))
    if not agrees:
        found.differences.append(f"{subject.name} {visible(execution)}: {outcome}, but the automaton says {kind}")


def main(model: str, number: str, compiler: str = "clang", first: str = "0") -> int:
    """The command line."""
    found = compare(compiler, DataModel[model], range(int(first), int(first) + int(number)))
    print(*found.differences, sep="\n")
    print(f"{number} programs, {found.refused} refused, {sum(found.ends.values())} executions: {dict(found.ends)}")
    print(f"{len(found.differences)} differences")
    return bool(found.differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
