"""Witness automata as others write them: the values of inputs are those of variables, several statements stand on one
line and are told apart by offsets, the first edge enters the entry function, and an edge assumes and branches at once.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import validate_witness
from coveriflow.actors.work.validate.graphml_guards import observed_automaton
from coveriflow.actors.work.validate.probes import ProgramText
from coveriflow.actors.work.validate.said_inputs import Reads, said_value, said_values
from coveriflow.actors.work.validate.violations import inputs_along
from coveriflow.actors.work.validate.waypoints import observed_sequence
from coveriflow.actors.work.verify import portfolio
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import Answer, ConfirmedTest
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import WaypointKind
from coveriflow.execution.processes import worker
from tests.actors.tasks import here, program
from tests.actors.validations import CONFIRMED, UNKNOWN, of_sequence, outcome, sequence, waypoint

LINE = (
    "int main(void) { int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_int(); int c = a + 1;"
    " if (a > 10) { c = c + b; if (c == 77 && b != 3) { reach_error(); } } return 0; }\n"
)


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=6))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((0.2, 0.2),))


@pytest.fixture
def task() -> Task:
    return program(LINE)


def edge(task: Task, text: str, assumption: str = "", control: str = "", *, after: str = "") -> WitnessEdge:
    """Of what stands at ``text``, after the first place of ``after``."""
    whole = task.sources[0].text
    start = whole.index(text, whole.index(after))
    line = whole.count("\n", 0, start) + 1
    scope = "main" if assumption else ""
    return WitnessEdge("", "", line, line, start, start + len(text) - 1, control, assumption, scope)


def chained(task: Task, *edges: WitnessEdge) -> Witness:
    """One edge after the other, after that which enters ``main``."""
    first = replace(edge(task, "int main"), enter_function="main")
    names = [f"N{number}" for number in range(len(edges) + 2)]
    nodes = tuple(WitnessNode(name, violation=name == names[-1]) for name in names)
    drawn = (replace(e, source=a, target=b) for e, a, b in zip((first, *edges), names, names[1:], strict=False))
    kind, own = WitnessKind.VIOLATION, task.program_hash
    return Witness(kind, "N0", nodes, tuple(drawn), task.name, own, task.specification, task.data_model, "another")


def way(task: Task, a: int, b: int, *, taken: str = "condition-true") -> tuple[WitnessEdge, ...]:
    call = "__VERIFIER_nondet_int()"
    return (
        edge(task, call, f"a == ({a});", after="int a"),
        edge(task, call, f"a == ({a}); b == ({b});", after="int b"),
        edge(task, "int c = a + 1", f"c == ({a + 1});"),
        edge(task, "a > 10", f"a == ({a});", taken),
        edge(task, "c = c + b", f"c == ({a + 1 + b});"),
        edge(task, "c == 77", f"c == ({a + 1 + b});", "condition-true"),
        edge(task, "b != 3", "", "condition-true"),
    )


def validated(task: Task, *edges: WitnessEdge) -> tuple[Outcome, list[int]]:
    got = here(validate_witness(), task, chained(task, *edges))
    assert got[Validation].reason
    evidence = got[Answer].evidence
    return outcome(got), [e.value for e in evidence.case.inputs] if isinstance(evidence, ConfirmedTest) else []


@pytest.mark.usefixtures("compiler")
def test_statements_of_one_line_are_told_apart(task: Task) -> None:
    assert validated(task, *way(task, 41, 35)) == (CONFIRMED, [41, 35])
    assert validated(task, *way(task, -70, 146)) == (UNKNOWN, [])
    assert validated(task, *way(task, 41, 35, taken="condition-false"))[0] is UNKNOWN
    assert validated(task, *way(task, 73, 3))[0] is UNKNOWN


@pytest.mark.usefixtures("compiler")
def test_what_is_assumed_at_a_branch_has_to_hold_there(task: Task) -> None:
    first, second, *_ = way(task, 41, 35)
    assert validated(task, first, edge(task, "a > 10", "a == 41 && c == 42", "condition-true"))[0] is CONFIRMED
    assert validated(task, first, edge(task, "a > 10", "c == 77", "condition-true"))[0] is UNKNOWN
    assert validated(task, second, edge(task, "a > 10", "c == 42", "condition-false"))[0] is UNKNOWN


@pytest.mark.usefixtures("compiler")
def test_offsets_of_another_text_are_not_believed(task: Task) -> None:
    """They do not stand on the line that is named: only the line is left, on which all probes must be C."""
    moved = (replace(each, startoffset=3, endoffset=9) for each in way(task, 41, 35))
    assert validated(task, *moved)[0] is UNKNOWN
    lines = program(LINE.replace("; ", ";\n"))
    far = (replace(each, startoffset=10**6, endoffset=10**6 + 3) for each in way(lines, 41, 35))
    assert validated(lines, *(each for each in far if each.assumption))[0] is CONFIRMED


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ("x == (41);", {"x": 41}),
        ("x == (41); y == (0);", {"x": 41, "y": 0}),
        ("(x == -5U && (y == 7))", {"x": -5, "y": 7}),
        ("\\result == 3", {"\\result": 3}),
        ("x == 4 + 1", {}),
        ("x == y", {}),
        ("x != 3 && p->x == 4", {"p->x": 4}),
        ("(in[i]) == (56); (p->next -> data) == (7);", {"in[i]": 56, "p->next->data": 7}),
    ],
)
def test_what_a_constraint_says_of_names(constraint: str, said: dict[str, int]) -> None:
    assert said_values(constraint) == said


def test_one_value_is_said_of_one_name() -> None:
    assert said_value("x == (41);") == 41
    assert said_value("x == 4; y == 5") is None


def test_where_inputs_are_assigned() -> None:
    text = """\
