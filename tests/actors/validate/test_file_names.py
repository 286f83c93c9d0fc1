"""Files that a witness names are those of the same hash, whatever they are called when it is validated."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from coveriflow.actors import bmc, kinduction, validate_witness
from coveriflow.actors.work.validate.file_names import with_names_of
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import (
    Invariant,
    InvariantKind,
    InvariantSet,
    WitnessEntries,
    WitnessEntry,
    WitnessMetadata,
    WitnessPlace,
)
from coveriflow.execution.processes import worker
from tests.actors.tasks import here, program
from tests.actors.validations import CONFIRMED, REFUTED, outcome

UP = """\
extern void reach_error(void); int down(void);
int main(void) { int x = 0;
  while (x < 5) x = x + 1;
  if (x > down()) reach_error();
  return 0;
}
"""
DOWN = """\
int other(void);
int down(void) { int x = 9;
  while (x > 6) x = x - 1;
  return x;
}
"""


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=10))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((1.0, 0.5),))


def task_of(*files: tuple[str, str]) -> Task:
    return Task(tuple(Source(name, text, text) for name, text in files))


def invariant(file: str, value: str) -> Invariant:
    return Invariant(InvariantKind.LOOP, WitnessPlace(file, 3, 3), value)


def entries(task: Task, *files: tuple[str, str], invariants: tuple[Invariant, ...]) -> WitnessEntries:
    hashes = tuple((name, hashlib.sha256(text.encode()).hexdigest()) for name, text in files)
    metadata = WitnessMetadata(hashes, task.specification, task.data_model)
    return WitnessEntries((WitnessEntry(metadata, InvariantSet(invariants)),))


@pytest.mark.parametrize("names", [("a.c", "b.c"), ("b.c", "a.c"), ("x/one.c", "y/two.c"), ("p/f.c", "q/f.c")])
@pytest.mark.parametrize(("up", "expected"), [("x <= 5", CONFIRMED), ("x >= 6", REFUTED)])
def test_files_are_known_by_their_hashes(names: tuple[str, str], up: str, expected: Outcome) -> None:
    task = task_of(("a.c", UP), ("b.c", DOWN))
    said = (invariant(names[0], up), invariant(names[1], "x >= 6"))
    got = here(validate_witness(), task, entries(task, (names[0], UP), (names[1], DOWN), invariants=said))
    assert outcome(got) is expected, got[Validation]


def test_files_with_one_text_are_known_by_their_names() -> None:
    text = "static int f(void) {\n  return 0; }\n"
    task = task_of(("main.c", UP + DOWN), ("p/one.c", text), ("p/two.c", text))
    files = (("main.c", UP + DOWN), ("one.c", text), ("/q/two.c", text))
    said = (invariant("one.c", "1"), invariant("/q/two.c", "1"), invariant("three.c", "1"))
    named = with_names_of(task, entries(task, *files, invariants=said))
    assert isinstance(named, WitnessEntries)
    (entry,) = named.entries
    assert isinstance(entry.content, InvariantSet)
    assert [each.place.file for each in entry.content.invariants] == ["p/one.c", "p/two.c", "three.c"]


@pytest.mark.usefixtures("compiler")
def test_a_program_may_be_called_otherwise_than_in_its_witnesses() -> None:
    wrong = program("int main(void) {\n  if (__VERIFIER_nondet_int() == 7) reach_error();\n  return 0;\n}\n")
    right = program("int main(void) {\n  int i = 0;\n  while (i < 9) i = i + 1;\n  if (i > 9) reach_error();\n}\n")
    for actor, task in ((bmc(), wrong), (kinduction(), right)):
        found = here(actor, task)
        (source,) = task.sources
        renamed = replace(task, sources=(replace(source, name="renamed/otherwise.c"),))
        for witness in (found[Witness], found[WitnessEntries]):
            got = here(validate_witness(), renamed, witness)
            assert outcome(got) is CONFIRMED, got[Validation]
