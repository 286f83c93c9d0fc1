"""A batch run on a cluster of Dask's: this process plans and reports, the cluster's workers do the jobs.

A worker looks into the batch run's folder first, as everybody does who works on a batch run: what a worker has done
that was lost afterwards is not done again. A worker that is lost gives its jobs back; a job with which several were
lost is a result of its own.
"""

from __future__ import annotations

import atexit
import itertools
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, Future, KilledWorker, as_completed

from coveriflow.artifacts.batch.results import Job, JobResult, Trouble
from coveriflow.artifacts.permissions import Code
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.batch.planning import joined, joining_context
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.batch.scheduler import BETWEEN_LOOKS, Hearing, Look, Silent, step
from coveriflow.program.errors import ToolMissing

_CONNECTS_WITHIN = 20.0  # seconds
_AHEAD = 2
"""Jobs for each thread of the cluster that are under way: nothing grows with the number of jobs."""


def work_on_dask(
    address: str, jobs: Sequence[Job], context: BatchContext, hearing: Hearing, *, uses_store: bool, code: Code
) -> Sequence[Job]:
    """Until all have results, or until the scheduler is lost: what is left then. ``ToolMissing`` without one."""
    with _client(address) as client:
        while jobs and not context.cancellation.is_cancelled and client.status == "running":
            jobs = list(_round(client, jobs, context, hearing, uses_store=uses_store, code=code))
            context.cancellation.wait(BETWEEN_LOOKS if jobs else 0.0)
    return jobs


def _client(address: str) -> Client:
    try:
        client = Client(address, timeout=_CONNECTS_WITHIN, set_as_default=False)
        client.wait_for_workers(1, timeout=_CONNECTS_WITHIN)
    except (OSError, TimeoutError, ValueError) as error:
        raise ToolMissing(f"Dask's scheduler at {address} cannot be reached, or has no workers: {error}") from None
    return client


def _round(
    client: Client, jobs: Sequence[Job], context: BatchContext, hearing: Hearing, *, uses_store: bool, code: Code
) -> Iterator[Job]:
    """Look at each job once, anywhere; those that somebody else works on."""
    place = Place(str(context.results_folder.folder.absolute()), context.session, uses_store, code)
    doing: dict[str, Job] = {}

    def submit(job: Job) -> Future:
        hearing.began(job)
        future = client.submit(turn, place, job, key=f"{job.key}-{time.monotonic_ns()}", pure=False)
        doing[future.key] = job
        return future

    rest = iter(jobs)
    width = _AHEAD * max(1, sum(client.nthreads().values()))
    waiting = as_completed(list(map(submit, itertools.islice(rest, width))), loop=client.loop)
    for future in waiting:
        job = doing.pop(future.key)
        look = _outcome(future, job, context)
        hearing.ended(job, context.results_folder.new_result(job) if look is Look.OVER else None)
        if look is Look.TAKEN:
            yield job
        if client.status != "running":
            yield from (*doing.values(), *rest)
            return
        following = next(rest, None)
        if following is not None:
            waiting.add(submit(following))


def _outcome(future: Future, job: Job, context: BatchContext) -> Look:
    """What the worker says; what it cannot say because it was lost is a result, and what else went wrong is raised."""
    if future.cancelled():
        return Look.TAKEN
    error = future.exception()
    if isinstance(error, KilledWorker):
        reason = "several workers of Dask's were lost while they worked on this"
        lost = JobResult(job, "", trouble=Trouble.INTERNAL, reason=reason, began=time.time(), session=context.session)
        context.results_folder.record(lost)
        return Look.OVER
    if error is not None:
        raise error
    return Look(future.result())


# --- in a worker of Dask's --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """The batch run in ``folder``, as it was begun last (``session``). ``code``: whether its flows may be some."""

    folder: str
    session: str
    uses_store: bool
    code: Code = Code.REFUSED


_turns = threading.Condition()
_running: Counter[Place] = Counter()
_crews: dict[Place, tuple[ExitStack, BatchContext]] = {}


def turn(place: Place, job: Job) -> str:
    """Look at ``job``; the value of a ``Look``."""
    context = _context(place)
    try:
        return step(job, context, Silent()).value
    finally:
        with _turns:
            _running[place] -= 1
            _turns.notify_all()


def _context(place: Place) -> BatchContext:
    """One for all threads of this process, and for one batch run at a time, since tasks are named from the folder in
    which the process stands: another one waits until no turn of this one runs. What was begun again is over.
    """
    with _turns:
        while any(_running[other] for other in _crews if other != place):
            for other, (_, context) in _crews.items():
                if other != place and other.folder == place.folder:
                    context.cancellation.cancel()
            _turns.wait()
        if place not in _crews:
            _leave()
            store = usual_store() if place.uses_store else None
            what = joined(ResultFolder(Path(place.folder)), code=place.code)
            stack = ExitStack()
            _crews[place] = stack, stack.enter_context(joining_context(what, store and store.opened()))
        _running[place] += 1
        return _crews[place][1]


def _leave() -> None:
    for stack, _ in _crews.values():
        stack.close()
    _crews.clear()


atexit.register(_leave)
