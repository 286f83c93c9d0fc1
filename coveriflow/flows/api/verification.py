"""One verification from Python: ``coveriflow.verify``, and ``coveriflow.start`` for one that can be cancelled.

Whatever ends a verification (its result, an exception, ``cancel``, a limit, Ctrl-C in a cell) leaves no process.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition
from coveriflow.artifacts.conditions import Condition
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.api.requests import (
    Files,
    Name,
    Program,
    Request,
    Settings,
    Size,
    Time,
    asked_of,
    build_of,
    check_choices,
    cores_of,
    flow_of,
    folder_of,
    given_of,
    limits_of,
    settings_of,
    store_of,
    task_given,
)
from coveriflow.flows.api.results import Verification
from coveriflow.flows.catalogue.by_name import suited
from coveriflow.flows.catalogue.given import with_given
from coveriflow.flows.catalogue.given_ranges import Bound
from coveriflow.flows.catalogue.settings import with_settings
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.run_folder import withdraw_result
from coveriflow.flows.running.runner import Listener, Run, Turn, in_workers, run
from coveriflow.flows.running.unfinished import leave_record, unfinished
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.default_limits import CPU, counted_from_now
from coveriflow.flows.tasks.load import check_task, load
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel

P = ParamSpec("P")
T = TypeVar("T")

Told = Callable[[str], object]
"""Gets a line of text when an actor begins, reports how far it is, or ends."""


class Cancelled(Exception):
    """The verification was cancelled: there is no result, and no process is left."""


def verify(
    program: Program,
    *,
    flow: str | os.PathLike[str] | Flow | Composition = "default",
    property: str | Sequence[str] | None = None,
    specification: str | os.PathLike[str] | None = None,
    data_model: DataModel | str | None = None,
    cpu: Time | None = CPU,
    wall: Time | None = None,
    memory: Size | None = None,
    cores: int | None = None,
    out: str | os.PathLike[str] | None = None,
    entry: Entry | str | None = None,
    include_directories: Sequence[str] = (),
    defines: Sequence[str] = (),
    compile_commands: str | os.PathLike[str] | None = None,
    condition: Condition | Name | None = None,
    since: Files | None = None,
    trust_condition: bool = False,
    range: tuple[Bound, Bound] | None = None,
    settings: Settings = (),
    assume_defined: bool = False,
    allow_code: bool = False,
    cache: bool = True,
    progress: Told | None = None,
) -> Verification:
    """Verify a C program, and wait for the result: ``verify("prog.c", flow="cmc", property="memory-safety", cpu=60)``.

    ``program``: a C file, several of one program, or a task definition (``.yml``); also the ``task`` or ``residual`` of
    a result. ``flow``: a ready flow's name, a flow, a composition (``value() >> when_unknown(bmc())``), or a file
    (``mine.yml``, ``mine.py:NAME``). ``property``: a name or several; ``specification``: a property file in its place;
    without both the task definition's, else ``assertions``. ``data_model``: ``ILP32`` or ``LP64``.

    Limits are shared by all actors. ``cpu``, ``wall``: seconds, or text such as ``"2min"``; ``None``: no limit.
    ``memory``: gigabytes, or text such as ``"512MiB"``; ``None``: 15, but at most 60 % of what there is. A limit that
    is reached is no error: the verdict is ``unknown`` then. ``cores``: for the default flow, at most four.

    ``out``: the folder for the evidence; nothing is written without it. ``entry``: a function that is called with any
    arguments in the place of ``main``. ``include_directories``, ``defines`` (``NAME=VALUE``), ``compile_commands``: how
    the program is put together. ``condition``: what has been verified, an artifact or a file; ``since``: files of the
    earlier version that it is about; ``trust_condition``: no proof checks it. ``range``: two tests between which the
    paths lie; ``None``: no bound. ``settings``: parameters of actors, ``{"value.order": "bfs"}``.
    ``assume_defined``: a proof may assume that nothing undefined happens. ``allow_code``: flow files may run code.
    ``cache``: stored results are used again. ``progress`` gets lines of text, from other threads.
    Any thread may call it. ``KeyboardInterrupt`` ends all processes. Raises ``InputError`` for input that is wrong,
    ``ToolMissing`` (one of these) for a tool that is not here, ``CompositionError`` for a composition that cannot work.
    What coveriflow does not support is ``unknown``.
    """
    request = _requested(locals())
    return _verified(request, Cancellation(), _listening(progress))


def _with_parameters_of(model: Callable[P, object]) -> Callable[[Callable[..., T]], Callable[P, T]]:
    """For people, editors and type checkers, a function has the parameters of ``model``."""

    def dressed(function: Callable[..., T]) -> Callable[P, T]:
        own, others = inspect.signature(function), inspect.signature(model)
        function.__signature__ = others.replace(return_annotation=own.return_annotation)  # type: ignore[attr-defined]
        return function

    return dressed


@_with_parameters_of(verify)
def start(program: Program, **options: Any) -> Running:
    """Begin to verify ``program`` in a thread, with the options of ``verify``, and do not wait.

    The result is that of ``start(...).result()``, or of ``await start(...)``. As a context manager it is cancelled at
    the end of the block. Options that are wrong raise ``InputError`` at once; what is wrong with the program is raised
    by ``result``.
    """
    request = _requested(_usual() | {"program": program} | _checked(options))
    return Running(request, _listening(options.get("progress")))


@_with_parameters_of(verify)
async def verify_async(program: Program, **options: Any) -> Verification:
    """As ``verify``, for coroutines. When the coroutine is cancelled (by ``asyncio.timeout``, say), all processes of
    the verification end before ``CancelledError`` is raised.
    """
    found: Verification = await start(program, **options)
    return found


class Running:
    """A verification that was begun by ``start``. Thread-safe."""

    def __init__(self, request: Request, listener: Listener) -> None:
        self._request, self._listener = request, listener
        self._cancellation = Cancellation()
        self._future: Future[Verification] = Future()
        self._future.set_running_or_notify_cancel()
        self._thread = threading.Thread(target=self._run, name="coveriflow-verify", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            found = _verified(self._request, self._cancellation, self._listener)
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
            self._future.set_exception(error)
        else:
            self._future.set_result(found)

    @property
    def done(self) -> bool:
        """Whether there is a result, or an exception."""
        return self._future.done()

    def result(self, timeout: float | None = None) -> Verification:
        """Wait for the result, at most ``timeout`` seconds: ``TimeoutError`` then, and the verification goes on.

        Raises ``Cancelled`` after ``cancel``, and what ``verify`` raises.
        """
        try:
            return self._future.result(timeout)
        except TimeoutError:
            if self.done:
                raise
            raise TimeoutError(f"after {timeout:g} s there is no result: the verification goes on") from None

    def cancel(self) -> None:
        """End it; returns when no process of it is left. A result that is there already stays."""
        self._cancellation.cancel()
        self._thread.join()

    def __enter__(self) -> Running:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cancel()

    def __await__(self) -> Generator[Any, None, Verification]:
        return self._awaited().__await__()

    async def _awaited(self) -> Verification:
        found = asyncio.wrap_future(self._future)
        try:
            return await asyncio.shield(found)
        except asyncio.CancelledError:
            self._cancellation.cancel()
            await asyncio.wait([found])
            found.exception()  # has been looked at: nothing is to be reported of it
            raise

    def _state(self) -> str:
        if not self.done:
            return "running"
        error = self._future.exception()
        if error is None:
            return "done"
        return "cancelled" if isinstance(error, Cancelled) else f"ended by {type(error).__name__}"

    def __repr__(self) -> str:
        name, state = self._request.flow.name, self._state()
        return f"<Verification of {', '.join(map(str, self._request.asked.files))} under {name}, {state}>"


def _requested(options: dict[str, Any]) -> Request:
    """``InputError`` for options that are wrong."""
    check_choices(options)
    given = (options[name] for name in ("include_directories", "defines", "entry", "compile_commands"))
    wanted = (options["property"], options["specification"], options["data_model"])
    task = task_given(options["program"], options)
    asked = asked_of(options["program"], *wanted, build_of(*given))
    return Request(
        flow=flow_of(options["flow"], allow_code=options["allow_code"]),
        asked=asked,
        limits=limits_of(options["cpu"], options["wall"], options["memory"]),
        cores=cores_of(options["cores"]),
        store=store_of(cache=options["cache"]),
        assumed=Assumed.STANDING if options["assume_defined"] else None,
        task=task,
        given=given_of(options, asked),
        settings=settings_of(options["settings"]),
        out=folder_of(options["out"]),
    )


def _usual() -> dict[str, Any]:
    return dict(verify.__kwdefaults__ or {})


def _checked(options: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(options.keys() - _usual().keys())
    if unknown:
        raise TypeError(f"verify() got an unexpected keyword argument '{unknown[0]}'")
    return options


def _verified(request: Request, cancellation: Cancellation, listener: Listener) -> Verification:
    try:
        done = _run(request, cancellation, listener)
        if cancellation.is_cancelled:
            raise Cancelled("the verification was cancelled")
    except BaseException as error:
        if request.out is not None:
            leave_record(
                unfinished(error, request.flow.name, request.asked.files, request.asked.data_model), request.out
            )
        raise
    return Verification.of(done, request.out)


def _run(request: Request, cancellation: Cancellation, listener: Listener) -> Run:
    left = counted_from_now(request.limits)
    if request.out is not None:
        withdraw_result(request.out)
    with Workers(MODULES) as workers:
        task = request.task or load(request.asked)
        flow = with_settings(suited(request.flow, task.specification, request.cores), request.settings)
        check_task(flow, task)
        flow, given = with_given(flow, task, request.given)
        perform = in_workers(workers, listener, request.store)
        more: dict[str, Any] = {"undefined": request.assumed, "cancellation": cancellation}
        return run(flow, task, left(), perform, listener, *given, nominal=request.limits, **more)


class _Telling(Listener):
    def __init__(self, tell: Told) -> None:
        self._tell = tell

    def started(self, actor: Actor) -> None:
        self._tell(f"{actor.called} begins")

    def progressed(self, actor: Actor, text: str) -> None:
        self._tell(f"{actor.called}: {text}")

    def waits(self, actor: Actor) -> None:
        self._tell(f"{actor.called} waits for its next turn")

    def goes_on(self, actor: Actor) -> None:
        self._tell(f"{actor.called} goes on")

    def finished(self, turn: Turn) -> None:
        said = turn.answer.said if turn.answer else turn.ending or "did not run"
        self._tell(f"{turn.actor.called}: {said}")


def _listening(progress: Told | None) -> Listener:
    return Listener() if progress is None else _Telling(progress)
