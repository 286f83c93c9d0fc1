"""Places in a text as the user wrote it: what stands there before macros are expanded and comments taken out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.program.text.tokens import users_file

_NO_CODE = re.compile(r'/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?', re.DOTALL)
_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_MARKER = re.compile(r'\s*#\s*(?:line\s+)?(?P<line>[0-9]{1,9})(?:\s+"(?P<file>[^"\n]*)")?[\s0-9]*$')
_STARTS = frozenset(";{}):")
_BEFORE_STATEMENT = frozenset({"else", "do"})


@dataclass(frozen=True)
class OriginalText:
    """One source file; lines and columns count from 1, offsets (in characters) from 0. ``analysed``: what the
    preprocessed program has in the place of each line.
    """

    text: str
    analysed: Mapping[int, str] = field(default_factory=dict, repr=False)
    _starts: list[int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        object.__setattr__(self, "_starts", starts)

    @cached_property
    def _code(self) -> str:
        """The text, with blanks in the place of comments and literals."""
        return _without_comments(self.text)

    def word_at(self, word: str, line: int, column: int) -> int | None:
        """The offset of ``word``, which the text as it is analysed has at ``line`` and ``column``.

        Where a macro may have brought the word, or more of the kind, or other words before it, nothing is known.
        """
        if not 0 < line <= len(self._starts):
            return None
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        here = list(_WORD.finditer(self._code, self._starts[line - 1], end))
        there = list(_WORD.finditer(_without_comments(self.analysed.get(line, ""))))
        rank = next(
            (rank for rank, match in enumerate(there) if match.start() == column - 1 and match[0] == word), None
        )
        if rank is None:
            return None
        if [match[0] for match in here[: rank + 1]] == [match[0] for match in there[: rank + 1]]:
            return here[rank].start()
        found = [match.start() for match in here if match[0] == word]
        return found[0] if len(found) == 1 == sum(match[0] == word for match in there) else None

    def closing(self, offset: int) -> int | None:
        """The offset of the parenthesis that closes the call whose function's name is at ``offset``."""
        name = _WORD.match(self._code, offset)
        opening = re.compile(r"\s*\(").match(self._code, name.end()) if name else None
        if opening is None:
            return None
        depth = 0
        for bracket in re.compile(r"[()]").finditer(self._code, opening.end() - 1):
            depth += 1 if bracket[0] == "(" else -1
            if depth == 0:
                return bracket.start()
        return None

    def offset(self, line: int, column: int) -> int | None:
        """The offset of what is at a place; ``None`` if nothing is there."""
        if not 0 < line <= len(self._starts) or column < 1:
            return None
        found = self._starts[line - 1] + column - 1
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return found if found < end else None

    def is_same(self, line: int) -> bool:
        """Whether the text as it is analysed has the same on a line, so that columns there are those of this text."""
        if not 0 < line <= len(self._starts):
            return False
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return self.text[self._starts[line - 1] : end].rstrip("\n") == self.analysed.get(line)

    def begins_statement(self, offset: int) -> bool:
        """Whether the word at ``offset`` is the first of its statement."""
        before = self._code[:offset].rstrip()
        if before.endswith(":") and "?" in re.split(r"[;{}]", before)[-1]:
            return False
        if not before or before[-1] in _STARTS:
            return True
        word = re.search(r"[\w$]+\Z", before)
        return word is not None and word[0] in _BEFORE_STATEMENT

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of what is at ``offset``."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def analysed_lines(preprocessed: str, file: str) -> dict[int, str]:
    """The text after line markers, by the line of ``file`` that it stands for; what is included twice is joined."""
    found: dict[int, str] = {}
    number, inside = 1, True
    for line in preprocessed.split("\n"):
        if marker := _MARKER.match(line):
            number, inside = int(marker["line"]), marker["file"] == file if marker["file"] is not None else inside
            continue
        if inside:
            found[number] = f"{found[number]} {line}" if number in found else line
        number += 1
    return found


def in_place(preprocessed: str, file: str) -> str | None:
    """``preprocessed`` without line markers, each line of ``file`` with its own number: what other files bring stands
    in the line that includes them. ``None`` where that cannot be, because of directives that are left (``#pragma``).
    """
    lines: list[list[str]] = [[]]
    number, inside = 1, True
    for line in preprocessed.split("\n"):
        if marker := _MARKER.match(line):
            inside = users_file(marker["file"]) == file if marker["file"] is not None else inside
            number = int(marker["line"]) if inside else number
            continue
        if line.lstrip().startswith("#"):
            return None
        if not line.strip():
            number += inside
            continue
        if number < len(lines):
            return None
        lines += [[] for _ in range(len(lines), number)]
        lines[-1].append(line)
        number += inside
    return "\n".join(" ".join(parts) for parts in lines) + "\n"


def _without_comments(text: str) -> str:
    """``text``, with blanks in the place of comments and literals."""
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
