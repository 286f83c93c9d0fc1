"""What an attribute of layout belongs to, by where it stands in a text: a record, a member, a type name, or a variable.
Where gcc takes it otherwise than it seems, it is not supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from coveriflow.program.errors import NotSupported, Span

_RECORD_HEAD = re.compile(r"\b(?:struct|union)\b(?:[\s\w$]*|\s*__(?:attribute|declspec)[^;{}]*\)\s*[\w$]*\s*)$")
_ENUM_HEAD = re.compile(r"\benum\b(?:[\s\w$]*|\s*__(?:attribute|declspec)[^;{}]*\)\s*[\w$]*\s*)$")
_BLOCK_HEAD = re.compile(r"(?:^|[;{}):]|\b(?:else|do))\s*$")
_IN_DECLARATOR = re.compile(r"[(*]\s*(?:(?:const|volatile|restrict)\s*)*$")
"""Before an attribute in the parentheses of a declarator, of which gcc keeps some."""
_OF_TYPE = re.compile(r"(?:\btypeof|__typeof|__typeof__|\b_Alignof|__alignof|__alignof__|\b_Alignas|\bsizeof)\s*$")
"""Before parentheses around the name of a type."""
_RECORD_FOLLOWS = re.compile(r"\s*(?:(?:const|volatile|static|extern|register)\s+)*(?:struct|union|enum)\b")
_TYPEDEF_FOLLOWS = re.compile(r"[\w\s]*\btypedef\b")
_DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


class Scanned(Protocol):
    """A text on its way: ``open`` are the offsets of the brackets around, ``body`` that of the last pair of braces."""

    text: str
    body: int

    @property
    def open(self) -> Sequence[int]:
        """From the outermost one on."""
        ...

    def span(self, offset: int) -> Span:
        """Where that is in the file."""
        ...


def tells_layout(scanned: Scanned, place: tuple[int, int], before: str) -> bool:
    """Whether an attribute, which begins and ends at ``place``, may be one of a record, a member or a type name."""
    start, end = place
    if before.endswith(("struct", "union")):
        return True
    if before.endswith("}"):
        return _RECORD_HEAD.search(_head(scanned, scanned.body)) is not None
    if scanned.open and scanned.text[scanned.open[-1]] != "{":
        if _IN_DECLARATOR.search(before) or _is_of_type(scanned, scanned.open[-1]):
            raise NotSupported("an attribute at such a place", scanned.span(start))
        return False
    after = scanned.text[end : end + 200]
    found = _is_in_record(scanned) or _names_type(scanned, start)
    if (found and _RECORD_FOLLOWS.match(after)) or _TYPEDEF_FOLLOWS.match(after):
        raise NotSupported("an attribute at such a place", scanned.span(start))
    return found


def _is_of_type(scanned: Scanned, opened: int) -> bool:
    """Whether a bracket is around the name of a type; that of a digraph may be around members."""
    before = scanned.text[max(0, opened - 40) : opened]
    return scanned.text[opened] == "<" or _OF_TYPE.search(before) is not None


def _is_in_record(scanned: Scanned) -> bool:
    if not scanned.open:
        return False
    head = _head(scanned, scanned.open[-1])
    return _RECORD_HEAD.search(head) is not None or _BLOCK_HEAD.search(head) is None


def _names_type(scanned: Scanned, start: int) -> bool:
    """The declaration under way may be a ``typedef``."""
    within = scanned.text[beginning(scanned, start) : start]
    head = _head(scanned, scanned.body) if "}" in within else ""
    return "typedef" in within or "typedef" in head.rpartition(";")[2].rpartition("}")[2]


def beginning(scanned: Scanned, start: int) -> int:
    """Where the declaration under way begins."""
    return 1 + max(scanned.text.rfind(mark, 0, start) for mark in ";{")


def _head(scanned: Scanned, offset: int) -> str:
    """The text before a bracket, as far as it may matter, with one blank for many: there may have been comments and
    line markers.
    """
    before = scanned.text[max(0, offset - 20_000) : offset]
    return " ".join((_DIRECTIVE.sub("", before) if "#" in before else before).split())[-300:]


def is_of_enum(scanned: Scanned, before: str) -> bool:
    """Whether an attribute is one of an enumeration."""
    return bool(_ENUM_HEAD.search(_head(scanned, scanned.body) if before.endswith("}") else before))
