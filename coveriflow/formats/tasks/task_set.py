"""Sets of tasks: the ``.set`` files of SV-COMP, and benchmark definitions of BenchExec (format 1.9 and older).

Nothing here touches the file system: patterns are as written, relative to the file that has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.formats.primitives.xml import line_of, parsed
from coveriflow.program.errors import InputError, Span

MAX_BYTES = 16 << 20
_REFUSED = ("withoutfile", "requiredfiles")
_SET_PARTS = ("include", "includesfile", "exclude", "excludesfile", "propertyfile", "option")


@dataclass(frozen=True, slots=True)
class TaskPatterns:
    """The tasks of one ``<tasks>`` element. ``includes_files``: ``.set`` files. ``property_file``: ``""`` if none."""

    name: str
    includes: tuple[str, ...] = ()
    includes_files: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    excludes_files: tuple[str, ...] = ()
    property_file: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkDefinition:
    """What of a benchmark definition matters here. ``tool``: the tool-info module for which ``options`` are meant:
    those of each run definition, with the common ones.

    Limits are texts as BenchExec has them, ``""`` where there is none.
    """

    tool: str
    tasks: tuple[TaskPatterns, ...]
    options: tuple[tuple[str, ...], ...]
    cpu: str = ""
    wall: str = ""
    memory: str = ""


def read_task_set(data: bytes, name: str) -> tuple[str, ...]:
    """The patterns of a ``.set`` file: one a line; what begins with ``#`` is a comment."""
    lines = (line.strip() for line in decoded(data, name, MAX_BYTES).split("\n"))
    return tuple(line for line in lines if line and not line.startswith("#"))


def read_benchmark_definition(data: bytes, name: str) -> BenchmarkDefinition:
    """Tasks, run definitions and limits; ``InputError`` for what means other tasks than would be read here."""
    root = parsed(data, name, MAX_BYTES)
    if root.tag != "benchmark":
        raise InputError(f"the root is '{shortened(str(root.tag))}', not 'benchmark'", Span(name, line_of(root)))
    for each in root.iter(*_REFUSED):
        raise InputError(f"<{each.tag}> is not supported", Span(name, line_of(each)))
    runs = root.findall("rundefinition")
    for own in (each for run in runs for tag in ("tasks", "propertyfile") for each in run.findall(tag)):
        raise InputError("tasks and properties of one run definition alone are not supported", Span(name, line_of(own)))
    sets = root.findall("tasks")
    if not sets:
        raise InputError("there are no <tasks>", Span(name, line_of(root)))
    common = _options(root, name)
    options = tuple((*common, *_options(run, name)) for run in runs) or (common,)
    cpu, wall, memory = (root.get(key, "") for key in ("timelimit", "walltimelimit", "memlimit"))
    tasks = tuple(_patterns(each, root, name) for each in sets)
    return BenchmarkDefinition(root.get("tool", ""), tasks, options, cpu, wall, memory)


def _patterns(tasks: etree._Element, root: etree._Element, name: str) -> TaskPatterns:
    for each in tasks:
        if each.tag not in _SET_PARTS:
            raise InputError(f"<{shortened(str(each.tag))}> is not supported", Span(name, line_of(each)))
    found = tuple(_texts(tasks, tag) for tag in ("include", "includesfile", "exclude", "excludesfile"))
    included, includes_files, excluded, excludes_files = found
    properties = (*_texts(root, "propertyfile"), *_texts(tasks, "propertyfile"))
    if len(set(properties)) > 1:
        raise InputError("these tasks have more than one property file", Span(name, line_of(tasks)))
    property_file = properties[0] if properties else ""
    return TaskPatterns(tasks.get("name", ""), included, includes_files, excluded, excludes_files, property_file)


def _texts(element: etree._Element, tag: str) -> tuple[str, ...]:
    return tuple((each.text or "").strip() for each in element.findall(tag))


def _options(element: etree._Element, name: str) -> tuple[str, ...]:
    words: list[str] = []
    for each in element.findall("option"):
        words.append(each.get("name", ""))
        words += [] if each.text is None else [each.text.strip()]
    if any(not word for word in words[:1]):
        raise InputError("an option has no name", Span(name, line_of(element)))
    return tuple(words)
