"""What the interpreter says of programs with an effect in one operand, beside what gcc's programs do."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coveriflow.program.call_arguments import FORGOTTEN
from coveriflow.program.data_model import DataModel
from coveriflow.program.edges import Edge, Input, InputKind
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter import End, Inputs, Interpreter
from coveriflow.program.units import program_cfa
from tests.generators.effects import Program
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
