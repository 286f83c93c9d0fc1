"""A night without Prefect: threads that wait for worker processes, as many as the machine can do at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from coveriflow.artifacts.nights import Job, JobResult, Night, NightPlan
from coveriflow.flows.nights.crew import Crew
from coveriflow.flows.nights.doing import done, loaded, recorded


class Hearing(Protocol):
    """Hears what happens in a night, from several threads."""

    def began(self, job: Job) -> None:
        """Work on ``job`` begins."""

    def ended(self, job: Job, result: JobResult | None) -> None:
        """Its result is in the journal; ``None``: it was cancelled."""

    def kept(self, result: JobResult) -> None:
        """The journal had this result already."""


class Silent:
    """A ``Hearing`` that tells nobody."""

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, result: JobResult | None) -> None: ...

    def kept(self, result: JobResult) -> None: ...


class Incomplete(Exception):
    """There are not as many results as there are jobs: the message says which are missing."""


def step(job: Job, crew: Crew, hearing: Hearing) -> JobResult | None:
    """Have the result of one job in the journal; ``None`` if it was cancelled."""
    if crew.cancellation.is_cancelled:
        return None
    what = loaded(job, crew)
    found = recorded(what, crew)
    if found is not None:
        hearing.kept(found)
        return found
    hearing.began(job)
    result: JobResult | None = None
    try:
        result = done(what, crew)
    finally:
        hearing.ended(job, result)
    return result


def run_night(plan: NightPlan, crew: Crew, number: int, hearing: Hearing) -> Night:
    """Do all jobs that have no result yet, ``number`` at a time. Whatever ends this early cancels what runs."""
    began = time.time()
    with ThreadPoolExecutor(number, thread_name_prefix="coveriflow-night") as pool:
        try:
            in_window(plan.jobs, 2 * number, lambda job: pool.submit(step, job, crew, hearing))
        except BaseException:
            crew.cancellation.cancel()
            raise
    return reconciled(crew, plan, began)


def in_window(jobs: tuple[Job, ...], most: int, submit: Callable[[Job], Future[JobResult | None]]) -> None:
    """Submit all, with at most ``most`` under way, so that nothing grows with their number; wait for all."""
    waiting: set[Future[JobResult | None]] = set()
    for job in jobs:
        if len(waiting) >= most:
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            _raise_first(ended)
        waiting.add(submit(job))
    _raise_first(wait(waiting).done)


def _raise_first(ended: set[Future[JobResult | None]]) -> None:
    for future in ended:
        future.result()


def reconciled(crew: Crew, plan: NightPlan, began: float) -> Night:
    """The night as the journal has it; ``Incomplete`` where that is not what was planned."""
    night = crew.journal.night()
    keys = [each.job.key for each in night.results]
    planned = [job.key for job in plan.jobs]
    if keys != planned:
        missing = [job.name for job in plan.jobs if job.key not in set(keys)]
        raise Incomplete(
            f"{len(missing)} of {len(planned)} results are missing, the first is that of {missing[0]}"
            if missing
            else f"{len(keys)} results for {len(planned)} jobs"
        )
    return Night(night.plan, night.results, night.version, began, time.time() - began)
