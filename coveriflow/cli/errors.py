"""Where every exception ends: as a sentence for people and an exit code, never as a traceback on the screen."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

from coveriflow.cli.contracts import Answered, Exit, Log
from coveriflow.cli.signals import Interrupted, catch_signals, ignore_signals
from coveriflow.program.errors import InputError, NotSupported, Span, ToolMissing
from coveriflow.report.streams import silence

DEFECT = "This is a defect of coveriflow, please report it"
_TRACEBACK = "internal-error.txt"


def guarded(command: Callable[[Log], int], begun: float | None = None) -> int:
    """Run ``command``; what it raises is reported on stderr. Returns the exit code. ``begun``: see ``Log``."""
    log = Log() if begun is None else Log(begun=begun)
    _prepare_streams()
    try:
        catch_signals()
        code = _ended(command, log)
    except Interrupted as interrupted:
        _tell_interruption()
        code = interrupted.exit_code
    ignore_signals()
    _flush()
    gc.freeze()  # the end of the process is quicker when nothing is looked through again
    return code


def _ended(command: Callable[[Log], int], log: Log) -> int:
    try:
        return command(log)
    except Answered as answered:
        return int(answered.args[0])
    except SystemExit as left:
        report_error(f"loaded code would end the run, by sys.exit({left.code!r}): there is no result")
        return Exit.BAD_INPUT
    except InputError as error:
        report_error(error.message, error.span)
        return Exit.MISSING if isinstance(error, ToolMissing) else Exit.BAD_INPUT
    except NotSupported as error:
        report_error(f"{error.feature} is not supported", error.span)
        return Exit.UNKNOWN
    except (Interrupted, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - the last boundary before the user
        if interrupted := _interruption_behind(error):
            raise interrupted from None
        if lack := _lack(error):
            report_error(f"{lack}, or a limit of the shell allows no more (ulimit -a): there is no result")
            return Exit.MISSING
        _tell_internal_error(error, log)
        return Exit.INTERNAL_ERROR


_LACKS = {
    errno.ENOMEM: "the machine has no memory left",
    errno.EAGAIN: "the machine has no process left",
    errno.EMFILE: "no more files may be open",
    errno.ENFILE: "no more files may be open",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
}


def _lack(error: BaseException) -> str:
    """What the machine had no more of, if that is why."""
    if isinstance(error, MemoryError):
        return _LACKS[errno.ENOMEM]
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return _LACKS[errno.EAGAIN]
    return _LACKS.get(error.errno or 0, "") if isinstance(error, OSError) else ""


def _interruption_behind(error: BaseException) -> Interrupted | None:
    """What a class that was being made wrapped: Python 3.11 makes a ``RuntimeError`` of what its parts raise."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, Interrupted):
        found = found.__cause__ or found.__context__
    return found


def report_error(message: str, span: Span | None = None) -> None:
    """What is wrong, the place, and its line with a caret, on stderr."""
    from coveriflow.report.messages import error_page
    from coveriflow.report.source_excerpts import line_at
    from coveriflow.report.terminal.console import show, width_of

    show(error_page(message, span, line_at(span), width_of(sys.stderr)), sys.stderr)


def _tell_interruption() -> None:
    with contextlib.suppress(Exception):
        report_error("interrupted: everything that was running has been ended; there is no result")


def _tell_internal_error(error: BaseException, log: Log) -> None:
    place = _written(error, log.folder)
    where = f"the traceback is in {place}." if place else "the traceback could not be written."
    what = " ".join(f"{type(error).__name__}: {error}".split())
    report_error(f"internal error: {what}\n{DEFECT}; {where}")


def _written(error: BaseException, folder: Path | None) -> str:
    """The file that has the traceback now; empty if it can be written nowhere."""
    import tempfile
    import traceback

    text = "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace")
    with contextlib.suppress(OSError):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            Path(folder, _TRACEBACK).write_bytes(text)
            return str(folder / _TRACEBACK)
    with contextlib.suppress(OSError):
        descriptor, name = tempfile.mkstemp(prefix="coveriflow-error-", suffix=".txt")
        with open(descriptor, "wb") as file:
            file.write(text)
        return name
    return ""


def _prepare_streams() -> None:
    """Streams that are closed swallow what is written; names that have no encoding are printed with escapes."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - for the rest of the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    """What cannot be written any more (a closed pipe) must not be tried again when the process ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            silence(stream)
