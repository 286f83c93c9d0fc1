"""What is volatile may be changed by more than the program: a result names what it assumes of that."""

from __future__ import annotations

import pytest

from coveriflow.program.cfa.edges import Input
from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel

_DECLARED = """struct parts { int a; unsigned b : 3; int c[3]; };
volatile int number; static volatile struct parts whole; volatile char text[4]; int *volatile pointer; int plain;
extern volatile int elsewhere; typedef volatile int changing; changing alias;
extern volatile int later; int volatile later;
"""
READ = {
    "return number;": "number",
    "return whole.a;": "whole",
    "return whole.b;": "whole",
    "return whole.c[1];": "whole",
    "return text[2];": "text",
    "return pointer == 0;": "pointer",
    "return alias;": "alias",
    "return later;": "later",
    "number += 2; return 0;": "number",
    "static volatile int kept; return kept;": "kept",
    "static volatile int kept, *p = &kept; return kept + *p;": "kept",
}
OTHERS = [
    "number = 2; return 0;",
    "return plain;",
    "volatile int local = 2; return local;",
    "static int kept; volatile int *p = &kept; return *p;",
    "return sizeof number;",
]


def assumed(body: str) -> list[str]:
    cfa = program_cfa([("program.c", f"{_DECLARED} int main(void) {{ {body} }}")], DataModel.LP64)
    return [each for each in cfa.assumptions if "only the program changes" in each]


@pytest.mark.parametrize("body", READ)
def test_reading_one_is_an_assumption(body: str) -> None:
    assert assumed(body) == [f"only the program changes the variable '{READ[body]}', which is volatile"]


@pytest.mark.parametrize("body", OTHERS)
def test_nothing_is_assumed_of_what_is_not_read_or_not_shared(body: str) -> None:
    assert not assumed(body)


def test_one_that_nothing_defines_has_another_value_each_time() -> None:
    text = f"{_DECLARED} int main(void) {{ return elsewhere - elsewhere; }}"
    cfa = program_cfa([("program.c", text)], DataModel.LP64)
    assert sum(isinstance(edge.operation, Input) and edge.source.function == "main" for edge in cfa.edges) >= 2
    assert not any("only the program" in each for each in cfa.assumptions)
