"""Recursive functions are tried by name first. What is tried makes no difference to the automaton."""

from __future__ import annotations

import pytest

from coveriflow.program import frontend
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.linking.call_circles import functions_in_circles
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.types.data_model import DataModel

PROGRAM = """
extern int nondet(void);
int odd(int n);
int even(int n) { int local = n, *p = &local; return *p == 0 || odd(n - 1); }
int odd(int n) { int local = n, *p = &local; return *p != 0 && even(n - 1); }
int never(int n) { int local = n, *p = &local; if (0) return never(n - 1); return *p; }
int plain(int n) { int local = n, *p = &local; return *p; }
int (*pointer)(int);
int through(int n) { int local = n, *p = &local; return *p == 0 ? 0 : pointer(n - 1); }
int unused(int n) { return unused(n); }
int main(void) { pointer = through; return even(nondet()) + never(1) + plain(2) + through(3); }
"""
FUNCTIONS = frozenset({"even", "odd", "never", "plain", "through", "unused"})


def test_functions_in_circles_call_each_other_by_name() -> None:
    assert functions_in_circles([parsed("a.c", PROGRAM)], "main") == {"even", "odd", "never", "unused"}
    assert functions_in_circles([parsed("a.c", "int f(void) { return f(); }")], "f") == frozenset()


@pytest.mark.parametrize("tried", [FUNCTIONS, frozenset({"even"}), frozenset({"never"}), frozenset({"even", "odd"})])
def test_what_is_tried_first_makes_no_difference(tried: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = _described(program_cfa([("a.c", PROGRAM)], DataModel.LP64))
    monkeypatch.setattr(frontend, "functions_in_circles", lambda _trees, _entry: frozenset[str]())
    assert _described(program_cfa([("a.c", PROGRAM)], DataModel.LP64)) == found
    monkeypatch.setattr(frontend, "functions_in_circles", lambda _trees, _entry: tried)
    assert _described(program_cfa([("a.c", PROGRAM)], DataModel.LP64)) == found


def _described(cfa: Cfa) -> list[object]:
    edges = [(edge.source, edge.operation, edge.target, edge.label) for edge in cfa.edges]
    return [edges, cfa.globals, cfa.functions, cfa.assumptions, [each.variable for each in cfa.objects]]
