"""Floating inputs of tests: what is written is read back, bit by bit, and what others write means what C means."""

from __future__ import annotations

import random

import pytest

from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.formats.tests.test_suite import read_test_case, write_test_case
from coveriflow.program.errors import InputError
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import is_nan
from coveriflow.program.types.c_types import DOUBLE, FLOAT, Floating, long_double_type
from coveriflow.program.types.data_model import DataModel
from tests.generators.patterns import anything

TYPES = [FLOAT, DOUBLE, long_double_type(DataModel.LP64)]


@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_every_number_is_read_as_it_was_written(type_: Floating) -> None:
    rng, form = random.Random(type_.width), format_of(type_)
    values = [anything(form, rng) for _ in range(1000)]
    case = TestCase(tuple(TestInput(value, type_.name) for value in values))
    found = [each.value for each in read_test_case(write_test_case(case), "t.xml").inputs]
    for value, again in zip(values, found, strict=True):
        assert again == value or (is_nan(form, value) and is_nan(form, again))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("1", 0x3F800000),
        ("-0", 0x80000000),
        ("-1.5f", 0xBFC00000),
        ("0x1.8p1", 0x40400000),
        ("0.1", 0x3DCCCCCD),
        ("0.1L", 0x3DCCCCCD),
        ("1e-45", 1),
        ("-inf", 0xFF800000),
        ("NaN", 0x7FC00000),
        ("0x10", 0x41800000),
        ("16777217", 0x4B800000),
    ],
)
def test_constants_of_other_tools(text: str, pattern: int) -> None:
    data = f'<testcase><input type="float">{text}</input></testcase>'.encode()
    assert read_test_case(data, "t.xml").inputs == (TestInput(pattern, "float"),)


@pytest.mark.parametrize("text", ["--1.5", "1.5.5", "e5", "0x", "", "1.5x"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_test_case(f'<testcase><input type="double">{text}</input></testcase>'.encode(), "t.xml")


def test_an_exponent_that_is_too_long_is_no_input() -> None:
    with pytest.raises(InputError, match="of that length is not read"):
        read_test_case(b'<testcase><input type="double">1e100001</input></testcase>', "t.xml")
