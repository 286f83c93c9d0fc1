"""``coveriflow transform``: a program that is easier to verify than another one, and has its violations."""

from __future__ import annotations

import sys

from coveriflow.actors.work.reduce.accelerate import Accelerating, accelerated_task
from coveriflow.actors.work.reduce.loops import abstracted_task, assumed_task
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.artifacts.answers import Accelerated, LoopInvariants
from coveriflow.artifacts.residual_programs import Acceleration, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.cli.commands.explain import write_drawing
from coveriflow.cli.contracts import Exit, Transformation, TransformOptions
from coveriflow.cli.input_files import check_program
from coveriflow.cli.programs import asked_of
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.load import load
from coveriflow.program.errors import InputError
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put_source, say

_SIZE = 20_000
_SHARE = 0.8
"""Of the time, for invariants."""


def transform(options: TransformOptions) -> int:
    """Write or print the transformed program, and say on stderr what was done; the exit code."""
    check_program(options)
    with Workers(FIRST) as workers:
        task = load(asked_of(options))
        outcome = workers.submit(_transformed, task, options, limits=options.limits).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.end is End.FAILED:
        raise RuntimeError(f"the transformation failed\n{outcome.message}")
    if outcome.value is None:
        raise InputError(f"there is no transformed program: {outcome.end.value}")
    text = outcome.value.task.sources[0].text
    if options.out is None:
        put_source(text, sys.stdout)
    else:
        write_drawing(options.out, text.encode("utf-8", "surrogateescape"))
    say(_said(outcome.value).removesuffix("\n"), sys.stderr)
    return Exit.TRUE


def _transformed(task: Task, options: TransformOptions) -> Residual:
    match options.how:
        case Transformation.ACCELERATE:
            return accelerated_task(task, Accelerating(options.automata, size=_SIZE))
        case Transformation.ABSTRACT_LOOPS:
            return abstracted_task(task, soft_limits(None, _SHARE), options.iterations)
        case Transformation.ASSUME_INVARIANTS:
            return assumed_task(task, soft_limits(None, _SHARE))


def _said(residual: Residual) -> str:
    lines = _of_acceleration(residual, residual.acceleration) if residual.acceleration else _of_loops(residual)
    lines += [f"assuming {each}" for each in residual.assumptions]
    return "\n".join(map(visible, lines)) + "\n"


def _of_acceleration(residual: Residual, acceleration: Acceleration) -> list[str]:
    made = [each.proof for each in residual.justifications if isinstance(each.proof, Accelerated)]
    lines = [f"{place} is accelerated: {does}" for proof in made for place, does in proof.accelerators]
    lines += [f"a path round {place} stays as it is: {why}" for place, why in acceleration.left_alone]
    original, accelerated, whole = acceleration.size
    return [*lines, f"{original} edges became {accelerated}, and {whole} with a trace automaton"]


def _of_loops(residual: Residual) -> list[str]:
    known = [each.proof for each in residual.justifications if isinstance(each.proof, LoopInvariants)]
    lines = [f"{place}: {invariant}" for proof in known for place, invariant in proof.invariants]
    if residual.abstraction is not None:
        lines += [f"{place} is abstracted" for place in residual.abstraction.loops]
        lines += [f"{place} stays as it is: {why}" for place, why in residual.abstraction.left_alone]
    return lines or ["no loop is abstracted, and no invariant of one is known"]
