"""Prefect's log of task runs: a state that a task returns is no exception, so that there is no traceback to show."""

from __future__ import annotations

import logging

_TASK_RUNS = "prefect.task_runs"


def _without_empty_traceback(record: logging.LogRecord) -> bool:
    """Prefect logs each failure with the exception that is handled then: without one it writes ``NoneType: None``."""
    if record.exc_info is not None and record.exc_info[0] is None:
        record.exc_info = None
    return True


def show_no_empty_tracebacks() -> None:
    """From now on; it may be called again."""
    logging.getLogger(_TASK_RUNS).addFilter(_without_empty_traceback)
