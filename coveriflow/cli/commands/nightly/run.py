"""``coveriflow nightly``, ``report`` and ``compare``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Job, Night, Trouble
from coveriflow.cli.arguments.nightly import CompareOptions, NightlyOptions, ReportOptions
from coveriflow.cli.commands.verify.run import opened_store
from coveriflow.cli.contracts import Exit, Log
from coveriflow.cli.signals import Interrupted
from coveriflow.execution.benchexec.table_generator import generate_tables
from coveriflow.flows.batch.notifications import NotDelivered, check_target, send
from coveriflow.flows.batch.planning import Begun, begun, joined, joining_crew, night_at, working_crew
from coveriflow.flows.batch.reports import comparison, write_reports
from coveriflow.flows.batch.resources import Crew
from coveriflow.flows.batch.scheduler import (
    Counting,
    Hearing,
    Incomplete,
    from_anywhere,
    run_night,
    settled,
    work_along,
)
from coveriflow.formats.results.batch_json import write_night
from coveriflow.program.errors import ToolMissing
from coveriflow.report.batch.live import watching
from coveriflow.report.batch.terminal import changes_page, night_page
from coveriflow.report.streams import put
from coveriflow.report.terminal.console import show


def nightly(options: NightlyOptions, log: Log) -> int:
    """Do all jobs, write the reports, show them; the exit code."""
    if options.join:
        return _joining(options, log)
    what = begun(options.order)
    log.folder = what.journal.folder / "log"
    if options.webhook:
        check_target(options.webhook)
    night = _run(options, what)
    changes = comparison(night, what.before)
    files = write_reports(night, changes, what.journal.folder)
    _tell(night, changes, files, as_json=options.json)
    if options.webhook and not options.prefect:
        try:
            send(options.webhook, night, changes, str(files["page"].absolute()))
        except NotDelivered as error:
            put(f"note: {error}\n", sys.stderr)
    return exit_code(night)


def _run(options: NightlyOptions, what: Begun) -> Night:
    watch = watching(what.plan.name, len(what.plan.jobs), sys.stderr, verbose=options.verbose)
    store = opened_store(no_cache=options.no_cache)
    try:
        with watch as watcher:
            if options.prefect:
                from coveriflow.cli.commands.nightly.prefect import night_under_prefect

                return night_under_prefect(what, store, watcher, options.webhook)
            with working_crew(what, store) as crew:
                first = partial(_work_on_dask, options, what, crew, watcher) if options.dask else None
                return run_night(what.plan, crew, what.size.jobs, watcher, first)
    except Incomplete as error:
        raise RuntimeError(str(error)) from error
    except Interrupted:
        put(f"note: the results so far are kept: --name {what.plan.name} continues the batch run\n", sys.stderr)
        raise


def _work_on_dask(options: NightlyOptions, what: Begun, crew: Crew, hearing: Hearing) -> Sequence[Job]:
    """What the cluster leaves, when its scheduler is gone, is left for this process."""
    try:
        from coveriflow.flows.batch.dask_backend import work_on_dask
    except ImportError as error:
        raise ToolMissing(
            f"Dask cannot be imported: {error}\nInstall it with: pip install 'coveriflow[dask]'"
        ) from None
    return work_on_dask(options.dask, what.plan.jobs, crew, hearing, uses_store=crew.store is not None)


def _joining(options: NightlyOptions, log: Log) -> int:
    """Work on a night that another process has begun; that one writes the reports."""
    what = joined(night_at(options.join, options.order.folder), options.order.jobs)
    log.folder = what.journal.folder / "log"
    store = opened_store(no_cache=options.no_cache)
    watch = watching(what.plan.name, len(what.plan.jobs), sys.stderr, verbose=options.verbose)
    with watch as watcher, joining_crew(what, store) as crew, settled():
        counting = Counting(watcher, len(what.plan.jobs))
        work_along(from_anywhere(what.plan.jobs), crew, what.size.jobs, counting)
    put(f"did {counting.done} of {len(what.plan.jobs)}\n", sys.stdout)
    return Exit.TRUE


def _tell(night: Night, changes: Comparison | None, files: dict[str, Path], *, as_json: bool) -> None:
    if as_json:
        for piece in write_night(night):
            put(piece.decode("ascii"), sys.stdout)
    else:
        show(night_page(night, changes, files), sys.stdout)


def exit_code(night: Night) -> int:
    """See ``coveriflow nightly --help``."""
    if night.wrong or night.contradictions:
        return Exit.FALSE
    is_failed = any(each.trouble is Trouble.INTERNAL for each in night.results)
    return Exit.INTERNAL_ERROR if is_failed or night.missing else Exit.TRUE


def report(options: ReportOptions) -> int:
    """``coveriflow report``."""
    journal = night_at(options.night, options.folder)
    night = journal.night()
    since = options.since or night.plan.since
    before = night_at(since, options.folder) if since else None
    if before is not None and not options.since and not before.is_complete():
        before = None
    changes = comparison(night, before)
    folder = options.out or journal.folder
    files = write_reports(night, changes, folder)
    if options.tables:
        files |= {"tables": generate_tables(sorted((folder / "benchexec").glob("*.xml")), folder / "benchexec")}
    _tell(night, changes, files, as_json=options.json)
    return Exit.TRUE


def compare(options: CompareOptions) -> int:
    """``coveriflow compare``."""
    earlier, later = (night_at(word, options.folder).night() for word in (options.earlier, options.later))
    changes = compared(earlier, later)
    show(changes_page(changes), sys.stdout)
    return Exit.FALSE if changes.regressions else Exit.TRUE
