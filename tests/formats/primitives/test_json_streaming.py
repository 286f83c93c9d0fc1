"""JSON that is written piece by piece is what ``json`` reads, and items of a list are made when they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.formats.primitives.json_streaming import written_in_pieces
from tests.formats import strategies

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | strategies.any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strategies.any_text, inner, max_size=3),
)
OBJECTS = st.dictionaries(strategies.any_text, VALUES, max_size=4)


@given(OBJECTS)
def test_without_iterators_it_is_what_json_writes(document: dict[str, object]) -> None:
    assert b"".join(written_in_pieces(document)) == (json.dumps(document, indent=1) + "\n").encode()


@given(OBJECTS, st.lists(VALUES, max_size=3))
def test_items_have_lines_of_their_own(document: dict[str, object], items: list[object]) -> None:
    data = b"".join(written_in_pieces({"runs": [{"results": iter(items), "more": document}], "last": iter(())}))
    assert json.loads(data) == {"runs": [{"results": items, "more": document}], "last": []}
    lines = [line.strip().removesuffix(b",") for line in data.splitlines()]
    assert all(json.dumps(each).encode() in lines for each in items)


def test_items_are_made_one_after_the_other() -> None:
    asked: list[int] = []

    def items() -> Iterator[int]:
        for number in range(3):
            asked.append(number)
            yield number

    pieces = written_in_pieces({"results": items()})
    assert not asked
    before = b""
    while b"0" not in before:
        before += next(pieces)
    assert asked == [0]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        list(written_in_pieces({"results": iter([value])}))
