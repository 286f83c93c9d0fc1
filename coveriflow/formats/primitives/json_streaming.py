"""JSON in ASCII, written piece by piece, so that long lists in it never are in memory as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_STEP = " "


def written_in_pieces(document: dict[str, Any]) -> Iterator[bytes]:
    """``document`` as ``json`` writes it, indented. Lists may be iterators: each item, made when it is written, has a
    line of its own.
    """
    for text in _texts(document, "\n"):
        yield text.encode("ascii")
    yield b"\n"


def _texts(value: object, margin: str) -> Iterator[str]:
    inner = margin + _STEP
    match value:
        case dict():
            yield from _enclosed("{}", ((json.dumps(key) + ": ", _texts(value[key], inner)) for key in value), margin)
        case list() | tuple():
            yield from _enclosed("[]", (("", _texts(each, inner)) for each in value), margin)
        case Iterator():
            yield from _enclosed("[]", (("", iter((_line(each),))) for each in value), margin)
        case _:
            yield _line(value)


def _enclosed(brackets: str, items: Iterator[tuple[str, Iterator[str]]], margin: str) -> Iterator[str]:
    before = brackets[0]
    for name, texts in items:
        yield before + margin + _STEP + name
        yield from texts
        before = ","
    yield brackets if before != "," else margin + brackets[1]


def _line(value: object) -> str:
    return json.dumps(value, allow_nan=False)
