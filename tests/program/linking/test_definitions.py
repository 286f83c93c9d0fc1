"""Variables that several units define: gcc links them with ``-fcommon`` only."""

from __future__ import annotations

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel

MERGED = "the linker makes one variable of the definitions of {} (gcc: -fcommon)"


@pytest.mark.parametrize(
    ("one", "other", "merged"),
    [
        ("int t;", "int t;", ["t"]),
        ("int t = 3;", "int t;", ["t"]),
        ("int t[2], u;", "int u; int t[2];", ["t", "u"]),
        ("int t;", "extern int t;", []),
        ("extern int t;", "extern int t; int t = 2;", []),
        ("static int t;", "static int t;", []),
        ("int t; int t;", "extern int t;", []),
    ],
)
def test_merged_definitions_are_assumed(one: str, other: str, merged: list[str]) -> None:
    files = [
        ("a.c", f"{one} void f(void); int main(void) {{ f(); return 0; }}"),
        ("b.c", f"{other} void f(void) {{ }}"),
    ]
    found = [each for each in program_cfa(files, DataModel.LP64).assumptions if each.startswith("the linker")]
    assert found == [MERGED.format(each) for each in merged]
