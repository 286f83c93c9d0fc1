"""What a witness says is C like the user's: where it has no value, or one that nobody knows, nothing is shown."""

from __future__ import annotations

import pytest

from coveriflow.actors import validate_witness
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import Segment, ViolationSequence, Waypoint, WaypointKind
from coveriflow.execution.processes import worker
from tests.actors.tasks import here, program
from tests.actors.validations import CONFIRMED, UNKNOWN, at, entries, loop, of_invariants, outcome, waypoint

TEXT = """void *malloc(unsigned long);
void free(void *);
int a, b;
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0, *p = malloc(4), *q = 0;
  free(p);
  while (i < 2) i++;
  if (x == 2147483647) x = x + 1;
  if (x == 7) *q = 1;
  if (x == 8) reach_error();
  return 0;
}
"""
PROPERTIES = {"no-overflow": "x = x + 1", "valid-deref": "*q = 1"}


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=8))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((0.5, 1.0),))


@pytest.mark.parametrize(
    "value",
    [
        *("&a < &b", "&b < &a", "&a + 1 != &b", "(unsigned long)&a % 16 == 0", "p != q + i || p == 0"),
        *("*p == 0 || 1", "&b - &a != 1", "x == 7 || *q == 1", "9 / (x - 7) < 10"),
    ],
)
@pytest.mark.parametrize("name", ["unreach-call", *(pytest.param(each, marks=pytest.mark.slow) for each in PROPERTIES)])
def test_an_invariant_without_a_known_value_is_neither_confirmed_nor_refuted(name: str, value: str) -> None:
    safe = TEXT.replace("x = x + 1", "x--").replace("*q = 1", "x++").replace("x == 8", "x != x")
    task = program(safe, specification=BY_NAME[name])
    got = of_invariants(task, loop(task, "while", value))
    assert outcome(got) is UNKNOWN, got[Validation].reason


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("unreach-call", "x + 1 < x || x < 2147483647", CONFIRMED),  # it wraps
        ("no-overflow", "x + 1 < x || x < 2147483647", UNKNOWN),
        ("undefined-behaviour", "x + 1 < x || x < 2147483647", UNKNOWN),
        ("no-overflow", "x == 2147483647 || x + 1 > x", CONFIRMED),
    ],
)
def test_what_overflows_has_a_value_where_arithmetic_wraps(name: str, value: str, expected: Outcome) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(), i = 0; while (i < 2) i++; if (i != 2) reach_error(); }"
    task = program(text, specification=BY_NAME[name])
    assert outcome(of_invariants(task, loop(task, "while", value))) is expected


def followed(task: Task, target: str, *follow: Waypoint) -> Outcome:
    last = Segment(Waypoint(WaypointKind.TARGET, at(task, target)))
    content = ViolationSequence((*map(Segment, follow), last))
    return outcome(here(validate_witness(), task, entries(task, content)))


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("value", ["*q == 1", "x < 3 || *q == 1", "9 / q[0] > 3", "&a < &b", "(unsigned long)&a > 99"])
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("valid-deref", "*q = 1"),
        pytest.param("no-overflow", "x = x + 1", marks=pytest.mark.slow),
        pytest.param("unreach-call", "reach_error();", marks=pytest.mark.slow),
    ],
)
def test_a_waypoint_without_a_known_value_decides_nothing(name: str, target: str, value: str) -> None:
    task = program(TEXT, specification=BY_NAME[name])
    assert followed(task, target, waypoint(task, WaypointKind.ASSUMPTION, "while", value)) is UNKNOWN


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("name", "target"), PROPERTIES.items())
def test_a_waypoint_that_looks_only_where_it_may_is_confirmed(name: str, target: str) -> None:
    task = program(TEXT, specification=BY_NAME[name])
    assert followed(task, target, waypoint(task, WaypointKind.ASSUMPTION, "while", "q == 0 || *q == 1")) is CONFIRMED


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("value", "expected"), [("x + 1 < 0", UNKNOWN), ("x + 1 > 0", UNKNOWN), ("x > 0", CONFIRMED)])
def test_a_waypoint_that_overflows_decides_nothing_about_overflows(value: str, expected: Outcome) -> None:
    task = program(TEXT, specification=BY_NAME["no-overflow"])
    assert followed(task, "x = x + 1", waypoint(task, WaypointKind.ASSUMPTION, "while", value)) is expected


def test_a_program_cannot_say_that_its_text_is_a_witness_s() -> None:
    text = 'int main(void) { int i = 0; while (i < 2) i++; }\n# 1 "(witness)"\nint other(void) { return 0; }\n'
    task = program(text)
    got = of_invariants(task, loop(task, "while", "i < 9"))
    assert outcome(got) is UNKNOWN
    assert "(witness)" in got[Validation].reason


WITH_A_MODEL = """unsigned long strlen(const char *);
char text[8];
int main(void) {
  int x = __VERIFIER_nondet_int();
  text[0] = (char)x;
  text[1] = x > 3;
  if (x == 50 && strlen(text) == 2) reach_error();
  return 0;
}
"""


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("assumed", ["", pytest.param("x == 50", marks=pytest.mark.slow)])
def test_lines_of_an_automaton_are_those_of_the_program(assumed: str) -> None:
    """Models and probes have lines of these numbers with branches, too."""
    task = program(WITH_A_MODEL)
    read = WitnessEdge("a", "b", startline=7, endline=7, assumption=assumed)
    nodes = (WitnessNode("a"), WitnessNode("b"), WitnessNode("c", violation=True))
    reached = []
    for line in (1, 2, 3, 4, 10):
        edges = (read, WitnessEdge("b", "c", startline=line, endline=line, control="condition-true"))
        kind = WitnessKind.VIOLATION
        witness = Witness(kind, "a", nodes, edges, task.name, task.program_hash, task.specification)
        reached += [line] if outcome(here(validate_witness(), task, witness)) is CONFIRMED else []
    assert reached == [10]
