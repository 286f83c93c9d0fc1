"""Finding a tool: its executable, its version, and whether that is new enough."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from coveriflow.actors.work.tools.installed import check_runtime, is_older
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.execution.benchexec.tool_info import VERSION_SECONDS, ToolInfo, prefix_folders
from coveriflow.execution.benchexec.tool_variables import variable
from coveriflow.execution.processes.external_process import External, ExternalEnd, run_external
from coveriflow.program.errors import ToolMissing

_NUMBERS = re.compile(r"\d")
_LONGEST = 60


class ToolTooOld(ToolMissing):
    """The tool is here, in a version that is known not to work."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tool that is here. ``info``: ``None`` for one without a module of BenchExec."""

    definition: ToolDefinition
    executable: str
    version: str
    info: ToolInfo | None

    @property
    def sentence(self) -> str:
        """Name and version, whichever of the two the tool itself begins with."""
        name, version = self.definition.name, self.version.partition(" (")[0]
        version = version.removeprefix(f"{name} ").removeprefix("version ")
        return f"{name} {version}".strip()


def found(definition: ToolDefinition, executable: str = "") -> Found:
    """The tool where ``executable`` says, else the environment variable ``COVERIFLOW_<TOOL>`` (of either: the file, or
    its folder), else on the path, else where ``make tools`` puts it. ``ToolMissing``, ``ToolTooOld``.
    """
    info = ToolInfo(definition.module) if definition.module else None
    named = executable or os.environ.get(variable(definition.key), "")
    place = _place(definition, named, info)
    if place is None:
        missing = f"there is no '{definition.executable}'" if definition.executable else "BenchExec's module finds none"
        where = f"'{named}' is no executable of it" if named else f"{missing} on the path"
        raise ToolMissing(f"{definition.name} is not installed: {where}{_how(definition)}")
    check_runtime(definition)
    version = _version(place, info)
    if is_older(version, definition.oldest):
        raise ToolTooOld(
            f"{definition.name} {version} is too old: {definition.oldest} is the oldest version that is known to work"
            f"{_how(definition)}"
        )
    return Found(definition, place, version, info)


def place_of(definition: ToolDefinition) -> str | None:
    """Where the tool is, which is not started for that; ``None`` if it is not here."""
    info = ToolInfo(definition.module) if definition.module else None
    return _place(definition, os.environ.get(variable(definition.key), ""), info)


def _place(definition: ToolDefinition, named: str, info: ToolInfo | None) -> str | None:
    return _named(definition, named, info) if named else _searched(definition, info)


def _how(definition: ToolDefinition) -> str:
    get = f"\nTo get it: {definition.get.rstrip('.')}." if definition.get else ""
    return f"{get}\nIf it is elsewhere, set {variable(definition.key)} to its path."


def _named(definition: ToolDefinition, named: str, info: ToolInfo | None) -> str | None:
    path = Path(named).expanduser().absolute()
    if not path.is_dir():
        return str(path) if os.access(path, os.X_OK) and path.is_file() else None
    return _in_folders(definition, (path, path / "bin"), info)


def _in_folders(definition: ToolDefinition, folders: tuple[Path, ...], info: ToolInfo | None) -> str | None:
    if info is not None:
        return info.executable(folders, use_path=False)
    return shutil.which(definition.executable, path=os.pathsep.join(map(str, folders)))


def _searched(definition: ToolDefinition, info: ToolInfo | None) -> str | None:
    if info is not None:
        return info.executable((), use_path=True) or _in_folders(definition, prefix_folders(definition.key), info)
    place = shutil.which(definition.executable)
    return os.path.abspath(place) if place else _in_folders(definition, prefix_folders(definition.key), None)


# --- versions: telling one runs the tool, so what an unchanged file has said is kept ----------------------------------


def _version(executable: str, info: ToolInfo | None) -> str:
    key, kept = _key(executable, info), _read_kept()
    if key not in kept:
        text = info.version(executable) if info is not None else _asked(executable)
        if text is None:
            return ""
        kept[key] = text[:_LONGEST] if text.isprintable() else ""
        if kept[key] or info is None:
            _keep(kept)
    return kept[key]


def _asked(executable: str) -> str | None:
    """The first line that it says to ``--version``, if that tells one; ``None`` if it did not come to its end."""
    limits = Limits(VERSION_SECONDS, VERSION_SECONDS, 2 << 30)
    with tempfile.TemporaryDirectory(prefix="tool-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            run = run_external(External((executable, "--version"), folder, folder, largest=1 << 20), limits)
        except OSError:
            return None
    if run.end is not ExternalEnd.EXITED:
        return None
    line = run.output.decode(errors="replace").partition("\n")[0].strip()
    return line if run.status == 0 and _NUMBERS.search(line) else ""


def _key(executable: str, info: ToolInfo | None) -> str:
    place = os.stat(executable)
    return f"{executable} {place.st_mtime_ns} {place.st_size} {info.module if info else ''}"


def _file() -> Path:
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(folder, "coveriflow", "tool-versions.json")


def _read_kept() -> dict[str, str]:
    with contextlib.suppress(OSError, ValueError):
        kept = json.loads(_file().read_bytes())
        if isinstance(kept, dict) and all(isinstance(value, str) for value in kept.values()):
            return kept
    return {}


def _keep(kept: dict[str, str]) -> None:
    """Written aside and moved into its place, so that nobody reads half of it."""
    file = _file()
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        with open(descriptor, "w", encoding="ascii") as aside:
            json.dump(kept, aside)
        os.replace(name, file)
