"""Running a composition under Prefect: the whole is a flow run, each actor's turn a task run.

Prefect watches: worker processes do the work, and the answer lies in the run folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, cast

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

import httpx
from prefect import Flow as PrefectFlow
from prefect.artifacts import create_markdown_artifact
from prefect.client.schemas.objects import State
from prefect.exceptions import CancelledRun, PrefectException
from prefect.logging import get_run_logger
from prefect.runtime import flow_run
from pydantic import Field

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.api.requests import asked_of, bytes_of, cores_of, limits_of, store_of
from coveriflow.flows.catalogue.by_name import suited
from coveriflow.flows.prefect_backend import display
from coveriflow.flows.prefect_backend.cancelling import cancelled_with_flow_run
from coveriflow.flows.prefect_backend.forms import BuildForm
from coveriflow.flows.prefect_backend.refusal import refused
from coveriflow.flows.prefect_backend.server import reachable_server, silent_console
from coveriflow.flows.prefect_backend.tasks import TaskRuns
from coveriflow.flows.prefect_backend.temporary_server import ServerUnavailable
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.evidence_pages import pages_of
from coveriflow.flows.running.jobs import working
from coveriflow.flows.running.run_folder import record_of, write_run_folder
from coveriflow.flows.running.runner import MODULES, Listener, Run, run
from coveriflow.flows.running.unfinished import leave_record, unfinished
from coveriflow.flows.tasks.default_limits import counted_from_now, default_limits
from coveriflow.flows.tasks.load import Asked, check_task, load, load_for
from coveriflow.formats.results.result_json import RunRecord
from coveriflow.program.errors import InputError, NotSupported

__all__ = [
    "BuildForm",
    "Positive",
    "Requested",
    "ServerUnavailable",
    "run_as_tasks",
    "run_requested",
    "verify_under_prefect",
]

Positive = Annotated[float, Field(gt=0)]


def _to_stderr(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def verify_under_prefect(
    flow: Flow,
    asked: Asked | Task,
    limits: Limits,
    out: Path | None = None,
    listener: Listener | None = None,
    notify: Callable[[str], None] = _to_stderr,
    store: Store | None = None,
    nominal: Limits | None = None,
    undefined: Assumed | None = None,
) -> Run:
    """Run ``flow`` as a Prefect flow of that name, with the same result as without Prefect.

    ``out``: the run folder. ``listener`` hears of the run from threads of Prefect's, ``notify`` of Prefect's server.
    ``store``: of results; ``nominal``, ``undefined``: see ``runner.run``. A run that is cancelled in Prefect is
    ``unknown``. ``ServerUnavailable``; else the exceptions are those without Prefect.
    """
    left = counted_from_now(limits)
    task = asked if isinstance(asked, Task) else load_for(flow, asked)
    remaining = left()
    runs: list[Run] = []

    def verify(about: dict[str, object]) -> Run:  # noqa: ARG001  (shown by Prefect)
        further: Any = {"store": store, "nominal": nominal or limits, "undefined": undefined}
        return run_as_tasks(flow, task, remaining, out, listener, runs.append, **further)

    with reachable_server(notify), silent_console():
        try:
            _prefect_flow(verify, flow, task)(_about(task, limits, out))
        except CancelledRun:
            pass
        except (httpx.HTTPError, PrefectException) as error:
            if not runs:
                raise ServerUnavailable(f"Prefect's server failed: {_line(error)}") from None
            notify(f"Prefect's record of this run is incomplete, since its server failed: {_line(error)}")
    return runs[0]


def _prefect_flow(function: Callable[[dict[str, object]], Run], flow: Flow, task: Task) -> PrefectFlow[..., Run]:
    name = f"{flow.name} {display.short(task.name)}"
    return PrefectFlow(function, name=flow.name, flow_run_name=lambda: name, retries=0, persist_result=False)


def _about(task: Task, limits: Limits, out: Path | None) -> dict[str, object]:
    """What Prefect shows as the flow run's parameter."""
    return {
        "program": [source.name for source in task.sources],
        "property": [p.kind.value for p in task.specification.properties],
        "data_model": task.data_model.value,
        "cpu": limits.cpu,
        "wall": limits.wall,
        "memory": limits.memory,
        "out": out and str(out),
    }


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


