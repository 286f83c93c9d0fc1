"""What is written of a run that came to no end: every ending of a verification leaves a ``result.json``."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from coveriflow import __version__
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import Failure, RunRecord, write_run_record
from coveriflow.program.errors import InputError, Interruption, NotSupported, ToolMissing
from coveriflow.program.types.data_model import DataModel


def unfinished(error: BaseException, flow: str, files: Sequence[Path], model: DataModel | None) -> RunRecord:
    """The record of a run that ``error`` has ended: ``unknown``, and why."""
    kind, reason = _failure_of(error)
    return RunRecord(
        verdict=Verdict.UNKNOWN,
        property="",
        flow=flow,
        task=str(files[0]) if files else "",
        program_hash="",
        data_model=model or DataModel.LP64,
        version=__version__,
        error=kind,
        reason=reason,
    )


def leave_record(record: RunRecord, folder: Path) -> None:
    """Write ``result.json`` in the place of that of an earlier run, where that is possible."""
    with contextlib.suppress(OSError, ValueError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "result.json").write_bytes(write_run_record(record))


def _failure_of(error: BaseException) -> tuple[Failure, str]:
    match error:
        case ToolMissing():
            return Failure.MISSING, str(error)
        case InputError():
            return Failure.BAD_INPUT, str(error)
        case NotSupported():
            return Failure.NOT_SUPPORTED, str(error)
        case Interruption() | KeyboardInterrupt():
            return Failure.INTERRUPTED, "interrupted: everything that was running has been ended"
        case SystemExit():
            return Failure.BAD_INPUT, f"loaded code would end the run, by sys.exit({error.code!r})"
        case _:
            return Failure.INTERNAL, f"{type(error).__name__}: {error}"
