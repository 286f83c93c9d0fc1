"""``coveriflow reduce``: the residual program of a program and a condition."""

from __future__ import annotations

import sys

from coveriflow.actors.work.reduce.range_program import range_reduced_and_measured
from coveriflow.actors.work.reduce.residual import Sizes, reduced_and_measured
from coveriflow.artifacts.answers import Elsewhere
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Reduction, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.cli.commands.explain import write_drawing
from coveriflow.cli.commands.reduce_task import task_files, write_task
from coveriflow.cli.contracts import Exit, ReduceOptions
from coveriflow.cli.input_files import check_program
from coveriflow.cli.programs import asked_of
from coveriflow.execution.contracts import Job
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.catalogue.given_ranges import range_of
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.condition_files import ProgramOf, condition_file
from coveriflow.flows.tasks.load import load
from coveriflow.program.errors import InputError
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put_source, say


def reduce(options: ReduceOptions) -> int:
    """Write or print the residual program, and say on stderr how large it is; the exit code."""
    check_program(options)
    reduction = Reduction(options.reducer, options.bound, options.heads, options.slice)
    with Workers(FIRST) as workers:
        task = load(asked_of(options))
        given = _given(options, task)
        outcome = _submitted(workers, options, task, given, reduction).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise InputError(f"there is no residual program: {outcome.end.value}")
    residual, sizes = outcome.value
    text = residual.task.sources[0].text
    if options.task is not None and isinstance(given, Condition):
        written = write_task(options.task, task_files(task, given, reduction, residual))
        say(str(written), sys.stdout)
    elif options.out is None:
        put_source(text, sys.stdout)
    else:
        write_drawing(options.out, text.encode("utf-8", "surrogateescape"))
    say(_said(options, residual, sizes).removesuffix("\n"), sys.stderr)
    return Exit.TRUE


def _given(options: ReduceOptions, task: Task) -> Condition | Range:
    if options.bounds is not None:
        return range_of(task, options.bounds)
    assert options.condition is not None
    return condition_file(options.condition, ProgramOf(lambda: task))


def _submitted(
    workers: Workers, options: ReduceOptions, task: Task, given: Condition | Range, reduction: Reduction
) -> Job[tuple[Residual, Sizes]]:
    if isinstance(given, Condition):
        return workers.submit(reduced_and_measured, task, given, reduction, limits=options.limits)
    return workers.submit(range_reduced_and_measured, task, given, options.form, reduction, limits=options.limits)


def _said(options: ReduceOptions, residual: Residual, sizes: Sizes) -> str:
    where = f"{options.out}: " if options.out is not None else ""
    share = f"{sizes.residual / max(sizes.original, 1):.2f} times"
    by = "instrumented" if options.form == "instrumented" else f"by {options.reducer}"
    lines = [f"{where}{sizes.residual} locations, {share} the original's {sizes.original}, {by}"]
    elsewhere = [each.proof.within for each in residual.justifications if isinstance(each.proof, Elsewhere)]
    lines += [f"only the paths in {visible(str(each))}" for each in elsewhere]
    lines += [f"assuming {visible(each)}" for each in residual.assumptions]
    return "\n".join(lines) + "\n"
