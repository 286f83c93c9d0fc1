"""Inputs are made smaller as long as the same violation follows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.actors import execute
from coveriflow.actors.work.confirm.smaller_inputs import smaller_inputs
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.actors.tasks import here, program

RELATED = """
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  for (int i = 0; i < n; i++) if (__VERIFIER_nondet_uchar() == 200) return 0;
  if (a > b) reach_error();
  if (a == b - 1) reach_error();
  return 0;
}
"""
TEXTS = """
int main(int argc, char **argv) {
  if (argc > 1) { int n = 0; while (argv[1][n]) n++; if (n >= 3) reach_error(); }
  return 0;
}
"""
INTS = st.integers(-(1 << 31), (1 << 31) - 1)


def _end(cfa: Cfa, values: tuple[int, ...]) -> tuple[End, Edge]:
    run = Interpreter(cfa).run(values)
    return run.end, run.trace[-1]


@given(INTS, INTS, st.integers(0, 6), st.lists(st.integers(0, 255), min_size=6, max_size=6))
def test_the_same_violation_follows(a: int, b: int, n: int, read: list[int]) -> None:
    cfa, values = automaton_of(program(RELATED)), (a, b, n, *read)
    smaller = smaller_inputs(cfa, values, 5.0)
    assert _end(cfa, smaller) == _end(cfa, values)
    if _end(cfa, values)[0] is End.ERROR:
        assert sum(map(abs, smaller)) <= sum(map(abs, values[: 3 + n]))
        assert smaller_inputs(cfa, smaller, 5.0) == smaller


def test_relations_that_the_violation_needs_are_kept() -> None:
    cfa = automaton_of(program(RELATED))
    assert smaller_inputs(cfa, (1 << 30, -5, 3, 7, 7, 7), 5.0) == (0, -1, 0)


def test_what_violates_nothing_stays() -> None:
    cfa = automaton_of(program(RELATED))
    assert smaller_inputs(cfa, (4, 90, 0), 5.0) == (4, 90, 0)


@pytest.mark.usefixtures("compiler")
def test_arguments_are_few_and_short_and_can_be_executed() -> None:
    """No program is run with a million arguments."""
    task = program(TEXTS)
    long = (1 << 20, 100_000, *([5] * 16))
    got = here(execute(), task, Violation(long))
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].reason == 'with argv "program" "aaa"'
    assert got[ErrorPath].steps


def test_numbers_that_must_be_equal_are_made_smaller_together() -> None:
    text = """int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
      if (a == b && a > 0) reach_error(); return 0; }"""
    assert smaller_inputs(automaton_of(program(text)), (1_332_711_917, 1_332_711_917), 5.0) == (1, 1)


def test_bytes_of_arguments_may_be_negative() -> None:
    """The program has a name, and a text need not be printable."""
    cfa = automaton_of(program(TEXTS))
    run = Interpreter(cfa).run((2, 5, *([-128] * 5), *([0] * 11)))
    smaller = smaller_inputs(cfa, tuple(value for _, value in run.inputs), 5.0)
    assert _end(cfa, smaller) == _end(cfa, tuple(value for _, value in run.inputs))
