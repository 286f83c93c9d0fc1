"""``coveriflow debug``: gdb at the violation that a run has found."""

from __future__ import annotations

import sys
from pathlib import Path

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.contracts import DebugOptions, Exit
from coveriflow.execution.native.reproduction import DEBUGGER, SCRIPT, debugging, start_debugger
from coveriflow.flows.running.reproductions import FOLDER
from coveriflow.flows.running.run_folder import RESULT
from coveriflow.flows.tasks.load import read
from coveriflow.formats.results.result_json import RunRecord, read_run_record
from coveriflow.program.errors import InputError, Span
from coveriflow.report.streams import say


def debug(options: DebugOptions) -> Exit:
    """Print what gdb is asked, or become gdb; the exit code."""
    folder = options.folder / FOLDER
    record = _record(options.folder)
    if not (folder / SCRIPT).is_file():
        raise InputError(_why_not(record), Span(str(options.folder)))
    command = debugging(folder, options.gdb)
    if options.only_print:
        say(f"{command}\n\n{_text(folder / SCRIPT)}\n{_text(folder / DEBUGGER)}", sys.stdout)
        return Exit.TRUE
    say(f"{record.violated or record.reason}\n{command}", sys.stderr)
    return start_debugger(folder, options.gdb)


def _record(folder: Path) -> RunRecord:
    path = folder / RESULT
    if not path.is_file():
        raise InputError("this is no folder of a run: 'coveriflow verify' makes one", Span(str(folder)))
    return read_run_record(read(path), str(path))


def _why_not(record: RunRecord) -> str:
    """Why no execution is at hand."""
    match record.verdict:
        case Verdict.TRUE:
            return "there is nothing to debug: the run has found no violation"
        case Verdict.UNKNOWN:
            return "there is nothing to debug: the verdict is unknown, and no execution is at hand"
        case Verdict.FALSE:
            how = f" (confirmed by {record.confirmed_by})" if record.confirmed_by else ""
            return f"there is nothing to debug: no program that is compiled here repeats this violation{how}"


def _text(path: Path) -> str:
    return read(path).decode("utf-8", "replace")
