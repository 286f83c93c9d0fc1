"""What conversions make of a text, against the C library of the machine."""

from __future__ import annotations

import ctypes
import struct
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.actors.work.greybox.dictionary import dictionary_of
from coveriflow.actors.work.greybox.replay import Scan, _fraction, number_of
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.library.inline.format_strings import Conversion, read_pieces
from coveriflow.program.types.c_types import DOUBLE
from tests.actors.tasks import program

FORMATS = ("%d", "%d %d", "%d-%d", "%3d%d", "%x", "%o", "%u,%u", "a%d", " %d\n%d", "%*d %d", "%2x%2x", "%i")


@pytest.mark.parametrize("text", FORMATS)
@settings(max_examples=60, deadline=None)
@given(st.text("019 -+,a\nx", max_size=12).map(str.encode))
def test_numbers_are_read_as_the_library_reads_them(text: str, given_: bytes) -> None:
    scan = Scan(given_)
    scan.run(read_pieces(text) or [])
    numbers = [ctypes.c_int(0), ctypes.c_int(0)]
    library = ctypes.CDLL(None)
    assert scan.result == library.sscanf(given_, text.encode(), *map(ctypes.byref, numbers))
    letters = [each.letter for each in read_pieces(text) or [] if not isinstance(each, str) and not each.skip]
    found = [number_of(number, letter) for number, letter in zip(scan.numbers, letters, strict=False)]
    assert [ctypes.c_int(min(each, (1 << 63) - 1)).value for each in found] == [each.value for each in numbers][
        : len(found)
    ]


@pytest.mark.parametrize(
    ("digits", "value"),
    [("1e2147483648", inf), ("-1e999999999999", -inf), ("1e-2147483648", 0.0), ("0e99999999", 0.0), ("0.5e1", 5.0)],
)
def test_exponents_may_be_of_any_size(digits: str, value: float) -> None:
    bits = softfloat.nearest(format_of(DOUBLE), _fraction(digits.encode()))
    assert bits == struct.unpack("<Q", struct.pack("<d", value))[0]


def test_no_character_is_in_an_empty_set() -> None:
    scan = Scan(b"]x")
    scan.run([Conversion("%[]", "[", "")])
    assert scan.result == 0


def test_a_dictionary_has_what_is_written() -> None:
    text = r"""
/* 17 "no" */
extern int getchar(void);
int main(int argc, char **argv) { return getchar() == 'x' ? 0x10 : "ab\n"[1] == 42u; }
"""
    found = dictionary_of(program(text))
    assert set(found.numbers) == {ord("x"), 16, 1, 42}
    assert found.words == (b"x", b"ab\n")
    assert (found.reads_text, found.has_arguments, found.has_handlers) == (True, True, False)
