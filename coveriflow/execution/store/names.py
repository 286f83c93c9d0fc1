"""The files that values speak of: numbered, so that a result can be translated for a program that is called otherwise.

A file is spoken of in fields that hold nothing else, in line markers, and in sentences, as ``Span`` prints it. Where
its name stands anywhere else (an expression ``a.c``? a message of the compiler?), nothing is guessed: such a result is
for files of the same names only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import PurePath

from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.definedness import UndefinedBehaviour
from coveriflow.artifacts.display.error_paths import PathStep
from coveriflow.artifacts.residual_programs import Residual, residual_name
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.artifacts.witnesses.yaml import WitnessMetadata, WitnessPlace
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import Span
from coveriflow.program.library.unmodelled import SHOWN_HEADERS

_MARKER = re.compile(r'(?m)^#[ \t]*(?:line[ \t]+)?\d+[ \t]+"((?:[^"\\\n]|\\.)*)"')


class Role(Enum):
    """What a field means, as far as files are concerned."""

    PLAIN = "plain"
    FILE = "the name of a file"
    FILES = "names of files, each with something else"
    PLACE = "the name of a file, and where in it"
    TEXT = "the text of a program: names in it mean nothing"
    MARKED_TEXT = "the text of a program, with line markers"
    DIGEST = "the digest of a condition, which speaks of files"


_ROLES = {
    (Source, "name"): Role.FILE,
    (Source, "text"): Role.TEXT,
    (Source, "preprocessed"): Role.MARKED_TEXT,
    (Span, "file"): Role.FILE,
    (EdgeLabel, "file"): Role.FILE,
    (EdgeLabel, "statement"): Role.TEXT,
    (PathStep, "file"): Role.FILE,
    (WitnessPlace, "file"): Role.FILE,
    (Witness, "program_file"): Role.FILE,
    (WitnessEdge, "origin_file"): Role.FILE,
    (TestSuite, "program_file"): Role.FILE,
    (WitnessMetadata, "files"): Role.FILES,
    (Answer, "place"): Role.PLACE,
    (UndefinedBehaviour, "place"): Role.PLACE,
    (Condition, "files"): Role.FILES,
    (Justification, "condition"): Role.DIGEST,
}


def role_of(kind: type, field: str) -> Role:
    """The role of a field of a dataclass."""
    return _ROLES.get((kind, field), Role.PLAIN)


class Mentions:
    """Finds the files ``names`` in texts. ``is_understood``: so far there was none that is only perhaps a file."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.is_understood = True
        self._numbers = {name: number for number, name in enumerate(names)}
        self._by_marker = {in_marker(name): number for number, name in enumerate(names)}
        longest_first = sorted(names, key=len, reverse=True)
        whole = "|".join(map(re.escape, longest_first)) or "(?!)"
        parts = "|".join(re.escape(PurePath(name).name or name) for name in longest_first) or "(?!)"
        self._place = re.compile(rf"(?<![\w./\\-])({whole})(?=, line \d)")
        self._perhaps = re.compile(rf"(?<![\w.-])(?:{parts})(?![\w])")

    def file(self, name: str) -> tuple[str | int, ...]:
        """A name that stands alone."""
        return (self._numbers[name],) if name in self._numbers else (self._unsure(name),)

    def sentence(self, text: str) -> tuple[str | int, ...]:
        """A text in which places may be named."""
        if ", line " not in text:
            return (self._unsure(text),)
        return tuple(map(self._unsure, _split(text, self._place, self._numbers)))

    def marked(self, text: str) -> tuple[str | int, ...]:
        """The text of a program, with the names in its line markers."""
        return tuple(_split(text, _MARKER, self._by_marker))

    def _unsure(self, piece: str | int) -> str | int:
        if isinstance(piece, str) and self.is_understood and self._perhaps.search(piece):
            self.is_understood = False
        return piece


def names_in(inputs: Iterable[object]) -> tuple[str, ...]:
    """The files that the programs among ``inputs`` consist of, and those of residual programs that are made of them;
    each once. Our own headers have the same name everywhere.
    """
    names: dict[str, None] = {}
    for given in inputs:
        for task in _tasks(given):
            names |= dict.fromkeys(_of_task(task))
    return tuple(names)


def _tasks(given: object) -> Iterator[Task]:
    """The programs that a residual program was made from, too."""
    if isinstance(given, Task):
        yield given
    elif isinstance(given, Residual):
        outer = given.applied.outer if given.applied is not None else None
        yield from _tasks(given.original if outer is None else outer)
        yield given.task


def _of_task(task: Task) -> Iterator[str]:
    for source in task.sources:
        yield source.name
        for marker in dict.fromkeys(_MARKER.findall(source.preprocessed)):
            if not marker.startswith(("<", SHOWN_HEADERS)):
                yield _from_marker(marker)
    yield residual_name(task)


def _split(text: str, pattern: re.Pattern[str], numbers: dict[str, int]) -> Iterator[str | int]:
    """``text`` in pieces: the first group of what matches is a number where it has one."""
    end = 0
    for found in pattern.finditer(text):
        if found[1] in numbers:
            if found.start(1) > end:
                yield text[end : found.start(1)]
            yield numbers[found[1]]
            end = found.end(1)
    if end < len(text) or not text:
        yield text[end:]


def in_marker(name: str) -> str:
    """A name as line markers have it."""
    return name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _from_marker(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
