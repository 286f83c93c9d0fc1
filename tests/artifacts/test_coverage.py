"""What executions have executed, joined and in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.artifacts.coverage import ExecutedLines

LINES = st.lists(st.tuples(st.sampled_from(["a.c", "b/c.c"]), st.integers(1, 9)), unique=True)


@st.composite
def executed_lines(draw: st.DrawFn) -> ExecutedLines:
    executed, others = draw(LINES), draw(LINES)
    return ExecutedLines(tuple(sorted(executed)), tuple(sorted(set(others) - set(executed))))


@given(executed_lines(), executed_lines())
def test_what_one_of_both_executed_is_executed(one: ExecutedLines, other: ExecutedLines) -> None:
    both = one + other
    assert both == other + one
    assert set(both.executed) == {*one.executed, *other.executed}
    assert {*both.executed, *both.others} == {*one.executed, *one.others, *other.executed, *other.others}
    assert set(both.executed).isdisjoint(both.others)


def test_lines_that_are_left_are_named_in_runs() -> None:
    left = (("b/c.c", 3), ("b/c.c", 4), ("b/c.c", 5), ("b/c.c", 9))
    assert str(ExecutedLines((("b/c.c", 1),), left)) == "1 of 5 lines (20 %); not c.c:3-5, c.c:9"
    assert str(ExecutedLines((("b/c.c", 1),), ())) == "1 of 1 lines (100 %)"
    many = tuple(("a.c", 2 * number) for number in range(1, 16))
    assert str(ExecutedLines((), many)).endswith("a.c:24, and more in 3 places")
