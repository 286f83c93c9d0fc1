"""Processes that start others as fast as they can: how many there are, and that none is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.commands import started_in_box
from coveriflow.execution.confinement.contracts import Calls, Given, Strength
from coveriflow.execution.confinement.control_groups import bounded
from coveriflow.execution.confinement.places import EVERYTHING
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.processes.external_process import External, ExternalEnd, run_external
from coveriflow.execution.processes.process_tree import everyone
from tests.execution.confinement.test_escapes import command_of

_NOBODY = 65534
_SEVERAL = "sleep 30 >&- 2>&- & sleep 30 >&- 2>&- & sleep 30 >&- 2>&- & sleep 30 >&- 2>&- & wait"

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
        ended = subprocess.run(group.entered(["/bin/sh", "-c", _SEVERAL]), capture_output=True, check=False)
        assert b"fork" in ended.stderr.lower()
        assert ended.returncode != 0
        left = [int(each) for each in (group.folder / "cgroup.procs").read_text().split()]
        assert len(left) == 2
    assert not group.folder.exists()
    last = time.monotonic() + 10
    while {each.pid for each in everyone()} & {*left}:  # until the process that adopts them has seen it
        assert time.monotonic() < last
        time.sleep(0.01)


def test_a_tool_of_other_users_has_no_more_processes_than_are_allowed() -> None:
    """Without a control group: by the limit that is set inside the box. There the kernel counts those of the box."""
    box = chosen()
    if box.strength is not Strength.FULL or os.geteuid() != 0:
        pytest.skip("this needs a full box, and root, who starts a process of another user")

    def start(words: Sequence[str], inherited: tuple[int, ...]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(words, capture_output=True, check=False, pass_fds=inherited, cwd="/", user=_NOBODY)

    given = Given(Calls.TOOL, (EVERYTHING,), processes=4, working="/")
    ended = [started_in_box(start, ["/bin/sh", "-c", several], given, box) for several in ("sleep 0 & wait", _SEVERAL)]
    if b"bwrap" in ended[0].stderr:
        pytest.skip("other users have no user namespaces here")
    assert [each.returncode for each in ended] == [0, 2], ended
    assert b"fork" in ended[1].stderr.lower()


def test_a_tool_sees_no_sockets_of_services() -> None:
    box = chosen()
    if box.strength is not Strength.FULL:
        pytest.skip("this needs a full box")

    def start(words: Sequence[str], inherited: tuple[int, ...]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(words, capture_output=True, check=False, pass_fds=inherited, cwd="/")

    given = Given(Calls.TOOL, (EVERYTHING,), working="/")
    ended = started_in_box(start, ["/bin/sh", "-c", "ls /run; test -d /etc"], given, box)
    assert (ended.returncode, ended.stdout) == (0, b""), ended


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
