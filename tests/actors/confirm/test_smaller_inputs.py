"""Inputs are made smaller as long as the same violation follows."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.actors import execute
from coveriflow.actors.work.confirm.smaller_inputs import smaller_inputs
from coveriflow.actors.work.confirm.standard_input import standard_input
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.formats.witnesses.graphml_witness import write_witness
from coveriflow.formats.witnesses.yaml_witness import write_witness_entries
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
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
    long = (1 << 20, 100_000, *([5] * 17))
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


@pytest.mark.parametrize(
    ("text", "given", "smaller"),
    [
        ("int c, n = 0; while ((c = getchar()) >= 0) if (n++ == 3) reach_error();", b"\x02\x01\xff7~~~~", b"aaa7"),
        (
            "char s[9]; if (fgets(s, 9, stdin) && s[2] == '%' && s[3] != '\\n') reach_error();",
            b"x\1%z\0\0\0\0",
            b"xa%",
        ),
    ],
)
def test_texts_become_short_and_can_be_typed(text: str, given: bytes, smaller: bytes) -> None:
    head = (
        "typedef struct f FILE; extern FILE *stdin; extern int getchar(void); extern char *fgets(char *, int, FILE *);"
    )
    cfa, rest = automaton_of(program(f"{head} int main(void) {{ {text} return 0; }}")), iter(given)

    def read(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        return next(rest, -1) if edge.operation.kind is InputKind.LIBRARY else 0

    values = tuple(value for _, value in Interpreter(cfa).run(read).inputs)
    found = Interpreter(cfa).run(smaller_inputs(cfa, values, 5.0))
    assert found.end is End.ERROR
    assert standard_input(found.inputs) == smaller


def test_fewer_inputs_are_read() -> None:
    text = """int main(void) { int sum = 0;
      for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x >= 0 && x <= 500 && (sum += x) > 900) reach_error();
      } }"""
    found = smaller_inputs(automaton_of(program(text)), (-7, 31, 9999, 126, 3, 355, -1, 500, 12), 5.0)
    assert len(found) <= 4
    assert sum(found) == 901


@pytest.mark.parametrize(("condition", "smallest"), [("d < 1e6", 1e6), ("d != 3.0 || d > 4", 3.0), ("d > 0", 0.0)])
def test_floating_numbers_are_simple(condition: str, smallest: float) -> None:
    text = f"""extern double __VERIFIER_nondet_double(void);
      int main(void) {{ double d = __VERIFIER_nondet_double(); if (!({condition})) reach_error(); return 0; }}"""
    strange = {"d < 1e6": 0xFFF8000000000001, "d > 0": 0xC132D687ADF3B645}
    value = strange.get(condition, 0x4008000000000000)
    (found,) = smaller_inputs(automaton_of(program(text)), (value,), 5.0)
    assert struct.unpack("<d", found.to_bytes(8, "little"))[0] == smallest


@pytest.mark.usefixtures("compiler")
def test_witnesses_say_what_the_test_says() -> None:
    text = """int main(void) { int a = __VERIFIER_nondet_int(); if (a > 41) reach_error(); return 0; }"""
    got = here(execute(), program(text), Violation((1_332_711_917,)))
    assert [str(each) for each in got[TestSuite].cases[0].inputs] == ["42"]
    assert "42" in write_witness(got[Witness]).decode()
    assert "42" in write_witness_entries(got[WitnessEntries]).decode()
    assert b"1332711917" not in write_witness(got[Witness]) + write_witness_entries(got[WitnessEntries])