@dataclass(frozen=True, slots=True)
class Requested:
    """What the flows of one program have as parameters: paths as text, seconds, gigabytes; ``None``: the usual ones."""

    program: str
    spec: str | None
    data_model: str | None
    cpu: float
    wall: float | None
    memory: float | None
    out: str | None
    assume_defined: bool = False
    build: BuildForm | None = None
    properties: tuple[str, ...] = ()
    cores: int | None = None


def run_requested(flow: Flow, asked: Requested) -> Run:
    """Inside of a Prefect flow: run ``flow`` as it was asked for; the folder is one of this flow run only if none is
    named.
    """
    form = asked.build or BuildForm()
    files = [asked.program, *form.files]
    own = Path("coveriflow-out", f"{flow.name}-{Path(asked.program).stem}-{flow_run.id[:8]}").absolute()
    try:
        limits = replace(limits_of(asked.cpu, asked.wall, None), memory=_memory(asked.memory))
        wanted = asked_of(files, asked.properties or None, asked.spec, asked.data_model, form.build())
    except InputError as error:
        return _for_prefect(refused(error))
    return run_as_tasks(
        flow,
        wanted,
        limits,
        Path(asked.out) if asked.out else own,
        store=store_of(cache=True),
        undefined=Assumed.STANDING if asked.assume_defined else None,
        cores=cores_of(asked.cores),
    )


def _memory(gigabytes: float | None) -> int | None:
    return bytes_of(gigabytes) if gigabytes else default_limits().memory


def run_as_tasks(
    flow: Flow,
    asked: Asked | Task,
    limits: Limits,
    out: Path | None = None,
    listener: Listener | None = None,
    then: Callable[[Run], None] = lambda _: None,
    *,
    store: Store | None = None,
    nominal: Limits | None = None,
    undefined: Assumed | None = None,
    cores: int = 1,
) -> Run:
    """Inside of a Prefect flow: run ``flow``, each actor as a task run, and write ``out``. Prefect's flow returns this.

    Prefect's flow is then in a state with the verdict's name, and its caller gets the ``Run``, or the exception.
    ``then`` gets the run even if Prefect fails to record it. ``store``: of results; ``nominal``, ``undefined``: see
    ``runner.run``. ``cores``: of the flow that is taken where the default is asked for.
    """
    left = counted_from_now(limits)
    try:
        task, flow = (asked, flow) if isinstance(asked, Task) else _suited(flow, load(asked), cores)
        with Workers(MODULES) as workers:
            tasks = TaskRuns(remembered(working(workers), store), listener or Listener())
            with cancelled_with_flow_run(tasks.cancel):
                granted = nominal or limits
                result = run(flow, task, left(), tasks, tasks.listener, nominal=granted, undefined=undefined)
    except BaseException as error:
        if out:
            files = [Path(asked.name)] if isinstance(asked, Task) else asked.files
            leave_record(unfinished(error, flow.name, files, asked.data_model), out)
        if not isinstance(error, InputError | NotSupported):
            raise
        return _for_prefect(refused(error))
    record = write_run_folder(result, out, pages_of) if out else record_of(result)
    then(result)
    _show(result, record)
    return _for_prefect(display.state_of_cancelled(result) if tasks.cancelled else display.state_of_run(result))


def _suited(flow: Flow, task: Task, cores: int) -> tuple[Task, Flow]:
    chosen = suited(flow, task.specification, cores)
    check_task(chosen, task)
    return task, chosen


def _for_prefect(state: State[Any]) -> Run:
    """A state that a flow returns is Prefect's state of the flow run; the flow's caller gets the state's data."""
    return cast(Run, state)


def _show(run: Run, record: RunRecord) -> None:
    """The answer in the log and on a page."""
    log = get_run_logger()
    log.info("%s: %s", run.answer.verdict.value, display.why(run))
    log.info("all actors used %s", display.used(run.resources))
    for file in record.evidence:
        log.info("%s: %s", file.kind, file.path)
    about = f"Result of the flow {run.flow.name}"
    create_markdown_artifact(display.page(run, record), display.page_key(run), about)
