"""Over generated programs: analyses of ranges say about their paths what is true, and together what one alone says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from coveriflow.actors import (
    bmc,
    bmc_given,
    impact,
    kinduction,
    predicate,
    symbolic,
    symbolic_given,
    value,
    value_given,
)
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.ranges.join import aggregated
from coveriflow.analysis.testing.goals import values_called
from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.automata.range_observer import in_range, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges, ranges_between
from coveriflow.artifacts.range_results import RangeResult, RangeResults
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Execution
from coveriflow.program.interpreter.path_order import induced_path, order_key
from tests.actors.tasks import Got, here
from tests.analysis.runs import Runs, covered_after, daily_and_slow, model_of, runs_of, small_program

ACTORS: Sequence[Sequence[Actor]] = (
    (symbolic(cpu=3.0), symbolic(cpu=3.0), symbolic(cpu=3.0)),
    (symbolic(first_bound=1, last_bound=1), bmc(last_bound=2), value(states=30)),
    (value(cpu=3.0), bmc(last_bound=8), kinduction(last_bound=6, invariants="none")),
    (kinduction(last_bound=2, invariants="none"), value(loop_bound=1), symbolic(last_bound=1)),
    (
        value(refinement="selective", cpu=3.0),
        value(merge="join", order="bfs"),
        value(refinement="shortest", states=40),
    ),
    (predicate(states=150), impact(states=150), predicate(block="lf", order="dfs", states=150)),
)


_FEW = 10


@pytest.mark.parametrize("seeds", daily_and_slow(5, 12, _FEW))
def test_what_is_said_of_ranges_is_true(seeds: range) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        task = Task((Source("program.c", text, text),), data_model=model_of(seed))
        cfa = automaton_of(task)
        runs = runs_of(cfa, values, 60, seed)
        ranges = _ranges(task, cfa, runs, seed)
        actors = ACTORS[seed % len(ACTORS)]
        found = [here(actors[n], task, each) for n, each in enumerate(ranges.parts)]
        for within, got in zip(ranges.parts, found, strict=True):
            _check_range(cfa, runs, within, got)
        whole = _check_whole(task, cfa, runs, ranges, found, actors[0])
        if whole[Answer].verdict is Verdict.UNKNOWN and seed % 3 == 0:
            seen["second rounds"] += 1
            whole = _second_round(task, cfa, runs, whole, seed)
        seen[whole[Answer].verdict.value] += 1
        seen["parted"] += len(ranges.parts) > 1
    assert seen["parted"] > len(seeds) // 2
    assert seen["true"] + seen["false"] > len(seeds) // 3
    if len(seeds) > _FEW:  # in few programs not everything happens
        assert min(seen["true"], seen["false"], seen["second rounds"]) > 0


def _second_round(task: Task, cfa: Cfa, runs: Runs, before: Got, seed: int) -> Got:
    """What the first one left, in other ranges."""
    ranges = _ranges(task, cfa, runs, seed + 5)
    actors = (bmc_given(last_bound=4, cpu=1.0), symbolic_given(last_bound=4, cpu=1.0), value_given(cpu=0.5))
    given = (before[Condition], before[Justification])
    found = [here(actor, task, *given, each) for actor, each in zip(actors, ranges.parts, strict=False)]
    for within, got in zip(ranges.parts, found, strict=True):
        _check_range(cfa, runs, within, got)
    return _check_whole(task, cfa, runs, ranges, found, symbolic(last_bound=4, cpu=1.0))


def _ranges(task: Task, cfa: Cfa, runs: Runs, seed: int) -> Ranges:
    tests = [values_called(runs.executions[n * seed % len(runs.executions)].inputs) for n in (3, 11)]
    paths = {order_key(induced_path(cfa, test).edges): test for test in tests}
    return ranges_between(task, [TestCase(tuple(TestInput(v) for v in paths[key])) for key in sorted(paths)])


def _check_range(cfa: Cfa, runs: Runs, within: Range, got: Got) -> None:
    bounds = resolved_range(within, cfa)
    inside = [e for e in runs.executions if in_range(e.trace, bounds)]
    answer = got[Answer]
    if answer.verdict is Verdict.TRUE:
        assert not any(e.end is End.ERROR for e in inside)
        assert is_claimed(answer.evidence) == (not within.is_full)
    condition = got.optional(Condition)
    if condition is not None:
        covering = resolved(condition, cfa)
        for execution in inside:
            assert not _is_covered_violation(covering, execution)
        for execution in (e for e in runs.executions if e not in inside and e.end is not End.TOO_LONG):
            begins = bounds.lower is not None and bounds.lower.edges[: len(execution.trace)] == execution.trace
            assert begins or covered_after(covering, execution.trace) is not None


def _check_whole(task: Task, cfa: Cfa, runs: Runs, ranges: Ranges, found: Sequence[Got], alone: Actor) -> Got:
    results = tuple(
        RangeResult(within, got[Answer], got.optional(Condition), got.optional(Justification))
        for within, got in zip(ranges.parts, found, strict=True)
    )
    whole = Got(aggregated(task, RangeResults(ranges, results)))
    answer: Answer = whole[Answer]
    assert not (answer.verdict is Verdict.TRUE and runs.violating)
    if answer.verdict.decisive:
        assert not is_claimed(answer.evidence)
        other = here(alone, task)[Answer].verdict
        assert other in (answer.verdict, Verdict.UNKNOWN)
    condition = whole.optional(Condition)
    if condition is not None:
        assert whole[Justification].condition == condition.digest
        assert not is_claimed(whole[Justification].proof)
        covering = resolved(condition, cfa)
        assert not any(_is_covered_violation(covering, e) for e in runs.executions)
    return whole


def _is_covered_violation(covering: ResolvedCondition, execution: Execution) -> bool:
    return execution.end is End.ERROR and covered_after(covering, execution.trace) is not None
