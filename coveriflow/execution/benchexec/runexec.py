"""External programs under BenchExec's RunExecutor: the kernel's cgroups count and limit what they use, to the end of
the last of their processes.

Our own supervisor watches RunExecutor from its own process, as it watches other programs: a cancelled or killed one
leaves no process.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tool_logs import RUNEXEC, SUPERVISOR
from coveriflow.execution.benchexec.tool_info import is_installed
from coveriflow.execution.processes.external_process import External, ExternalEnd, ExternalRun, run_external
from coveriflow.program.errors import ToolMissing

_CHECKING = Limits(cpu=30.0, wall=60.0)
_SLACK = 5.0
"""Seconds more than the program's, after which RunExecutor is killed, which should have done it."""
_OWN_MEMORY = 256 << 20
_LEAST = 0.1
_MODULE = "coveriflow.execution.benchexec.runexec_child"
_REASONS = {
    "cputime": ExternalEnd.OUT_OF_CPU,
    "cputime-soft": ExternalEnd.OUT_OF_CPU,
    "walltime": ExternalEnd.OUT_OF_WALL,
    "memory": ExternalEnd.OUT_OF_MEMORY,
}


class Accounting(Enum):
    """Who counts and limits what a program uses. ``AUTO``: BenchExec where it can, else we."""

    OWN = "own"
    RUNEXEC = "runexec"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class HardLimits:
    """Where BenchExec counts, ``cores`` of the machine may be used; all if ``None``."""

    accounting: Accounting = Accounting.OWN
    cores: int | None = None


OWN = HardLimits()


def accounted(what: External, limits: Limits, hard: HardLimits) -> tuple[ExternalRun, str]:
    """Run it, and say who counted: ``supervisor`` or ``runexec``. ``ToolMissing``: BenchExec shall, and cannot."""
    match hard.accounting:
        case Accounting.OWN:
            return run_external(what, limits), SUPERVISOR
        case Accounting.AUTO if why_not():
            return run_external(what, limits), SUPERVISOR
        case Accounting.AUTO:
            return run_hard(what, limits, hard.cores), RUNEXEC
        case Accounting.RUNEXEC:
            if reason := why_not():
                raise ToolMissing(f"BenchExec's runexec cannot be used here: {reason}")
            return run_hard(what, limits, hard.cores), RUNEXEC


@cache
def why_not() -> str:
    """Why BenchExec cannot limit programs here, in its own words; empty if it can."""
    if not is_installed():
        return "BenchExec is not installed: pip install benchexec"
    with tempfile.TemporaryDirectory(prefix="runexec-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        run = run_external(External(_child({}), folder, folder, is_in_box=False), _CHECKING)
    if run.end is ExternalEnd.EXITED and run.status == 0:
        return ""
    text = run.output.decode(errors="replace").strip()
    return text or f"it {run.end.value} with status {run.status}"


def run_hard(what: External, limits: Limits, cores: int | None = None) -> ExternalRun:
    """``run_external`` by RunExecutor. ``OSError`` if the program cannot be started, ``ToolMissing`` if that cannot."""
    result, output = what.folder / ".runexec.json", what.folder / what.output
    result.unlink(missing_ok=True)
    wanted = {
        "command": list(what.command),
        "output": str(output),
        "working": str(what.working),
        "result": str(result),
        "cpu": limits.cpu if limits.cpu is None else max(_LEAST, limits.cpu),
        "wall": limits.wall if limits.wall is None else max(_LEAST, limits.wall),
        "memory": limits.memory,
        "cores": cores,
    }
    outer = replace(what, command=_child(wanted), working=what.folder, output=".runexec.log", is_in_box=False)
    run = run_external(outer, _around(limits))
    told = _read(result)
    if told is None:
        return _without_result(run, output, what.largest)
    size = output.stat().st_size if output.exists() else 0
    end = _REASONS.get(told["reason"])
    if told["reason"] == "failed":
        raise OSError(0, run.output.decode(errors="replace").strip() or "RunExecutor failed")
    status = -told["signal"] if told["signal"] else told["value"] or 0
    if end is None and size >= what.largest:
        end = ExternalEnd.TOO_LARGE
    if end is None:
        end = ExternalEnd.CRASHED if status < 0 else ExternalEnd.EXITED
    used = Resources(told["cpu"], told["wall"], told["memory"])
    return ExternalRun(end, status, _output(output, what.largest), used)


def _without_result(run: ExternalRun, output: Path, largest: int) -> ExternalRun:
    """RunExecutor was killed (its program wrote too much, say), or failed (it has lost its folder): then what it says
    itself is told.
    """
    return run if run.end is ExternalEnd.EXITED else replace(run, output=_output(output, largest))


def _around(limits: Limits) -> Limits:
    """For RunExecutor and its program together."""
    cpu, wall = (None if each is None else each + _SLACK for each in (limits.cpu, limits.wall))
    return Limits(cpu, wall, None if limits.memory is None else limits.memory + _OWN_MEMORY)


def _child(wanted: dict[str, Any]) -> tuple[str, ...]:
    """With the modules that are here, also where they were found by other means than installation."""
    boot = f"import sys; text, *sys.path = sys.argv[1:]; from {_MODULE} import main; main(text)"
    return (sys.executable, "-P", "-c", boot, json.dumps(wanted), *map(str, sys.path))


def _read(result: Path) -> dict[str, Any] | None:
    try:
        told = json.loads(result.read_bytes())
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _output(path: Path, largest: int) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(largest)
