"""Witnesses of termination: relations between visits are confirmed if they hold, descend and cover all loops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import termination, validate_witness
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.answers import Answer, TransitionInvariants
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import TERMINATION
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import Invariant, InvariantKind, InvariantSet, WitnessEntries
from coveriflow.execution.processes import worker
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from tests.actors.tasks import Got, here, program
from tests.actors.validations import CONFIRMED, REFUTED, UNKNOWN, at, entries, loop, outcome

TWO = """
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) { x = x - 1; y = __VERIFIER_nondet_int(); }
    else y = y - 1;
  }
  return 0;
}
"""
DOWN = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  while (x > 0) x = x - 1;\n  return 0;\n}\n"
WRAPS = "int main(void) {\n  unsigned char x = __VERIFIER_nondet_int();\n  while (x != 7) x = x + 1;\n  return 0;\n}\n"
AGAIN = """
int main(void) {
  unsigned char x = __VERIFIER_nondet_int();
again:
  while (x > 0) x = x - 1;
  if (__VERIFIER_nondet_int()) { x = 9; goto again; }
  return 0;
}
"""
NESTED = """
int main(void) {
  unsigned char n = __VERIFIER_nondet_int();
  while (n > 0) {
    unsigned char j = 0;
    for (; j < n;) j = j + 1;
    n = n - 1;
  }
  return 0;
}
"""
TWICE = """
int f(unsigned char n, int m) {
  unsigned char x = n;
  %s
  return 0;
}
int main(void) {
  int m = __VERIFIER_nondet_int();
  f(__VERIFIER_nondet_int(), m);
  return f(__VERIFIER_nondet_int(), m);
}
"""
PLAIN = TWICE % "while (x > 0) x = x - 1;"
JUMPED_OVER = TWICE % "if (m == 7) goto out;\n  while (x > 0) x = x - 1;\nout: ;"
JUMPED_INTO = TWICE % "switch (m) {\n  case 0:\n    while (x > 0) {\n      x = x - 1;\n  case 1: ;\n    }\n  }"
ENTERED_AGAIN = """
int main(void) {
  unsigned char x = __VERIFIER_nondet_int(), k = 2;
again:
  while (x > 0) x = x - 1;
  if (k > 0) { k = k - 1; x = 9; goto again; }
  return 0;
}
"""


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=20))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((3.0, 1.0),))


def ending(text: str) -> Task:
    return program(text, specification=TERMINATION)


def descends(task: Task, text: str, value: str) -> Invariant:
    """``@x`` is what ``x`` was."""
    for name in "xynj":
        value = value.replace(f"@{name}", f"\\at({name}, AnyPrev)")
    return Invariant(InvariantKind.TRANSITION, at(task, text), value)


def validated(task: Task, *invariants: Invariant) -> Got:
    (entry,) = entries(task, InvariantSet(invariants)).entries
    newer = replace(entry, metadata=replace(entry.metadata, format_version="2.1"))
    written = write_witness_entries(WitnessEntries((newer,)))
    return here(validate_witness(), task, read_witness_entries(written, "w.yml"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (TWO, "@x > x || (@x == x && @y > y)"),
        (TWO, "@x > x || @y > y"),
        (DOWN, "((__int128)\\at(x, AnyPrev)) > ((__int128)x)"),
        (DOWN, "x < @x && @x > 0"),
        (DOWN, "x <= @x - 1 && @x >= 1"),
        (WRAPS, "((7 - @x) & 255) > ((7 - x) & 255)"),
    ],
    ids=["lexicographic", "disjunction", "in 128 bits", "turned round", "no strict comparison", "around"],
)
def test_relations_that_hold_and_descend_are_confirmed(text: str, value: str) -> None:
    task = ending(text)
    got = validated(task, descends(task, "while", value))
    assert outcome(got) is CONFIRMED, got[Validation]
    assert got[Answer].verdict is Verdict.TRUE
    assert isinstance(got[Answer].evidence, TransitionInvariants)


@pytest.mark.parametrize("text", [PLAIN, JUMPED_OVER, JUMPED_INTO])
def test_a_relation_is_about_visits_since_its_loop_was_entered(text: str) -> None:
    """The next call begins with another number."""
    task = ending(text)
    got = validated(task, descends(task, "while", "@x > x"))
    assert outcome(got) is CONFIRMED, got[Validation]
    assert not got[Answer].assumptions


def test_an_execution_against_a_relation_has_inputs_of_the_program_only() -> None:
    """And not the choice of the visit whose values are kept."""
    task = ending(DOWN.replace("x > 0", "x > 0 && x < 4"))
    reason = validated(task, descends(task, "while", "@x == x + 1"))[Validation].reason
    assert reason.endswith(("with the inputs 3", "with the inputs 2")), reason


def test_visits_that_a_jump_may_set_apart_refute_nothing() -> None:
    """A visit after a jump to before the loop is one of an execution of the loop that has just begun."""
    task = ending(ENTERED_AGAIN)
    got = validated(task, descends(task, "while", "@x > x"))
    assert outcome(got) is UNKNOWN, got[Validation]
    assert "jumps" in got[Validation].reason


@pytest.mark.parametrize(
    ("text", "value", "expected", "why"),
    [
        (DOWN, "@x == x + 1", REFUTED, "does not hold"),
        (TWO, "@x > x", REFUTED, "does not hold"),
        (DOWN, "@x > x + 1", REFUTED, "does not hold"),
        pytest.param(DOWN, "x != @x", UNKNOWN, "well-founded was not shown", marks=pytest.mark.slow),
        (DOWN, "1", UNKNOWN, "well-founded was not shown"),
        (DOWN, "@x > x || x == 0 - 1 || @x <= x && x < 0", UNKNOWN, "well-founded was not shown"),
        pytest.param(WRAPS, "(unsigned char)(x - @x) <= 255 && x != @x", UNKNOWN, "", marks=pytest.mark.slow),
        (WRAPS, "x > @x", REFUTED, "does not hold"),
        (AGAIN, "@x > x", REFUTED, ""),
        (DOWN, "@x > (x = 0)", UNKNOWN, "changes"),
        (DOWN, "@q > x", UNKNOWN, "part of a C expression"),
        (DOWN, "\\at(q, AnyPrev) > x", UNKNOWN, "not an integer variable"),
    ],
    ids=[
        "not transitive", "inner number", "too strong", "any change", "everything", "one disjunct grows",
        "goes round", "wraps", "entered again by goto", "changes", "not C", "not in scope",
    ],
)  # fmt: skip
def test_relations_that_are_wrong_are_not_confirmed(text: str, value: str, expected: Outcome, why: str) -> None:
    task = ending(text)
    got = validated(task, descends(task, "while", value))
    assert outcome(got) is expected, got[Validation]
    assert why in got[Validation].reason


def test_an_inner_loop_may_descend_in_each_execution_alone() -> None:
    task = ending(NESTED)
    got = validated(task, descends(task, "while", "@n > n"), descends(task, "for", "j > @j"))
    assert outcome(got) is CONFIRMED, got[Validation]
    assert isinstance(got[Answer].evidence, TransitionInvariants)


@pytest.mark.slow
def test_a_loop_without_a_relation_needs_a_proof_of_the_whole() -> None:
    task = ending(NESTED)
    got = validated(task, descends(task, "for", "j > @j"))
    assert not isinstance(got[Answer].evidence, TransitionInvariants)
    assert outcome(got) is not REFUTED


@pytest.mark.parametrize(
    ("text", "where", "value"),
    [
        ("for (;;) {\n  while (x > 0) x = x - 1;\n  x = __VERIFIER_nondet_int(); }", "while", "@x > x"),
        ("do {\n  while (x > 0) x = x - 1;\n  x = __VERIFIER_nondet_int(); } while (1);", "while (x", "@x > x"),
        ("for (;;) {\n  while (x > 0) { }\n  if (n <= 0) break;\n  n = n - 1; }", "for", "@n > n"),
    ],
    ids=["for", "do", "the inner one"],
)
def test_of_loops_that_begin_at_once_each_needs_a_relation(text: str, where: str, value: str) -> None:
    """They have one head."""
    task = ending(f"int main(void) {{\n  int n = 9, x = __VERIFIER_nondet_int();\n  {text}\n  return 0;\n}}\n")
    got = validated(task, descends(task, where, value))
    assert outcome(got) is not CONFIRMED, got[Validation]
    assert got[Answer].verdict is not Verdict.TRUE


def test_a_supporting_invariant_must_hold() -> None:
    task = ending(DOWN)
    got = validated(task, loop(task, "while", "x >= 0"), descends(task, "while", "@x > x"))
    assert outcome(got) is REFUTED
    assert "invariant 1" in got[Validation].reason


@pytest.mark.parametrize(
    "text",
    [TWO, pytest.param(DOWN, marks=pytest.mark.slow), WRAPS, pytest.param(NESTED, marks=pytest.mark.slow)],
    ids=["two", "down", "wraps", "nested"],
)
def test_own_witnesses_are_confirmed(text: str) -> None:
    task = ending(text)
    found = here(termination(), task)
    assert found[Answer].verdict is Verdict.TRUE
    for witness in (found[WitnessEntries], found[Witness]):
        got = here(validate_witness(), task, witness)
        assert outcome(got) is CONFIRMED, got[Validation]


def test_what_may_wait_for_ever_does_not_end() -> None:
    task = ending(f"extern int pause(void);\n{DOWN.replace('return 0;', 'pause();')}")
    got = validated(task, descends(task, "while", "x < @x && @x > 0"))
    assert outcome(got) is UNKNOWN
    assert "pause" in got[Validation].reason
