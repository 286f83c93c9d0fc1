"""Killed at any moment (the night itself, the supervisor of its workers, a worker) and begun again under the same name,
a night gives the same table; no result is lost or there twice, and no process is left.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from coveriflow.execution.processes.workers import MARKS
from coveriflow.flows.batch.result_folder import ResultFolder
from tests.execution.helpers import wait_until
from tests.flows.batch.helpers import BROKEN, HEAD, SAFE, UNSAFE, told, write_tasks

OWNER = (
    "import sys; sys.path[:] = sys.argv[1].split(':'); from coveriflow.cli import main; sys.exit(main(sys.argv[2:]))"
)
FLOWS = ("bmc", "kinduction")
PATIENCE = 300.0
BUSY = (
    HEAD + "int main(void) { unsigned i = 0; while (i < 60u) { i = i + 1u; } if (i != 60u) reach_error(); return 0; }\n"
)
EXPECTED = {
    **{("broken", flow): "bad input" for flow in FLOWS},
    **{("busy", flow): "true" for flow in FLOWS},
    **{("safe", flow): "true" for flow in FLOWS},
    **{("unsafe", flow): "false" for flow in FLOWS},
}
VICTIMS = ("owner", "supervisor", "anybody")
DAILY = 1
RUNS = [pytest.param(seed, marks=() if seed < DAILY else pytest.mark.slow) for seed in range(20 + DAILY)]


def marked(mark: str) -> list[psutil.Process]:
    """The processes below the owner, whatever they have done to detach themselves; the owner first."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if mark in process.environ().get(MARKS, "") and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return sorted(found, key=lambda each: each.create_time())


def kill(victim: str, owner: subprocess.Popen[bytes], mark: str, chance: random.Random) -> None:
    """Who is not there (any more) is not killed."""
    others = [each for each in marked(mark) if each.pid != owner.pid]
    if victim == "owner" or not others:
        owner.kill()
        return
    with contextlib.suppress(psutil.Error):
        (others[0] if victim == "supervisor" else chance.choice(others)).kill()


@pytest.mark.parametrize("seed", RUNS)
def test_killed_and_begun_again(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    programs = {"safe": SAFE, "unsafe": UNSAFE, "busy": BUSY, "broken": BROKEN}
    write_tasks(tmp_path / "tasks", programs, {"safe": True, "unsafe": False, "busy": True})
    (tmp_path / "tmp").mkdir()
    mark = f"mark-of-{tmp_path.name}-{os.getpid()}"
    environment = os.environ | {MARKS: mark, "TMPDIR": str(tmp_path / "tmp"), "COVERIFLOW_CACHE": "off"}
    words = ["nightly", "tasks", *(word for flow in FLOWS for word in ("--flow", flow)), "--name", "one", "--jobs", "2"]
    command = [sys.executable, "-c", OWNER, ":".join(sys.path), *words, "--cpu", "60s"]
    results_folder = ResultFolder(tmp_path / "coveriflow-nights" / "one")
    deadline = time.monotonic() + PATIENCE
    for kills in range(4):
        owner = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        if kills < 3:
            enough = chance.randrange(len(EXPECTED))  # results after which somebody is killed
            while owner.poll() is None and len(list(results_folder.folder.glob("results/*.json"))) < enough:
                time.sleep(0.02)
            time.sleep(chance.uniform(0.0, 0.5))
            kill(VICTIMS[(seed + kills) % len(VICTIMS)], owner, mark, chance)
        _, errors = owner.communicate(timeout=max(1.0, deadline - time.monotonic()))
        assert owner.returncode in (2, -9), errors.decode()  # the broken program is bad input
        assert wait_until(lambda: not marked(mark)), "a process is left"
    assert owner.returncode == 2, errors.decode()
    assert told(results_folder.batch().results) == EXPECTED
    assert len(list((results_folder.folder / "results").iterdir())) == len(EXPECTED)
    assert not list((tmp_path / "tmp").iterdir())
