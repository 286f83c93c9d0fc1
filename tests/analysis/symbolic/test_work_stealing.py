"""An analysis that gives parts of its range away: what it keeps and what it gives are together what it had."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from coveriflow.actors import symbolic
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.ranges.join import aggregated
from coveriflow.analysis.symbolic import work_stealing
from coveriflow.artifacts.answers import Answer, ClosedPathTree, Composite, Elsewhere, Justification, is_claimed
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.automata.range_observer import in_range, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges, StolenRange
from coveriflow.artifacts.range_results import RangeResult, RangeResults
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes import worker
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.interpreter.path_order import at_most, induced_path
from tests.actors.tasks import Got, here, program
from tests.analysis.runs import Runs, covered_after, daily_and_slow, model_of, runs_of, small_program

DECISIONS = """\
int main(void) {
  unsigned odd = 0, i;
  for (i = 0; i < 6; i++) { if (__VERIFIER_nondet_uint() & 1) { odd++; } }
  if (odd > 6) { reach_error(); }
  return 0;
}
"""


class Owner:
    """Who asks: often, and in no order. ``bounds``: what the analysis that runs has told of."""

    def __init__(self, seed: int, often: float) -> None:
        self.random, self.often = Random(seed), often
        self.bounds: list[TestCase] = []

    def is_asked(self) -> bool:
        return self.random.random() < self.often

    def hear(self, report: object) -> None:
        if isinstance(report, StolenRange):
            self.bounds.append(report.bound)


@pytest.fixture
def owner(monkeypatch: pytest.MonkeyPatch) -> Owner:
    found = Owner(1, 0.1)
    monkeypatch.setattr(worker, "is_asked", found.is_asked)
    monkeypatch.setattr(worker, "report_progress", found.hear)
    monkeypatch.setattr(work_stealing, "_CALLS", 1)
    monkeypatch.setattr(work_stealing, "_WORTH_IT", 0.0)
    monkeypatch.setattr(work_stealing, "_PROBES", 3)
    return found


def looked_at(actor: Actor, task: Task, within: Range, owner: Owner) -> tuple[list[tuple[Range, Got]], list[Range]]:
    """What was found in what was kept, and the ranges that were given away."""
    owner.bounds = []
    got = here(actor, task, within)
    edges = [within.upper, *owner.bounds]
    about = (within.program_hash, within.specification, within.data_model)
    given = [Range(lower, upper, *about) for upper, lower in pairwise(edges)]
    kept = Range(within.lower, edges[-1], *about)
    return [(kept, got)], given


def all_looked_at(actor: Actor, task: Task, within: Range, owner: Owner, most: int) -> list[tuple[Range, Got]]:
    """Until nothing is given away any more, which is so from the ``most``-th range on."""
    often, pending, found = owner.often, [within], list[tuple[Range, Got]]()
    while pending:
        owner.often = often if len(found) < most else 0.0
        kept, given = looked_at(actor, task, pending.pop(), owner)
        found += kept
        pending += given
    owner.often = often
    by_lower = {each.lower: (each, got) for each, got in found}
    in_order = [by_lower.pop(within.lower)]
    while by_lower:
        in_order.append(by_lower.pop(in_order[-1][0].upper))
    return in_order


def whole(task: Task) -> Range:
    return Range(None, None, task.program_hash, task.specification, task.data_model)


def joined(task: Task, found: list[tuple[Range, Got]]) -> Got:
    ranges = Ranges(tuple(within for within, _ in found))
    results = (RangeResult(r, g[Answer], g.optional(Condition), g.optional(Justification)) for r, g in found)
    return Got(aggregated(task, RangeResults(ranges, tuple(results))))


def test_all_paths_are_in_one_of_the_parts(owner: Owner) -> None:
    task = program(DECISIONS)
    cfa = automaton_of(task)
    found = all_looked_at(symbolic(first_bound=6), task, whole(task), owner, 8)
    assert len(found) >= 8
    counted = [_proof(got).paths for _, got in found]
    paths = [induced_path(cfa, [each.value for each in r.lower.inputs]).edges for r, _ in found if r.lower is not None]
    assert all(at_most(one, other) and one != other for one, other in pairwise(paths))
    assert 64 <= sum(counted) <= 64 + len(paths)  # a bound may be in two of them
    answer = joined(task, found)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert not is_claimed(answer.evidence)


def _proof(got: Got) -> ClosedPathTree:
    evidence = got[Answer].evidence
    assert isinstance(evidence, Composite)
    assert isinstance(evidence.covered, Elsewhere)
    assert isinstance(evidence.residual, ClosedPathTree)
    return evidence.residual


def test_who_gives_looks_at_its_part_only(owner: Owner) -> None:
    task = program(DECISIONS)
    ((kept, got),), given = looked_at(symbolic(first_bound=6), task, whole(task), owner)
    assert given
    assert given[-1].lower == kept.upper
    evidence = got[Answer].evidence
    assert isinstance(evidence, Composite)
    assert isinstance(evidence.covered, Elsewhere)
    assert evidence.covered.within == kept
    assert is_claimed(evidence)
    covering = joined(task, [(kept, got)] + [(each, UNKNOWN) for each in reversed(given)])
    assert covering[Answer].verdict is Verdict.UNKNOWN


def test_what_speaks_of_less_than_the_range_is_not_believed(owner: Owner) -> None:
    """As if nobody had heard that a part was handed over."""
    task = program(DECISIONS)
    ((_, got),), given = looked_at(symbolic(first_bound=6), task, whole(task), owner)
    assert given
    lower = TestCase((TestInput(0),) * 6)
    left = replace(whole(task), upper=lower)
    (right,), _ = looked_at(symbolic(first_bound=6), task, replace(whole(task), lower=lower), silent(owner))
    together = joined(task, [(left, got), right])
    assert together[Answer].verdict is Verdict.UNKNOWN
    condition = together.optional(Condition)
    if condition is not None:
        cfa, covering = automaton_of(task), resolved(together[Condition], automaton_of(task))
        assert covered_after(covering, induced_path(cfa, [1] * 6).edges) is None


def silent(owner: Owner) -> Owner:
    owner.often = 0.0
    return owner


UNKNOWN = Got((Answer(Verdict.UNKNOWN, "it died"),))
_FEW = 5


@pytest.mark.parametrize("seeds", daily_and_slow(_FEW, 12, _FEW))
def test_what_is_said_of_parts_is_true(seeds: range, owner: Owner) -> None:
    """Over generated programs; what dies is unknown, and covers nothing."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        task = Task((Source("program.c", text, text),), data_model=model_of(seed))
        cfa = automaton_of(task)
        runs = runs_of(cfa, values, 60, seed)
        actor = symbolic(last_bound=4, cpu=0.5) if seed % 2 else symbolic(first_bound=1, last_bound=2, cpu=0.5)
        found = all_looked_at(actor, task, whole(task), owner, 3)
        seen["parted"] += len(found) > 1
        _check(task, cfa, runs, found)
        dead = seed % len(found)
        lost = [(within, UNKNOWN if n == dead else got) for n, (within, got) in enumerate(found)]
        _check(task, cfa, runs, lost)
        seen[joined(task, found)[Answer].verdict.value] += 1
        alone = here(actor, task)[Answer].verdict
        together = joined(task, found)[Answer].verdict
        assert alone is together or not (alone.decisive and together.decisive)
    assert seen["parted"] > len(seeds) // 3, seen
    assert seen["true"] + seen["false"] > len(seeds) // 3, seen


def _check(task: Task, cfa: Cfa, runs: Runs, found: list[tuple[Range, Got]]) -> None:
    for within, got in found:
        bounds = resolved_range(within, cfa)
        if got[Answer].verdict is Verdict.TRUE:
            assert not any(e.end is End.ERROR and in_range(e.trace, bounds) for e in runs.executions)
    together = joined(task, found)
    assert not (together[Answer].verdict is Verdict.TRUE and runs.violating)
    condition = together.optional(Condition)
    if condition is not None:
        covering = resolved(condition, cfa)
        assert not any(e.end is End.ERROR and covered_after(covering, e.trace) is not None for e in runs.executions)
        for execution in runs.executions:
            for within, got in found:
                if got is UNKNOWN and in_range(execution.trace, resolved_range(within, cfa)):
                    _is_of_a_bound = [w for w, g in found if in_range(execution.trace, resolved_range(w, cfa))]
                    assert len(_is_of_a_bound) > 1 or covered_after(covering, execution.trace) is None
