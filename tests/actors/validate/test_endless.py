"""Witnesses of executions that never end: confirmed if their recurrent set is entered and never left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import termination, validate_witness
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.answers import Answer, Recurrence
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import TERMINATION
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import (
    Action,
    Segment,
    ViolationSequence,
    Waypoint,
    WaypointKind,
    WitnessEntries,
)
from coveriflow.execution.processes import worker
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from coveriflow.program.errors import InputError
from tests.actors.tasks import Got, here, program
from tests.actors.validations import CONFIRMED, REFUTED, UNKNOWN, at, entries, outcome, waypoint

STUCK = """
int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i > 0) {
    if (i != 5) i = i - 1;
  }
  return 0;
}
"""
ODD = """
int main(void) {
  unsigned i = 1, k = 0;
  while (i != 0) { i = i + 2; k = k + 1; }
  return 0;
}
"""
JUMPS = """
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 2)
    x = x % 4 + __VERIFIER_nondet_int();
  return 0;
}
"""
COUNTS = "int main(void) {\n  int k = 0;\n  while (1) k = (k + 1) & 1023;\n  return 0;\n}\n"
ENDS = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  while (x > 0) x = x - 1;\n  return 0;\n}\n"


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=20))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((2.0, 1.0),))


def ending(text: str) -> Task:
    return program(text, specification=TERMINATION)


def validated(task: Task, condition: str, *stem: Waypoint) -> Got:
    cycle = Segment(Waypoint(WaypointKind.ASSUMPTION, at(task, "while"), condition), (), Action.CYCLE)
    (entry,) = entries(task, ViolationSequence((*map(Segment, stem), cycle))).entries
    newer = replace(entry, metadata=replace(entry.metadata, format_version="2.1"))
    written = write_witness_entries(WitnessEntries((newer,)))
    return here(validate_witness(), task, read_witness_entries(written, "w.yml"))


@pytest.mark.parametrize(
    ("text", "condition"),
    [(STUCK, "i == 5"), (STUCK, "i >= 5 && i < 6"), (ODD, "i % 2 == 1"), (ODD, "i % 4 == 1 || i % 4 == 3")],
)
def test_sets_that_are_entered_and_never_left_are_confirmed(text: str, condition: str) -> None:
    task = ending(text)
    got = validated(task, condition)
    assert outcome(got) is CONFIRMED, got[Validation]
    assert got[Answer].verdict is Verdict.FALSE
    assert isinstance(got[Answer].evidence, Recurrence)


def test_what_the_cycle_passes_must_be_passed() -> None:
    task = ending(STUCK)
    cycle = Waypoint(WaypointKind.ASSUMPTION, at(task, "while"), "i == 5")
    for taken, expected in (("true", CONFIRMED), ("false", UNKNOWN)):
        branch = Waypoint(WaypointKind.BRANCHING, at(task, "while"), taken)
        segments = tuple(Segment(each, (), Action.CYCLE) for each in (cycle, branch))
        got = here(validate_witness(), task, entries(task, ViolationSequence(segments)))
        assert outcome(got) is expected, got[Validation]


def test_the_stem_must_be_passed() -> None:
    task = ending(STUCK)
    read = waypoint(task, WaypointKind.RETURN, "= __VERIFIER_nondet_int()", "\\result == -3")
    assert outcome(validated(task, "i == 5", read)) is UNKNOWN


def test_the_inputs_of_a_witness_are_read() -> None:
    task = ending(STUCK.replace("i != 5", "i != 123456789"))
    read = waypoint(task, WaypointKind.RETURN, "= __VERIFIER_nondet_int()", "\\result == 123456789")
    assert outcome(validated(task, "i == 123456789", read)) is CONFIRMED


@pytest.mark.parametrize(
    ("text", "condition", "expected", "why"),
    [
        (STUCK, "i > 0 && i < 5", UNKNOWN, "not as the witness describes"),
        (STUCK, "i < 0 && i > 5", REFUTED, "no execution comes to"),
        (ODD, "i < 1000", UNKNOWN, "not as the witness describes"),
        (ODD, "1", UNKNOWN, "not as the witness describes"),
        (COUNTS, "k < 7", UNKNOWN, "not as the witness describes"),
        (ENDS, "x > 0", REFUTED, "every execution of the program ends"),
        (ENDS, "x == 0", REFUTED, "every execution of the program ends"),
        (STUCK, "i = 5", UNKNOWN, "changes the state"),
    ],
    ids=[
        "left",
        "not reached",
        "left at last",
        "too large",
        "counter outside of the cycle",
        "cycle that ends",
        "end",
        "changes",
    ],
)
def test_sets_that_are_left_are_not_confirmed(text: str, condition: str, expected: Outcome, why: str) -> None:
    task = ending(text)
    got = validated(task, condition)
    assert outcome(got) is expected, got[Validation]
    assert why in got[Validation].reason


@pytest.mark.parametrize("text", [STUCK, ODD, JUMPS], ids=["stuck", "odd", "two states"])
def test_own_witnesses_are_confirmed(text: str) -> None:
    task = ending(text)
    found = here(termination(), task)
    automaton = read_witness(write_witness(found[Witness]), "w.graphml")
    sequence = read_witness_entries(write_witness_entries(found[WitnessEntries]), "w.yml")
    for witness in (automaton, sequence):
        got = here(validate_witness(), task, witness)
        assert outcome(got) is CONFIRMED, got[Validation]


def automaton(task: Task, line: int, invariant: str, *, is_head: bool = True) -> Witness:
    nodes = (WitnessNode("A"), WitnessNode("H", cyclehead=is_head, invariant=invariant), WitnessNode("B"))
    edges = (
        WitnessEdge("A", "H", line, line, enter_loop_head=True),
        WitnessEdge("H", "B", control="condition-true"),
        WitnessEdge("B", "H", line, line, enter_loop_head=True),
    )
    hashed = task.program_hash
    return Witness(WitnessKind.VIOLATION, "A", nodes, edges, task.name, hashed, task.specification)


@pytest.mark.parametrize("offset", [0, 1, -100], ids=["loop", "body", "no line"])
def test_the_loop_of_an_automaton_is_found(offset: int) -> None:
    task = ending(STUCK)
    line = max(-1, at(task, "while").line + offset)
    assert outcome(here(validate_witness(), task, automaton(task, line, "i == (5)"))) is CONFIRMED
    assert outcome(here(validate_witness(), task, automaton(task, line, ""))) is CONFIRMED


def test_a_witness_without_a_cycle_is_refused() -> None:
    task = ending(STUCK)
    with pytest.raises(InputError, match="no cyclehead"):
        here(validate_witness(), task, automaton(task, 3, "", is_head=False))


def test_what_another_program_or_a_signal_ends_is_not_endless() -> None:
    task = ending(f"extern unsigned alarm(unsigned);\n{COUNTS.replace('int k = 0;', 'int k = 0; alarm(1);')}")
    got = validated(task, "1")
    assert outcome(got) is UNKNOWN
    assert "alarm" in got[Validation].reason
