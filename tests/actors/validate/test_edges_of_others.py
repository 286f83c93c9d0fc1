"""What witnesses of others name in another way than ours: files, returns, operands of conditions, the first edge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import validate_witness
from coveriflow.actors.work.validate.file_names import with_names_of
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import InvariantSet, WaypointKind, WitnessEntries
from tests.actors.tasks import here, program
from tests.actors.validate.test_offsets import chained, edge
from tests.actors.validations import CONFIRMED, UNKNOWN, entries, loop, sequence, waypoint

pytestmark = pytest.mark.usefixtures("four_seconds")

CALLS = """\
int limit = 7;
int half(int x) {
  while (x > 4096)
    ;
  return x / 2;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = half(a);
  if (a < 0 || b == limit) reach_error();
  (b == 12) ? reach_error() : (void)0;
  return 0;
}
"""


@pytest.fixture
def task() -> Task:
    return program(CALLS)


def judged(task: Task, *edges: WitnessEdge, entered: str = "") -> Outcome:
    """The outcome for a chain of edges, behind one that enters ``main`` and perhaps assumes something."""
    witness: Witness = chained(task, *edges)
    first = replace(witness.edges[0], assumption=entered, assumption_scope="main" if entered else "")
    found: Validation = here(validate_witness(), task, replace(witness, edges=(first, *witness.edges[1:])))[Validation]
    return found.outcome


@pytest.mark.usefixtures("compiler")
def test_a_return_is_known_by_its_function(task: Task) -> None:
    """Its line may be that of the statement."""
    call = replace(edge(task, "half(a)"), enter_function="half", enter_loop_head=True)
    back = replace(edge(task, "return x / 2;"), return_from_function="half")
    assert judged(task, call, back) is CONFIRMED
    assert judged(task, call, replace(back, return_from_function="main")) is UNKNOWN


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("entered", "expected"), [("reach_error", CONFIRMED), ("half", UNKNOWN)])
def test_the_error_function_is_entered_where_it_has_a_body(entered: str, expected: Outcome) -> None:
    text = "void failed(void);\nvoid reach_error(void) { failed(); }\nint half(int x) { return x / 2; }\n"
    main = "int main(void) {\n  int a = half(__VERIFIER_nondet_int());\n  if (a == 7)\n    reach_error();\n}\n"
    task = program(text + main)
    assert judged(task, replace(edge(task, "  reach_error();"), enter_function=entered)) is expected


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("assumed", "expected"), [("limit == (7);", CONFIRMED), ("limit == (8);", UNKNOWN)])
def test_what_the_first_edge_assumes_holds_before_the_first_statement(
    task: Task, assumed: str, expected: Outcome
) -> None:
    assert judged(task, entered=assumed) is expected


@pytest.mark.usefixtures("compiler")
def test_offsets_name_an_operand(task: Task) -> None:
    """The other operand has the other outcome."""
    first, second = (edge(task, text, control="condition-false") for text in ("a < 0", "b == limit"))
    found = replace(edge(task, "b == limit", "b == (7);"), control="condition-true")
    assert judged(task, first, found) is CONFIRMED
    assert judged(task, found) is CONFIRMED
    assert judged(task, first, second) is CONFIRMED  # by the other call
    assert judged(task, replace(found, assumption="b == (8);")) is UNKNOWN


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("assumed", "expected"), [("b == (12);", CONFIRMED), ("b == (13);", UNKNOWN)])
def test_what_is_assumed_at_an_operator_holds_before_its_statement(task: Task, assumed: str, expected: Outcome) -> None:
    assert judged(task, edge(task, "b == 12", assumed, "condition-true")) is expected


def from_elsewhere(task: Task, *texts: str) -> Task:
    """The same programs under other names."""
    sources = tuple(Source(f"/elsewhere/{number}-input.i", text, text) for number, text in enumerate(texts))
    return replace(task, sources=sources)


@pytest.mark.usefixtures("compiler")
def test_files_are_known_by_their_hashes(task: Task) -> None:
    other = from_elsewhere(task, task.sources[0].text)
    content = sequence(other, waypoint(other, WaypointKind.BRANCHING, "if (", "true"))
    found = here(validate_witness(), task, entries(other, content))[Validation]
    assert found.outcome is CONFIRMED


def test_a_file_that_is_none_of_the_program_keeps_its_name(task: Task) -> None:
    other = from_elsewhere(task, task.sources[0].text)
    invariant = loop(other, "while", "1")
    header = replace(invariant, place=replace(invariant.place, file="/usr/include/some.h"))
    named = with_names_of(task, entries(other, InvariantSet((invariant, header))))
    assert isinstance(named, WitnessEntries)
    (entry,) = named.entries
    assert isinstance(entry.content, InvariantSet)
    assert [each.place.file for each in entry.content.invariants] == [task.name, "/usr/include/some.h"]


def test_equal_files_are_not_told_apart(task: Task) -> None:
    text = task.sources[0].text
    twice = replace(task, sources=(Source("a.c", text, text), Source("b.c", text, text)))
    witness = entries(from_elsewhere(task, text), InvariantSet((loop(task, "while", "1"),)))
    assert with_names_of(twice, witness) == witness


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("assumed", "expected"), [("x == (14);", CONFIRMED), ("x == (16);", UNKNOWN)])
def test_what_is_assumed_where_a_return_calls_holds_before_it(assumed: str, expected: Outcome) -> None:
    task = program("""\
int half(int x) { return x / 2; }
int twice(int x) {
  return half(x);
}
int main(void) { if (twice(__VERIFIER_nondet_int()) == 7) reach_error(); return 0; }
""")
    call = replace(edge(task, "half(x);", assumed), assumption_scope="twice", enter_function="half")
    assert judged(task, call) is expected


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("first", "assumed", "expected"),
    [
        ("int i = 0", 2, CONFIRMED),
        ("i = 0", 2, CONFIRMED),
        ("i = 0", 3, UNKNOWN),
        ("i = 1", 3, UNKNOWN),
    ],
)
def test_what_is_assumed_in_the_head_of_a_loop_holds_behind_that_part(
    first: str, assumed: int, expected: Outcome
) -> None:
    """What comes first is ``i == 0``, and the step makes ``i`` two more."""
    head = f"int main(void) {{ unsigned n = __VERIFIER_nondet_uint(); int i;\n  for ({first}; i < 3; i += 2)\n"
    task = program(f"{head}    n = n * 2;\n  if (n == 12) reach_error();\n}}\n")
    edges = (edge(task, first, "i == (0);", after="for ("), edge(task, "i += 2", f"i == ({assumed});"))
    assert judged(task, *edges) is expected
