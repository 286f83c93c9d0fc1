"""Ranges as files: a test suite of Test-Comp's format whose tests are the bounds, in the order of their paths.

The suite of n tests parts a program into n + 1 ranges; one without tests leaves it whole. A single range is given by
two test cases.
"""

from __future__ import annotations

from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.formats.tests.test_suite_zip import read_test_suite_zip, write_test_suite_zip


def read_ranges(data: bytes, name: str) -> Ranges:
    """The ranges that the suite in a zip file parts."""
    return ranges_of(read_test_suite_zip(data, name))


def write_ranges(ranges: Ranges) -> bytes:
    """A zip file; equal ranges give equal bytes. Why there are no more of them is not reported."""
    return write_test_suite_zip(suite_of(ranges))


def suite_of(ranges: Ranges, program_file: str = "program.c") -> TestSuite:
    """The bounds as tests."""
    first = ranges.parts[0]
    return TestSuite(ranges.bounds, program_file, first.program_hash, first.specification, first.data_model)


def ranges_of(suite: TestSuite) -> Ranges:
    """The ranges between the tests of ``suite``."""
    about = (suite.program_hash, suite.specification, suite.data_model)
    edges = zip((None, *suite.cases), (*suite.cases, None), strict=True)
    return Ranges(tuple(Range(lower, upper, *about) for lower, upper in edges))
