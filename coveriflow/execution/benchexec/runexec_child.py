"""The process in which BenchExec's RunExecutor runs a program: ``python -m coveriflow.execution.benchexec.runexec_child
JSON``.

Signals and cgroups are those of a process of its own, so that no worker is moved into another cgroup. What BenchExec
says, also why it cannot work here, goes to stderr. The program's cgroups are called after this process: those of
processes that were killed before they could remove them are removed by the next one.
"""

from __future__ import annotations

import contextlib
import functools
import json
import logging
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

from benchexec.runexecutor import RunExecutor

_PREFIX = "coveriflow_"
_OURS = re.compile(rf"{_PREFIX}(\d+)_\w*")


def main(text: str) -> None:
    """``text``: a JSON object, without a ``command`` to see only whether it could be run. The result is a file."""
    wanted: dict[str, Any] = json.loads(text)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    executor = RunExecutor(use_namespaces=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: executor.stop())
    cgroups = executor.cgroups
    needed = {cgroups.CPU, cgroups.MEMORY, cgroups.FREEZE}
    cgroups.handle_errors({each for each in needed if each not in cgroups})
    _remove_leftovers(cgroups)
    if "command" not in wanted:
        return
    own = f"{_PREFIX}{os.getpid()}_"
    cgroups.create_fresh_child_cgroup = functools.partial(cgroups.create_fresh_child_cgroup, prefix=own)
    result = executor.execute_run(
        args=wanted["command"],
        output_filename=wanted["output"],
        hardtimelimit=wanted["cpu"],
        walltimelimit=wanted["wall"],
        memlimit=wanted["memory"],
        cores=None if wanted["cores"] is None else sorted(executor.cpus or ())[: wanted["cores"]],
        workingDir=wanted["working"],
        write_header=False,
    )
    Path(wanted["result"]).write_text(json.dumps(_told(result)), encoding="ascii")


def _told(result: dict[str, Any]) -> dict[str, Any]:
    code = result.get("exitcode")
    return {
        "reason": result.get("terminationreason", ""),
        "value": code.value if code is not None else None,
        "signal": code.signal if code is not None else None,
        "cpu": float(result.get("cputime", 0.0)),
        "wall": float(result.get("walltime", 0.0)),
        "memory": int(result.get("memory", 0)),
    }


def _remove_leftovers(cgroups: Any) -> None:
    """Cgroups of processes that are not alive any more; one in which somebody still is cannot be removed."""
    for parent in {Path(str(path)) for path in cgroups.paths}:
        for found in parent.glob(f"{_PREFIX}*"):
            match = _OURS.fullmatch(found.name)
            if match and not Path("/proc", match[1]).exists():
                with contextlib.suppress(OSError):
                    found.rmdir()


if __name__ == "__main__":
    main(sys.argv[1])
