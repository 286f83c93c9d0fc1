"""C text to pycparser's syntax tree, with every failure as an ``InputError`` or ``NotSupported`` that has a place."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from string import hexdigits
from typing import TypeVar

from pycparser import c_ast
from pycparser.c_parser import ParseError

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.syntax.literals import SEPARATOR
from coveriflow.program.syntax.parser import GnuParser
from coveriflow.program.text.normalise import LONG_STRING, line_at, neutralised, neutralised_with_strings

T = TypeVar("T")

_RECURSION = 20_000
_LARGE = 500_000
_BEGINNING = 60_000
_PLACE = re.compile(r"^(?P<file>.*?):(?P<line>\d+)(?::(?P<column>\d+))?: *(?P<what>.*)$", re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_MARK = re.compile(rf"{re.escape(LONG_STRING)}\d+_")
_PRELUDE = (
    "typedef unsigned __int128 __uint128_t; typedef int __builtin_va_list;"
    " typedef int __float128, _Float128, _Float16; typedef long double _Float64x; typedef double _Float64, _Float32x;"
    " typedef float _Float32;\n"
)
_BEYOND_THE_PARSER = {
    r"\b(__)?typeof(_unqual)?(__)?\b|\b__auto_type\b": "such a typeof",
    r"\bcase\b[^:;]*\.\.\.": "a range of case values",
    r"\?\s*:": "a conditional without its middle operand",
    r"\[\[": "an attribute at such a place",
    r"\b(__builtin_)?va_arg\b": "a variable argument list",
    r"\b__builtin_(types_compatible_p|choose_expr)\b": "a built-in function that takes types",
    r"\b_Imaginary\b": "an imaginary type",
    r"\b_Decimal\d+\b|\d\.\d*[dDwWqQ]\b": "floating-point arithmetic",
    r"\w\s*\([^()]*\)\s*\{[^\n]*\nbefore: \{$": "a function within a function",
    r"\nIllegal character '[^\W\d_]'": "a name with letters beyond ASCII",
}
"""What gcc takes and the parser does not, as patterns for the line where the parser stopped and what it said."""


def parsed(name: str, text: str, *, is_ours: bool = False) -> c_ast.FileAST:
    """The syntax tree of preprocessed ``text``; line markers are honoured. ``is_ours``: it is no text of the user, who
    cannot say so in a line marker (``users_file``).
    """
    check_is_text(name, text)
    if len(text) > _LARGE:
        _check_beginning(name, text)
    clean, strings = neutralised_with_strings(name, text)
    tree = _tree(name, clean, is_ours=is_ours)
    if strings:
        _put_back(tree, strings)
    return tree


def _put_back(tree: c_ast.FileAST, strings: Mapping[str, str]) -> None:
    """Long strings in the places of their marks."""
    pending: list[c_ast.Node] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.Constant) and LONG_STRING in node.value:
            node.value = _with_strings(node.value, strings)
        pending.extend(node)


def _with_strings(value: str, strings: Mapping[str, str]) -> str:
    """No escape at the end of a string goes on in the next one."""
    found = ""
    for piece in filter(None, re.split(f"({_MARK.pattern})", value)):
        text = strings.get(piece, piece)
        found += SEPARATOR + text if _OPEN_ESCAPE.search(found) and text[0] in hexdigits else text
    return found


_OPEN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?:[0-7]{1,2}|x[0-9a-fA-F]+)$")


def _tree(name: str, clean: str, *, is_ours: bool = False) -> c_ast.FileAST:
    prelude = f'{_PRELUDE}# 1 "{_quoted(name)}"\n'
    parser = GnuParser(is_ours=is_ours)
    try:
        tree: c_ast.FileAST = deeply(lambda: parser.parse(prelude + clean, name))
    except ParseError as error:
        raise _explained(_placed(str(error), parser), name, clean) from None
    except RecursionError:
        raise InputError("the program is nested too deeply", _place(parser) or Span(name)) from None
    return tree


def _placed(message: str, parser: GnuParser) -> str:
    """The parser's message; where it tells no line, with the next token's place, since a message must have one."""
    place = None if _PLACE.match(message) else _place(parser)
    if place is None:
        return message
    return f"{place.file}:{place.line}:{place.column}: {message.rpartition(': ')[2]}"


def _place(parser: GnuParser) -> Span | None:
    """Of the next token, if there is one."""
    try:
        token = parser._tokens.peek(1)
    except ParseError:
        return None
    return Span(token.filename, token.lineno, token.column) if token else None


def _check_beginning(name: str, text: str) -> None:
    """Much text that is no C is refused without reading all: an error that stays when more is read is no cut's."""
    half, whole = (_error_of(name, text[:length]) for length in (_BEGINNING // 2, _BEGINNING))
    if whole is not None and str(whole) == str(half) and "end of input" not in str(whole):
        raise whole


def _error_of(name: str, text: str) -> InputError | NotSupported | None:
    try:
        clean = neutralised(name, text)
    except (InputError, NotSupported):
        return None
    try:
        _tree(name, clean)
    except (InputError, NotSupported) as error:
        return error
    return None


def check_is_text(name: str, text: str) -> None:
    """Binary files are no C."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError("this is not a C text (it holds binary data)", Span(name, line))


def deeply(work: Callable[[], T]) -> T:
    """Run ``work`` with room for deep recursion (pure Python frames take no C stack)."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        return work()
    finally:
        sys.setrecursionlimit(before)


def _explained(message: str, name: str, text: str) -> InputError | NotSupported:
    """What a message of the parser means: C beyond the parser, or no C."""
    what, span = message.removeprefix(f"{name}:").strip(), Span(name, text.count("\n") + 1)
    if match := _PLACE.match(message):
        what, span = match["what"], Span(match["file"], int(match["line"]), int(match["column"] or 0))
    line = _STRING.sub('""', line_at(name, text, span)[max(0, span.column - 100) : span.column + 40])
    if "\ufffd" in line:
        return InputError("this is not a C text (it holds binary data)", span)
    for pattern, feature in _BEYOND_THE_PARSER.items():
        if re.search(pattern, f"{line}\n{what}"):
            return NotSupported(feature, span)
    return InputError(f"syntax error {_what(what)}".rstrip(), span)


def _what(what: str) -> str:
    if what.startswith("before:"):
        return f"before '{_shortened(what.removeprefix('before:').strip())}'"
    return f"({_shortened(what[:1].lower() + what[1:])})" if what else ""


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')
