"""Processes that start others as fast as they can: how many there are, and that none is left."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.control_groups import bounded
from coveriflow.execution.processes.external_process import External, ExternalEnd, run_external
from coveriflow.execution.processes.process_tree import everyone
from tests.execution.confinement.test_escapes import command_of

pytestmark = pytest.mark.usefixtures("compiler")


@pytest.mark.parametrize("leaves", [pytest.param("", marks=pytest.mark.slow), "setsid();"])
def test_a_storm_of_a_tools_processes_is_over_at_once(leaves: str, tmp_path: Path) -> None:
    """Where the kernel bounds them; without that the machine would be at stake if this failed."""
    with bounded(8) as group:
        if group is None:
            pytest.skip("this machine lets no control group be made")
    text = f"int fork(void), setsid(void); int main(void) {{ for (;;) if (fork() == 0) {{ {leaves} }} }}"
    (tmp_path / "storm.c").write_text(text)
    subprocess.run(["gcc", "-w", "storm.c", "-o", "storm-of-a-test"], cwd=tmp_path, check=True)
    external = External((str(tmp_path / "storm-of-a-test"),), tmp_path, tmp_path)
    start = time.monotonic()
    assert run_external(external, Limits(wall=10)).end in (ExternalEnd.TOO_MANY, ExternalEnd.OUT_OF_WALL)
    assert time.monotonic() - start < 11
    assert [each.pid for each in everyone() if "storm-of-a-test" in command_of(each.pid)] == []


def test_no_more_processes_than_are_allowed() -> None:
    with bounded(3) as group:
        if group is None:
            pytest.skip("this machine lets no control group be made")
        several = "sleep 30 >&- 2>&- & sleep 30 >&- 2>&- & sleep 30 >&- 2>&- & wait"
        ended = subprocess.run(group.entered(["/bin/sh", "-c", several]), capture_output=True, check=False)
        assert b"fork" in ended.stderr.lower()
        assert ended.returncode != 0
        left = [int(each) for each in (group.folder / "cgroup.procs").read_text().split()]
        assert len(left) == 2
    assert not group.folder.exists()
    last = time.monotonic() + 10
    while {each.pid for each in everyone()} & {*left}:  # until the process that adopts them has seen it
        assert time.monotonic() < last
        time.sleep(0.01)


def test_what_a_killed_process_has_left_is_removed() -> None:
    made = "from coveriflow.execution.confinement.control_groups import bounded\nimport os\n"
    killed = (
        f"{made}with bounded(8) as group:\n    print(group and group.folder, flush=True)\n    os.kill(os.getpid(), 9)"
    )
    found = subprocess.run([sys.executable, "-c", killed], capture_output=True, text=True, check=False)
    left = Path(found.stdout.strip())
    if not left.is_absolute():
        pytest.skip("this machine lets no control group be made")
    assert left.exists()
    subprocess.run([sys.executable, "-c", f"{made}with bounded(8): pass"], check=True)
    assert not left.exists()


def test_the_status_and_the_arguments_are_those_of_the_command() -> None:
    with bounded(8) as group:
        if group is None:
            pytest.skip("this machine lets no control group be made")
        command = ["/bin/sh", "-c", 'printf "%s|" "$@"; exit 7', "sh", "a b", "", "$x", "*"]
        ended = subprocess.run(group.entered(command), capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (7, b"a b||$x|*|")
