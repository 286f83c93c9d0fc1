"""What the interpreter says of programs with an effect in one operand, beside what gcc's programs do.

python -m tests.program.effect_comparison LP64    compares all and prints how many of each construct
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Inputs, Interpreter
from coveriflow.program.lowering.call_arguments import FORGOTTEN
from coveriflow.program.types.data_model import DataModel
from tests.generators.effect_calls import headers, of_known
from tests.generators.effect_constructs import constructs
from tests.generators.effects import SOME, Program, placed
from tests.program.effect_runs import FIRST_INPUT, outcomes

_STEPS = 100_000
_HIDDEN = (0, 1, -1, 3)
"""What library functions and uninitialised variables give, until an execution is defined."""
_BATCH = 1500


@dataclass
class Comparison:
    """``counts``: for each construct, how many programs were compared, refused here, by gcc, or not defined."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    differences: list[str] = field(default_factory=list)

    @property
    def total(self) -> Counter[str]:
        return sum(self.counts.values(), Counter())

    def table(self) -> str:
        """One line for each construct."""
        columns = ("compared", "refused", "not C for gcc", "not defined")
        lines = [f"{'':46}" + "".join(f"{each:>15}" for each in columns)]
        rows = [*sorted(self.counts.items()), ("all", self.total)]
        lines += [f"{name:46}" + "".join(f"{count[each]:15}" for each in columns) for name, count in rows]
        return "\n".join(lines)


def compare(gcc: str, model: DataModel, programs: Sequence[Program], folder: Path, declared: str = "") -> Comparison:
    """Run each program once in both ways."""
    found = Comparison()
    for start in range(0, len(programs), _BATCH):
        batch = programs[start : start + _BATCH]
        by_gcc = outcomes(gcc, model, batch, folder / str(start), declared)
        for program, told in zip(batch, by_gcc, strict=True):
            _compare_one(found, program, told, model)
    return found


def of_constructs() -> list[Program]:
    """All programs of operators, declarations and statements."""
    return [program for construct in constructs() for program in placed(construct)]


def of_functions(gcc: str, model: DataModel) -> list[Program]:
    """All programs that call a known function."""
    given = headers(gcc, model)
    return [
        program
        for construct in of_known(given)
        for program in placed(construct, SOME, given.needed(construct[1] + construct[2]))
    ]


def _compare_one(found: Comparison, program: Program, told: tuple[str, int] | None, model: DataModel) -> None:
    said = _interpreted(program, told, model) if told is not None else "not C for gcc"
    if isinstance(said, str):
        found.counts[program.construct][said.partition(":")[0]] += 1
        if FORGOTTEN in said:
            found.differences.append(f"{program.name}: {said}\n{program.named('')}")
        return
    found.counts[program.construct]["compared"] += 1
    if said != told:
        found.differences.append(f"{program.name}: gcc {told}, interpreted {said}\n{program.named('')}")


def _interpreted(program: Program, told: tuple[str, int], model: DataModel) -> tuple[str, int] | str:
    """An execution that ends as gcc's does, if what is hidden decides; one where a library function breaks its promises
    is none.
    """
    try:
        cfa = program_cfa([("program.c", program.declared + program.named(""))], model)
    except (InputError, NotSupported) as error:
        return f"refused: {error}"
    said: tuple[str, int] | str = "not defined"
    for hidden in _HIDDEN:
        execution = Interpreter(cfa, keep_trace=False).run(_inputs(hidden), _STEPS)
        if execution.end is End.UNSUPPORTED:
            return f"refused: {'; '.join(map(str, cfa.unsupported))}"
        ended = execution.end.name, execution.memory.get("checksum", 0)
        if ended == told:
            return told
        is_promised = execution.end is End.STOPPED and execution.status is None and ended[1] == told[1]
        if execution.end in (End.RETURNED, End.ERROR, End.STOPPED) and not is_promised:
            said = ended
    return said


def _inputs(hidden: int) -> Inputs:
    numbers = itertools.count(FIRST_INPUT)

    def following(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        value = next(numbers) if edge.operation.kind is InputKind.CALL else hidden
        return edge.operation.type.wrap(value)

    return following


def _main(gcc: str, model: DataModel) -> None:
    with TemporaryDirectory() as folder:
        programs = [*of_constructs(), *of_functions(gcc, model)]
        found = compare(gcc, model, programs, Path(folder), headers(gcc, model).text)
    print("\n\n".join(found.differences))
    print(found.table())
    print(f"{len(found.differences)} differences")


if __name__ == "__main__":
    _main("gcc", DataModel[sys.argv[1]])
