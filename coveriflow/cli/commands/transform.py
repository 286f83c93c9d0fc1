"""``coveriflow transform``: a program that reaches the same states in fewer steps."""

from __future__ import annotations

import sys

from coveriflow.actors.work.reduce.accelerate import Accelerating, accelerated_task
from coveriflow.artifacts.answers import Accelerated
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.cli.commands.explain import write_drawing
from coveriflow.cli.contracts import Exit, TransformOptions
from coveriflow.cli.input_files import check_program
from coveriflow.cli.programs import asked_of
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.load import load
from coveriflow.program.errors import InputError
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put_source, say

_SIZE = 20_000


def transform(options: TransformOptions) -> int:
    """Write or print the transformed program, and say on stderr what was done; the exit code."""
    check_program(options)
    with Workers(FIRST) as workers:
        task = load(asked_of(options))
        how = Accelerating(options.automata, size=_SIZE)
        outcome = workers.submit(accelerated_task, task, how, limits=options.limits).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise InputError(f"there is no transformed program: {outcome.end.value}")
    text = outcome.value.task.sources[0].text
    if options.out is None:
        put_source(text, sys.stdout)
    else:
        write_drawing(options.out, text.encode("utf-8", "surrogateescape"))
    say(_said(outcome.value).removesuffix("\n"), sys.stderr)
    return Exit.TRUE


def _said(residual: Residual) -> str:
    acceleration = residual.acceleration
    assert acceleration is not None
    made = [each.proof for each in residual.justifications if isinstance(each.proof, Accelerated)]
    lines = [f"{place} is accelerated: {does}" for proof in made for place, does in proof.accelerators]
    lines += [f"a path round {place} stays as it is: {why}" for place, why in acceleration.left_alone]
    original, accelerated, whole = acceleration.size
    lines.append(f"{original} edges became {accelerated}, and {whole} with a trace automaton")
    lines += [f"assuming {each}" for each in residual.assumptions]
    return "\n".join(map(visible, lines)) + "\n"
