"""``coveriflow verify --prefect``: the same run, where Prefect can watch it."""

from __future__ import annotations

from coveriflow.cli.contracts import Log, MissingTool, Options
from coveriflow.cli.telling import Telling
from coveriflow.cli.verification import Verified, wanted, watcher_for
from coveriflow.formats.result_json import read_run_record


def verified(options: Options, log: Log) -> Verified:
    """As ``verification.verified``; ``MissingTool`` if there is no Prefect, or no server of Prefect's."""
    try:
        from coveriflow.flows.prefect_run import ServerUnavailable, verify_under_prefect
    except ImportError as error:
        raise MissingTool(f"Prefect cannot be imported: {error}\nInstall it with: pip install prefect") from None
    flow, task = wanted(options, log)
    file = options.folder / "result.json"
    try:
        with watcher_for(options, flow, task) as watcher:
            run = verify_under_prefect(flow, task, options.limits, options.folder, Telling(watcher))
    except ServerUnavailable as error:
        raise MissingTool(str(error)) from None
    return Verified(run, read_run_record(file.read_bytes(), str(file)))
