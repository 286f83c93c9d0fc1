"""Probes: C text put into a preprocessed program, so that everything else keeps its place (its line and column)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.text.tokens import line_marker, users_file

_MARKER = re.compile(r'[ \t]*#[ \t]*(?:line[ \t]+)?(?P<line>[0-9]{1,9})(?:[ \t]+"(?P<file>[^"\n]*)")?[^\n]*')


ORIGIN = "(witness)"
"""The file that edges of probes are said to come from; their lines are those of the claims that they are for. What a
witness says is text like the user's: nothing is granted to it that our models of the library may do.
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """``text`` goes before what is at ``offset``. ``opening`` goes before it, and has the place of what follows: it
    begins an expression that takes the place of that.
    """

    offset: int
    text: str
    opening: str = ""


def claim(number: int, text: str) -> str:
    """``text`` of a probe, on a line of its own that has the ``number`` of a claim, counted from 1."""
    return f"\n{line_marker(number, ORIGIN)}{text}\n"


def is_probe(span: Span | None) -> bool:
    """Whether it is a place in a probe."""
    return span is not None and span.file == ORIGIN


class AnalysedText:
    """A preprocessed text of the file ``name``, with the places that its line markers give to what stands in it. gcc's
    texts begin with a marker of line 0; no marker says that a line before that one comes next.
    """

    def __init__(self, name: str, text: str) -> None:
        self.text = text
        self._starts: list[int] = []
        self._lines: list[tuple[str, int]] = []
        self._texts = text.split("\n")
        file, number, start = name, 1, 0
        for line in self._texts:
            if marker := _MARKER.fullmatch(line):
                file = file if marker["file"] is None else users_file(marker["file"])
                number = max(0, int(marker["line"]) - 1)
            self._starts.append(start)
            self._lines.append((file, number))
            number, start = number + 1, start + len(line) + 1

    def place(self, offset: int) -> Span:
        """File, line and column of what is at ``offset``."""
        at = bisect_right(self._starts, offset) - 1
        return Span(*self._lines[at], offset - self._starts[at] + 1)

    @property
    def files(self) -> frozenset[str]:
        """The files that parts of the text come from."""
        return frozenset(file for file, _ in self._lines if not file.startswith("<"))

    def line(self, offset: int) -> str:
        """The whole line that ``offset`` lies in."""
        return self._texts[bisect_right(self._starts, offset) - 1]

    def probed(self, probes: Iterable[Probe]) -> str:
        """The text with ``probes``; of several at one offset the first one comes first."""
        pieces, done = [], 0
        if any(file == ORIGIN for file, _ in self._lines):
            raise NotSupported(f"a witness of a program with the file {ORIGIN}")
        for probe in sorted(probes, key=lambda each: each.offset):
            here = self.place(probe.offset)
            back = f"\n{line_marker(here.line, here.file)}{' ' * (here.column - 1)}"
            pieces += [self.text[done : probe.offset], probe.opening, f"\n{line_marker(1, ORIGIN)}{probe.text}", back]
            done = probe.offset
        return "".join([*pieces, self.text[done:]])
