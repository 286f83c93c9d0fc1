"""``coveriflow verify``: the workers are started first, and the rest is loaded and read while they come up."""

from __future__ import annotations

import time

from coveriflow.cli.arguments.sandbox import choose_box
from coveriflow.cli.commands.verify.endings import recorded
from coveriflow.cli.contracts import Log, Options
from coveriflow.cli.input_files import check
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.catalogue.flow_paths import find_flow_modules
from coveriflow.flows.running.worker_modules import MODULES


def verify(options: Options, log: Log) -> int:
    """Verify, write the evidence, show the result; the exit code."""
    start = time.monotonic()
    with recorded(options, log) as ending:
        check(options)
        choose_box(options.sandbox)
        find_flow_modules(options.flow, options.code)
        if options.prefect:
            from coveriflow.cli.commands.verify import prefect, run

            found = prefect.verified(options, log)
            ending.is_written = True
            return run.told(options, found, start)
        with Workers(MODULES) as workers:
            from coveriflow.cli.commands.verify import run

            found = run.verified(options, log, workers)
            ending.is_written = True
            return run.told(options, found, start)
