"""Formats of ``printf`` and ``scanf`` that are written out in the program (C11 7.21.6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.syntax.literals import string_bytes
from coveriflow.program.syntax.nodes import place

_PRINTED = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?(?P<dot>))?"
    r"(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<letter>[A-Za-z%])"
)
_READ = re.compile(
    r"%(?P<skip>\*)?(?P<width>\d+)?(?P<length>hh|h|ll|l|j|z|t|L|q)?"
    r"(?:(?P<letter>[A-Za-z%])|\[(?P<out>\^)?(?P<set>\]?[^\]]*)\])"
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion specification. ``text``: as written. ``letter``: ``[`` for a set, which then is the bytes that are
    taken. ``width`` and ``precision``: -1 where there is none, ``None`` where an argument tells.
    """

    text: str
    letter: str
    length: str
    width: int | None = -1
    precision: int | None = -1
    flags: str = ""
    skip: bool = False
    set: frozenset[int] = frozenset()


Piece = str | Conversion


def without_casts(node: c_ast.Node) -> c_ast.Node:
    """What ``node`` converts, if it is a cast."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return node


def written_format(node: c_ast.Node) -> str | None:
    """The format that ``node`` is, each byte as a character; ``None`` if it is no string literal without zeros."""
    node = without_casts(node)
    if not isinstance(node, c_ast.Constant) or node.type != "string":
        return None
    try:
        found = string_bytes(node.value, place(node))[:-1].decode("latin-1")
    except (InputError, NotSupported):
        return None
    return None if "\0" in found else found


def printed_pieces(text: str) -> list[Piece] | None:
    """Literal texts and conversions of an output format; ``None`` if it has something that is no conversion."""
    return _pieces(text, _PRINTED, _output_conversion)


def read_pieces(text: str) -> list[Piece] | None:
    """Literal texts and conversions of an input format."""
    return _pieces(text, _READ, _input_conversion)


def _pieces(
    text: str, pattern: re.Pattern[str], conversion: Callable[[re.Match[str]], Conversion]
) -> list[Piece] | None:
    found: list[Piece] = []
    position = 0
    while position < len(text):
        if text[position] != "%":
            literal = text[position:].partition("%")[0]
            found.append(literal)
            position += len(literal)
            continue
        match = pattern.match(text, position)
        if match is None:
            return None
        found.append("%" if match["letter"] == "%" else conversion(match))
        position = match.end()
    return found


def _number(text: str | None) -> int | None:
    return -1 if text is None else None if text == "*" else int(text)


def _output_conversion(match: re.Match[str]) -> Conversion:
    precision = -1 if match["dot"] is None else _number(match["precision"] or "0")
    return Conversion(
        match[0], match["letter"], match["length"] or "", _number(match["width"]), precision, match["flags"]
    )


def _input_conversion(match: re.Match[str]) -> Conversion:
    letter = match["letter"] or "["
    members = _members(match["set"], out=match["out"] is not None) if letter == "[" else frozenset[int]()
    length, width = match["length"] or "", _number(match["width"])
    return Conversion(match[0], letter, length, width, skip=match["skip"] is not None, set=members)


def _members(text: str, *, out: bool) -> frozenset[int]:
    """As the GNU C library has it: ``-`` at an end is itself, and so it is before a character that is less than the one
    before it. What ends a range may begin another one.
    """
    found: set[int] = set()
    for position, character in enumerate(text):
        last = text[position + 1 : position + 2]
        if position and character == "-" and last and text[position - 1] <= last:
            found.update(range(ord(text[position - 1]), ord(last)))
        else:
            found.add(ord(character))
    return frozenset(range(256)) - found if out else frozenset(found)
