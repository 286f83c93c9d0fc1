"""Each written invariant holds: it is put into the source where the witness says, and executed with random inputs."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from coveriflow.actors import horn, impact, kinduction, predicate, value
from coveriflow.artifacts.answers import Answer, Induction
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import Invariant, InvariantKind, InvariantSet, WitnessEntries
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from coveriflow.program.lowering.environment import ENVIRONMENT
from coveriflow.program.text.source_map import OriginalText
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import here
from tests.programs import reader
from tests.programs.reader import Question, Said, questions, read

FOLDER = reader.FOLDER / "witnesses"
VERIFIERS = {"value": value(), "kinduction": kinduction(), "predicate": predicate(), "impact": impact(), "horn": horn()}
HARNESS = """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void limit_time(void) { alarm(1); }
static int passed;
void count_test(void) { if (++passed > 100000) exit(0); }
void reach_error(void) { exit(9); }
void bad_invariant(int which) { printf("invariant %d does not hold\\n", which); exit(1); }
int pass_invariant(void) { return 1; }
static unsigned next(void) { static int at; static char *all; if (!all) all = getenv("INPUTS");
  return (unsigned)strtol(all + 12 * (at++ % 40), 0, 10); }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
short __VERIFIER_nondet_short(void) { return next(); }
double __VERIFIER_nondet_double(void) { return (int)next() / 8.0; }
float __VERIFIER_nondet_float(void) { return (int)next() / 8.0f; }
"""
pytestmark = pytest.mark.usefixtures("compiler")


def task_of(path: Path, model: DataModel = DataModel.LP64) -> Task:
    text = path.read_text()
    return Task((Source(path.name, text, preprocess(path.name, text, model, (), ())),), data_model=model)


def invariants_of(entries: WitnessEntries) -> list[Invariant]:
    (entry,) = entries.entries
    assert isinstance(entry.content, InvariantSet)
    return list(entry.content.invariants)


def instrumented(text: str, invariants: list[Invariant]) -> str:
    """``text`` with a test of each invariant right before every evaluation of its loop's condition."""
    original = OriginalText(text)
    lines = text.split("\n")
    inserted: dict[int, str] = {}
    for number, each in enumerate(invariants):
        assert each.kind is InvariantKind.LOOP
        start = sum(len(line) + 1 for line in lines[: each.place.line - 1]) + each.place.column - 1
        test = f"({{ count_test(); if (!({each.value})) bad_invariant({number}); }}), "
        place = condition_at(text, original, start)
        inserted[place] = inserted.get(place, "") + test
    for place in sorted(inserted, reverse=True):
        rest = text[place:].lstrip()
        text = text[:place] + inserted[place] + ("pass_invariant()" if rest[0] == ";" else "") + text[place:]
    return "extern void bad_invariant(int); extern void count_test(void); extern int pass_invariant(void);\n" + text


def condition_at(text: str, original: OriginalText, start: int) -> int:
    """Where the condition of the loop at ``start`` begins."""
    if text.startswith("while", start):
        return text.index("(", start) + 1
    if text.startswith("for", start):
        return text.index(";", start) + 1
    assert text.startswith("do", start)
    depth = 0
    for place in range(text.index("{", start), len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text.index("(", text.index("while", place)) + 1
    raise AssertionError("a loop without condition")


def check_by_execution(text: str, invariants: list[Invariant], folder: Path, runs: int = 8) -> None:
    (folder / "program.c").write_text(instrumented(text, invariants))
    (folder / "harness.c").write_text(HARNESS)
    options = ["-std=gnu11", "-w", "-fwrapv", "-o", str(folder / "program")]
    subprocess.run(["gcc", *options, folder / "program.c", folder / "harness.c", "-lm"], check=True)
    rng = random.Random(1)
    for number in range(runs):
        most = (3, 30, 2000, 2**31 - 1)[number % 4]
        inputs = "".join(f"{rng.randint(-most if number % 3 == 0 else 0, most):11d} " for _ in range(40))
        done = subprocess.run(
            [folder / "program"], env={"INPUTS": inputs}, capture_output=True, text=True, timeout=20, check=False
        )
        assert "does not hold" not in done.stdout, (done.stdout, invariants)
        assert done.returncode not in (9, -11)


WITNESSED = [each for each in questions() if each.said is Said.WITNESSED_TRUE]


@pytest.mark.parametrize("question", WITNESSED, ids=lambda question: question.id)
def test_invariants_hold_where_the_witness_says(question: Question, tmp_path: Path) -> None:
    text = question.path.read_text()
    got = here(VERIFIERS[question.name], task_of(question.path, question.model))
    assert got[Answer].verdict is Verdict.TRUE
    invariants = invariants_of(got[WitnessEntries])
    assert invariants
    assert all(each.place.column and each.place.function for each in invariants)
    check_by_execution(text, invariants, tmp_path)
    assert read_witness_entries(write_witness_entries(got[WitnessEntries]), "w") == got[WitnessEntries]
    assert read_witness(write_witness(got[Witness]), "w") == got[Witness]


PROVED = [each for each in questions() if each.name == "kinduction" and each.said is Said.TRUE]


DAILY = ("floats-07", "arrays-01")
"""Of floating-point numbers and of large arrays."""
LONG = ("induction-19",)


def sampled(asked: Sequence[Question]) -> list[Any]:
    """Proofs about floating-point numbers and large arrays take long: few every day. So do some others."""
    long = [each.path.parent.name in ("floats", "arrays") and not each.id.startswith(DAILY) for each in asked]
    slow = [is_long or each.id.startswith(LONG) for is_long, each in zip(long, asked, strict=True)]
    marks = [pytest.mark.slow if each else () for each in slow]
    return [pytest.param(each, marks=mark, id=each.id) for each, mark in zip(asked, marks, strict=True)]


@pytest.mark.parametrize("question", sampled(PROVED))
def test_lemmas_of_an_induction_hold_where_the_witness_says(question: Question, tmp_path: Path) -> None:
    text = question.path.read_text()
    got = here(kinduction(), task_of(question.path, question.model))
    assert got[Answer].verdict is Verdict.TRUE, got[Answer].reason
    assert isinstance(got[Answer].evidence, Induction)
    assert set(got[Answer].assumptions) <= ENVIRONMENT
    check_by_execution(text, invariants_of(got[WitnessEntries]), tmp_path)


def values_at(path: Path, line: int, column: int = 0) -> set[str]:
    (question,) = read(path).questions
    found = invariants_of(here(VERIFIERS[question.name], task_of(path))[WitnessEntries])
    return {each.value for each in found if each.place.line == line and column in (0, each.place.column)}


def test_names_mean_what_they_mean_at_the_loop() -> None:
    path = FOLDER / "03-shadowed.c"
    assert {"limit == 3", "y == 2"} <= values_at(path, 7, 3)
    assert not any("late" in each for each in values_at(path, 7))
    assert all("limit" not in each for each in values_at(path, 8))


def test_a_loop_that_a_macro_hides_has_no_invariants() -> None:
    path = FOLDER / "06-macros.c"
    assert values_at(path, 7) == values_at(path, 7, 28) != set()
    assert values_at(path, 8) == values_at(path, 9) == set()


def test_an_automaton_tells_loops_of_one_line_not_apart() -> None:
    got = here(kinduction(), task_of(FOLDER / "04-one-line.c"))
    assert not any(node.invariant for node in got[Witness].nodes)
    assert len({each.place.column for each in invariants_of(got[WitnessEntries])}) == 2
