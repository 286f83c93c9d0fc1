"""C text made fit for the parser: comments and GNU spellings become blanks, so that lines stay (and columns,
mostly).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from coveriflow.program.errors import InputError, NotSupported, Span

MAXIMUM_NESTING = 500
"""Brackets inside brackets; C11 5.2.4.1 asks for 127 blocks and 63 parentheses."""

MAXIMUM_SIZE = 16_000_000
"""Characters of one text: some 400,000 lines. What is larger is not a program that anyone wants verified."""

MAXIMUM_TOKEN = 1_000
"""Characters of one number, and those that are kept of a string: the parser needs much memory for long ones."""

ASSEMBLY_MARKER = "__asm_statement"
"""The function that stands for an assembly statement after ``neutralised``."""

MODE_MARKER = "__mode_"
"""GNU's ``mode`` attribute becomes an array bound of this name: ``typedef int T [__mode_DI]``."""

_DROPPED = ("__extension__", "__restrict", "__restrict__", "__volatile", "__volatile__", "__thread")
_ATTRIBUTES = ("__attribute__", "__attribute", "__declspec")
_ASSEMBLY = ("asm", "__asm", "__asm__")
_RENAMED = {
    "__const": "const",
    "__const__": "const",
    "__inline": "inline",
    "__inline__": "inline",
    "__signed": "signed",
    "__signed__": "signed",
    "__int128_t": "__int128",
    "__alignof__": "_Alignof",
    "__alignof": "_Alignof",
    "<:": "[",
    ":>": "]",
    "<%": "{",
    "%>": "}",
    "%:": "#",
}
_TOKEN = re.compile(
    rf"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<open_comment>/\*)
      | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<directive>^[ \t]*\#[^\n]*$)
      | (?P<opening>[(\[{{]|<[:%])
      | (?P<closing>[)\]}}]|[:%]>)
      | (?P<number>(?<![\w$])\d[\w.']{{{MAXIMUM_TOKEN}}})
      | (?P<word>(?<![\w$])(?:{"|".join(map(re.escape, (*_DROPPED, *_ATTRIBUTES, *_ASSEMBLY, *_RENAMED)))})(?![\w$])|%:)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SPLICED_LINE = re.compile(r"[^\n]*\\[ \t]*\n(?:[^\n]*\\[ \t]*\n)*[^\n]*")
_SPLICE = re.compile(r"\\[ \t]*\n")
_LINE_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_ASSEMBLY_QUALIFIER = re.compile(r"\s*(?:volatile|__volatile__|__volatile|goto|inline)\b")
_MODE = re.compile(r"\b(?:__)?mode(?:__)?\s*\(\s*(\w+?)\s*\)")
_MEANINGFUL = re.compile(
    r"\b(?:__)?(alias|cleanup|constructor|destructor|ifunc|scalar_storage_order|vector_size|weakref)(?:__)?\b"
)
_PACKED = re.compile(r"\b(?:__)?packed(?:__)?\b")
_ENUM_HEAD = re.compile(r"\benum(?:\s+\w+)?\s*$")


def neutralised(name: str, text: str) -> str:
    """``text`` without comments, attributes and GNU keywords; every line keeps its number.

    Raises ``InputError`` for an open comment, nesting beyond ``MAXIMUM_NESTING`` or a text beyond ``MAXIMUM_SIZE``, and
    ``NotSupported`` for attributes that change what a program means.
    """
    if len(text) > MAXIMUM_SIZE:
        raise InputError(f"the text is larger than {MAXIMUM_SIZE // 1_000_000} MB", Span(name, 1))
    scanner = _Scanner(name, spliced(text.replace("\r\n", "\n").removeprefix("\ufeff")))
    position = 0
    while match := _TOKEN.search(scanner.text, position):
        scanner.pieces.append(scanner.text[position : match.start()])
        position = scanner.take(match)
    scanner.pieces.append(scanner.text[position:])
    return "".join(scanner.pieces)


def spliced(text: str) -> str:
    """``text`` with lines that end in a backslash joined to the next one (C11 5.1.1.2); blank lines make up for
    them.
    """
    return _SPLICED_LINE.sub(_joined, text) if "\\" in text else text


def _joined(match: re.Match[str]) -> str:
    joined, count = _SPLICE.subn("", match[0])
    return joined + "\n" * count


def place_of(name: str, text: str, offset: int) -> Span:
    """The place of ``offset`` by the last line marker before it."""
    file, line = name, 1
    for text_line in text[:offset].split("\n")[:-1]:
        marker = _LINE_MARKER.match(text_line)
        file, line = (marker[2] or file, int(marker[1])) if marker else (file, line + 1)
    return Span(file, line, offset - text.rfind("\n", 0, offset))


def line_at(name: str, text: str, span: Span) -> str:
    """The text of the line that ``span`` names, ``""`` where there is none: the inverse of ``place_of``."""
    file, line = name, 1
    for text_line in text.split("\n"):
        marker = _LINE_MARKER.match(text_line)
        if marker is None and (file, line) == (span.file, span.line):
            return text_line
        file, line = (marker[2] or file, int(marker[1])) if marker else (file, line + 1)
    return ""


@dataclass(slots=True)
class _Scanner:
    """``text`` on its way through: ``open`` are the offsets of the brackets around, ``closed`` that of the last
    pair.
    """

    name: str
    text: str
    pieces: list[str] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    closed: int = 0

    def span(self, offset: int) -> Span:
        return place_of(self.name, self.text, offset)

    def take(self, match: re.Match[str]) -> int:
        """Append what becomes of one token; return where to go on."""
        token = match[0]
        match match.lastgroup:
            case "comment":
                self.pieces.append(_blank(token))
            case "open_comment":
                raise InputError("comment is never closed", self.span(match.start()))
            case "word":
                return _take_word(self, match)
            case "opening" | "closing":
                self._nest(match)
                self.pieces.append(_padded(_RENAMED.get(token, token), token))
            case "number":
                raise InputError(f"a number of more than {MAXIMUM_TOKEN} characters", self.span(match.start()))
            case "string" if len(token) > MAXIMUM_TOKEN and token.startswith('"'):
                return self.drop(match.start(), match.end(), '""')
            case _:
                self.pieces.append(token)
        return match.end()

    def _nest(self, match: re.Match[str]) -> None:
        if match.lastgroup == "opening":
            self.open.append(match.start())
        elif self.open:
            self.closed = self.open.pop()
        if len(self.open) > MAXIMUM_NESTING:
            message = f"brackets are nested more than {MAXIMUM_NESTING} levels deep"
            raise InputError(message, self.span(match.start()))

    def before(self) -> str:
        """The last words before the place where the scanner is, without comments."""
        return next((piece.rstrip()[-200:] for piece in reversed(self.pieces) if piece.strip()), "")

    def drop(self, start: int, end: int, instead: str = "") -> int:
        """Put ``instead`` and blanks for a piece of text; return its end."""
        self.pieces.append(_padded(instead, self.text[start:end]))
        return end


def _take_word(scanner: _Scanner, match: re.Match[str]) -> int:
    word, take = match[0], _WORDS.get(match[0])
    if take is not None:
        return take(scanner, match)
    return scanner.drop(match.start(), match.end(), _RENAMED.get(word, ""))


def _take_attribute(scanner: _Scanner, match: re.Match[str]) -> int:
    """Attributes are hints to the compiler, except for a few."""
    start = match.start()
    end = _after_parentheses(scanner, match.end())
    attribute = scanner.text[match.end() : end]
    if meaningful := _MEANINGFUL.search(attribute):
        raise NotSupported(f"the attribute {meaningful[1]}", scanner.span(start))
    if _PACKED.search(attribute) and _is_of_enum(scanner):
        raise NotSupported("a packed enumeration", scanner.span(start))
    mode = _MODE.search(attribute)
    return scanner.drop(start, end, f"[{MODE_MARKER}{mode[1].strip('_')}]" if mode else "")


def _is_of_enum(scanner: _Scanner) -> bool:
    before = scanner.before()
    if before.endswith("}"):
        before = scanner.text[max(0, scanner.closed - 200) : scanner.closed]
    return bool(_ENUM_HEAD.search(before))


def _take_assembly(scanner: _Scanner, match: re.Match[str]) -> int:
    """At file scope an assembler name, which is dropped; within a function a statement, which becomes a marker call."""
    start = match.end()
    while qualifier := _ASSEMBLY_QUALIFIER.match(scanner.text, start):
        start = qualifier.end()
    end = _after_parentheses(scanner, start)
    if not scanner.open:
        return scanner.drop(match.start(), end)
    if re.search(r"(?:[{};:)]|\b(?:else|do))$", scanner.before()):
        return scanner.drop(match.start(), end, f"{ASSEMBLY_MARKER}()")
    raise NotSupported("a variable that is bound to a register", scanner.span(match.start()))


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


def _padded(text: str, original: str) -> str:
    """``text`` in the place of ``original``, with at least as many characters and as many lines."""
    rest = _blank(original[len(text) :])
    return text + rest + "\n" * (original.count("\n") - rest.count("\n"))


_WORDS: dict[str, Callable[[_Scanner, re.Match[str]], int]] = {
    **dict.fromkeys(_ATTRIBUTES, _take_attribute),
    **dict.fromkeys(_ASSEMBLY, _take_assembly),
}
