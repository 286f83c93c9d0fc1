"""A batch run without Prefect: threads that wait for worker processes, as many as the machine can do at a time."""

from __future__ import annotations

import contextlib
import gc
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from coveriflow.artifacts.batch.results import Batch, BatchPlan, Job, JobResult
from coveriflow.flows.batch.job import Loaded, done, loaded, recorded
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.batch.shared_folder import claim

BETWEEN_LOOKS = 0.5  # seconds from one look at jobs that others do to the next


class Hearing(Protocol):
    """Hears what happens in a batch run, from several threads."""

    def began(self, job: Job) -> None:
        """Work on ``job`` begins."""

    def ended(self, job: Job, result: JobResult | None) -> None:
        """Its result is in the result folder; ``None``: it was cancelled."""

    def kept(self, result: JobResult) -> None:
        """The result folder had this result already."""


class Silent:
    """A ``Hearing`` that reports nothing."""

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, result: JobResult | None) -> None: ...

    def kept(self, result: JobResult) -> None: ...


@dataclass(slots=True)
class Counting:
    """Counts, and passes on what it hears. ``done``: results that were made here."""

    hearing: Hearing
    total: int
    done: int = 0
    kept_ones: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def began(self, job: Job) -> None:
        self.hearing.began(job)

    def ended(self, job: Job, result: JobResult | None) -> None:
        with self._lock:
            self.done += result is not None
        self.hearing.ended(job, result)

    def kept(self, result: JobResult) -> None:
        with self._lock:
            self.kept_ones += 1
        self.hearing.kept(result)

    @property
    def percentage(self) -> float:
        """Of jobs that have ended."""
        return round(100.0 * (self.done + self.kept_ones) / max(1, self.total), 1)


class Incomplete(Exception):
    """There are not as many results as there are jobs: the message says which are missing."""


class Look(Enum):
    """What came of a look at a job."""

    OVER = "has a result, or was cancelled"
    TAKEN = "another process works on it"


def step(job: Job, context: BatchContext, hearing: Hearing) -> Look:
    """Have the result of one job in the result folder, unless another process is about to."""
    if context.cancellation.is_cancelled:
        return Look.OVER
    if found := context.results_folder.new_result(job):
        hearing.kept(found)
        return Look.OVER
    mine = claim(context.results_folder, job)
    if mine is None:
        return Look.TAKEN
    try:
        _do(job, context, hearing)
    finally:
        mine.release()
    return Look.OVER


def _do(job: Job, context: BatchContext, hearing: Hearing) -> None:
    what = left_to_do(job, context, hearing)
    if what is None:
        return
    hearing.began(job)
    result: JobResult | None = None
    try:
        result = done(what, context)
    finally:
        hearing.ended(job, result)


def left_to_do(job: Job, context: BatchContext, hearing: Hearing) -> Loaded | None:
    """The job with its program, which was read; ``None`` if there is a result of it. Only with a claim to it."""
    found = context.results_folder.new_result(job)
    what = loaded(job, context) if found is None else None
    found = recorded(what, context) if what else found
    if found is None:
        return what
    hearing.kept(found)
    return None


def run_batch(
    plan: BatchPlan,
    context: BatchContext,
    number: int,
    hearing: Hearing,
    first: Callable[[], Sequence[Job]] | None = None,
) -> Batch:
    """Do all jobs that have no result yet, ``number`` at a time. Whatever ends this early cancels what runs.

    ``first`` does them elsewhere, and says what it has left.
    """
    began = time.time()
    with settled():
        work_along(first() if first else plan.jobs, context, number, hearing)
    return reconciled(context, plan, began)


def work_along(jobs: Sequence[Job], context: BatchContext, number: int, hearing: Hearing) -> None:
    """Until all have results, by any process; ``number`` at a time here. What others have taken comes last."""
    with ThreadPoolExecutor(number, thread_name_prefix="coveriflow-night") as pool:

        def look(job: Job) -> None:
            if step(job, context, hearing) is Look.TAKEN:
                taken.append(job)

        try:
            while jobs:
                taken: list[Job] = []
                in_window(jobs, 2 * number, lambda job: pool.submit(look, job))
                jobs = taken if not taken or not context.cancellation.wait(BETWEEN_LOOKS) else ()
        except BaseException:
            context.cancellation.cancel()
            raise


def from_anywhere(jobs: Sequence[Job]) -> tuple[Job, ...]:
    """The same jobs, beginning somewhere: those who join do not stand in each other's way."""
    start = random.randrange(len(jobs)) if jobs else 0
    return (*jobs[start:], *jobs[:start])


@contextlib.contextmanager
def settled() -> Iterator[None]:
    """Within, garbage is collected, also where a short command does without; what is there already is left alone."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.enable()
    try:
        yield
    finally:
        gc.unfreeze()
        if not was_enabled:
            gc.disable()


def in_window(jobs: Iterable[Job], most: int, submit: Callable[[Job], Future[None]]) -> None:
    """Submit all, with at most ``most`` under way, so that nothing grows with their number; wait for all."""
    waiting: set[Future[None]] = set()
    for job in jobs:
        if len(waiting) >= most:
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            _raise_first(ended)
        waiting.add(submit(job))
    _raise_first(wait(waiting).done)


def _raise_first(ended: set[Future[None]]) -> None:
    for future in ended:
        future.result()


def reconciled(context: BatchContext, plan: BatchPlan, began: float) -> Batch:
    """The batch run as the result folder has it; ``Incomplete`` where that is not what was planned."""
    batch = context.results_folder.batch()
    keys = [each.job.key for each in batch.results]
    planned = [job.key for job in plan.jobs]
    if keys != planned:
        missing = [job.name for job in plan.jobs if job.key not in set(keys)]
        raise Incomplete(
            f"{len(missing)} of {len(planned)} results are missing, the first is that of {missing[0]}"
            if missing
            else f"{len(keys)} results for {len(planned)} jobs"
        )
    return Batch(batch.plan, batch.results, batch.version, began, time.time() - began)
