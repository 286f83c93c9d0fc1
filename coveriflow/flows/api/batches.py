"""A batch run from Python: many tasks under several flows, as ``coveriflow nightly`` does it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from coveriflow.artifacts.batch.results import Batch, Job, JobResult, Purpose
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits
from coveriflow.flows.api.requests import (
    Chosen,
    Size,
    Time,
    build_of,
    check_choice,
    data_model_of,
    flows_of,
    limits_of,
    several,
    specification_of,
    store_of,
)
from coveriflow.flows.api.results import BatchRun
from coveriflow.flows.batch.notifications import conclude
from coveriflow.flows.batch.planning import FOLDER, LATEST, Begun, Order, begun, working_context
from coveriflow.flows.batch.reports import comparison, write_reports
from coveriflow.flows.batch.scheduler import Silent, run_batch
from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel


def batch(
    tasks: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    flows: Chosen | Sequence[Chosen] | Mapping[str, Chosen] = (),
    property: str | Sequence[str] | None = None,
    specification: str | os.PathLike[str] | None = None,
    data_model: DataModel | str | None = None,
    cpu: Time | None = None,
    wall: Time | None = None,
    memory: Size | None = None,
    jobs: int | None = None,
    name: str = "",
    folder: str | os.PathLike[str] = FOLDER,
    since: str = LATEST,
    entry: Entry | str | None = None,
    include_directories: Sequence[str] = (),
    defines: Sequence[str] = (),
    compile_commands: str | os.PathLike[str] | None = None,
    together: bool = False,
    purpose: str = Purpose.RATE.value,
    assume_defined: bool = False,
    allow_code: bool = False,
    cache: bool = True,
    progress: Callable[[str], object] | None = None,
) -> BatchRun:
    """Verify many tasks under several flows: ``batch("examples/*.yml", flows=["cmc", "kinduction"], cpu=20)``.

    ``tasks``: task definitions, C files, sets (``.set``), benchmark definitions (``.xml``), patterns or folders.
    ``flows``: ready flows by their names, files or compositions, ``{"mine": value() >> when_unknown(bmc())}``; without
    any, those of the benchmark, else the default. Limits are those of each task and flow: ``cpu`` (seconds, or text;
    900 without it), ``wall``, ``memory`` (gigabytes, or text).
    ``cache``: without it (``False``) all work is done here, so that times can be compared.
    ``jobs``: tasks at a time; without it, what cores and memory allow. ``together``: the C files are one program. The
    other arguments are those of ``verify``, for each task.

    The results are files below ``folder``, in one called ``name`` (without it: the date), each as soon as it is there.
    A batch run that was interrupted (Ctrl-C in a cell, say) leaves no process, and continues under the same ``name``.
    It is compared with ``since``: a name, ``latest`` or ``none``. ``purpose``: ``rate`` verifiers by the verdicts that
    tasks expect, or ``check`` programs. ``progress`` gets a line for each result, from other threads.

    Raises ``InputError`` for tasks, flows or options that are wrong. What is wrong with one program is its result.
    """
    what = begun(_order(locals()))
    with working_context(what, store_of(cache=cache)) as context:
        done = run_batch(what.plan, context, what.size.jobs, _hearing(progress))
    return _concluded(done, what)


def _order(options: dict[str, Any]) -> Order:
    """``InputError`` for options that are wrong."""
    names, specification = several(options["property"] or ()), options["specification"]
    if names and specification is not None:
        raise InputError("give a property or a specification, not both")
    if names:
        specification_of(names)
    for name in ("together", "assume_defined", "allow_code", "cache"):
        check_choice(name, options[name])
    flows = flows_of(options["flows"], allow_code=options["allow_code"])
    given = (options[name] for name in ("include_directories", "defines", "entry", "compile_commands"))
    return Order(
        tuple(several(options["tasks"])),
        tuple(flows),
        options["name"],
        Path(options["folder"]),
        options["since"],
        _limits(options["cpu"], options["wall"], options["memory"]),
        options["jobs"],
        os.fspath(specification or ""),
        data_model_of(options["data_model"]),
        options["assume_defined"],
        build_of(*given),
        options["together"],
        Code.of(is_allowed=options["allow_code"]),
        _purpose(options["purpose"]),
        ",".join(names),
        tuple((name, flow) for name, flow in flows.items() if flow is not None),
    )


def _concluded(done: Batch, what: Begun) -> BatchRun:
    """With its reports and alarms in its folder."""
    folder = what.results_folder
    changes = comparison(done, what.before)
    page = write_reports(done, changes, folder.folder)["page"]
    conclude("", done, changes, folder, what.before, page)
    own = (getattr(done, each.name) for each in fields(Batch))
    return BatchRun(*own, folder=folder.folder, page=page, changes=changes)


def _limits(cpu: Time | None, wall: Time | None, memory: Size | None) -> Limits:
    """What is open is chosen to suit the machine."""
    given = limits_of(cpu, wall, memory)
    return replace(given, memory=None) if memory is None else given


def _purpose(name: str) -> Purpose:
    try:
        return Purpose(name)
    except ValueError:
        raise InputError(f"'{name}' is no purpose: {', '.join(each.value for each in Purpose)} are") from None


class _Telling(Silent):
    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell

    def ended(self, job: Job, result: JobResult | None) -> None:
        self._tell(f"{job.name}: {result.status if result else 'cancelled'}")

    def kept(self, result: JobResult) -> None:
        self._tell(f"{result.job.name}: {result.status}, as before")


def _hearing(progress: Callable[[str], object] | None) -> Silent:
    return Silent() if progress is None else _Telling(progress)
