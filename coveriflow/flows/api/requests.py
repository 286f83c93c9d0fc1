"""From the arguments of ``coveriflow.verify`` to what a run needs: the same as the options of the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composable, Composition
from coveriflow.actors.definition import Definition
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import Specification, specification_named
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.catalogue.flow_paths import find_flow_modules
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.tasks.default_limits import MOST_CORES, default_cores, default_limits
from coveriflow.flows.tasks.load import Asked, asked_for
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel

Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""One file, or several of one program."""
Time = float | str
"""Seconds, or a text such as ``2min``."""
Size = float | str
"""Gigabytes, or a text such as ``512MiB``."""

_GIGABYTE = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """A verification that can be done. ``out``: the folder of its evidence, if any is wanted."""

    flow: Flow
    asked: Asked
    limits: Limits
    cores: int
    store: FileStore | None
    assumed: Assumed | None
    out: Path | None


def asked_of(
    program: Files,
    property: str | Sequence[str] | None,
    specification: str | os.PathLike[str] | None,
    data_model: DataModel | str | None,
    build: Build,
) -> Asked:
    """The program and its property; ``InputError`` for names that are not known."""
    if property is not None and specification is not None:
        raise InputError("give a property or a specification, not both")
    wanted: Path | Specification | None = Path(specification) if specification is not None else None
    if property is not None:
        wanted = specification_of(property)
    return asked_for(files_of(program), build, wanted, data_model_of(data_model))


def files_of(program: Files) -> list[Path]:
    """The files of one program."""
    return list(map(Path, several(program)))


def several(names: Files) -> list[str]:
    """One name, or several."""
    return [os.fspath(names)] if isinstance(names, str | os.PathLike) else [os.fspath(each) for each in names]


def specification_of(names: str | Sequence[str]) -> Specification:
    """Several names are checked at once; ``InputError``."""
    try:
        return specification_named(names if isinstance(names, str) else ",".join(names))
    except ValueError as error:
        raise InputError(str(error)) from None


def data_model_of(name: DataModel | str | None) -> DataModel | None:
    """``InputError`` for another name than ``ILP32`` or ``LP64``."""
    try:
        return None if name is None else DataModel(name)
    except ValueError:
        raise InputError(f"'{name}' is no data model: ILP32 and LP64 are") from None


def flow_of(flow: str | os.PathLike[str] | Flow | Composition, *, allow_code: bool) -> Flow:
    """A ready flow by its name, the flow of a file, or a composition that gets a name; ``InputError``."""
    match flow:
        case Flow():
            return flow
        case Composable():
            return Flow("composition", flow)
        case Definition():
            raise InputError(f"{flow.name} is no flow: an actor is called, as in {flow.function.__name__}()")
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
    if not isinstance(time, str) and not time > 0:
        raise InputError(f"a limit of time is above 0, and not {time:g} s")
    try:
        return seconds(time if isinstance(time, str) else f"{time:f}")
    except ValueError as error:
        raise InputError(str(error)) from None


def bytes_of(amount: Size) -> int:
    """A positive number of bytes; ``InputError``."""
    if not isinstance(amount, str) and not amount > 0:
        raise InputError(f"a limit of memory is above 0, and not {amount:g} GB")
    try:
        return size(amount if isinstance(amount, str) else f"{round(amount * _GIGABYTE)}b")
    except ValueError as error:
        raise InputError(str(error)) from None


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
