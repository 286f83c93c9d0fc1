"""The words of CPAchecker's language of specifications, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from coveriflow.formats.primitives.text import shortened
from coveriflow.program.errors import InputError, Span


class Class(Enum):
    """``STRING``, ``CURLY`` and ``SQUARE`` are texts in quotes, braces and brackets."""

    NAME = "a name"
    NUMBER = "a number"
    STRING = 'a text in "..."'
    CURLY = "a text in {...}"
    SQUARE = "a text in [...]"
    SYMBOL = "a symbol"
    END = "the end of the file"


@dataclass(frozen=True, slots=True)
class Word:
    """``text``: of quoted ones what it stands for, without the quotes."""

    kind: Class
    text: str
    span: Span


_BLANK = re.compile(r"(?:[ \t\f\r\n\v\x85\u2028\u2029]|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)
_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$]*")
_NUMBER = re.compile(r"0|[1-9][0-9]*")
_SYMBOL = re.compile(r"->|==|!=|&&|\|\||[;:()<>,!=+-]")
_QUOTED = {
    '"': (Class.STRING, '"', re.compile(r'[^\n\r"\\]+')),
    "{": (Class.CURLY, "}", re.compile(r"[^}\\]+")),
    "[": (Class.SQUARE, "]", re.compile(r"[^\n\r\]\\]+")),
}
_OPENINGS = {kind: opening for opening, (kind, _, _) in _QUOTED.items()}
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def words_of(text: str, name: str) -> list[Word]:
    """All words, and the end; ``InputError`` with the place of what is none."""
    found: list[Word] = []
    position, places = 0, _Places(text, name)
    while True:
        blank = _BLANK.match(text, position)
        position = blank.end() if blank else position
        span = places.at(position)
        if position == len(text):
            return [*found, Word(Class.END, "", span)]
        word, position = _word(text, position, span)
        found.append(word)


def quoted(kind: Class, text: str) -> str:
    """``text`` in the quotes of ``kind``."""
    opening = _OPENINGS[kind]
    closing = _QUOTED[opening][1]
    inner = text.replace("\\", "\\\\").replace(closing, f"\\{closing}")
    for letter, character in _ESCAPES.items():
        inner = inner if letter == "\\" else inner.replace(character, f"\\{letter}")
    return f"{opening}{inner}{closing}"


def written(word: Word) -> str:
    """The word as it can be read again."""
    return quoted(word.kind, word.text) if word.kind in _OPENINGS else word.text


class _Places:
    """Lines and columns, asked for in the order of the text."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.line, self.start = 1, 0

    def at(self, position: int) -> Span:
        while (end := self.text.find("\n", self.start, position)) >= 0:
            self.line, self.start = self.line + 1, end + 1
        return Span(self.name, self.line, position - self.start + 1)


def _word(text: str, position: int, span: Span) -> tuple[Word, int]:
    character = text[position]
    if character in _QUOTED:
        return _quoted(text, position, span)
    for kind, form in ((Class.NAME, _NAME), (Class.NUMBER, _NUMBER), (Class.SYMBOL, _SYMBOL)):
        found = form.match(text, position)
        if found:
            return Word(kind, found[0], span), found.end()
    if character == "#":
        raise InputError("#include is not read: an automaton is one file", span)
    raise InputError(f"'{shortened(character)}' begins no word of an automaton", span)


def _quoted(text: str, position: int, span: Span) -> tuple[Word, int]:
    kind, closing, plain = _QUOTED[text[position]]
    pieces: list[str] = []
    position += 1
    while position < len(text):
        if text[position] == closing:
            return Word(kind, "".join(pieces), span), position + 1
        if text[position] == "\\":
            following = text[position + 1 : position + 2]
            if not following or (following != closing and following not in _ESCAPES):
                raise InputError(f"'\\{shortened(following)}' stands for nothing in {kind.value}", span)
            pieces.append(_ESCAPES.get(following, following))
            position += 2
        elif found := plain.match(text, position):
            pieces.append(found[0])
            position = found.end()
        else:
            break
    raise InputError(f"{kind.value} does not end", span)
