"""A batch run inside of a Prefect flow run: a task run for each task and flow, below the rate at which records get
lost.

Prefect watches. A task run's thread waits for the worker process that does the work, and the result is in the result
folder before Prefect hears of it. At the end the records are counted, and what Prefect has lost is reported.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)
from coveriflow.program.wording import counted

# isort: split

import httpx
from prefect import Flow as PrefectFlow
from prefect import Task as PrefectTask
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State
from prefect.context import FlowRunContext
from prefect.exceptions import CancelledRun, PrefectException
from prefect.futures import PrefectConcurrentFuture
from prefect.logging import get_run_logger
from prefect.states import Cancelled, Completed, Failed

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.batch.changes import Comparison
from coveriflow.artifacts.batch.results import Batch, Job, JobResult
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.batch.job import Loaded, done
from coveriflow.flows.batch.notifications import NotDelivered, alarms, conclude
from coveriflow.flows.batch.planning import Begun, joining_context, working_context
from coveriflow.flows.batch.reports import comparison, write_reports
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.batch.result_folder import Busy
from coveriflow.flows.batch.scheduler import (
    BETWEEN_LOOKS,
    Counting,
    Hearing,
    Incomplete,
    Look,
    Silent,
    from_anywhere,
    left_to_do,
    reconciled,
    settled,
)
from coveriflow.flows.batch.shared_folder import Claim, claim
from coveriflow.flows.prefect_backend import batch_display as display
from coveriflow.flows.prefect_backend.cancelling import cancelled_with_flow_run
from coveriflow.flows.prefect_backend.failures import BatchFailed
from coveriflow.flows.prefect_backend.logs import show_no_needless_tracebacks
from coveriflow.flows.prefect_backend.server import reachable_server, silent_console
from coveriflow.flows.prefect_backend.temporary_server import ServerUnavailable
from coveriflow.flows.running.cancellation import Cancellation

__all__ = ["BatchCancelled", "BatchFailed", "ServerUnavailable", "batch_as_tasks", "verify_batch"]

PER_SECOND = 10.0
"""Task runs that begin: Prefect's server writes down about 20 in a second, and drops what its queue cannot hold."""
_DRAINED_AT = 5.0  # task runs in a second that the server writes down at least, on a busy machine
_PATIENCE = 30.0  # seconds for the last ones
_LONGEST = 1000  # characters of a state's message
_BETWEEN_REPORTS = 5.0  # seconds
_BETWEEN_TRIES = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class Helpers:
    """So many other flow runs are to work on the batch run. ``call`` gets the batch run, and task runs in a second for
    each.
    """

    number: int
    call: Callable[[Begun, float], None]


class BatchCancelled(Exception):
    """The user has cancelled the flow run; what was found is kept."""


@dataclass(slots=True)
class _Runs:
    """The task runs of a batch run. ``submitted``: how many Prefect should know of in the end."""

    context: BatchContext
    hearing: Hearing
    slots: threading.Semaphore
    per_second: float = PER_SECOND
    submitted: int = 0
    failures: list[BaseException] = field(default_factory=list)
    _next: float = 0.0
    _waiting: set[PrefectConcurrentFuture[Any]] = field(default_factory=set)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to begin."""
        return self.context.cancellation.is_cancelled or bool(self.failures)

    def look(self, job: Job) -> Look:
        """As ``scheduler.step``, but do not wait for the end of what begins, as soon as there is a slot."""
        if self.is_over:
            return Look.OVER
        if found := self.context.results_folder.new_result(job):
            self.hearing.kept(found)
            return Look.OVER
        self.slots.acquire()
        mine = claim(self.context.results_folder, job)
        what = left_to_do(job, self.context, self.hearing) if mine else None
        if mine is None or what is None or self.is_over:
            self.slots.release()
            if mine is not None:
                mine.release()
            return Look.OVER if mine else Look.TAKEN
        self._submit(what, mine)
        return Look.OVER

    def _submit(self, what: Loaded, mine: Claim) -> None:
        """Not too soon after the last one."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1.0 / self.per_second
        self.submitted += 1
        task = _task(what, lambda: self._turn(what, mine))
        future = cast(PrefectConcurrentFuture[Any], task.submit(return_state=False))
        ended = {each for each in self._waiting if each.wrapped_future.done()}  # its state would ask the server
        _forget(each.task_run_id for each in ended)
        self._waiting = self._waiting - ended | {future}

    def wait(self) -> None:
        """Until all have ended; raises what no result could be made of."""
        for each in self._waiting:
            each.wait()
        for failure in self.failures:
            raise failure

    def _turn(self, what: Loaded, mine: Claim) -> State[None]:
        self.hearing.began(what.job)
        result: JobResult | None = None
        try:
            result = done(what, self.context)
        except BaseException as failure:
            self.failures.append(failure)
            raise
        finally:
            mine.release()
            self.hearing.ended(what.job, result)
            self.slots.release()
        return display.state_of_result(result) if result else Cancelled(message="the batch run was cancelled")


