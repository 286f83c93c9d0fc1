"""From what the user orders to a plan and to what it needs: the same with and without Prefect."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.batch.results import BatchPlan, BatchTask, Purpose
from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.artifacts.permissions import Code, refusal
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import Specification
from coveriflow.execution.store import environment
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.batch.job import specification_of
from coveriflow.flows.batch.job_digest import digest_of_flows
from coveriflow.flows.batch.resources import BatchContext, Size, WorkerPool, sized
from coveriflow.flows.batch.result_folder import ResultFolder, batch_before, usual_name
from coveriflow.flows.batch.shared_folder import check_flows, enter, share, stop_all, stopped_with
from coveriflow.flows.batch.task_sets import Named, one_program, tasks_named
from coveriflow.flows.catalogue.by_name import flow_named, suited
from coveriflow.flows.catalogue.flow_paths import find_flow_modules, is_code
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.evidence_pages import pages_of
from coveriflow.flows.tasks.load import CannotDecide, read
from coveriflow.formats.tasks.specification import read_specification
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

FOLDER = Path("coveriflow-nights")
LATEST, NONE = "latest", "none"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True, slots=True)
class Order:
    """What the user wants. ``name``: of the batch run, ``""``: the date. ``folder``: of all batch runs.

    ``property_names``: with commas between; without them and without ``specification`` the tasks' own count.

    ``since``: the name of an earlier batch run, or ``latest``, or ``none``. ``limits``: of each job; what is open is
    chosen to suit the machine, as are ``jobs`` at a time where that is ``None``. ``build``: of each task, besides what
    its definition says. ``together``: the C files among ``tasks`` are one program. ``code``: whether files may name it.
    ``own``: of ``flows``, those that are no names of ready flows or of files.
    """

    tasks: tuple[str, ...]
    flows: tuple[str, ...] = ()
    name: str = ""
    folder: Path = FOLDER
    since: str = LATEST
    limits: Limits = Limits()
    jobs: int | None = None
    specification: str = ""
    data_model: DataModel | None = None
    assume_defined: bool = False
    build: Build = NO_BUILD
    together: bool = False
    code: Code = Code.REFUSED
    purpose: Purpose = Purpose.RATE
    property_names: str = ""
    own: tuple[tuple[str, Flow], ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """A batch run that can be done. ``before``: the one that it is compared with, and builds on. ``code``: what a
    process needs that joins, for which the plan names the flows. ``session``: that it has joined.
    """

    plan: BatchPlan
    results_folder: ResultFolder
    flows: dict[str, Flow]
    size: Size
    before: ResultFolder | None
    code: Code = Code.REFUSED
    session: str = ""


def begun(order: Order) -> Begun:
    """Read the sets and the flows; nothing is written yet. ``InputError`` for what is not there."""
    if order.specification and order.property_names:
        raise InputError("give properties or a property file, not both")
    named = _named(order)
    own = dict(order.own)
    flows = _flows(order.flows or named_by_file(named.flows, order.code) or ("default",), order.code, own)
    name = order.name or usual_name()
    if not _NAME.fullmatch(name):
        raise InputError(
            f"'{name}' is no name of a batch run: letters, digits and . _ - are, and it begins with no sign"
        )
    size = sized(tuple(flows.values()), _or(order.limits, named.limits), order.jobs)
    before = _before(order, name)
    tasks = _each_once(_specified(each, order) for each in named.tasks)
    _check_flows(flows.values(), tasks)
    what = (name, tasks, tuple(flows), size.limits, _since(before, order.folder))
    plan = BatchPlan(*what, order.assume_defined, order.purpose)
    code = Code.of(is_allowed=order.code is Code.ALLOWED or any(map(is_code, flows.keys() - own.keys())))
    return Begun(plan, ResultFolder(order.folder / name), flows, size, before, code)


def _named(order: Order) -> Named:
    """Each task, or all files as one."""
    if not order.together:
        return tasks_named(order.tasks)
    first, *others = one_program(order.tasks)
    return Named((BatchTask(first, further=tuple(others)),))


def joined(results_folder: ResultFolder, jobs: int | None = None, code: Code = Code.REFUSED) -> Begun:
    """A batch run that another process has begun, on this machine or another one; ``InputError`` if that cannot be, or
    if its flows are ``code`` that is refused.
    """
    results_folder = ResultFolder(results_folder.folder.absolute())
    session = results_folder.session()
    enter(results_folder)
    plan = results_folder.plan()
    flows = _flows(named_by_file(plan.flows, code), code)
    check_flows(results_folder, digest_of_flows(flows))
    size = sized(tuple(flows.values()), plan.limits, jobs)
    before = results_folder.earlier(plan)
    return Begun(plan, results_folder, flows, size, before, code, session)


def _flows(names: Iterable[str], code: Code, own: Mapping[str, Flow] = MappingProxyType({})) -> dict[str, Flow]:
    found = {}
    for name in dict.fromkeys(names):
        if name in own:
            found[name] = own[name]
            continue
        find_flow_modules(name, code)
        found[name] = flow_named(name, code)
    return found


def named_by_file(names: tuple[str, ...], code: Code) -> tuple[str, ...]:
    """``names`` of flows, which a file has and not the user; ``InputError`` for code that is refused."""
    refused = next((name for name in names if is_code(name)), None) if code is Code.REFUSED else None
    if refused is not None:
        raise InputError(refusal(f"the flow {refused}, which a file names,"))
    return names


def _check_flows(flows: Iterable[Flow], tasks: tuple[BatchTask, ...]) -> None:
    """``CannotDecide`` for a flow that can say nothing of any task, by the property files that are named for them."""
    named = dict.fromkeys(specification_of(task) for task in tasks)
    specifications = [
        each if isinstance(each, Specification) else read_specification(read(each), str(each))
        for each in named
        if each is not None
    ]
    if len(specifications) < len(named):
        return
    for flow in flows:
        refused = [error for each in specifications if (error := _refusal(flow, each)) is not None]
        if len(refused) == len(specifications):
            raise refused[0]


def _refusal(flow: Flow, specification: Specification) -> CannotDecide | None:
    try:
        suited(flow, specification)
    except CannotDecide as error:
        return error
    return None


def _or(limits: Limits, others: Limits) -> Limits:
    """What the user says counts, before what a benchmark definition says."""
    return Limits(limits.cpu or others.cpu, limits.wall or others.wall, limits.memory or others.memory)


def _before(order: Order, name: str) -> ResultFolder | None:
    match order.since:
        case "none":
            return None
        case "latest":
            return batch_before(order.folder, name)
        case chosen:
            results_folder = batch_at(chosen, order.folder)
            results_folder.plan()
            if results_folder.folder == order.folder / name:
                raise InputError(f"the batch run '{name}' cannot build on itself")
            return results_folder


def batch_at(word: str, folder: Path) -> ResultFolder:
    """A batch run by its folder, or by its name in ``folder``."""
    path = Path(word)
    return ResultFolder(path if path.is_dir() else folder / word)


def _since(before: ResultFolder | None, folder: Path) -> str:
    """By its name, if it is in ``folder``."""
    if before is None:
        return ""
    at = before.folder.absolute()
    return before.name if at.parent.resolve() == folder.resolve() else str(at)


def _specified(task: BatchTask, order: Order) -> BatchTask:
    """What the user says counts, before what a benchmark definition says."""
    model = order.data_model.value if order.data_model else ""
    specification = "" if order.property_names else order.specification or task.specification
    named = replace(task, specification=specification, property_names=order.property_names)
    return replace(named, data_model=model or task.data_model, build=order.build)


def _each_once(tasks: Iterable[BatchTask]) -> tuple[BatchTask, ...]:
    """A task that several parts of a benchmark definition have, with other property files, is one where the user says
    what is verified: it belongs to the first of these parts.
    """
    found: dict[tuple[str, str, str], BatchTask] = {}
    for each in tasks:
        found.setdefault((each.path, each.specification, each.property_names), each)
    return tuple(found.values())


@contextmanager
def working_context(
    what: Begun, store: Store | None, cancellation: Cancellation | None = None
) -> Iterator[BatchContext]:
    """Within, jobs can be done, and others may join; no other process has begun this batch run: ``Busy``.

    When that ends early, those who have joined end, too.
    """
    environment.begin()
    with what.results_folder.held():
        results_folder = what.results_folder.open(what.plan)
        share(results_folder, digest_of_flows(what.flows))
        context = _context(what, store, cancellation or Cancellation())
        try:
            with context.pool:
                yield context
        except BaseException:
            stop_all(results_folder)
            raise
        if context.cancellation.is_cancelled:
            stop_all(results_folder)


@contextmanager
def joining_context(
    what: Begun, store: Store | None, cancellation: Cancellation | None = None
) -> Iterator[BatchContext]:
    """Within, jobs can be done of a batch run that was ``joined``."""
    environment.begin()
    context = _context(what, store, cancellation or Cancellation())
    with context.pool, stopped_with(context):
        yield context


def _context(what: Begun, store: Store | None, cancellation: Cancellation) -> BatchContext:
    undefined = Assumed.STANDING if what.plan.assume_defined else None
    session = what.session or what.results_folder.session()
    shared = (store, what.before, pages_of, cancellation, undefined, what.plan.purpose, session)
    return BatchContext(what.results_folder, what.flows, what.size.limits, WorkerPool(), *shared)
