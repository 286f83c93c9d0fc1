"""Witness automata of programs of several files: an edge is about the lines of the file that it names, headers too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import bmc, validate_witness
from coveriflow.actors.work.validate.probes import ProgramText
from coveriflow.actors.work.validate.said_lassos import lasso_of
from coveriflow.actors.work.validate.text_offsets import said_extent
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import TERMINATION
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.execution.processes import worker
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from tests.actors.tasks import here
from tests.actors.validations import CONFIRMED, UNKNOWN, outcome

MAIN = """\
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int other(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 3) x = x - 1;
  if (other(x) == 3 && x == 2) reach_error();
  return 0;
}
"""
OTHER = """\
extern int __VERIFIER_nondet_int(void);
int other(int y) {
  int x = __VERIFIER_nondet_int();
  while (x > 3) x = x - 2;
  if (y > 0) return x;
  return 0;
}
"""
HEADER = """\
# 1 "lib/value.h" 1


static int half(int x) {
  if (x > 50) return x / 2;
  return 0;
}
# 2 "%s" 2
"""


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=4))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((0.5, 0.5),))


@pytest.fixture
def task() -> Task:
    return Task((Source("src/main.c", MAIN, MAIN), Source("src/other.c", OTHER, OTHER)))


def assumed(file: str, value: int) -> WitnessEdge:
    return WitnessEdge("N0", "N1", 3, 3, assumption=f"x == {value};", origin_file=file)


def witness(task: Task, first: WitnessEdge) -> Witness:
    nodes = (WitnessNode("N0"), WitnessNode("N1", violation=True))
    model, own = task.data_model, task.program_hash
    return Witness(WitnessKind.VIOLATION, "N0", nodes, (first,), task.name, own, task.specification, model, "another")


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("file", "value", "expected"),
    [
        ("src/main.c", 2, CONFIRMED),
        ("other.c", 3, CONFIRMED),
        ("/elsewhere/other.c", 3, CONFIRMED),
        ("src/main.c", 3, UNKNOWN),
        ("other.c", 2, UNKNOWN),
        ("", 2, CONFIRMED),
        ("", 3, CONFIRMED),
        ("no.c", 2, CONFIRMED),
    ],
)
def test_an_edge_is_about_the_file_that_it_names(task: Task, file: str, value: int, expected: Outcome) -> None:
    """The third lines of both files assign an input to a variable of one name."""
    got = here(validate_witness(), task, witness(task, assumed(file, value)))
    assert outcome(got) is expected, got[Validation]


def test_offsets_are_those_of_the_file(task: Task) -> None:
    text = ProgramText(task)
    start = OTHER.index("int x")
    edge = replace(assumed("other.c", 3), startoffset=start, endoffset=start + 4)
    found = said_extent(text, edge)
    assert found is not None
    assert found.has("src/other.c", start)
    assert said_extent(text, replace(edge, origin_file="")) is None


@pytest.mark.parametrize("file", ["src/main.c", "src/other.c"])
def test_the_loop_of_a_lasso_is_in_the_file_of_its_edges(task: Task, file: str) -> None:
    nodes = (WitnessNode("A"), WitnessNode("H", cyclehead=True, invariant="x > 3", invariant_scope=""))
    edges = (
        WitnessEdge("A", "H", 4, 4, enter_loop_head=True, origin_file=file),
        WitnessEdge("H", "H", 4, 4, enter_loop_head=True, origin_file=file),
    )
    said = replace(witness(task, edges[0]), entry="A", nodes=nodes, edges=edges, specification=TERMINATION)
    assert lasso_of(replace(task, specification=TERMINATION), said).place.file == file


@pytest.mark.usefixtures("compiler")
def test_own_witnesses_of_several_files_and_headers_are_confirmed() -> None:
    """What stands in models of the library has no line there."""
    body = MAIN.replace("other(x) == 3 && x == 2", "other(half(x)) == 3 && x == 77").replace(
        "while (x > 3) x = x - 1;", ""
    )
    whole = HEADER % "src/main.c" + body
    task = Task((Source("src/main.c", '#include "value.h"\n' + body, whole), Source("src/other.c", OTHER, OTHER)))
    own = read_witness(write_witness(here(bmc(), task)[Witness]), "w.graphml")
    assert {edge.origin_file for edge in own.edges} == {"src/main.c", "src/other.c", "lib/value.h"}
    assert outcome(here(validate_witness(), task, own)) is CONFIRMED