int main(void) {
  int a = __VERIFIER_nondet_int(), b = (short) __VERIFIER_nondet_int();
  while (a < 3) {
    a = a + 1;
    b = __VERIFIER_nondet_int();
  }
  return a + b;
}
"""
    found = ProgramText(program(text))
    reads = Reads(found)
    named = {each.statement.word: [r.variable for r in reads.before(each)] for each in found.statements}
    assert named["while"] == ["a", "b", "b"]
    assert named["return"] == ["b"]
    assert named["a"] == []


@pytest.mark.usefixtures("compiler")
def test_values_of_a_sequence_are_those_of_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search would come to the second hundred in the time that there is."""
    task = program("""\
int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = 0;
  for (int i = 0; i < n; i++) s += 3;
  if (s == 90000) reach_error();
}
""")
    monkeypatch.setattr(worker, "_limits", Limits(cpu=1.0))
    got = of_sequence(task, waypoint(task, WaypointKind.ASSUMPTION, "int s", "(n == 30000)"))
    assert outcome(got) is CONFIRMED


PAIR = "int main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n" + (
    "  if (a * 3 == 21 && b == a * a * a - 3 && a < 9999) reach_error();\n  return 0;\n}\n"
)


@pytest.mark.usefixtures("compiler")
def test_what_is_said_again_of_a_variable_is_not_read_again() -> None:
    """Two inputs on one line, and the second part of the witness repeats what the first one says."""
    task = program(PAIR)
    points = [
        waypoint(task, WaypointKind.ASSUMPTION, "if (", each) for each in ("(a == 7U)", "(a == 7U) && (b == 340U)")
    ]
    assert observed_sequence(task, sequence(task, *points)).values == {5: [7, 340]}
    calls = [
        edge(task, "__VERIFIER_nondet_uint()", "a == (7U);", after="unsigned a"),
        edge(task, "__VERIFIER_nondet_uint()", "a == (7U); b == (340U);", after="b ="),
    ]
    observed = observed_automaton(task, chained(task, *calls))
    assert observed.values == {5: [7, 340]}
    assert inputs_along(task, observed, SoftLimits(cpu=1.0)) == (7, 340)