def _forget(ended: Iterable[UUID]) -> None:
    """To the end of a flow run, Prefect keeps for each of its task runs an event by which that could be cancelled, and
    a set of assets: 1.3 kB that nobody needs of one that has ended.
    """
    context = FlowRunContext.get()
    if not isinstance(context, FlowRunContext):
        return
    for each in ended:
        context.task_run_assets.pop(each, None)
        getattr(context.task_runner, "_cancel_events", {}).pop(each, None)


def _task(what: Loaded, turn: Any) -> PrefectTask[[], State[None]]:
    return PrefectTask(
        turn,
        name=f"verify with {what.job.flow}",
        task_run_name=lambda: display.sendable(what.job.name),
        cache_policy=NO_CACHE,
        persist_result=False,
        retries=0,
    )


def batch_as_tasks(
    what: Begun,
    store: Store | None,
    hearing: Hearing | None = None,
    webhook: str = "",
    results: list[Batch] | None = None,
    summon: Helpers | None = None,
) -> Batch:
    """Inside of a Prefect flow: do the batch run and write its reports; the flow run's state says how it went, and its
    caller gets the results, or ``BatchFailed``.

    ``results`` gets the batch run even if Prefect fails to record it. A run that is cancelled in Prefect keeps what it
    has.
    """
    show_no_needless_tracebacks()
    cancellation = Cancellation()
    with _held(what, store, cancellation) as context, cancelled_with_flow_run(cancellation.cancel):
        began = time.time()
        with _progress(what, hearing or Silent()) as told:
            runs = _Runs(context, told, threading.Semaphore(what.size.jobs))
            if summon is not None:
                runs.per_second /= 1 + summon.number
                summon.call(what, runs.per_second)
            _do_all(what.plan.jobs, runs)
        if cancellation.is_cancelled:
            return _for_prefect(Cancelled(message="the results so far are kept: start it again under the same name"))
        try:
            batch = reconciled(context, what.plan, began)
        except Incomplete as error:
            return _for_prefect(_failed("incomplete", str(error)))
    changes = comparison(batch, what.before)
    files = write_reports(batch, changes, what.results_folder.folder)
    if results is not None:
        results.append(batch)
    _show(batch, changes, files["page"], what.flows)
    _notify(webhook, batch, changes, what, files["page"])
    return _for_prefect(_state(batch, changes, _lost(runs.submitted), what.results_folder.folder))


def help_as_tasks(what: Begun, store: Store | None, per_second: float) -> State[Any]:
    """Inside of a Prefect flow: do jobs of a batch run that was ``joined``, until all have results; how it went."""
    show_no_needless_tracebacks()
    cancellation = Cancellation()
    with joining_context(what, store, cancellation) as context, cancelled_with_flow_run(cancellation.cancel):
        runs = _Runs(context, Silent(), threading.Semaphore(what.size.jobs), per_second)
        _do_all(from_anywhere(what.plan.jobs), runs)
    if cancellation.is_cancelled:
        return Cancelled(message="what was found is kept")
    lost = _lost(runs.submitted)
    if lost:
        return Failed(name="records lost", message=f"{lost}; all results are in {what.results_folder.folder}")
    return Completed(name=f"did {runs.submitted} of {len(what.plan.jobs)}")


def verify_batch(
    what: Begun, store: Store | None, hearing: Hearing, webhook: str, notify: Callable[[str], None]
) -> Batch:
    """Do a batch run as a Prefect flow of its own, outside of any flow; ``notify`` gets messages about Prefect's
    server.

    ``ServerUnavailable``; ``NightCancelled``; ``Incomplete`` where there is no batch run to tell of.
    """
    results: list[Batch] = []

    def batch(about: dict[str, object]) -> Batch:  # noqa: ARG001  (shown by Prefect)
        return batch_as_tasks(what, store, hearing, webhook, results)

    name = f"nightly {what.plan.name}"
    flow = PrefectFlow(batch, name="nightly", flow_run_name=lambda: name, retries=0, persist_result=False)
    about: dict[str, object] = {"batch": what.plan.name, "flows": what.plan.flows, "tasks": len(what.plan.tasks)}
    with reachable_server(notify), silent_console():
        try:
            state = flow(about, return_state=True)
            if state.is_cancelled():
                raise CancelledRun("cancelled in Prefect")
            said = state.message or ""
        except CancelledRun:
            raise BatchCancelled from None
        except (httpx.HTTPError, PrefectException) as error:
            if not results:
                raise ServerUnavailable(f"Prefect's server failed: {error}; the results so far are kept") from None
            notify(f"Prefect's record of this batch run is incomplete, since its server failed: {error}")
    if not results:
        raise Incomplete(f"the batch run did not finish, and the results so far are kept: {said}")
    return results[0]


