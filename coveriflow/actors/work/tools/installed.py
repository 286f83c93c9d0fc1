"""What an installed tool has of its own: what it runs on, its configurations, and how its version spells options."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.program.errors import InputError, ToolMissing

_OF_FILES = re.compile(r"\{(?P<what>newest|file) (?P<files>[^{}]+)\}")
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")
_MOST = 2_000


def is_older(version: str, other: str) -> bool:
    """Whether a version comes before another one; not, where one of them has no number."""
    said, least = _NUMBERS.search(version), _NUMBERS.search(other)
    return said is not None and least is not None and _parts(said[0]) < _parts(least[0])


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part[:9]) for part in version.split("."))


def check_runtime(definition: ToolDefinition) -> None:
    """``ToolMissing`` unless what the tool runs on is here."""
    needed = definition.runs_on
    if needed is None:
        return
    named = os.environ.get(needed.variable, "") if needed.variable else ""
    if shutil.which(named or needed.program) is not None:
        return
    where = f"{needed.variable} is '{named}', which is no program" if named else "there is none on the path"
    how = f"\nInstall it, or set {needed.variable} to its path." if needed.variable else ""
    raise ToolMissing(f"{definition.name} needs {needed.program}, and {where}{how}")


def offered_names(definition: ToolDefinition, executable: str) -> list[str]:
    """The configurations that the tool has which lies at ``executable``, in the order of the alphabet."""
    return sorted(each.stem for each in _paths(executable, definition.offers.files)) if definition.offers else []


def spelled(definition: ToolDefinition, executable: str, version: str, options: Iterable[str]) -> list[str]:
    """The options as this version of the tool has them. ``InputError``: it has no file that one of them names."""
    found = [_with_newest(definition, executable, option) for option in options]
    if definition.one_dash_before and is_older(version, definition.one_dash_before):
        return [option[1:] if option.startswith("--") else option for option in found]
    return found


def _with_newest(definition: ToolDefinition, executable: str, option: str) -> str:
    def newest(match: re.Match[str]) -> str:
        paths = _paths(executable, match["files"])
        if not paths:
            raise InputError(f"this {definition.name} has no {match['files']}: choose another configuration")
        found = max(paths, key=lambda path: ([int(number) for number in re.findall(r"\d+", path.stem)], path.stem))
        return found.stem if match["what"] == "newest" else str(found)

    return _OF_FILES.sub(newest, option)


def _paths(executable: str, pattern: str) -> list[Path]:
    for folder in _folders(executable):
        found = sorted(path for _, path in zip(range(_MOST), folder.glob(pattern), strict=False))
        if found:
            return found
    return []


def _folders(executable: str) -> Iterator[Path]:
    """Where the tool's own files may be: beside its executable, or beside the folder of that."""
    place = Path(executable).resolve().parent
    yield from (place.parent, place)
