"""BenchExec's ``table-generator``, in a process of its own: HTML and CSV tables from its result files."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from coveriflow.execution.processes.child_process import Bounds, ToolEnd, run_tool
from coveriflow.program.errors import InputError, ToolMissing

_CALL = "import sys; from benchexec.tablegenerator import main; sys.exit(main())"
_BOUNDS = Bounds(seconds=600, memory=8 << 30)


def generate_tables(results: Sequence[Path], folder: Path) -> Path:
    """The page that was made of ``results``; ``ToolMissing`` without BenchExec, ``InputError`` where it fails."""
    if importlib.util.find_spec("benchexec") is None:
        raise ToolMissing("table-generator is a part of BenchExec\nInstall it with: pip install benchexec")
    name = "table"
    words = ["--outputpath", str(folder), "--name", name, "--quiet", *map(str, results)]
    done = run_tool([sys.executable, "-c", _CALL, *words], bounds=_BOUNDS)
    if done.end is not ToolEnd.EXITED or done.status != 0:
        last = done.errors.decode(errors="replace").strip().rpartition("\n")[2] or done.end.value
        raise InputError(f"table-generator failed: {last}")
    return folder / f"{name}.{'table.' if len(results) > 1 else ''}html"
