"""What a job hears while it runs: that somebody would take a part of its work, and that it has more time."""

from __future__ import annotations

import os
import threading

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes import worker
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs

LIMITS = Limits(cpu=20.0, wall=120.0)


def test_a_job_is_asked_and_told_of_its_time(workers: Workers) -> None:
    answered = threading.Semaphore(0)
    job = workers.submit(jobs.waits_to_be_asked, 2, limits=LIMITS, progress=lambda _: answered.release())
    job.allow(2.5)
    job.ask()  # perhaps before there is a process
    assert answered.acquire(timeout=60)
    job.allow(-1.0)
    job.ask()
    assert job.result().value == [2.5, 1.5]
    assert not [name for name in os.listdir(workers.folder) if "asked" in name or "allowed" in name]
    job.ask()
    job.allow(1.0)
    assert workers.submit(jobs.double, 4, limits=LIMITS).result().value == 8


def test_more_time_than_there_was(workers: Workers) -> None:
    job = workers.submit(jobs.spins_for, 1.0, limits=Limits(cpu=0.6, wall=120.0))
    job.allow(5.0)
    assert job.result().end is End.FINISHED
    job = workers.submit(jobs.spins_for, 20.0, limits=Limits(cpu=20.0, wall=120.0))
    job.allow(-19.7)
    assert job.result().end is End.OUT_OF_CPU


def test_outside_of_a_job_nobody_asks() -> None:
    assert not worker.is_asked()
    assert worker.more_cpu() == 0.0
    worker.answered()
