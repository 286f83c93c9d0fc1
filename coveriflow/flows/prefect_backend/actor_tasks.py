"""Actors and compositions as tasks in Prefect flows of users: ``as_task(value() >> when_unknown(bmc()))("prog.c")``.

A task takes a program, or the run of an earlier task with all its artifacts, and gives a run. So tasks compose as
actors do, and what comes out is what ``verify`` says of the same composition.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

from prefect import Task as PrefectTask
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.futures import PrefectFuture
from prefect.logging import get_run_logger
from prefect.runtime import flow_run, task_run
from prefect.settings import PREFECT_RESULTS_PERSIST_BY_DEFAULT

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composable, Composition, actors_in
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.api.requests import (
    Files,
    Size,
    Time,
    asked_of,
    flow_of,
    limits_of,
    store_of,
)
from coveriflow.flows.catalogue.by_name import suited
from coveriflow.flows.prefect_backend import display
from coveriflow.flows.prefect_backend.cancelling import cancelled_with_flow_run
from coveriflow.flows.prefect_backend.failures import ActorFailed
from coveriflow.flows.prefect_backend.logs import show_no_needless_tracebacks
from coveriflow.flows.prefect_backend.task_results import Folders, TaskResult
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.run_folder import withdraw_result
from coveriflow.flows.running.runner import Listener, Run, Turn, in_workers, run
from coveriflow.flows.running.unfinished import leave_record, unfinished
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.default_limits import CPU
from coveriflow.flows.tasks.load import check_task, load
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

_LARGE, _MUCH_LARGER = 2000, 10
"""Lines of a residual program, and how many times as many as the program has: then there is a warning."""
_FOLDERS = Folders()
_NOTHING_YET = Answer(Verdict.UNKNOWN, "no actor gave an answer")


def read_program(
    program: Files,
    property: str | list[str] | None = None,
    specification: str | None = None,
    data_model: DataModel | str | None = None,
    build: Build = NO_BUILD,
) -> Task:
    """Read a program and preprocess it: what tasks of actors take. The arguments are those of ``coveriflow.verify``.

    It is a plain function; ``prefect.task(read_program)`` makes it a task. ``InputError`` for input that is wrong.
    """
    return load(asked_of(program, property, specification, data_model, build))


class ActorTask(PrefectTask[["Task | Run | Files"], TaskResult]):
    """A task whose state has the verdict as its name. Who calls it directly gets the state's data, as from a future."""

    def __call__(self, *args: Any, return_state: bool = False, **kwargs: Any) -> Any:
        call: Any = super().__call__
        found: Any = call(*args, return_state=return_state, **kwargs)
        is_wanted = return_state or not isinstance(found, State)
        return found if is_wanted else found.result(_sync=True)

    def with_options(self, **options: Any) -> ActorTask:
        """As of any task."""
        found: Any = super().with_options(**_checked(options))
        found.__class__ = ActorTask
        return cast(ActorTask, found)


def as_task(
    what: Composition | Flow | str,
    *,
    cpu: Time | None = CPU,
    wall: Time | None = None,
    memory: Size | None = None,
    assume_defined: bool = False,
    out: str | None = None,
    cache: bool = True,
    **options: Any,
) -> ActorTask:
    """A Prefect task that runs an actor, a composition or a flow of ours, in processes with limits.

    ``what``: ``value() >> when_unknown(bmc())``, or the name of a ready flow. The task is called with the path of a
    program, with what ``read_program`` gave, or with the result of an earlier task: then its artifacts are there, as
    after ``>>``. It returns what ``coveriflow.verify`` does; ``turns`` and ``artifacts`` include those before. The name
    of the task run's state is the verdict. ``map``, ``submit`` and ``wait_for`` work as usual.

    Limits are those of one call. ``cpu``, ``wall``, ``memory``, ``assume_defined`` and ``cache`` are described at
    ``coveriflow.verify``. ``out``: a folder for evidence and ``result.json``; ``{program}`` in it is a program's name.
    ``options``: of ``prefect.task``, such as ``retries``, ``tags``, ``persist_result``, ``result_storage``. Retries are
    for ``ActorFailed``: an actor was killed or has a defect, and there is no verdict. When the flow run is cancelled,
    all processes end, and the task run is cancelled.
    """
    name, composition = _named(what)
    step = _Step(name, composition, limits_of(cpu, wall, memory), assume_defined, out, cache)
    called = str(options.get("name", name))
    usual: dict[str, Any] = {"name": called, "task_run_name": _run_name(called), **_keeping(options)}
    return ActorTask(_taking(step), **{**usual, **_checked(options)})


def _named(what: Composition | Flow | str) -> tuple[str, Composition]:
    if isinstance(what, Composable):
        return _called(what), what
    flow = flow_of(what, allow_code=False)
    return flow.name, flow.composition


