"""Limits hold for the whole process tree of a job, and its use is measured over the whole tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs
from tests.execution.helpers import is_alive, recorded

MIB = 1 << 20


def test_wall(workers: Workers) -> None:
    outcome = workers.submit(jobs.sleeps, 600.0, limits=Limits(wall=0.2)).result()
    assert outcome.end is End.OUT_OF_WALL
    assert 0.2 <= outcome.resources.wall < 30
    assert outcome.resources.cpu < 0.2


def test_cpu(workers: Workers) -> None:
    outcome = workers.submit(jobs.spins, limits=Limits(cpu=0.3, wall=60)).result()
    assert outcome.end is End.OUT_OF_CPU
    assert 0.3 <= outcome.resources.cpu < 3


def test_cpu_of_children_together(workers: Workers, tmp_path: Path) -> None:
    outcome = workers.submit(jobs.spins_in_children, 4, str(tmp_path), limits=Limits(cpu=0.8, wall=60)).result()
    assert outcome.end is End.OUT_OF_CPU
    assert outcome.resources.cpu >= 0.8
    assert not any(is_alive(pid) for pid in recorded(tmp_path))


def test_cpu_of_children_that_are_dead(workers: Workers) -> None:
    outcome = workers.submit(jobs.uses_children, 20, 0.1, limits=Limits(cpu=0.7, wall=60)).result()
    assert outcome.end is End.OUT_OF_CPU
    outcome = workers.submit(jobs.uses_children, 3, 0.1).result()
    assert outcome.value == 3
    assert 0.25 <= outcome.resources.cpu < 1


def test_cpu_of_children_that_nobody_waited_for(workers: Workers) -> None:
    outcome = workers.submit(jobs.uses_children_unseen, 40, 0.2, limits=Limits(cpu=0.8, wall=60)).result()
    assert outcome.end is End.OUT_OF_CPU


def test_cpu_is_measured(workers: Workers) -> None:
    outcome = workers.submit(jobs.spins_for, 0.3).result()
    assert outcome.end is End.FINISHED
    assert 0.25 <= outcome.resources.cpu < 1


@pytest.mark.parametrize("hog", [jobs.hogs, jobs.hogs_in_child])
def test_memory(workers: Workers, hog: Callable[[], None]) -> None:
    outcome = workers.submit(hog, limits=Limits(memory=200 * MIB, wall=60)).result()
    assert outcome.end is End.OUT_OF_MEMORY
    assert 200 * MIB <= outcome.resources.memory < 2000 * MIB


def test_memory_at_once(workers: Workers) -> None:
    outcome = workers.submit(jobs.hogs_at_once, 1 << 40, limits=Limits(memory=200 * MIB)).result()
    assert outcome.end is End.OUT_OF_MEMORY
    assert "MemoryError" in outcome.message


def test_memory_is_measured(workers: Workers) -> None:
    outcome = workers.submit(jobs.hogs_at_once, 150 * MIB).result()
    assert outcome.end is End.FINISHED
    assert 150 * MIB <= outcome.resources.memory < 400 * MIB


def test_shared_memory_counts_once(workers: Workers) -> None:
    outcome = workers.submit(jobs.shares, 6, 100 * MIB, limits=Limits(memory=400 * MIB)).result()
    assert outcome.value == 100 * MIB
    assert outcome.resources.memory <= 400 * MIB


def test_limits_of_one_job_do_not_touch_another(workers: Workers) -> None:
    good = workers.submit(jobs.spins_for, 0.5)
    bad = workers.submit(jobs.spins, limits=Limits(cpu=0.1))
    assert bad.result().end is End.OUT_OF_CPU
    assert good.result().end is End.FINISHED
