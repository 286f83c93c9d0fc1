"""Workers that are ready before their job comes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.accounting import Meter
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs, rehearsed
from tests.execution.helpers import is_alive, recorded, wait_until

OWNER = """
import os, pathlib, sys, time
sys.path[:] = sys.argv[2:]
from coveriflow.execution.processes.workers import Workers
from tests.execution import rehearsed
from tests.execution.helpers import wait_until
import psutil
with Workers(rehearsed.MODULES) as workers:
    for _ in range(rehearsed.JOBS):
        workers.submit(rehearsed.block).result()
    supervisor = psutil.Process(workers._supervisor.pid)
    wait_until(lambda: len(supervisor.children()) == 1 and not os.listdir(workers.folder))
    pathlib.Path(sys.argv[1], "folder").write_text(workers.folder)
    for process in (supervisor, *supervisor.children()):
        pathlib.Path(sys.argv[1], str(process.pid)).touch()
    time.sleep(600)
"""


@pytest.fixture
def ready() -> Iterator[Workers]:
    """Workers one of which waits."""
    with Workers(rehearsed.MODULES) as those:
        begin(those)
        assert wait_until(lambda: len(waiting(those)) == 1)
        yield those


def begin(workers: Workers) -> None:
    for number in range(rehearsed.JOBS):
        assert not waiting(workers)
        assert workers.submit(jobs.double, number).result().value == 2 * number


def waiting(workers: Workers) -> list[int]:
    """The workers without a job: they have a pipe to read one from, and have opened nothing yet."""
    return [child.pid for child in psutil.Process(workers._supervisor.pid).children() if is_waiting(child.pid)]


def is_waiting(process: int) -> bool:
    try:
        files = sorted(os.listdir(f"/proc/{process}/fd"))
        return files == ["0", "1", "2", "3", "4"] and os.readlink(f"/proc/{process}/fd/4").startswith("pipe:")
    except OSError:
        return False


def is_another_waiting(workers: Workers, before: int) -> bool:
    return waiting(workers) not in ([], [before])


def test_the_next_job_has_a_process_already(ready: Workers) -> None:
    for _ in range(3):
        (spare,) = waiting(ready)
        assert (ready.submit(rehearsed.block).result().value or (0, 0))[1] == spare
        assert wait_until(partial(is_another_waiting, ready, spare))


def test_its_pages_are_its_own_and_as_they_were(ready: Workers) -> None:
    """The rehearsal has written to the memory of this process once, before the fork; a job's writing is its own."""
    assert (ready.submit(rehearsed.block).result().value or (0, 0))[0] == 1
    assert wait_until(lambda: len(waiting(ready)) == 1)
    copied = ready.submit(rehearsed.writes).result().value
    assert copied is not None
    assert copied < rehearsed.PAGES / 10
    assert (ready.submit(rehearsed.block).result().value or (0, 0))[0] == 1


def test_a_large_job_leaves_it_waiting(ready: Workers) -> None:
    (spare,) = waiting(ready)
    size, process = ready.submit(rehearsed.sizes, bytes(1 << 20)).result().value or (0, 0)
    assert size == 1 << 20
    assert process != spare
    assert waiting(ready) == [spare]


def test_several_jobs_at_once(ready: Workers) -> None:
    several = [ready.submit(jobs.double, number) for number in range(8)]
    assert [job.result().value for job in several] == [2 * number for number in range(8)]


def test_one_that_was_killed_is_not_missed(ready: Workers) -> None:
    (spare,) = waiting(ready)
    os.kill(spare, signal.SIGKILL)
    assert wait_until(lambda: not psutil.pid_exists(spare))
    assert ready.submit(jobs.double, 4).result().value == 8


@pytest.mark.parametrize(
    ("limits", "end"), [(Limits(cpu=0.3, wall=60), End.OUT_OF_CPU), (Limits(wall=0.2), End.OUT_OF_WALL)]
)
def test_limits_hold(ready: Workers, limits: Limits, end: End) -> None:
    assert ready.submit(jobs.spins, limits=limits).result().end is end


def test_its_memory_is_limited(ready: Workers) -> None:
    outcome = ready.submit(jobs.hogs_at_once, 1 << 40, limits=Limits(memory=200 << 20)).result()
    assert outcome.end is End.OUT_OF_MEMORY
    assert "MemoryError" in outcome.message


def test_what_it_took_to_be_ready_is_not_counted(ready: Workers) -> None:
    outcome = ready.submit(rehearsed.age).result()
    assert outcome.value is not None
    assert outcome.resources.cpu < outcome.value + 0.05
    meter = Meter(Limits(cpu=1.0), before=2.5)
    meter.reap(resource.struct_rusage((2.4, 0.05, *[0] * 14)))
    assert meter.resources().cpu == 0.0
    assert meter.passed() is None


def test_what_a_worker_had_to_import_is_there_for_later_ones(ready: Workers) -> None:
    name = "coveriflow.formats.tools.tool_definition"
    assert ready.submit(rehearsed.imports, name).result().value is False
    assert wait_until(lambda: len(waiting(ready)) == 1)
    assert ready.submit(rehearsed.imports, name).result().value is True


@pytest.mark.parametrize("name", ["coveriflow.flows.running.branches", "colorsys"])
def test_what_may_start_threads_is_not_imported_for_all(ready: Workers, name: str) -> None:
    """That is: what is not ours, and what works for the owner."""
    for _ in range(2):
        assert ready.submit(rehearsed.imports, name).result().value is False
        assert wait_until(lambda: len(waiting(ready)) == 1)


def test_a_rehearsal_that_fails() -> None:
    with Workers(rehearsed.FAILING) as own:
        begin(own)
        assert wait_until(lambda: len(waiting(own)) == 1)
        assert own.submit(jobs.double, 5).result().value == 10


def test_none_is_left(ready: Workers) -> None:
    (spare,) = waiting(ready)
    ready.__exit__(None, None, None)
    assert not is_alive(spare)
    assert not Path(ready.folder).exists()


@pytest.mark.parametrize("who", ["owner", "supervisor"])
def test_none_is_left_by_who_is_killed(tmp_path: Path, who: str) -> None:
    command = [sys.executable, "-c", OWNER, str(tmp_path), *sys.path]
    owner = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    assert wait_until(lambda: len(recorded(tmp_path)) == 2)
    supervisor = psutil.Process(owner.pid).children()[0].pid
    os.kill(owner.pid if who == "owner" else supervisor, signal.SIGKILL)
    assert wait_until(lambda: not any(is_alive(pid) for pid in recorded(tmp_path)))
    assert wait_until(lambda: not Path((tmp_path / "folder").read_text()).exists() or who == "supervisor")
    owner.kill()
    owner.wait()