def _checked(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Options of Prefect's tasks that work here."""
    if options.get("timeout_seconds") is not None:
        raise InputError("Prefect's timeout_seconds ends no process of an actor: give the task wall=... in its place")
    for name in options.keys() - inspect.signature(PrefectTask).parameters.keys():
        about_program = name in inspect.signature(read_program).parameters
        hint = f": it belongs to the program, as in read_program(path, {name}=...)" if about_program else ""
        raise TypeError(f"as_task() has no option '{name}'{hint}")
    return options


def _keeping(options: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing is cached by Prefect. A result that is to be persisted needs a key: each run has its own."""
    if options.get("persist_result", PREFECT_RESULTS_PERSIST_BY_DEFAULT.value()) or "result_storage" in options:
        return {"persist_result": True, "result_storage_key": "coveriflow-{task_run.id}"}
    return {"cache_policy": NO_CACHE}


def _called(composition: Composition) -> str:
    return " ".join(dict.fromkeys(actor.called for actor in actors_in(composition)))[:60]


def _run_name(name: str) -> Any:
    def called() -> str:
        given = task_run.parameters.get("program")
        given = given.result(raise_on_failure=False) if isinstance(given, PrefectFuture) else given
        return f"{name} {display.short(_program_name(given))}".strip()

    return called


def _program_name(given: object) -> str:
    match given:
        case Run():
            return given.task.name
        case Task():
            return given.name
        case str() | os.PathLike():
            return os.fspath(given)
        case [first, *_]:
            return _program_name(first)
        case _:
            return ""


def _taking(step: _Step) -> Any:
    def perform(program: Task | Run | Files) -> TaskResult:
        return cast(TaskResult, step.state(program))

    perform.__doc__ = f"{step.name}\n\n{', '.join(map(str, actors_in(step.composition)))}"
    return perform


def _read(program: object) -> Task:
    match program:
        case Run():
            return program.task
        case Task():
            return program
        case str() | os.PathLike():
            return read_program(program)
        case [_, *_] if all(isinstance(each, str | os.PathLike) for each in program):
            return read_program(cast(Files, program))
        case _:
            raise InputError(
                "a task of an actor takes the path of a program, what read_program gave, or the result of another such "
                f"task, and not {type(program).__name__} {str(program)[:60]}"
            )


@dataclass(frozen=True, slots=True)
class _Step:
    name: str
    composition: Composition
    limits: Limits
    assume_defined: bool
    out: str | None
    cache: bool

    def state(self, program: Task | Run | Files) -> State[Run]:
        """Inside of a task run; what the caller gets is the state's data."""
        show_no_needless_tracebacks()
        task, earlier = _read(program), program if isinstance(program, Run) else None
        folder = None if self.out is None else _FOLDERS.take(self.out, task.name, flow_run.id)
        if folder is not None:
            withdraw_result(folder)
        try:
            done, is_cancelled = self._run(task, earlier)
        except BaseException as error:
            if folder is not None:
                leave_record(unfinished(error, self.name, [Path(task.name)], task.data_model), folder)
            raise
        _say(done)
        if is_cancelled:
            return display.state_of_cancelled(done)
        if not done.turns:
            get_run_logger().info("no actor had anything to do: the verdict is %s", done.answer.said)
        found = TaskResult.of(done) if earlier is None else TaskResult.of(done).after(earlier)
        return display.state_of_run(found if folder is None else found.write(folder))

    def _run(self, task: Task, earlier: Run | None) -> tuple[Run, bool]:
        """What is found, and whether the flow run was cancelled meanwhile."""
        given = () if earlier is None else (*earlier.artifacts, *self._concluded(earlier))
        given = given if any(isinstance(each, Answer) for each in given) else (_NOTHING_YET, *given)
        takes = (Task, *dict.fromkeys(map(type, given)), *self._awaited(earlier))
        flow = replace(suited(Flow(self.name, self.composition, takes), task.specification), takes=takes)
        if earlier is None and self._answers():
            check_task(flow, task)
        cancellation, listener = Cancellation(), Listener()
        with Workers(MODULES) as workers, cancelled_with_flow_run(cancellation.cancel):
            perform = in_workers(workers, listener, store_of(cache=self.cache))
            more: dict[str, Any] = {"undefined": self._assumed(), "cancellation": cancellation}
            found = run(flow, task, self.limits, perform, listener, made=given, **more)
        failed = [turn for turn in found.turns if turn.end in (End.FAILED, End.DIED)]
        if failed and not found.answer.verdict.decisive and not cancellation.is_cancelled:
            raise ActorFailed(_ending(failed[0]))
        return found, cancellation.is_cancelled

    @staticmethod
    def _concluded(earlier: Run) -> tuple[Answer, ...]:
        """What an earlier run says in the end, where that is not the last answer of its actors."""
        last = earlier.latest(Answer)
        return () if last is None or last.verdict is earlier.answer.verdict else (earlier.answer,)

    def _awaited(self, earlier: Run | None) -> frozenset[type]:
        """What an earlier task may not have provided, this time: an actor that needs it does not run."""
        needs = (need for actor in actors_in(self.composition) for need in actor.needs)
        return frozenset(kind for need in needs for kind in need.types) if earlier else frozenset()

    def _assumed(self) -> Assumed | None:
        """Who gives no answer has nothing to ask."""
        return Assumed.STANDING if self.assume_defined or not self._answers() else None

    def _answers(self) -> bool:
        return any(Answer in actor.provides for actor in actors_in(self.composition))


def _ending(turn: Turn) -> str:
    last = turn.message.strip().rpartition("\n")[2]
    return f"{turn.actor.called}: {last or turn.ending}"


def _say(found: Run) -> None:
    log = get_run_logger()
    for turn in found.turns:
        answer = None if turn.end is End.CANCELLED else turn.answer
        said = answer.said if answer else turn.hindrance or turn.ending
        cost = f"used {display.used(turn.resources)}" if turn.reused is None else display.reused(turn.reused)
        log.info("%s: %s; %s", turn.actor.called, said, cost)
        for warning in _warnings(found.task, turn):
            log.warning("%s: %s", turn.actor.called, warning)


def _warnings(task: Task, turn: Turn) -> Iterator[str]:
    """Where so much was left that the next verifier may have no chance."""
    for each in turn.produced:
        if isinstance(each, Residual):
            residual, original = (sum(s.text.count("\n") for s in one.sources) for one in (each.task, task))
            if residual > max(_LARGE, _MUCH_LARGER * original):
                yield (
                    f"the residual program has {residual} lines, and the program {original}: a condition of fewer "
                    "states leaves less, as after value(states=200)"
                )
