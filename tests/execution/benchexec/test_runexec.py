"""Programs under BenchExec's RunExecutor: hard limits, exact ends, and nothing left, also where somebody is killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TypedDict

import pytest

pytest.importorskip("benchexec")

from coveriflow.actors import tool
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tool_logs import RUNEXEC, SUPERVISOR, ToolLog
from coveriflow.execution.benchexec import runexec
from coveriflow.execution.benchexec.runexec import Accounting, HardLimits, accounted, run_hard, why_not
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.external_process import External, ExternalEnd
from coveriflow.execution.processes.process_tree import everyone
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.catalogue.settings import with_accounting
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError, ToolMissing
from tests.actors.tasks import here, program
from tests.execution.helpers import is_alive, wait_until

SAFE = program("int main(void) { return 0; }")
GREEDY = "import sys; x = bytearray(300 << 20); x[::4096] = b'1' * len(x[::4096])"


@pytest.fixture(scope="module")
def cgroups() -> None:
    if reason := why_not():
        pytest.skip(f"BenchExec cannot limit programs here: {reason.splitlines()[0]}")


def script(folder: Path, text: str) -> str:
    path = folder / "played"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo 1.5; exit 0; }}\n{text}\n')
    path.chmod(0o755)
    return str(path)


def leftovers() -> list[Path]:
    """Of processes that are gone (other tests may run programs at the same time), in the cgroups of this one."""
    own = {line.split(":", 2)[2].rstrip("/") for line in Path("/proc/self/cgroup").read_text().splitlines()}
    found = [each for each in Path("/sys/fs/cgroup").rglob("coveriflow_*") if each.is_dir()]
    ours = [each for each in found if any(str(each.parent).endswith(path) for path in own)]
    return [each for each in ours if not Path("/proc", each.name.split("_")[1]).exists()]


@pytest.mark.usefixtures("cgroups")
@pytest.mark.parametrize(
    ("command", "limits", "end", "status"),
    [
        (("sh", "-c", "echo hello; exit 3"), Limits(9, 60), ExternalEnd.EXITED, 3),
        (("sh", "-c", "while :; do :; done"), Limits(0.5, 60), ExternalEnd.OUT_OF_CPU, -9),
        (("sleep", "1000"), Limits(9, 0.5), ExternalEnd.OUT_OF_WALL, -9),
        ((sys.executable, "-c", GREEDY), Limits(9, 60, 100 << 20), ExternalEnd.OUT_OF_MEMORY, -9),
        (("sh", "-c", "kill -SEGV $$"), Limits(9, 60), ExternalEnd.CRASHED, -11),
        (("sh", "-c", "setsid sleep 1000 & exit 0"), Limits(9, 60), ExternalEnd.EXITED, 0),
        (("head", "-c", "2000000", "/dev/zero"), Limits(9, 60), ExternalEnd.TOO_LARGE, -25),
    ],
)
def test_each_end(tmp_path: Path, command: tuple[str, ...], limits: Limits, end: ExternalEnd, status: int) -> None:
    run = run_hard(External(command, tmp_path, tmp_path, largest=1 << 20), limits)
    assert (run.end, run.status) == (end, status)
    assert run.output == b"hello\n" or end is not ExternalEnd.EXITED or status == 0
    assert not [each for each in everyone() if (tmp_path / "x").parent == _folder_of(each.pid)]
    assert wait_until(lambda: not leftovers())  # another test may have cancelled a job of its own just now


def _folder_of(pid: int) -> Path | None:
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd"))
    except OSError:
        return None


@pytest.mark.usefixtures("cgroups")
def test_what_cannot_be_started_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file or directory: '/nowhere/tool'"):
        run_hard(External(("/nowhere/tool",), tmp_path, tmp_path), Limits(9, 60))


@pytest.mark.usefixtures("cgroups")
def test_only_so_many_cores(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "import os; print(len(os.sched_getaffinity(0)))")
    assert run_hard(External(command, tmp_path, tmp_path), Limits(9, 60), cores=1).output == b"1\n"


@pytest.mark.usefixtures("cgroups")
def test_a_tool_that_fills_its_folder_is_ended(tmp_path: Path) -> None:
    text = "i=0; while [ $i -lt 40 ]; do head -c 1000000 /dev/zero > f$i; i=$((i + 1)); done; sleep 1000"
    external = External(("sh", "-c", text), tmp_path, tmp_path, total=10 << 20)
    assert run_hard(external, Limits(30, 60)).end is ExternalEnd.TOO_LARGE


@pytest.mark.usefixtures("cgroups")
def test_a_job_that_is_cancelled_leaves_no_process_and_its_cgroups_go_with_the_next_run(tmp_path: Path) -> None:
    external = External(("sh", "-c", "setsid sleep 1000 & echo $! > pid; sleep 1000"), tmp_path, tmp_path)
    pid = tmp_path / "pid"
    with Workers(()) as workers:
        job = workers.submit(run_hard, external, Limits(60, 600))
        assert wait_until(lambda: pid.exists() and pid.read_text().strip() != "")
        job.cancel()
        assert job.result().end is End.CANCELLED
        assert not is_alive(int(pid.read_text()))
    run_hard(External(("true",), tmp_path, tmp_path), Limits(9, 60))
    assert wait_until(lambda: not leftovers())  # another test may have cancelled a job of its own just now


# --- who counts ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cgroups")
@pytest.mark.parametrize("accounting", ["runexec", "auto"])
def test_the_log_says_who_counted(tmp_path: Path, accounting: str) -> None:
    got = here(tool("command", executable=script(tmp_path, "echo TRUE"), accounting=accounting), SAFE)
    assert got[ToolLog].accounting == RUNEXEC
    assert got[ToolLog].used.memory > 0
    assert got[ToolLog].output == "TRUE\n"


def test_we_count_where_benchexec_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runexec, "why_not", lambda: "there are no cgroups\nsee the manual")
    external = External(("true",), tmp_path, tmp_path)
    for accounting in (Accounting.AUTO, Accounting.OWN):
        run, by = accounted(external, Limits(9, 60), HardLimits(accounting))
        assert (run.status, by) == (0, SUPERVISOR)
    with pytest.raises(ToolMissing, match=r"runexec cannot be used here: there are no cgroups\nsee the manual"):
        here(tool("command", executable=script(tmp_path, "echo TRUE"), accounting="runexec"), SAFE)


def test_benchexec_that_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runexec, "is_installed", lambda: False)
    assert "pip install" in why_not.__wrapped__()


class Counted(TypedDict, total=False):
    accounting: str
    cores: int


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"accounting": "magic"}, "accounting is own, runexec or auto, and not 'magic'"),
        ({"cores": 1}, "cores are limited by BenchExec only"),
        ({"cores": 0, "accounting": "runexec"}, "at least one"),
    ],
)
def test_what_nobody_can_count(tmp_path: Path, parameters: Counted, message: str) -> None:
    with pytest.raises(InputError, match=message):
        here(tool("command", executable=script(tmp_path, "echo TRUE"), **parameters), SAFE)


def test_the_command_line_says_it_to_all_tools_of_a_flow() -> None:
    flow = with_accounting(Flow("both", tool("cbmc") & tool("eva")), "runexec")
    assert [dict(part.parameters)["accounting"] for part in flow.composition.parts] == ["runexec", "runexec"]  # type: ignore[union-attr]
    assert with_accounting(READY["cmc"](), "auto") == READY["cmc"]()
    with pytest.raises(InputError, match="flow 'cmc' runs no external tool"):
        with_accounting(READY["cmc"](), "runexec")
