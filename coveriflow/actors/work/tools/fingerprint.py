"""What the answers of a tool depend on, as far as it lies on this machine: may an earlier answer be used again?"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.actors.tool_catalogue import defined, names
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.execution.benchexec.tool_info import prefix_folders
from coveriflow.execution.benchexec.tool_variables import variable
from coveriflow.program.errors import InputError

_SHARED = tuple(map(Path, ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/bin")))
_PLAIN = "command"
_MOST_FILES = 20_000


def state_of_tool(name: str, executable: str, options: str) -> tuple[str, ...] | None:
    """Path, size and time of each file that belongs to it: of the executable where others lie beside it
    (``/usr/bin``), else of all in its folder. Nothing is started to find that out.

    ``None`` where that is not all: a script that lies among others calls something elsewhere, options may name files,
    a plain command may be anything, and so may what a user's own definition calls. A tool that is not here says so
    itself.
    """
    if name == _PLAIN or name not in names() or _names_files(options):
        return None
    try:
        definition = defined(name)
        states = [list(_files(place)) for place in _places(definition, executable)]
    except (CompositionError, InputError, OSError):
        return None
    return tuple(state for each in states for state in each) if states and all(states) else None


def _places(definition: ToolDefinition, executable: str) -> Iterator[Path]:
    """Where the tool may be: where the user says, or else wherever one is found."""
    if named := executable or os.environ.get(variable(definition.key), ""):
        yield Path(named).expanduser().resolve()
        return
    if on_path := shutil.which(definition.executable):
        yield Path(on_path).resolve()
    yield from (folder for folder in prefix_folders(definition.key) if folder.is_dir())


def _names_files(options: str) -> bool:
    try:
        words = shlex.split(options)
    except ValueError:
        return True
    return any(os.path.exists(part) for word in words for part in (word, *word.split("=")) if part)


def _files(place: Path) -> Iterator[str]:
    """Of an executable or a folder; nothing where it is not known."""
    if place.parent in _SHARED:
        with place.open("rb") as file:
            if file.read(2) != b"#!":
                yield _state(place)
        return
    folder = place if place.is_dir() else place.parent
    folder = folder.parent if folder.name == "bin" else folder
    paths = islice((Path(at, name) for at, _, files in os.walk(folder) for name in files), _MOST_FILES + 1)
    states = sorted(map(_state, paths))
    if len(states) <= _MOST_FILES:
        yield from states


def _state(path: Path) -> str:
    found = path.lstat()
    return f"{path} {found.st_size} {found.st_mtime_ns}"
