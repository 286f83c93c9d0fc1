"""What a range's condition covers inside of the range."""

from __future__ import annotations

import pytest

from coveriflow.actors import inside_range, symbolic
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.automata.range_observer import in_range, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.interpreter.path_order import induced_path
from tests.actors.tasks import here, program
from tests.analysis.runs import covered_after

COUNTING = """int main(void) {
  int n = __VERIFIER_nondet_int(), way = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  for (int i = 0; i < n; i++) if (way > i) way--;
  if (n > 9) reach_error();
  return 0;
}"""


def range_of(task: Task, lower: int | None, upper: int | None) -> Range:
    tests = [None if n is None else TestCase((TestInput(n), TestInput(5))) for n in (lower, upper)]
    return Range(tests[0], tests[1], task.program_hash, task.specification, task.data_model)


@pytest.mark.parametrize(("lower", "upper"), [(7, 4), (None, 5), (8, None), (8, 0), (None, None)])
def test_it_covers_paths_of_the_range_only(lower: int | None, upper: int | None) -> None:
    """More iterations are further left."""
    task = program(COUNTING)
    within, cfa = range_of(task, lower, upper), automaton_of(task)
    got = here(symbolic(first_bound=6, last_bound=6), task, within)
    assert got[Answer].verdict is Verdict.UNKNOWN
    condition = got[Condition]
    kept = here(inside_range(), task, condition, got[Justification], within)
    before, after, bounds = resolved(condition, cfa), resolved(kept[Condition], cfa), resolved_range(within, cfa)
    paths = [induced_path(cfa, [n, way]).edges for n in range(-1, 11) for way in range(12)]
    covered = [path for path in paths if covered_after(after, path) is not None]
    assert all(in_range(path, bounds) and covered_after(before, path) is not None for path in covered)
    ends = [each.edges for each in (bounds.lower, bounds.upper) if each is not None]
    inside = [path for path in paths if in_range(path, bounds) and path not in ends]
    assert covered == [path for path in inside if covered_after(before, path) is not None]
    assert covered
    assert kept[Justification].condition == kept[Condition].digest
    assert not is_claimed(kept[Justification].proof)
