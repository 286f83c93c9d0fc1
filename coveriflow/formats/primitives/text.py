"""Bytes to text within limits, and whole numbers within limits: what every codec starts with."""

from __future__ import annotations

import re
from urllib.parse import quote

from coveriflow.program.errors import InputError, Span

QUOTED = 60
"""Characters of an input that a message quotes."""

_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,4000}")


def decoded(data: bytes, name: str, limit: int) -> str:
    """The text of a UTF-8 file, with or without byte-order mark; ``limit`` in bytes."""
    if len(data) > limit:
        raise InputError(f"the file has {len(data)} bytes, and files of this kind are read up to {limit}", Span(name))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not UTF-8 text", Span(name, line)) from None


def whole_number(text: str, span: Span) -> int:
    """A decimal number with optional sign and surrounding space; digits are limited as Python limits them."""
    if not _WHOLE_NUMBER.fullmatch(text.strip()):
        raise InputError(f"'{shortened(text)}' is not a whole number", span)
    return int(text)


def shortened(text: str) -> str:
    """``text`` as one short line for a message, safe to print."""
    line = " ".join(text.split())
    start = line if len(line) <= QUOTED else line[:QUOTED] + "..."
    return "".join(character if character.isprintable() else "\ufffd" for character in start)


def path_in_uri(path: str) -> str:
    """A path of this machine as a part of a URI; bytes that are not UTF-8 are kept, other lone surrogates are not."""
    return quote(_NO_BYTES.sub("\ufffd", path), errors="surrogateescape")
