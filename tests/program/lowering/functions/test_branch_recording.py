"""Of each condition in the text the automaton keeps where it is, what its names mean there, and what decides it."""

from __future__ import annotations

from coveriflow.program.cfa.branch_statements import ControlStatement
from tests.analysis.runs import automaton_of

TEXT = """int x; int only_outside;
int main(void) {
  if (x) { int x = 1;
    while (x && only_outside) { int only_inside = x; x = only_inside; } }
  if (x) return 1;
  return 0;
}
int later;
"""


def statements() -> list[ControlStatement]:
    return sorted(automaton_of(TEXT).control, key=lambda each: each.span.line)


def test_each_condition_is_there_with_its_keyword_and_line() -> None:
    assert [(each.keyword, each.span.line) for each in statements()] == [("if", 3), ("while", 4), ("if", 5)]
    assert [each.is_loop for each in statements()] == [False, True, False]


def test_names_mean_what_they_mean_at_the_condition() -> None:
    before, inside, after = (each.names for each in statements())
    assert before["x"] == after["x"] != inside["x"]
    assert inside["only_outside"] == before["only_outside"]
    assert all("only_inside" not in names for names in (before, inside, after))
    assert all("later" not in names for names in (before, inside, after))


def test_only_what_decides_the_whole_condition_is_a_decision() -> None:
    """Of ``x && y``: that ``x`` holds does not."""
    _, conjunction, single = statements()
    assert sorted(single.decisions.values()) == [False, True]
    assert sorted(conjunction.decisions.values()) == [False, False, True]
