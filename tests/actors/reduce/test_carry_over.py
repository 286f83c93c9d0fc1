"""What was verified of an earlier version, and rests on checks: these lie on other lines now."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors import carry_over, value
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.previous_version import Earlier
from tests.actors.tasks import here, program

UNKNOWN = """\
int a[4];
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c == 7) {
    int i = __VERIFIER_nondet_int();
    a[i] = 1;
    return 0;
  }
  unsigned s = 0;
  for (unsigned i = 0; i < 1000; i++) s += __VERIFIER_nondet_uint() & 1;
  if (s > 1000) reach_error();
  return 0;
}
"""
CHANGED = UNKNOWN[: UNKNOWN.index("  unsigned s")] + "  if (c >= 1 && c <= 3) a[c] = 2;\n  return 0;\n}\n"
FORGETS = CHANGED.replace("    a[i] = 1;\n", "")
FURTHER = "/* a comment */\n" * 3
BOUNDS = "no array access out of bounds at program.c, line {}"


def line_of(statement: str, text: str) -> int:
    whole = program(text).sources[0].text
    return whole[: whole.index(statement)].count("\n") + 1


def assumed(before: str, after: str) -> tuple[str, ...]:
    """What the condition rests on that is carried over."""
    task = program(before)
    got = here(value(states=60), task)
    assert BOUNDS.format(line_of("a[i] = 1", before)) in got[Justification].assumptions
    earlier = Earlier(task, got[Condition], got[Justification])
    return here(carry_over(), program(after), earlier)[Justification].assumptions


def test_a_check_that_is_on_another_line_now_is_assumed_there() -> None:
    before, after = FURTHER + UNKNOWN, CHANGED
    assert line_of("a[c] = 2", after) == line_of("a[i] = 1", before)
    assert assumed(before, after) == (BOUNDS.format(line_of("a[i] = 1", after)),)


def test_a_check_that_is_not_there_any_more_is_not_assumed() -> None:
    assert assumed(UNKNOWN, FORGETS) == ()


def test_what_is_assumed_of_another_program_is_about_no_check_of_this_one() -> None:
    task = program(UNKNOWN)
    got = here(value(states=60), task)
    reason = replace(got[Justification], assumptions=("no division by zero or overflowing division at q.c, line 1",))
    found = here(carry_over(), program(CHANGED), Earlier(task, got[Condition], reason))[Justification].assumptions
    assert found == (f"{reason.assumptions[0]}, in a program that was derived from an earlier version",)
