"""Looking at process trees, and programs as jobs."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Calls, Given
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.contracts import End
from coveriflow.execution.native.launch import Launch, launch
from coveriflow.execution.processes import process_tree
from coveriflow.execution.processes.workers import Workers
from tests.execution.helpers import wait_until


@pytest.fixture
def shell() -> Iterator[subprocess.Popen[bytes]]:
    """A process with two children, one of which has a child of its own."""
    with subprocess.Popen(["sh", "-c", "sleep 600 & sh -c 'sleep 600; true'; true"], start_new_session=True) as parent:
        assert wait_until(lambda: len(psutil.Process(parent.pid).children(recursive=True)) == 3)
        yield parent
        process_tree.kill_trees([parent.pid])


@pytest.mark.parametrize("kernel_lists_children", [True, False])
def test_tree(shell: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, kernel_lists_children: bool) -> None:
    monkeypatch.setattr(process_tree, "_KERNEL_LISTS_CHILDREN", kernel_lists_children)
    found = process_tree.tree(shell.pid)
    expected = psutil.Process(shell.pid).children(recursive=True)
    assert {p.pid for p in found} == {shell.pid, *(p.pid for p in expected)}
    assert found[0].parent == os.getpid()
    assert {p.group for p in found} == {shell.pid}


def test_kill_trees(shell: subprocess.Popen[bytes]) -> None:
    members = [p.pid for p in process_tree.tree(shell.pid)]
    process_tree.kill_trees([shell.pid])
    assert shell.wait() == -9
    assert wait_until(lambda: not any(psutil.pid_exists(pid) for pid in members))


def test_measurements_are_those_of_psutil() -> None:
    mine, theirs = process_tree.process(os.getpid()), psutil.Process()
    assert mine is not None
    assert abs(mine.cpu - sum(theirs.cpu_times()[:2])) < 1
    assert abs(mine.resident - theirs.memory_info().rss) < 64 << 20
    assert 0 < process_tree.proportional(os.getpid()) <= mine.resident + (64 << 20)


def test_a_process_that_is_not_there() -> None:
    with subprocess.Popen(["true"]) as gone:
        pass
    assert process_tree.process(gone.pid) is None
    assert process_tree.children(gone.pid) == []
    assert process_tree.tree(gone.pid) == []
    assert process_tree.proportional(gone.pid) == 0
    process_tree.kill_trees([gone.pid])


def command(folder: Path, *words: str, largest: int = 1 << 20) -> Launch:
    given = Given(Calls.TOOL, writes=(str(folder),))
    outputs = (str(folder / "out"), str(folder / "err"), largest)
    return Launch((shutil.which(words[0]) or words[0], *words[1:]), str(folder), *outputs, ("PATH",), given, chosen())


def test_launch(workers: Workers, tmp_path: Path) -> None:
    script = "pwd; cat; echo complaint >&2; exit 3"
    assert workers.submit(launch, command(tmp_path, "sh", "-c", script)).result().value == 3
    assert (tmp_path / "out").read_text() == f"{tmp_path}\n"
    assert (tmp_path / "err").read_text() == "complaint\n"


def test_launch_under_limits(workers: Workers, tmp_path: Path) -> None:
    outcome = workers.submit(
        launch, command(tmp_path, "sh", "-c", "echo x; sleep 600"), limits=Limits(wall=0.5)
    ).result()
    assert outcome.end is End.OUT_OF_WALL
    assert (tmp_path / "out").read_text() == "x\n"
    assert workers.submit(launch, command(tmp_path, "yes", largest=4096)).result().value == -25
    assert (tmp_path / "out").stat().st_size == 4096


def test_launch_of_what_is_not_there(workers: Workers, tmp_path: Path) -> None:
    outcome = workers.submit(launch, command(tmp_path, "no-such-program")).result()
    assert outcome.end is End.FAILED
    assert "no-such-program" in outcome.message
