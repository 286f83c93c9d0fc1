"""From what the user names (sets, folders, patterns, task definitions, C files) to the tasks of a batch run."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from coveriflow.artifacts.batch.results import BatchTask
from coveriflow.artifacts.resources import Limits
from coveriflow.flows.tasks.load import read
from coveriflow.flows.tasks.patterns import has_wildcards, matching
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.formats.tasks.specification import read_specification
from coveriflow.formats.tasks.task_definition import TaskDefinition, read_task_definition
from coveriflow.formats.tasks.task_set import (
    BenchmarkDefinition,
    TaskPatterns,
    read_benchmark_definition,
    read_task_set,
)
from coveriflow.program.errors import InputError, Span

_DEFINITIONS = (".yml", ".yaml")
_PROGRAMS = (".c", ".i")
_FLOW, _TOOL = "--flow", "coveriflow.execution.benchexec_tool"
_MARK = b"input_files"
"""By which a YAML file in a folder is known to be a task definition."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the user's words stand for. ``flows`` and ``limits``: those that benchmark definitions name."""

    tasks: tuple[BatchTask, ...]
    flows: tuple[str, ...] = ()
    limits: Limits = Limits()


def tasks_named(words: Iterable[str]) -> Named:
    """All tasks, each once, in the order of the words and then by name; ``InputError`` for a word that names none."""
    tasks: list[BatchTask] = []
    flows: list[str] = []
    limits = Limits()
    for word in words:
        if word.endswith(".xml"):
            found = _benchmark(Path(word))
            flows, limits = [*flows, *found.flows], found.limits
            tasks += found.tasks
        else:
            tasks += _tasks(word)
    first = {(task.path, task.specification): task for task in reversed(tasks)}
    kept = tuple(task for task in dict.fromkeys(tasks) if first[task.path, task.specification] is task)
    return Named(kept, tuple(dict.fromkeys(flows)), limits)


def is_task_set(word: str) -> bool:
    """Whether it names a folder, a pattern, a set or a benchmark definition, and not one program or task definition."""
    path = Path(word)
    return path.is_dir() or path.suffix in (".set", ".xml") or (glob.has_magic(word) and not path.exists())


def one_program(words: Iterable[str]) -> list[str]:
    """The C files that the words name, as one program; ``InputError`` for any other word."""
    found = [task.path for word in words for task in _tasks(word)]
    for path in found:
        if Path(path).suffix not in _PROGRAMS:
            raise InputError("only C files can be one program together", Span(path))
    return list(dict.fromkeys(found))


def _tasks(word: str) -> Iterator[BatchTask]:
    path = Path(word)
    if path.is_dir():
        yield from _in_folder(path)
    elif path.suffix == ".set":
        yield from (BatchTask(str(each), path.stem) for each in _of_set(path))
    elif glob.has_magic(word) and not path.exists():
        yield from (BatchTask(str(each)) for each in _matching(word, Span(word)))
    else:
        _check(path)
        yield BatchTask(str(path))


def _check(path: Path) -> None:
    if not path.is_file():
        raise InputError("no such file or folder", Span(str(path)))
    if path.suffix not in (*_DEFINITIONS, *_PROGRAMS):
        known = ", ".join((*_PROGRAMS, *_DEFINITIONS, ".set", ".xml"))
        raise InputError(f"neither a program nor a set of tasks: their names end with {known}", Span(str(path)))


def _in_folder(folder: Path) -> Iterator[BatchTask]:
    """All task definitions below, and all programs that none of them names."""
    definitions = [path for path in _below(folder, _DEFINITIONS) if _MARK in read(path)]
    named: set[str] = set()
    for path in definitions:
        named.update(os.path.normpath(each) for each in _inputs(path))
    rest = [path for path in _below(folder, _PROGRAMS) if os.path.normpath(path) not in named]
    if not definitions and not rest:
        raise InputError("there are neither task definitions nor programs here", Span(str(folder)))
    group = folder.resolve().name
    yield from (BatchTask(str(path), group) for path in sorted([*definitions, *rest]))


def _below(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file()]


def _inputs(definition: Path) -> Iterator[str]:
    for name in read_task_definition(read(definition), str(definition)).input_files:
        where = str(definition.parent)
        yield from matching(name, where, Span(str(definition))) if has_wildcards(name) else [os.path.join(where, name)]


def _of_set(path: Path) -> list[Path]:
    place, lines = Span(str(path)), read_task_set(read(path), str(path))
    return [each for line in lines for each in _named_by(path, _beside(path, line), place)]


