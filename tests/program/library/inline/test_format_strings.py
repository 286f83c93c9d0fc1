"""Formats of ``printf`` and ``scanf``: their pieces are the whole format, and sets are the bytes that they name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.library.inline.format_strings import Conversion, Piece, printed_pieces, read_pieces

_CONVERSIONS = st.from_regex(r"%[-+ #0]{0,2}(\d|\*)?(\.(\d|\*)?)?(hh|h|ll|l|j|z|t|L)?[diouxXeEfgGcspn]", fullmatch=True)
_TEXT = st.text(st.characters(blacklist_characters="%\0", max_codepoint=255), min_size=1)


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text if isinstance(piece, Conversion) else piece.replace("%", "%%") for piece in pieces)


@given(st.lists(_CONVERSIONS | _TEXT | st.just("%%")))
def test_pieces_are_the_whole_format(parts: list[str]) -> None:
    pieces = printed_pieces("".join(parts))
    assert pieces is not None
    assert text_of(pieces) == "".join(parts)
    conversions = [part for part in parts if part.startswith("%") and part != "%%"]
    assert [piece.text for piece in pieces if isinstance(piece, Conversion)] == conversions


@pytest.mark.parametrize(
    ("text", "width", "precision"),
    [("%d", -1, -1), ("%5d", 5, -1), ("%*d", None, -1), ("%.d", -1, 0), ("%.3d", -1, 3), ("%.*d", -1, None)],
)
def test_width_and_precision(text: str, width: int | None, precision: int | None) -> None:
    assert printed_pieces(text) == [Conversion(text, "d", "", width, precision)]


@pytest.mark.parametrize("text", ["%", "%5", "a%", "%-"])
def test_what_is_no_conversion_has_no_pieces(text: str) -> None:
    assert printed_pieces(text) is None


@pytest.mark.parametrize(
    ("text", "members"),
    [("%[ab]", "ab"), ("%[a-c]", "abc"), ("%[a-]", "a-"), ("%[]a]", "]a"), ("%[-a]", "-a")],
)
def test_sets_are_the_bytes_that_they_name(text: str, members: str) -> None:
    found = frozenset(map(ord, members))
    assert read_pieces(text) == [Conversion(text, "[", "", set=found)]
    others = text.replace("[", "[^", 1)
    assert read_pieces(others) == [Conversion(others, "[", "", set=frozenset(range(256)) - found)]
