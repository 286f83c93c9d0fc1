"""C text made fit for the parser: comments and GNU spellings become blanks, so that lines and columns stay."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coveriflow.program.errors import InputError, Span

MAXIMUM_NESTING = 500
"""Brackets inside brackets; C11 5.2.4.1 asks for 127 blocks and 63 parentheses."""

_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//(?:\\\n|[^\n])*)
      | (?P<open_comment>/\*)
      | (?P<string>(?:u8|[LuU])?"(?:\\.|[^"\\\n])*"|[LuU]?'(?:\\.|[^'\\\n])*')
      | (?P<directive>^[ \t]*\#[^\n]*$)
      | (?P<word>[A-Za-z_$][A-Za-z_$0-9]*)
      | (?P<opening>[(\[{])
      | (?P<closing>[)\]}])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_LINE_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_DROPPED = {"__extension__", "__restrict", "__restrict__", "__volatile", "__volatile__"}
_DROPPED_WITH_ARGUMENT = {"__attribute__", "__attribute", "__declspec"}
_ASSEMBLY = {"asm", "__asm", "__asm__"}
_ASSEMBLY_QUALIFIER = re.compile(r"\s*(?:volatile|__volatile__|__volatile|goto|inline)\b")
ASSEMBLY_MARKER = "__asm_statement"
"""The function that stands for an assembly statement after ``neutralised``."""

_RENAMED = {
    "__const": "const",
    "__const__": "const",
    "__inline": "inline",
    "__inline__": "inline",
    "__signed": "signed",
    "__signed__": "signed",
    "__int128_t": "__int128",
}


@dataclass(slots=True)
class _Scanner:
    name: str
    text: str
    pieces: list[str]
    depth: int = 0

    def span(self, offset: int) -> Span:
        """The place of ``offset`` by the last line marker before it."""
        file, line = self.name, 1
        for text_line in self.text[:offset].split("\n")[:-1]:
            marker = _LINE_MARKER.match(text_line)
            file, line = (marker[2] or file, int(marker[1])) if marker else (file, line + 1)
        return Span(file, line, offset - self.text.rfind("\n", 0, offset))


def neutralised(name: str, text: str) -> str:
    """``text`` without comments, attributes and GNU keywords, of the same length where a word is not shortened.

    Raises ``InputError`` for an open comment or nesting beyond ``MAXIMUM_NESTING``.
    """
    scanner = _Scanner(name, text, [])
    position = 0
    while match := _TOKEN.search(text, position):
        scanner.pieces.append(text[position : match.start()])
        position = _take(scanner, match)
    scanner.pieces.append(text[position:])
    return "".join(scanner.pieces)


def _take(scanner: _Scanner, match: re.Match[str]) -> int:
    """Append what becomes of one token; return where to go on."""
    token, kind = match[0], match.lastgroup
    if kind == "comment":
        scanner.pieces.append(_blank(token) or " ")
    elif kind == "open_comment":
        raise InputError("comment is never closed", scanner.span(match.start()))
    elif kind == "word":
        return _take_word(scanner, match)
    else:
        scanner.pieces.append(token)
        _nest(scanner, match)
    return match.end()


def _nest(scanner: _Scanner, match: re.Match[str]) -> None:
    scanner.depth += (match.lastgroup == "opening") - (match.lastgroup == "closing")
    if scanner.depth > MAXIMUM_NESTING:
        message = f"brackets are nested more than {MAXIMUM_NESTING} levels deep"
        raise InputError(message, scanner.span(match.start()))


def _take_word(scanner: _Scanner, match: re.Match[str]) -> int:
    word, end = match[0], match.end()
    if word in _DROPPED:
        scanner.pieces.append(_blank(word))
    elif word in _DROPPED_WITH_ARGUMENT:
        end = _after_parentheses(scanner, end)
        scanner.pieces.append(_blank(scanner.text[match.start() : end]))
    elif word in _ASSEMBLY:
        return _take_assembly(scanner, match)
    else:
        renamed = _RENAMED.get(word, word)
        scanner.pieces.append(renamed + " " * (len(word) - len(renamed)))
    return end


def _take_assembly(scanner: _Scanner, match: re.Match[str]) -> int:
    """At file scope an assembler name, which is dropped; within a function a statement, which becomes a marker call."""
    start = match.end()
    while qualifier := _ASSEMBLY_QUALIFIER.match(scanner.text, start):
        start = qualifier.end()
    end = _after_parentheses(scanner, start)
    marker = ASSEMBLY_MARKER + "()" if scanner.depth else ""
    scanner.pieces.append(marker + _blank(scanner.text[match.start() : end])[len(marker) :])
    return end


def _after_parentheses(scanner: _Scanner, start: int) -> int:
    """The offset behind the balanced parentheses that follow ``start``; ``start`` where none follow."""
    depth = 0
    for match in _TOKEN.finditer(scanner.text, start):
        if depth == 0 and (match.lastgroup != "opening" or scanner.text[start : match.start()].strip()):
            return start
        depth += (match.lastgroup == "opening") - (match.lastgroup == "closing")
        if depth == 0:
            return match.end()
    return start


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
