"""From the arguments of ``coveriflow.verify`` to what a run needs: the same as the options of the command line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composable, Composition
from coveriflow.actors.definition import Definition
from coveriflow.actors.work.load import task_of
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import Specification, specification_named
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.catalogue.flow_paths import find_flow_modules
from coveriflow.flows.catalogue.given import Given
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.tasks.default_limits import MOST_CORES, default_cores, default_limits, memory_here
from coveriflow.flows.tasks.load import Asked, asked_for, load, read
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.formats.tasks.specification import read_specification
from coveriflow.program.errors import InputError, Span
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel

Name = str | os.PathLike[str]
Files = Name | Sequence[Name]
"""One file, or several of one program."""
Program = Files | Task | Residual
"""Files, or what a run has: its task, or a residual program."""
Chosen = Name | Flow | Composition
"""A ready flow by its name, a file, or a composition."""
Settings = Mapping[str, object] | Sequence[str]
"""Parameters of actors: ``{"value.order": "bfs"}``, or ``["value.order=bfs"]``."""
Time = float | str
"""Seconds, or a text such as ``2min``."""
Size = float | str
"""Gigabytes, or a text such as ``512MiB``."""

_GIGABYTE = 1_000_000_000
_LONGEST_NAME = 40
"""Characters of a composition that is its own name."""
_FAR_MORE = 4
"""Times the memory that there is."""
_OF_FILES = ("data_model", "entry", "include_directories", "defines", "compile_commands")
_CHOICES = ("assume_defined", "allow_code", "cache", "trust_condition")
_NOT_BOTH = "give a property or a specification, not both"


@dataclass(frozen=True, slots=True)
class Request:
    """A verification that can be done. ``out``: the folder of its evidence, if any is wanted. ``task``: what is given
    in the place of files; ``given``: what has been verified before.
    """

    flow: Flow
    asked: Asked
    limits: Limits
    cores: int
    store: FileStore | None
    assumed: Assumed | None
    out: Path | None
    task: Task | None
    given: Given
    settings: tuple[str, ...]


def task_given(program: Program, options: Mapping[str, Any]) -> Task | None:
    """The task that is given in the place of files, under the property that is asked for; ``InputError`` for options
    that say how files are read.
    """
    if not isinstance(program, Task | Residual):
        return None
    task = program.task if isinstance(program, Residual) else program
    said = next((name for name in _OF_FILES if options[name]), None)
    if said is not None:
        raise InputError(f"{said} is about reading files, and the program that is given has been read")
    if options["property"] is not None and options["specification"] is not None:
        raise InputError(_NOT_BOTH)
    if options["property"] is not None:
        return replace(task, specification=specification_of(options["property"]), expected=(), is_specified=False)
    if options["specification"] is not None:
        path = Path(options["specification"])
        found = read_specification(read(path), str(path))
        return replace(task, specification=found, expected=(), is_specified=True)
    return task


def given_of(options: Mapping[str, Any], asked: Asked) -> Given:
    """What has been verified before, and the range of paths; ``InputError`` for what does not go together."""
    condition, since, bounds = options["condition"], options["since"], options["range"]
    if condition is None and (since or options["trust_condition"]):
        what = "since" if since else "trust_condition"
        raise InputError(f"{what} is about a condition: give one")
    if condition is not None and bounds is not None:
        raise InputError("give a condition or a range, not both")
    if not isinstance(condition, Condition | None):
        condition = Path(named("condition", condition))
    if bounds is not None:
        if isinstance(bounds, str) or len(bounds) != 2:
            raise InputError("a range is two tests, or files with tests; None: no bound")
        bounds = tuple(each if isinstance(each, TestCase | None) else named("range", each) for each in bounds)
    earlier = (lambda: load(replace(asked, files=tuple(files_of(since))))) if since else None
    return Given(condition, earlier, options["trust_condition"], bounds)


def settings_of(settings: Settings) -> tuple[str, ...]:
    """As texts, ``value.order=bfs``."""
    if isinstance(settings, str):
        return (settings,)
    if isinstance(settings, Mapping):
        return tuple(f"{name}={_as_text(value)}" for name, value in settings.items())
    return tuple(settings)


def _as_text(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def folder_of(out: Name | None) -> Path | None:
    """The folder of the evidence, which is there from now on; ``InputError`` where nothing can be written."""
    if out is None:
        return None
    if not named("out", out):
        raise InputError('out is empty: name a folder, or "." for this one')
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except FileExistsError:
        raise InputError("the evidence cannot be written here: this is not a folder", Span(str(folder))) from None
    except OSError as error:
        raise InputError(f"the evidence cannot be written here: {error.strerror}", Span(str(folder))) from None


def named(what: str, name: object) -> str:
    """A path as text; ``InputError`` for anything else."""
    if isinstance(name, str | os.PathLike):
        return str(os.fspath(name))
    raise InputError(f"{what} is the name of a file, not {_kind(name)}")


def _kind(value: object) -> str:
    return "None" if value is None else f"a value of the type {type(value).__name__}"


def check_choices(options: Mapping[str, Any]) -> None:
    """``InputError`` for what is neither true nor false, where one of these is asked for."""
    for name in _CHOICES:
        check_choice(name, options[name])


def check_choice(name: str, value: object) -> None:
    """The same for one of them."""
    if not isinstance(value, bool):
        raise InputError(f"{name} is True or False, not {value!r}")


def asked_of(
    program: Program,
    property: str | Sequence[str] | None,
    specification: str | os.PathLike[str] | None,
    data_model: DataModel | str | None,
    build: Build,
) -> Asked:
    """The program and its property; ``InputError`` for names that are not known."""
    if property is not None and specification is not None:
        raise InputError(_NOT_BOTH)
    wanted: Path | Specification | None = Path(specification) if specification is not None else None
    if property is not None:
        wanted = specification_of(property)
    files = [Path(task_of(program).name)] if isinstance(program, Task | Residual) else files_of(program)
    return asked_for(files, build, wanted, data_model_of(data_model))


def files_of(program: Files) -> list[Path]:
    """The files of one program."""
    return list(map(Path, several(program)))


def several(names: Files) -> list[str]:
    """One name, or several; ``InputError`` for anything else."""
    if isinstance(names, str | os.PathLike):
        return [named("a program", names)]
    if not isinstance(names, Iterable):
        raise InputError(f"a program is the name of a file, or several names, not {_kind(names)}")
    return [named("a program", each) for each in names]


def specification_of(names: str | Sequence[str]) -> Specification:
    """Several names are checked at once; ``InputError``."""
    try:
        return specification_named(names if isinstance(names, str) else ",".join(names))
    except ValueError as error:
        raise InputError(str(error)) from None


def data_model_of(name: DataModel | str | None) -> DataModel | None:
    """``InputError`` for another name than ``ILP32`` or ``LP64``."""
    try:
        return None if name is None else DataModel(name.upper() if isinstance(name, str) else name)
    except ValueError:
        raise InputError(f"'{name}' is no data model: ILP32 and LP64 are") from None


def flows_of(flows: Chosen | Sequence[Chosen] | Mapping[str, Chosen], *, allow_code: bool) -> dict[str, Flow | None]:
    """Flows by the names that a table has for them; ``None``: the name says which. ``InputError`` for a name that two
    have.
    """
    if isinstance(flows, str | os.PathLike | Flow | Composable | Definition):
        flows = [flows]
    if isinstance(flows, Mapping):
        return {name: replace(flow_of(each, allow_code=allow_code), name=name) for name, each in flows.items()}
    found: dict[str, Flow | None] = {}
    for number, each in enumerate(flows, 1):
        if isinstance(each, str | os.PathLike):
            found.setdefault(os.fspath(each), None)
            continue
        flow = flow_of(each, allow_code=allow_code)
        if isinstance(each, Composable):
            text = repr(each)
            flow = replace(flow, name=text if len(text) <= _LONGEST_NAME else f"composition {number}")
        if flow.name in found and found[flow.name] != flow:
            raise InputError(f"two flows are called '{flow.name}': give names, flows={{'mine': ...}}")
        found[flow.name] = flow
    return found


def flow_of(flow: Chosen, *, allow_code: bool) -> Flow:
    """A ready flow by its name, the flow of a file, or a composition that gets a name; ``InputError``."""
    match flow:
        case Flow():
            return flow
        case Composable():
            return Flow("composition", flow)
        case Definition():
            python = flow.name.replace("-", "_")
            raise InputError(f"{python} is an actor that is not called yet: write {python}()")
        case _ if not isinstance(flow, str | os.PathLike):
            raise InputError(f"a flow is a name, a file or a composition, not {_kind(flow)}")
        case _:
            code = Code.of(is_allowed=allow_code)
            find_flow_modules(str(flow), code)
            return flow_named(str(flow), code)


def limits_of(cpu: Time | None, wall: Time | None, memory: Size | None) -> Limits:
    """``None``: no limit of time, and the usual one of memory; ``InputError`` for what is no amount."""
    usual = default_limits().memory
    return Limits(_seconds(cpu), _seconds(wall), usual if memory is None else bytes_of(memory))


def _seconds(time: Time | None) -> float | None:
    return None if time is None else seconds_of(time)


def seconds_of(time: Time) -> float:
    """A positive number of seconds; ``InputError``."""
    _refuse_truth("a time", time)
    if not isinstance(time, str) and not time > 0:
        raise InputError(f"a limit of time is above 0, and not {time:g} s")
    try:
        return seconds(time if isinstance(time, str) else f"{time:f}")
    except ValueError as error:
        raise InputError(str(error)) from None


def bytes_of(amount: Size) -> int:
    """A positive number of bytes; ``InputError``. A number of gigabytes that no machine like this has was meant as
    something else.
    """
    _refuse_truth("memory", amount)
    if not isinstance(amount, str) and not amount > 0:
        raise InputError(f"a limit of memory is above 0, and not {amount:g} GB")
    if not isinstance(amount, str) and amount * _GIGABYTE > _FAR_MORE * memory_here():
        has = memory_here() / _GIGABYTE
        raise InputError(f"{amount} is a number of gigabytes, and there are {has:.0f}: megabytes are '{amount}MB'")
    try:
        return size(amount if isinstance(amount, str) else f"{round(amount * _GIGABYTE)}b")
    except ValueError as error:
        raise InputError(str(error)) from None


def _refuse_truth(what: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"{what} is a number or a text with a unit, not {value!r}")


def cores_of(cores: int | None) -> int:
    """Those for the default flow: as many as there are, up to four; ``InputError`` for another number."""
    if cores is not None and not 1 <= cores <= MOST_CORES:
        raise InputError(f"'{cores}' is no number from 1 to {MOST_CORES}")
    return cores or default_cores()


def store_of(*, cache: bool) -> FileStore | None:
    """Where results are that may be used again; ``InputError`` where they cannot be stored safely."""
    store = usual_store() if cache else None
    return store and store.opened()


def build_of(
    include_directories: Sequence[str],
    defines: Sequence[str],
    entry: Entry | str | None,
    compile_commands: str | os.PathLike[str] | None,
) -> Build:
    """How the program is put together."""
    function = Entry(entry) if isinstance(entry, str) else entry
    return Build(tuple(include_directories), tuple(defines), function, os.fspath(compile_commands or ""))
