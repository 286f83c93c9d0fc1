"""Prefect's log of task runs and flow runs: what went wrong is one line, where a traceback would tell nothing more.

A state that a task returns is no exception. An exception of ours that a flow of the user has not caught is a sentence
about a verdict or an input: its traceback leads through Prefect alone.
"""

from __future__ import annotations

import logging

from prefect.exceptions import CancelledRun

from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.flows.prefect_backend.failures import ActorFailed, BatchFailed
from coveriflow.program.errors import InputError, NotSupported

_SENTENCES = (ActorFailed, BatchFailed, CancelledRun, CompositionError, InputError, NotSupported)
_TASK_RUNS, _FLOW_RUNS = "prefect.task_runs", "prefect.flow_runs"


def _without_empty_traceback(record: logging.LogRecord) -> bool:
    """Prefect logs each failure with the exception that is handled then: without one it writes ``NoneType: None``."""
    if record.exc_info is not None and record.exc_info[0] is None:
        record.exc_info = None
    return True


def _with_one_line(record: logging.LogRecord) -> bool:
    """For what is no defect of anybody's code."""
    if record.exc_info and isinstance(record.exc_info[1], _SENTENCES):
        record.exc_info = None
    return True


def show_no_needless_tracebacks() -> None:
    """From now on; it may be called again."""
    logging.getLogger(_TASK_RUNS).addFilter(_without_empty_traceback)
    for name in (_TASK_RUNS, _FLOW_RUNS):
        logging.getLogger(name).addFilter(_with_one_line)