def _beside(file: Path, pattern: str) -> str:
    """``pattern``, seen from the folder of ``file``."""
    return os.path.normpath(os.path.join(file.parent, pattern))


def _named_by(file: Path, pattern: str, place: Span) -> list[Path]:
    """As ``_matching``, for a pattern that ``file`` has."""
    if not has_wildcards(pattern):
        return _matching(pattern, place)
    return _tasks_of(_below_file(file, pattern), pattern, place)


def _below_file(file: Path, pattern: str) -> list[str]:
    """``pattern`` is seen from here, and what it may look at from the folder of ``file``."""
    seen = os.path.relpath(os.path.abspath(pattern), os.path.abspath(file.parent))
    return [os.path.normpath(each) for each in matching(seen, str(file.parent), Span(str(file)))]


def _matching(pattern: str, place: Span) -> list[Path]:
    """Files in the order of their names; ``InputError`` if there is none."""
    found = sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(pattern) else [pattern]
    return _tasks_of(found, pattern, place)


def _tasks_of(found: list[str], pattern: str, place: Span) -> list[Path]:
    paths = [Path(each) for each in found if Path(each).suffix in (*_DEFINITIONS, *_PROGRAMS)]
    if not paths:
        raise InputError(f"no task matches '{pattern}'", place)
    for path in paths:
        _check(path)
    return paths


# --- benchmark definitions --------------------------------------------------------------------------------------------


def _benchmark(path: Path) -> Named:
    definition = read_benchmark_definition(read(path), str(path))
    tasks = tuple(task for patterns in definition.tasks for task in _of_patterns(path, patterns))
    options = definition.options if definition.tool == _TOOL else ()  # those for other tools mean nothing here
    flows = tuple(flow for each in options if (flow := _flow(each, path)))
    return Named(tasks, flows, _limits(definition, path))


def _of_patterns(file: Path, patterns: TaskPatterns) -> Iterator[BatchTask]:
    within = partial(_substituted, file)
    included = [each for pattern in patterns.includes for each in _named_by(file, within(pattern), Span(str(file)))]
    included += [each for name in patterns.includes_files for each in _of_set(Path(within(name)))]
    excluded = {Path(each) for pattern in patterns.excludes for each in _excluded(file, within(pattern))}
    excluded |= {each for name in patterns.excludes_files for each in _of_set(Path(within(name)))}
    specification = within(patterns.property_file) if patterns.property_file else ""
    wanted = _has_property(specification)
    group = patterns.name or file.stem
    yield from (
        BatchTask(str(path), group, specification) for path in included if path not in excluded and wanted(path)
    )


def _excluded(file: Path, pattern: str) -> list[str]:
    return _below_file(file, pattern) if has_wildcards(pattern) else [pattern]


def _substituted(file: Path, text: str) -> str:
    """With BenchExec's variables, seen from the folder of the benchmark definition."""
    folder = str(file.parent)
    names = {"benchmark_path": folder, "benchmark_path_abs": str(file.parent.absolute()), "benchmark_name": file.stem}
    for name, value in names.items():
        text = text.replace(f"${{{name}}}", value)
    return text if text.startswith(folder + os.sep) or os.path.isabs(text) else _beside(file, text)


def _has_property(specification: str) -> Callable[[Path], bool]:
    """BenchExec takes a task definition only if it has the property; other files it takes all."""
    if not specification:
        return lambda _: True
    wanted = read_specification(read(Path(specification)), specification)

    def has(path: Path) -> bool:
        if path.suffix not in _DEFINITIONS:
            return True
        definition: TaskDefinition = read_task_definition(read(path), str(path))
        files = [Path(_beside(path, each.property_file)) for each in definition.properties]
        return any(read_specification(read(each), str(each)) == wanted for each in files)

    return has


def _flow(options: tuple[str, ...], path: Path) -> str:
    """The last one counts: that of the run definition, before the common one. ``InputError`` for other options."""
    named = {place + 1 for place, option in enumerate(options) if option == _FLOW}
    other = next((each for place, each in enumerate(options) if each != _FLOW and place not in named), None)
    if other is not None:
        message = f"of options only {_FLOW} is read here, not '{other}': write a flow of your own"
        raise InputError(message, Span(str(path)))
    return options[-1] if options else ""


def _limits(definition: BenchmarkDefinition, path: Path) -> Limits:
    try:
        return Limits(
            seconds(definition.cpu) if definition.cpu else None,
            seconds(definition.wall) if definition.wall else None,
            size(definition.memory) if definition.memory else None,
        )
    except ValueError as error:
        raise InputError(str(error), Span(str(path))) from None
