"""Which files of a task the files are that a condition names: those of the same content, whatever they are called."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.errors import InputError
from coveriflow.program.text.tokens import users_file

_LINE_MARKER = re.compile(r'[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_OURS = "<"
"""How the files of the library's models begin: these have the same names everywhere."""


def with_files_of(task: Task, condition: Condition) -> Condition:
    """``condition`` over the edges of ``task``, with the files that its guards name."""
    named = {each.guard.file for each in condition.transitions}
    files = tuple((name, digest) for name, digest in content_of_files(task).items() if name in named)
    return replace(condition, files=files)


def with_names_of(task: Task, condition: Condition) -> Condition:
    """``condition``, which is about ``task``, with the names that the files have there; ``InputError`` for a guard in a
    file that the program does not have, since it would cover nothing.

    Law: a guard names the same line of the same text as before.
    """
    there = content_of_files(task)
    said = {each.guard.file for each in condition.transitions if each.guard.file}
    known = dict(_known(condition, there) if condition.files else _guessed(task, said, there))
    for name in sorted(said):
        if name not in known and not name.startswith(_OURS):
            raise InputError(
                f"the condition names the file '{name}', which is none of '{task.name}', or one of several: "
                "it would cover nothing there"
            )
    return with_files_of(task, renamed(condition, known))


def renamed(condition: Condition, names: dict[str, str]) -> Condition:
    """``condition`` with other names for the files of its guards."""
    if all(name == other for name, other in names.items()):
        return condition
    transitions = (
        replace(each, guard=replace(each.guard, file=names.get(each.guard.file, each.guard.file)))
        for each in condition.transitions
    )
    files = tuple((names.get(name, name), digest) for name, digest in condition.files)
    return replace(condition, transitions=tuple(transitions), files=files)


def content_of_files(task: Task) -> dict[str, str]:
    """The files that the program consists of, headers among them, each with the SHA-256 of its lines."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source in task.sources:
        for file, line, text in _lines(source):
            if text.strip():
                found[file].append(f"{line}:{text}")
    return {
        name: hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
        for name, lines in found.items()
    }


def names_by_content(files: tuple[tuple[str, str], ...], there: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Of each file that one of ``there`` has the lines of, how it is called there. Of several, the one of its name."""
    for name, digest in files:
        same = [other for other, own in there.items() if own == digest]
        called = [other for other in same if other == name] or [each for each in same if _last(each) == _last(name)]
        if len(same) == 1 or len(called) == 1:
            yield name, (same if len(same) == 1 else called)[0]


def _known(condition: Condition, there: dict[str, str]) -> Iterator[tuple[str, str]]:
    return names_by_content(condition.files, there)


def _guessed(task: Task, said: set[str], there: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Of a condition that says no hashes: the same name. In a program of one file, whose hash it has said, a name that
    nothing else has is the program's.
    """
    yield from ((name, name) for name in said if name in there)
    others = [name for name in said if name not in there and not name.startswith(_OURS)]
    if len(task.sources) == 1 and len(others) == 1 and task.name not in said:
        (other,) = others
        if len(there) == 1 or _last(other) == _last(task.name):
            yield other, task.name


def _lines(source: Source) -> Iterator[tuple[str, int, str]]:
    """File, number and text of each line that is analysed."""
    file, number = source.name, 1
    for text in source.preprocessed.split("\n"):
        if marker := _LINE_MARKER.match(text):
            number, file = int(marker[1]), users_file(marker[2]) if marker[2] else file
            continue
        yield file, number, text
        number += 1


def _last(name: str) -> str:
    return name.rpartition("/")[2]
