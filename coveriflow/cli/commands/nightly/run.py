"""``coveriflow nightly``, ``report`` and ``compare``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Batch, Job, Trouble
from coveriflow.cli.arguments.nightly import CompareOptions, NightlyOptions, ReportOptions
from coveriflow.cli.arguments.sandbox import choose_box
from coveriflow.cli.commands.verify.run import opened_store
from coveriflow.cli.contracts import Exit, Log
from coveriflow.cli.signals import Interrupted
from coveriflow.execution.benchexec.table_generator import generate_tables
from coveriflow.flows.batch.notifications import NotDelivered, check_target, conclude
from coveriflow.flows.batch.planning import Begun, batch_at, begun, joined, joining_context, working_context
from coveriflow.flows.batch.reports import comparison, write_reports
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.batch.scheduler import (
    Counting,
    Hearing,
    Incomplete,
    from_anywhere,
    run_batch,
    settled,
    work_along,
)
from coveriflow.formats.results.batch_json import write_batch
from coveriflow.program.errors import ToolMissing
from coveriflow.report.batch.live import watching
from coveriflow.report.batch.terminal import batch_page, changes_page
from coveriflow.report.streams import put, say
from coveriflow.report.terminal.console import show


def nightly(options: NightlyOptions, log: Log) -> int:
    """Do all jobs, write the reports, show them; the exit code."""
    choose_box(options.sandbox)
    if options.join:
        return _joining(options, log)
    what = begun(options.order)
    log.folder = what.results_folder.folder / "log"
    if options.webhook:
        check_target(options.webhook)
    batch = _run(options, what)
    changes = comparison(batch, what.before)
    files = write_reports(batch, changes, what.results_folder.folder)
    _tell(batch, changes, files, as_json=options.json)
    if not options.prefect:
        try:
            conclude(options.webhook, batch, changes, what.results_folder, what.before, files["page"])
        except NotDelivered as error:
            say(f"note: {error}", sys.stderr)
    return exit_code(batch, changes)


def _run(options: NightlyOptions, what: Begun) -> Batch:
    watch = watching(what.plan.name, len(what.plan.jobs), sys.stderr, verbose=options.verbose)
    store = opened_store(no_cache=options.no_cache)
    try:
        with watch as watcher:
            if options.prefect:
                from coveriflow.cli.commands.nightly.prefect import batch_under_prefect

                return batch_under_prefect(what, store, watcher, options.webhook)
            with working_context(what, store) as context:
                first = partial(_work_on_dask, options, what, context, watcher) if options.dask else None
                return run_batch(what.plan, context, what.size.jobs, watcher, first)
    except Incomplete as error:
        raise RuntimeError(str(error)) from error
    except Interrupted:
        say(f"note: the results so far are kept: --name {what.plan.name} continues the batch run", sys.stderr)
        raise


def _work_on_dask(options: NightlyOptions, what: Begun, context: BatchContext, hearing: Hearing) -> Sequence[Job]:
    """What the cluster leaves, when its scheduler is gone, is left for this process."""
    try:
        from coveriflow.flows.batch.dask_backend import work_on_dask
    except ImportError as error:
        raise ToolMissing(
            f"Dask cannot be imported: {error}\nInstall it with: pip install 'coveriflow[dask]'"
        ) from None
    uses_store = context.store is not None
    return work_on_dask(options.dask, what.plan.jobs, context, hearing, uses_store=uses_store, code=what.code)


def _joining(options: NightlyOptions, log: Log) -> int:
    """Work on a batch run that another process has begun; that one writes the reports."""
    what = joined(batch_at(options.join, options.order.folder), options.order.jobs, options.order.code)
    log.folder = what.results_folder.folder / "log"
    store = opened_store(no_cache=options.no_cache)
    watch = watching(what.plan.name, len(what.plan.jobs), sys.stderr, verbose=options.verbose)
    with watch as watcher, joining_context(what, store) as context, settled():
        counting = Counting(watcher, len(what.plan.jobs))
        work_along(from_anywhere(what.plan.jobs), context, what.size.jobs, counting)
    say(f"did {counting.done} of {len(what.plan.jobs)}", sys.stdout)
    return Exit.TRUE


def _tell(batch: Batch, changes: Comparison | None, files: dict[str, Path], *, as_json: bool) -> None:
    if as_json:
        for piece in write_batch(batch):
            put(piece.decode("ascii"), sys.stdout)
    else:
        show(batch_page(batch, changes, files), sys.stdout)


def exit_code(batch: Batch, changes: Comparison | None) -> int:
    """See ``coveriflow nightly --help``. Only a batch run without errors that is not worse than the last one is 0."""
    worse = changes.regressions if changes else ()
    if batch.wrong or batch.violated or batch.contradictions or any(each.kind.is_violation for each in worse):
        return Exit.FALSE
    troubles = {each.trouble for each in batch.results if each.trouble is not None and each.trouble.is_error}
    if batch.missing or Trouble.INTERNAL in troubles:
        return Exit.INTERNAL_ERROR
    if troubles:
        return Exit.MISSING if troubles == {Trouble.TOOL_MISSING} else Exit.BAD_INPUT
    return Exit.UNKNOWN if worse else Exit.TRUE


def report(options: ReportOptions) -> int:
    """``coveriflow report``."""
    results_folder = batch_at(options.batch, options.folder)
    batch = results_folder.batch()
    before = batch_at(options.since, options.folder) if options.since else results_folder.earlier(batch.plan)
    if before is not None and not options.since and not before.is_complete():
        before = None
    changes = comparison(batch, before)
    folder = options.out or results_folder.folder
    files = write_reports(batch, changes, folder)
    if options.tables:
        files |= {"tables": generate_tables(sorted((folder / "benchexec").glob("*.xml")), folder / "benchexec")}
    _tell(batch, changes, files, as_json=options.json)
    return Exit.TRUE


def compare(options: CompareOptions) -> int:
    """``coveriflow compare``."""
    earlier, later = (batch_at(word, options.folder).batch() for word in (options.earlier, options.later))
    changes = compared(earlier, later)
    show(changes_page(changes), sys.stdout)
    return Exit.FALSE if changes.regressions else Exit.TRUE
