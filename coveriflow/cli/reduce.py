"""``coveriflow reduce``: the residual program of a program and a condition."""

from __future__ import annotations

import sys

from coveriflow.actors.work.reducing import Sizes, reduced_and_measured
from coveriflow.artifacts.residuals import Reduction, Residual
from coveriflow.cli.checking import check_program
from coveriflow.cli.condition_files import ProgramOf, condition_file
from coveriflow.cli.contracts import Exit, ReduceOptions
from coveriflow.cli.explain import write_drawing
from coveriflow.cli.reduced_tasks import task_files, write_task
from coveriflow.execution.workers import Workers
from coveriflow.flows.loading import Asked, load
from coveriflow.flows.worker_modules import FIRST
from coveriflow.program.errors import InputError
from coveriflow.report.streams import put
from coveriflow.report.visible import visible


def reduce(options: ReduceOptions) -> int:
    """Write or print the residual program, and say on stderr how large it is; the exit code."""
    check_program(options)
    reduction = Reduction(options.reducer, options.bound, options.heads, options.slice)
    directories, defines = options.include_directories, options.defines
    with Workers(FIRST) as workers:
        task = load(Asked(options.files, options.specification, options.data_model, directories, defines))
        condition = condition_file(options.condition, ProgramOf(lambda: task))
        outcome = workers.submit(reduced_and_measured, task, condition, reduction, limits=options.limits).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise InputError(f"there is no residual program: {outcome.end.value}")
    residual, sizes = outcome.value
    text = residual.task.sources[0].text
    if options.task is not None:
        written = write_task(options.task, task_files(task, condition, reduction, residual))
        put(f"{written}\n", sys.stdout)
    elif options.out is None:
        put(text, sys.stdout)
    else:
        write_drawing(options.out, text.encode("utf-8", "surrogateescape"))
    put(_said(options, residual, sizes), sys.stderr)
    return Exit.TRUE


def _said(options: ReduceOptions, residual: Residual, sizes: Sizes) -> str:
    where = f"{options.out}: " if options.out is not None else ""
    share = f"{sizes.residual / max(sizes.original, 1):.2f} times"
    lines = [f"{where}{sizes.residual} locations, {share} the original's {sizes.original}, by {options.reducer}"]
    lines += [f"assuming {visible(each)}" for each in residual.assumptions]
    return "\n".join(lines) + "\n"
