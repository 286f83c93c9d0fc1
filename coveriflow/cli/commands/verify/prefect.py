"""``coveriflow verify --prefect``: the same run, where Prefect can watch it."""

from __future__ import annotations

from coveriflow.cli.commands.verify.result import ProgressReport
from coveriflow.cli.commands.verify.run import Verified, assumed_by, load_the_rest, store_for, wanted, watcher_for
from coveriflow.cli.contracts import Log, Options
from coveriflow.flows.running.evidence_pages import pages_of
from coveriflow.flows.running.run_folder import write_run_folder
from coveriflow.flows.tasks.default_limits import counted_from_now
from coveriflow.program.errors import InputError, ToolMissing


def verified(options: Options, log: Log) -> Verified:
    """As ``run.verified``; ``ToolMissing`` if there is no Prefect, or no server of Prefect's."""
    try:
        from coveriflow.flows.prefect_backend.run import ServerUnavailable, verify_under_prefect
    except ImportError as error:
        raise ToolMissing(f"Prefect cannot be imported: {error}\nInstall it with: pip install prefect") from None
    left = counted_from_now(options.limits)
    if options.condition is not None:
        raise InputError("--condition does not go with --prefect")
    if options.bounds is not None:
        raise InputError("--range does not go with --prefect")
    flow, task, _ = wanted(options, log)
    load_the_rest(options)
    store = store_for(options)
    try:
        with watcher_for(options, flow, task) as watcher:
            told, granted = ProgressReport(watcher), options.limits
            assumed = assumed_by(options)
            run = verify_under_prefect(
                flow, task, left(), options.folder, told, store=store, nominal=granted, undefined=assumed
            )
    except ServerUnavailable as error:
        raise ToolMissing(str(error)) from None
    return Verified(run, write_run_folder(run, options.folder, pages_of))
