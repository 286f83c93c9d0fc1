"""Definitions of external tools: those of this folder's ``tools``, and files of the user."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.program.errors import InputError, Span

FOLDER = Path(__file__).with_name("tools")


def _configured(name: str, configuration: str) -> ToolDefinition:
    try:
        return defined(name).configured(configuration)
    except ValueError as error:
        raise CompositionError(str(error)) from None


def names() -> Iterator[str]:
    """The tools that are defined here, in the order of the alphabet."""
    return iter(sorted(path.stem for path in FOLDER.glob("*.yml")))


def defined(name: str) -> ToolDefinition:
    """The definition of a tool, by name or by file; ``CompositionError`` if there is none."""
    path = _file(name)
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise InputError((error.strerror or "cannot be read").lower(), Span(str(path))) from None


def _file(name: str) -> Path:
    if name in names():
        return FOLDER / f"{name}.yml"
    path = Path(name)
    if path.suffix not in (".yml", ".yaml"):
        known = ", ".join(names())
        raise CompositionError(f"there is no tool '{name}' (there are: {known}; or a file of yours that ends in .yml)")
    return path.absolute()


@cache
def _read(path: Path, _changed: int) -> ToolDefinition:
    from coveriflow.formats.tools.tool_descriptions import read_tool_description  # seldom needed, and slow to load

    return read_tool_description(path.read_bytes(), str(path), path.stem, _included)


def _included(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError((error.strerror or "cannot be read").lower(), Span(name)) from None
