"""Witnesses of violations: confirmed only by an execution that they describe; witnesses that lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import bmc, validate_witness
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import Waypoint, WaypointKind, WitnessEntries
from coveriflow.execution.processes import worker
from coveriflow.program.errors import InputError
from tests.actors.tasks import Got, example, here, program
from tests.actors.validations import CONFIRMED, REFUTED, UNKNOWN, of_sequence, outcome, waypoint

TAKEN, NOT_TAKEN = "condition-true", "condition-false"
ASSUMPTION, BRANCHING = WaypointKind.ASSUMPTION, WaypointKind.BRANCHING
ENTER, RETURN = WaypointKind.ENTER, WaypointKind.RETURN
TEXT = """\
int twice(int a) { return a + a; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 5) {
    y = y + twice(1);
    if (y == 77) reach_error();
  }
  return 0;
}
"""
X, Y = "x = __VERIFIER_nondet_int()", "y = __VERIFIER_nondet_int()"


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=8))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((1.0, 1.0),))


@pytest.fixture
def task() -> Task:
    return program(TEXT)


def inputs(got: Got) -> list[int]:
    """Of the test that was executed."""
    evidence = got[Answer].evidence
    assert isinstance(evidence, ConfirmedTest)
    assert evidence.confirmation is Confirmation.EXECUTED
    assert got[TestSuite].cases == (evidence.case,)
    return [each.value for each in evidence.case.inputs]


@pytest.mark.usefixtures("compiler")
def test_what_a_waypoint_asks_is_so_in_the_execution(task: Task) -> None:
    assert inputs(of_sequence(task))[1] == 75
    assert inputs(of_sequence(task, waypoint(task, RETURN, X, "\\result == 7"))) == [7, 75]
    between = of_sequence(task, waypoint(task, RETURN, X, "1000 < \\result && \\result < 1002"))
    assert inputs(between) == [1001, 75]
    assert inputs(of_sequence(task, waypoint(task, ASSUMPTION, "y = y +", "x == 41"))) == [41, 75]
    assert inputs(of_sequence(task, waypoint(task, ASSUMPTION, "reach_error();", "x == 42 && y == 77"))) == [42, 75]
    assert outcome(of_sequence(task, waypoint(task, BRANCHING, "if (x", "true"))) is CONFIRMED
    assert outcome(of_sequence(task, waypoint(task, ENTER, "twice(1)"))) is CONFIRMED
    assert outcome(of_sequence(task, waypoint(task, RETURN, "twice(1)", "\\result == 2"))) is CONFIRMED


@pytest.mark.usefixtures("compiler")
def test_a_result_is_that_of_the_only_call_where_a_statement_is_named(task: Task) -> None:
    """As ESBMC does it. Which of two calls is meant is not known."""
    one, other = (
        replace(waypoint(task, ASSUMPTION, text, f"\\result == {value}"), kind=RETURN)
        for text, value in (("int x", 7), ("int y", 75))
    )
    assert inputs(of_sequence(task, one, other)) == [7, 75]
    two = program(TEXT.replace("twice(1)", "twice(1) + twice(0)"))
    named = replace(waypoint(two, ASSUMPTION, "y = y +", "\\result == 2"), kind=RETURN)
    assert outcome(of_sequence(two, named)) is UNKNOWN


def lies(task: Task) -> dict[str, tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]]:
    """What no execution does that reaches the error, by name: to follow, and to avoid."""
    right = waypoint(task, BRANCHING, "if (x", "true")
    return {
        "branch": ((waypoint(task, BRANCHING, "if (x", "false"),), ()),
        "result": ((waypoint(task, RETURN, X, "\\result == 3"),), ()),
        "second result": ((waypoint(task, RETURN, Y, "\\result == 76"),), ()),
        "result of a function": ((waypoint(task, RETURN, "twice(1)", "\\result == 3"),), ()),
        "assumption": ((waypoint(task, ASSUMPTION, "y = y +", "y == 77"),), ()),
        "order": ((right, waypoint(task, RETURN, X, "\\result == 7")), ()),
        "avoided branch": ((), (right,)),
        "avoided call": ((), (waypoint(task, ENTER, "twice(1)"),)),
        "avoided state": ((), (waypoint(task, ASSUMPTION, "y = y +", "x == x"),)),
    }


@pytest.mark.parametrize("lie", sorted(lies(program(TEXT))))
def test_a_witness_that_lies_is_refuted(task: Task, lie: str) -> None:
    follow, avoid = lies(task)[lie]
    got = of_sequence(task, *follow, avoid=avoid)
    assert outcome(got) is REFUTED, got[Validation].reason
    assert got[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("kind", "text", "constraint"),
    [
        (RETURN, X, "z == 1"),
        (RETURN, X, "\\result == reach_error()"),
        (RETURN, X, "\\result = 7"),
        (RETURN, X, "\\old(x) == 7"),
        (RETURN, "int x", "\\result == 7"),
        (ASSUMPTION, "y = y +", "x == 41; 1"),
        (ASSUMPTION, "= y +", "x == 41"),
        (BRANCHING, "int x", "true"),
        (BRANCHING, "if (x", "7"),
        (ENTER, "twice", ""),
    ],
)
def test_what_cannot_be_matched_is_unknown_with_a_place(
    task: Task, kind: WaypointKind, text: str, constraint: str
) -> None:
    got = of_sequence(task, waypoint(task, kind, text, constraint))
    assert outcome(got) is UNKNOWN
    assert got[Validation].place is not None


def test_an_assumption_without_a_value_refutes_nothing(task: Task) -> None:
    """Executions in which it divides by zero end in the search, though not in the program."""
    got = of_sequence(task, waypoint(task, ASSUMPTION, "y = y +", "x / (y - 75) == 1"))
    assert outcome(got) is UNKNOWN


def test_a_witness_of_a_program_without_violation_is_refuted_by_a_proof() -> None:
    task = program(TEXT.replace("y == 77", "y != y"))
    for follow in ((), (waypoint(task, RETURN, X, "\\result == 7"),)):
        assert outcome(of_sequence(task, *follow)) is REFUTED
    witness: Witness = here(bmc(), program(TEXT))[Witness]
    got = here(validate_witness(), task, replace(witness, program_hash=task.program_hash))
    assert outcome(got) is REFUTED
    assert got[Answer].verdict is Verdict.TRUE
    assert got[Answer].evidence is not None


@pytest.mark.usefixtures("compiler")
def test_a_call_that_is_a_condition_keeps_its_place() -> None:
    task = program("int main(void) { if (__VERIFIER_nondet_int()) return 0; reach_error(); }")
    got = here(bmc(), task)
    for kind in (Witness, WitnessEntries):
        assert outcome(here(validate_witness(), task, got[kind])) is CONFIRMED


LOOP = """\
int main(void) {
  int i = 0, s = 0;
  while (i < 3) {
    int x = __VERIFIER_nondet_int();
    if (x == 5) s = s + 1;
    i = i + 1;
  }
  if (s == 2) reach_error();
  return 0;
}
"""


@pytest.mark.usefixtures("compiler")
def test_waypoints_in_a_loop_are_passed_in_their_order() -> None:
    task = program(LOOP)

    def read(*values: int) -> Got:
        return of_sequence(task, *(waypoint(task, RETURN, X, f"\\result == {each}") for each in values))

    assert inputs(read(5, 9, 5)) == [5, 9, 5]
    assert inputs(read(5, 5, 9)) == [5, 5, 9]
    assert inputs(read(8)).count(5) == 2
    assert outcome(read(8, 9)) is REFUTED
    assert outcome(read(5, 5, 5)) is REFUTED
    twice = [waypoint(task, ASSUMPTION, "if (x == 5)", "x == 5")] * 3
    assert outcome(of_sequence(task, *twice[:2])) is CONFIRMED
    assert outcome(of_sequence(task, *twice)) is UNKNOWN  # one visit may be meant, or three


@pytest.mark.usefixtures("compiler")
def test_witnesses_of_our_own_are_confirmed() -> None:
    for task in (program(TEXT), program(LOOP), example("mid.c")):
        got = here(bmc(), task)
        if got[Answer].verdict is Verdict.FALSE:
            for kind in (Witness, WitnessEntries):
                assert outcome(here(validate_witness(), task, got[kind])) is CONFIRMED


def changed(
    witness: Witness, *, line: int | None = None, control: str | None = None, assumption: str | None = None
) -> Witness:
    """With edges for which every entry that is not empty has another one, where one is given."""

    def edge(each: WitnessEdge) -> WitnessEdge:
        return replace(
            each,
            startline=each.startline if line is None or each.startline == -1 else line,
            endline=each.endline if line is None or each.endline == -1 else line,
            control=each.control if control is None or each.control == "" else control,
            assumption=each.assumption if assumption is None or each.assumption == "" else assumption,
        )

    return replace(witness, edges=tuple(map(edge, witness.edges)))


@pytest.mark.usefixtures("compiler")
def test_an_automaton_that_lies_is_not_confirmed(task: Task) -> None:
    witness: Witness = here(bmc(), task)[Witness]

    def validated(given: Witness) -> Outcome:
        return outcome(here(validate_witness(), task, given))

    assert validated(witness) is CONFIRMED
    assert validated(changed(witness, assumption="")) is CONFIRMED
    first = replace(witness.edges[0], assumption="\\result + 0 == 3", assumption_resultfunction="__VERIFIER_nondet_int")
    for value, expected in (("3", UNKNOWN), ("33", CONFIRMED)):
        edges = (replace(first, assumption=f"\\result + 0 == {value}"), *witness.edges[1:])
        assert validated(replace(witness, edges=edges)) is expected
    for wrong in (
        changed(witness, control="condition-false"),
        changed(witness, assumption="x == 3"),
        changed(witness, assumption="zz == 3"),
        changed(witness, assumption="reach_error()"),
        changed(witness, line=1),
        replace(witness, nodes=tuple(replace(node, violation=False) for node in witness.nodes)),
    ):
        assert validated(wrong) is UNKNOWN


def test_a_witness_about_another_program_is_refused(task: Task) -> None:
    got = here(bmc(), task)
    for kind in (Witness, WitnessEntries):
        with pytest.raises(InputError, match="another program"):
            here(validate_witness(), program(TEXT + "\n"), got[kind])


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("condition", "said", "expected"),
    [
        ("x == 5", "u == 12345", CONFIRMED),
        ("x == 5 && u == 12345", "u == 12345", CONFIRMED),
        ("x == 5 && u == 1", "u == 12345", REFUTED),
        ("x == 5", "u == 12345 && x == 4", REFUTED),
    ],
)
def test_what_is_not_initialised_has_any_value(condition: str, said: str, expected: Outcome) -> None:
    """The one that the witness says, also where the program alone does not read it: then the error comes with any. A
    value that the program does read is the same.
    """
    body = f"int main(void) {{ int u; int x = __VERIFIER_nondet_int(); if ({condition}) reach_error(); return 0; }}"
    task = program(body)
    assert outcome(of_sequence(task, waypoint(task, ASSUMPTION, "if (x", said))) is expected


@pytest.mark.parametrize(("condition", "error"), [("x && 0", "x == 7"), ("x || 1", "1")])
def test_a_constant_decides_part_of_a_condition(condition: str, error: str) -> None:
    """The branch of the witness is taken without a decision in the automaton."""
    text = (
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (CONDITION) x = 7;\n  if (ERROR) reach_error();\n}"
    )
    task = program(text.replace("CONDITION", condition).replace("ERROR", error))
    holds = "false" if "&&" in condition else "true"
    got = of_sequence(task, waypoint(task, WaypointKind.BRANCHING, "if (x", holds))
    assert outcome(got) is not REFUTED, got[Validation].reason


@pytest.mark.usefixtures("compiler")
def test_an_execution_that_enters_a_sink_is_none_of_the_witness() -> None:
    """The only way to the error takes, at its first visit, the branch that the witness leaves out."""
    task = program("""\
int main(void) {
  int d = 0;
  for (int i = 0; i < 2; i++) {
    if (__VERIFIER_nondet_int()) { if (d) reach_error(); }
    else d = 1;
  }
  return 0;
}
""")
    witness: Witness = here(bmc(), task)[Witness]
    line = next(n for n, text in enumerate(task.sources[0].text.splitlines(), 1) if "if (__VERIFIER" in text)
    nodes = (WitnessNode("q0"), WitnessNode("q1", violation=True), WitnessNode("s", sink=True))
    way, other = (WitnessEdge("q0", to, startline=line, control=c) for to, c in (("q1", TAKEN), ("s", NOT_TAKEN)))
    described = replace(witness, entry="q0", nodes=nodes, edges=(way, other))
    assert outcome(here(validate_witness(), task, described)) is UNKNOWN
    assert outcome(here(validate_witness(), task, replace(described, edges=(way,)))) is CONFIRMED
