"""Places in the text as the user wrote it are found where macros and comments move things, or not told."""

from __future__ import annotations

import pytest

from coveriflow.program.text.source_map import OriginalText, analysed_lines

TEXT = """\
#define WHEN while
int f(int a);
int main(void) { /* while */ while (f(1)) f(2); while (f(3)) { "while (f("; } }
  x = f( g(1, ")"), // )
    2) + 3;
WHEN (1) while (2) ; else f(1);
"""
ANALYSED = """\
# 1 "a.c"
# 1 "other.h" 1
int f(int);
# 2 "a.c" 2
int f(int a);
int main(void) { while (f(1)) f(2); while (f(3)) { "while (f("; } }
  x = f( g(1, ")"),
    2) + 3;
while (1) while (2) ; else f(1);
"""
ORIGINAL = OriginalText(TEXT, analysed_lines(ANALYSED, "a.c"))
LINES = ANALYSED.split("\n")


def column(line: str, word: str, number: int = 0) -> int:
    """The column of an occurrence of ``word``."""
    place = -1
    for _ in range(number + 1):
        place = line.index(word, place + 1)
    return place + 1


@pytest.mark.parametrize(
    ("line", "word", "number", "expected"),
    [
        (3, "while", 0, (3, 30)),
        (3, "while", 1, (3, 49)),
        (4, "f", 0, (4, 7)),
        (6, "while", 0, None),
        (6, "f", 0, (6, 27)),
    ],
)
def test_words_are_found(line: int, word: str, number: int, expected: tuple[int, int] | None) -> None:
    offset = ORIGINAL.word_at(word, line, column(LINES[line + 2], word, number))
    assert (None if offset is None else ORIGINAL.place(offset)) == expected


def test_calls_end_at_their_parentheses() -> None:
    start = ORIGINAL.word_at("f", 4, 7)
    assert start is not None
    end = ORIGINAL.closing(start)
    assert end is not None
    assert ORIGINAL.place(end) == (5, 6)
    assert ORIGINAL.closing(TEXT.index("x =")) is None


def test_first_words_of_statements() -> None:
    assert ORIGINAL.begins_statement(TEXT.rindex("f(1)"))
    assert ORIGINAL.begins_statement(TEXT.index("f(2)"))
    assert not ORIGINAL.begins_statement(TEXT.index("f( g"))


def test_lines_that_are_not_there() -> None:
    assert ORIGINAL.word_at("f", 0, 1) is None
    assert ORIGINAL.word_at("f", 99, 1) is None
    assert ORIGINAL.word_at("f", 2, 1) is None


def test_what_follows_a_question_is_no_statement() -> None:
    text = "int main(void) { int x = 0; x ? f() : g(); L: h(); switch (x) { case 1 ? 2 : 3: k(); } }"
    original = OriginalText(text, analysed_lines(text, "a.c"))
    found = {name: original.begins_statement(text.index(f"{name}()")) for name in "fgh"}
    assert found == {"f": False, "g": False, "h": True}
