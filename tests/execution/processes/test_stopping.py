"""Jobs that are stopped where they have used some CPU time, and go on later."""

from __future__ import annotations

import os
import queue
import signal
import time
from pathlib import Path

import psutil

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs
from tests.execution.helpers import PATIENCE, is_alive, recorded, wait_until

LIMITS = Limits(cpu=60.0, wall=600.0)


def test_a_job_is_stopped_and_goes_on_where_it_was(workers: Workers) -> None:
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(jobs.spins_for, 1.0, limits=LIMITS, until=0.3, stopped=stops.put)
    first = stops.get(timeout=PATIENCE)
    assert 0.3 <= first.cpu < 1.0
    time.sleep(0.5)
    assert not job.done
    job.go_on(0.6)
    second = stops.get(timeout=PATIENCE)
    assert 0.6 <= second.cpu < 1.0
    job.go_on(None)
    done = job.result()
    assert done.end is End.FINISHED
    assert stops.empty()
    assert 0.9 < done.resources.cpu < 2.0


def test_the_time_in_which_it_is_stopped_is_not_its_own(workers: Workers) -> None:
    stops = queue.SimpleQueue[Resources]()
    begun = time.monotonic()
    job = workers.submit(jobs.spins_for, 0.5, limits=LIMITS, until=0.2, stopped=stops.put)
    stops.get(timeout=PATIENCE)
    time.sleep(2.0)
    job.go_on(None)
    used = job.result().resources
    assert used.wall < time.monotonic() - begun - 1.9


def test_its_children_are_stopped_too(workers: Workers, tmp_path: Path) -> None:
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(jobs.spins_with_a_child, str(tmp_path), 1.5, limits=LIMITS, until=0.4, stopped=stops.put)
    stops.get(timeout=PATIENCE)
    processes = recorded(tmp_path)
    assert len(processes) == 2
    assert wait_until(lambda: all(psutil.Process(pid).status() == psutil.STATUS_STOPPED for pid in processes))
    job.go_on(None)
    assert job.result().end is End.FINISHED


def test_memory_that_it_shares_since_a_fork_counts_once(workers: Workers, tmp_path: Path) -> None:
    """While it waits. Its peak is that of both."""
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(jobs.spins_beside_a_copy, str(tmp_path), 300, 1.5, limits=LIMITS, until=1.0, stopped=stops.put)
    assert 300 << 20 <= stops.get(timeout=PATIENCE).memory < 500 << 20
    job.go_on(None)
    assert job.result().resources.memory > 600 << 20


def test_what_is_stopped_can_be_cancelled(workers: Workers, tmp_path: Path) -> None:
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(jobs.spins_with_a_child, str(tmp_path), 60.0, limits=LIMITS, until=0.3, stopped=stops.put)
    stops.get(timeout=PATIENCE)
    processes = recorded(tmp_path)
    job.cancel()
    assert job.result().end is End.CANCELLED
    assert not any(map(is_alive, processes))


def test_the_limit_of_wall_time_ends_what_is_stopped(workers: Workers) -> None:
    limits = Limits(cpu=60.0, wall=1.5)
    assert workers.submit(jobs.spins_for, 60.0, limits=limits, until=0.2).result().end is End.OUT_OF_WALL


def test_for_which_others_wait_is_not_stopped(workers: Workers, tmp_path: Path) -> None:
    """A lock that it holds would stay with it: it is stopped after what it does under the lock."""
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(jobs.spins_while_others_wait, str(tmp_path), 0.6, limits=LIMITS, until=0.1, stopped=stops.put)
    stops.get(timeout=PATIENCE)
    assert Path(tmp_path, "done").exists()
    job.cancel()
    assert job.result().end is End.CANCELLED
    assert not [path for path in Path(workers.folder).iterdir() if "holding" in path.name]


def test_what_a_job_started_goes_with_it(workers: Workers, tmp_path: Path) -> None:
    """Also where nobody is left who would let it go on: a supervisor is never stopped."""
    stops = queue.SimpleQueue[Resources]()
    job = workers.submit(
        jobs.spins_below_a_supervisor, str(tmp_path), 60.0, limits=LIMITS, until=0.6, stopped=stops.put
    )
    stops.get(timeout=PATIENCE)
    assert wait_until(lambda: len(recorded(tmp_path)) == 3)
    processes = recorded(tmp_path)
    (top,) = (pid for pid in processes if psutil.Process(pid).ppid() not in processes and not _is_below(pid, processes))
    assert wait_until(lambda: all(psutil.Process(pid).status() == psutil.STATUS_STOPPED for pid in processes))
    os.kill(top, signal.SIGKILL)
    assert job.result().end is End.DIED
    assert wait_until(lambda: not any(map(is_alive, processes)))


def _is_below(pid: int, processes: list[int]) -> bool:
    return any(parent.pid in processes for parent in psutil.Process(pid).parents())
