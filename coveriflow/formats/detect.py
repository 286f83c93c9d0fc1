"""Evidence of any kind, known by what it looks like: witnesses, conditions, test cases and suites."""

from __future__ import annotations

import re

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.program.errors import InputError, Span

Evidence = Witness | WitnessEntries | Condition | TestCase | TestSuite

_ROOT = re.compile(rb"<([A-Za-z_][\w.-]*)")
_PROLOG = re.compile(rb"<\?.*?\?>|<!--.*?-->|<![^>]*>", re.DOTALL)
_BEGINNING = 1 << 16


def read_evidence(data: bytes, name: str) -> Evidence:
    """The artifact that ``data`` is; ``InputError`` where it is none, or is not as its format wants it."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"PK\x03\x04"):
        from coveriflow.formats.tests.test_suite_zip import read_test_suite_zip

        return read_test_suite_zip(data, name)
    if not start.startswith(b"<"):
        from coveriflow.formats.witnesses.yaml_witness import read_witness_entries

        return read_witness_entries(data, name)
    root = _ROOT.search(_PROLOG.sub(b"", start[:_BEGINNING]))
    match root[1] if root else b"":
        case b"testcase":
            from coveriflow.formats.tests.test_suite import read_test_case

            return read_test_case(data, name)
        case b"graphml" if b"condition.schema" in data:
            from coveriflow.formats.conditions.graphml_condition import read_condition

            return read_condition(data, name)
        case b"graphml":
            from coveriflow.formats.witnesses.graphml_witness import read_witness

            return read_witness(data, name)
        case _:
            raise InputError("this is no witness, no test case and no condition", Span(name, 1))
