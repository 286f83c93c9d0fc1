"""Pointers into two string literals: that these share no bytes is an assumption where they may."""

from __future__ import annotations

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel

SHARED = [
    'const char *p = "bar", *q = "foobar" + 3; return p == q;',
    'const char *p = "bar", *q = "foobar"; for (; *q; q++) if (p != q) return 1; return 0;',
    'const char *p = "", *q = "foo" + 3; return p != q;',
    'const int *p = (const int *)L"ar", *q = (const int *)L"bar" + 1; return p == q;',
]
APART = [
    'const char *p = "bar", *q = "foobar" + 2; return p == q;',
    'const char *p = "bar", *q = "foo"; return p == q;',
    'const char *p = "bar", *q = p + 1; return p == q;',
    'const char *p = "bar", *q = "foobar" + 3; return *p == *q;',
    'const char *p = "bar"; return p == 0;',
    'const char *p = "bar"; static char q[] = "bar"; return p == q;',
]


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("body", [*SHARED, *APART])
def test_it_is_said_where_literals_may_share_bytes(body: str, model: DataModel) -> None:
    cfa = program_cfa([("literals.c", f"int main(void) {{ {body} }}")], model)
    assert any("string literals" in each for each in cfa.assumptions) == (body in SHARED)
