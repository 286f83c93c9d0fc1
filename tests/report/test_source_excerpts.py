"""The line at a place, and its view with a caret, which fits the terminal whatever the line holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from coveriflow.program.errors import Span
from coveriflow.report.sanitising import visible
from coveriflow.report.source_excerpts import View, line_at, viewed


def test_a_short_line_is_shown_as_it_is() -> None:
    assert viewed("int x = = 4;", 9, 80) == View("int x = = 4;", 8)


def test_an_unknown_column_has_no_caret() -> None:
    assert viewed("int x;", 0, 80) == View("int x;", None)


def test_a_column_behind_the_end_points_behind_the_end() -> None:
    assert viewed("int x", 99, 80) == View("int x", 5)


def test_a_tab_goes_to_the_next_stop_also_for_the_caret() -> None:
    assert viewed("\tint\tx;", 6, 80) == View("    int x;", 8)


def test_wide_characters_count_twice() -> None:
    assert viewed("你 = x;", 5, 80) == View("你 = x;", 5)


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "a" * 500 + "X" + "b" * 500
    view = viewed(line, 501, 60)
    assert view.text.startswith("...a")
    assert view.text.endswith("b...")
    assert view.caret is not None
    assert view.text[view.caret] == "X"
    assert len(view.text) <= 60


@pytest.mark.parametrize(("column", "head", "tail"), [(1, "X", "..."), (1000, "...", "Y")])
def test_a_long_line_is_cut_on_one_side_near_its_ends(column: int, head: str, tail: str) -> None:
    view = viewed("X" + "a" * 998 + "Y", column, 60)
    assert view.text.startswith(head)
    assert view.text.endswith(tail)


ANYTHING = st.text(st.characters(), max_size=300)


@given(ANYTHING, st.integers(0, 400), st.integers(8, 120))
def test_a_view_fits_and_its_caret_lies_in_it(line: str, column: int, width: int) -> None:
    view = viewed(line, column, max(width, 20))
    assert cell_len(view.text) <= max(width, 20)
    assert (view.caret is None) == (column == 0)
    assert view.caret is None or 0 <= view.caret <= cell_len(view.text)


@given(ANYTHING)
def test_what_is_visible_steers_nothing(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable() or all(c.isprintable() or c.isspace() for c in shown)
    assert not set(shown) & set("\x1b\r\n\t\u202e\u200b\x9b")


def test_what_hides_becomes_a_sign() -> None:
    assert visible("a\x1b[31m\x7f\u202e\udcff\tb") == "a␛[31m␡<U+202E><FF> b"


def test_a_line_is_read_as_text(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_bytes(b"one\r\ntw\xff\n\nfour")
    lines = [line_at(Span(str(file), number)) for number in range(6)]
    assert lines == [None, "one", "tw\udcff", "", "four", None]


@pytest.mark.parametrize("name", ["missing.c", "", "a\0b", "/dev/zero", "."])
def test_what_cannot_be_read_has_no_line(name: str) -> None:
    assert line_at(Span(name, 1)) is None
    assert line_at(None) is None


@pytest.mark.parametrize(
    ("line", "text"), [(1, "first"), (7, "seventh"), (8, "eighth"), (2, None), (30, None), (4, "fourth"), (5, None)]
)
def test_lines_have_the_numbers_that_the_text_gives_them(line: int, text: str | None, tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(f'first\n#line 7\nseventh\neighth\n# 30 "b.y"\nof another\n #line 4 "{file}" // back\nfourth\n')
    assert line_at(Span(str(file), line)) == text