def _do_all(jobs: Sequence[Job], runs: _Runs) -> None:
    """Until all have results, by any process; what others have taken comes last."""
    try:
        with settled():
            while jobs and not runs.is_over:
                jobs = [job for job in jobs if runs.look(job) is Look.TAKEN]
                runs.wait()
                runs.context.cancellation.wait(BETWEEN_LOOKS if jobs else 0.0)
    except BaseException:
        runs.context.cancellation.cancel()
        raise


@contextlib.contextmanager
def _held(what: Begun, store: Store | None, cancellation: Cancellation) -> Iterator[BatchContext]:
    """Where another process works on the same batch run, wait for it: its results are this one's, too."""
    told = False
    while True:
        try:
            with contextlib.ExitStack() as stack:
                context = stack.enter_context(working_context(what, store, cancellation))
                yield context
                return
        except Busy as error:
            if not told:
                get_run_logger().warning("%s: waiting until it has ended", error)
            told = True
            time.sleep(_BETWEEN_TRIES)


def _for_prefect(state: State[Any]) -> Batch:
    """A state that a flow returns is Prefect's state of the flow run; the flow's caller gets the state's data."""
    return cast(Batch, state)


def _state(batch: Batch, changes: Comparison | None, lost: str, folder: Path) -> State[Any]:
    told = alarms(batch, changes)
    if told:
        return _failed(_name_of(batch), "; ".join(told), batch)
    if batch.violated:
        message = f"{counted(len(batch.violated), 'violation')}, all known; all results are in {folder}"
        return _failed(_name_of(batch), message, batch)
    if lost:
        return _failed("records lost", f"{lost}; all results are in {folder}", batch)
    return Completed(name=display.solved(batch), message=f"all results are in {folder}", data=batch)


def _failed(name: str, message: str, batch: Batch | None = None) -> State[Any]:
    """Who calls the flow gets the state's data as an exception, with the results."""
    said = display.sendable(message[:_LONGEST])
    return Failed(name=name, message=said, data=BatchFailed(f"{name}: {said}", batch))


def _name_of(batch: Batch) -> str:
    if batch.wrong or batch.contradictions:
        return "wrong verdicts"
    return "violated" if batch.violated else "became worse"


# --- what Prefect shows -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _progress(what: Begun, hearing: Hearing) -> Iterator[Hearing]:
    """Within, a progress artifact follows what ``hearing`` is told."""
    total = len(what.plan.jobs)
    counting = Counting(hearing, total)
    over = threading.Event()
    shown = display.Progress(what.plan.name)
    with _tolerated():
        shown.begin()
    watch = threading.Thread(target=_follow, args=(shown, counting, over), daemon=True)
    watch.start()
    try:
        yield counting
    finally:
        over.set()
        watch.join()


def _follow(shown: display.Progress, counting: Counting, over: threading.Event) -> None:
    ended = False
    while not ended:
        ended = over.wait(_BETWEEN_REPORTS)
        with _tolerated():
            shown.update(counting.percentage)


@contextlib.contextmanager
def _tolerated() -> Iterator[None]:
    """What Prefect fails to show is no reason to lose a batch run."""
    with contextlib.suppress(httpx.HTTPError, PrefectException, OSError):
        yield


def _show(batch: Batch, changes: Comparison | None, page: Path, flows: dict[str, Flow]) -> None:
    log = get_run_logger()
    for line in display.lines(batch):
        log.info("%s", line)
    log.info("the page: %s", page.absolute())
    with _tolerated():
        display.create_artifacts(batch, changes, page, flows)


def _notify(webhook: str, batch: Batch, changes: Comparison | None, what: Begun, page: Path) -> None:
    try:
        conclude(webhook, batch, changes, what.results_folder, what.before, page)
    except NotDelivered as error:
        get_run_logger().error("%s", error)


def _lost(submitted: int) -> str:
    """What Prefect's records lack, when it has had time to write them down; ``""`` if nothing."""
    context = FlowRunContext.get()
    if context is None or context.flow_run is None or not submitted:
        return ""
    deadline = time.monotonic() + _PATIENCE + submitted / _DRAINED_AT
    found = -1
    with _tolerated(), get_client(sync_client=True) as client:
        while time.monotonic() < deadline:
            found = _final_task_runs(client, context.flow_run.id)
            if found >= submitted:
                return ""
            time.sleep(1.0)
    return (
        f"Prefect's server has {max(found, 0)} of {submitted} records"
        if found >= 0
        else "Prefect's server cannot be reached"
    )


def _final_task_runs(client: Any, flow_run: UUID) -> int:
    content = {
        "flow_runs": {"id": {"any_": [str(flow_run)]}},
        "task_runs": {"state": {"type": {"any_": ["COMPLETED", "FAILED", "CRASHED", "CANCELLED"]}}},
    }
    return int(client.request("POST", "/task_runs/count", json=content).json())
