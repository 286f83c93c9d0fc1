"""From a program to an accelerated one, as a task of its own (Kroening, Lewis, Weissenbacher 2015)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coveriflow.actors.work.load import automaton_of, task_of
from coveriflow.actors.work.reduce.residual import part_of, unreduced
from coveriflow.artifacts.answers import Accelerated, Justification
from coveriflow.artifacts.residual_programs import Acceleration, Residual, Used
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Input
from coveriflow.program.printing.printer import printed
from coveriflow.transform.acceleration.accelerated import Accelerated as AcceleratedProgram
from coveriflow.transform.acceleration.accelerated import accelerated
from coveriflow.transform.acceleration.accelerators import accelerators_of
from coveriflow.transform.acceleration.contracts import Accelerator, Found, Trace
from coveriflow.transform.acceleration.names import FreshNames
from coveriflow.transform.acceleration.restricted import restricted


@dataclass(frozen=True, slots=True)
class Accelerating:
    """How: CPU ``seconds`` for each question to a solver, programs of at most ``size`` edges; with ``automata``, what
    accelerators subsume is cut off.
    """

    automata: bool
    seconds: float = 1.0
    size: int = 4000


def accelerated_task(given: Task | Residual, how: Accelerating) -> Residual:
    """``given`` with its accelerators: what a condition or a range has left of a program stays that. If there are
    none, it is printed as it is. Of a program that is accelerated already, it is the original that is.
    """
    if isinstance(given, Residual) and given.acceleration is not None:
        given = given.original
    cfa = automaton_of(task_of(given))
    names = FreshNames.beside(cfa)
    found = accelerators_of(cfa, names, how.seconds) if len(cfa.edges) <= how.size else Found()
    left = tuple((_place(given, each.trace), each.reason) for each in found.left_alone)
    if not found.accelerators:
        plain = given if isinstance(given, Residual) else unreduced(given)
        return replace(plain, acceleration=Acceleration((), (), (len(cfa.edges),) * 3, left))
    made = accelerated(cfa, found.accelerators, names)
    program = restricted(made) if how.automata else made.program
    said = tuple((_place(given, each.trace), _said(each)) for each in found.accelerators)
    residual = part_of(given, cfa, program, Justification("acceleration", Accelerated(said)))
    sizes = (len(cfa.edges), len(made.program.cfa.edges), len(program.cfa.edges))
    return replace(residual, acceleration=_reading(program.cfa, made, sizes, left))


def _place(given: Task | Residual, trace: Trace) -> str:
    """In the original."""
    lines = [edge.origin.line for edge in trace.edges]
    if isinstance(given, Residual):
        origin = dict(given.origin)
        lines = [origin[line].line for line in lines if line in origin]
    return f"the loop at line {lines[0]}" if lines else "a loop"


def _said(accelerator: Accelerator) -> str:
    """What it does."""
    updates = ", ".join(f"{v.name.rpartition('::')[2]} = {rendered(e)}" for v, e in accelerator.form.updates.items())
    return updates or "nothing"


def _reading(
    program: Cfa, made: AcceleratedProgram, sizes: tuple[int, int, int], left: tuple[tuple[str, str], ...]
) -> Acceleration:
    """By lines, as whoever reads the text will see its inputs."""
    lines: dict[str, list[int]] = {}
    for line, edge in printed(program).lines:
        if isinstance(edge.operation, Input):
            lines.setdefault(edge.operation.target.name, []).append(line)
    choices = tuple(sorted(line for name in made.choices for line in lines.get(name, ())))
    uses = tuple(Used(line, len(use.inputs)) for use in made.uses for line in lines.get(use.count or "", ()))
    return Acceleration(choices, uses, sizes, left)
