"""The witness of several ranges: what it says at loops is true of all executions, and helps to show the rest again."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import kinduction, predicate, symbolic, validate_witness, value
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.work.ranges.join import aggregated
from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import ranges_between
from coveriflow.artifacts.range_results import RangeInvariants, RangeResult, RangeResults
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from tests.actors.tasks import Got, here, program
from tests.actors.validations import CONFIRMED, outcome
from tests.actors.verify.test_proved_invariants import check_by_execution, invariants_of

STEPS = """\
int main(void) {
  int x = 0, step = 1;
  if (__VERIFIER_nondet_int() > 5) { step = 2; }
  while (__VERIFIER_nondet_int()) { if (x < 10) { x += step; } }
  if (x > 11) { reach_error(); }
  return 0;
}
"""


def joined(task: Task, actors: tuple[Actor, Actor]) -> Got:
    """Left of the test ``0`` the step is 2, right of it 1."""
    ranges = ranges_between(task, [TestCase((TestInput(0),))])
    found = [here(actor, task, within) for actor, within in zip(actors, ranges.parts, strict=True)]
    assert not any(WitnessEntries in got or Witness in got for got in found)
    results = (
        RangeResult(r, g[Answer], g.optional(Condition), g.optional(Justification), g.optional(RangeInvariants))
        for r, g in zip(ranges.parts, found, strict=True)
    )
    return Got(aggregated(task, RangeResults(ranges, tuple(results))))


PAIRS = [
    pytest.param((value(), value()), id="values"),
    pytest.param((kinduction(), predicate()), id="induction-and-predicates", marks=pytest.mark.slow),
]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("actors", PAIRS)
def test_what_holds_in_one_range_or_the_other(actors: tuple[Actor, Actor], tmp_path: Path) -> None:
    task = program(STEPS)
    got = joined(task, actors)
    assert got[Answer].verdict is Verdict.TRUE
    assert not is_claimed(got[Answer].evidence)
    invariants = invariants_of(got[WitnessEntries])
    assert any("||" in each.value for each in invariants)
    check_by_execution(task.sources[0].text, invariants, tmp_path)


def test_it_is_shown_again() -> None:
    task = program(STEPS)
    got = joined(task, (value(), value()))
    assert outcome(here(validate_witness(), task, got[WitnessEntries])) is CONFIRMED
    assert outcome(here(validate_witness(), task, got[Witness])) is CONFIRMED


def test_where_one_range_says_nothing_nothing_is_said() -> None:
    bounded = STEPS.replace("while (__VERIFIER_nondet_int())", "for (int i = 0; i < 3; i++)")
    got = joined(program(bounded), (symbolic(), value()))
    assert got[Answer].verdict is Verdict.TRUE
    assert invariants_of(got[WitnessEntries]) == []


def test_an_open_range_has_no_witness() -> None:
    got = joined(program(STEPS), (predicate(), symbolic(last_bound=2)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert WitnessEntries not in got
    assert Witness not in got
