"""Conditions are true: whatever stops an analysis, no execution that the written condition covers reaches the error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.explicit import verifier as explicit_values
from coveriflow.analysis.predicate import coverage, verifier
from coveriflow.analysis.search import path_limits
from coveriflow.analysis.search.assumption_automaton import Automaton, assumption_automaton
from coveriflow.analysis.search.findings import EVERYTHING, Findings
from coveriflow.analysis.search.path_limits import RefinementLimits
from coveriflow.analysis.symbolic import verifier as symbolic_execution
from coveriflow.analysis.unwinding import bmc
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution
from tests.analysis.inclusion import inclusion
from tests.analysis.runs import (
    STRATEGIES,
    abstracted,
    automaton_of,
    bounded,
    chunks,
    condition_of,
    covered_after,
    daily_and_slow,
    executed,
    explicit,
    model_of,
    runs_of,
    small_program,
    solved,
)

_EXECUTIONS = 120


@dataclass
class _Stopping:
    """Stands for ``LimitWatch``: the search may look at it so many times. This is what running out of CPU time, wall
    time or memory does, at every possible moment.
    """

    looks: int
    states: Callable[[], int] = lambda: 0

    def exhausted(self) -> str | None:
        self.looks -= 1
        return self.check_now()

    def check_now(self) -> str | None:
        return "stopped" if self.looks < 0 else None

    def seconds_left(self, most: float = 60.0) -> float:
        return most


@contextmanager
def stopped_after(search: int, whole: int) -> Iterator[None]:
    """An analysis may look at its watch over the search ``search`` times, at that over all it does ``whole`` times."""
    watches = iter([_Stopping(whole), _Stopping(search)])
    with pytest.MonkeyPatch.context() as patch:
        for module in (bmc, explicit_values, symbolic_execution, verifier):
            patch.setattr(module, "LimitWatch", lambda *_limits: next(watches, _Stopping(10)))
        yield


def _stopped(analyse: Callable[..., Findings], n: int, *arguments: object, **keywords: object) -> Findings:
    """At every possible moment of the search; now and then while the evidence is checked or the condition is
    written."""
    with stopped_after(n % 70, n % 50 if n % 4 == 0 else 1_000_000):
        return analyse(*arguments, **keywords)


def _further(n: int) -> dict[str, float]:
    """One of the limits that every analysis has."""
    limits: list[dict[str, float]] = [
        {"repetitions": n % 5},
        {"location_states": 1 + n % 7},
        {"edge_uses": 1 + n % 9},
        {"state_size": 1 + n % 11},
        {"post_seconds": 0.5},
        {"post_memory": 1000},
        {"seconds": 4.0},
    ]
    return limits[n % 7]


def _refining(n: int) -> RefinementLimits:
    return [
        RefinementLimits(formula_size=20 + 17 * (n % 30)),
        RefinementLimits(precision_size=n % 4),
        RefinementLimits(seconds=0.0),
        RefinementLimits(memory=0),
    ][n % 4]


class _Ticking:
    """Stands for the clock and the size of the process: now and then a step takes long, or much."""

    def __init__(self, seed: int) -> None:
        self.seconds, self.bytes, self.random = 0.0, 1000, Random(seed)

    def process_time(self) -> float:
        self.seconds += self.random.random() ** 8
        return self.seconds

    def peak(self) -> int:
        self.bytes += self.random.choice([0] * 9 + [2000])
        return self.bytes


def _slowly(analyse: Callable[..., Findings], n: int, *arguments: Any, **keywords: Any) -> Findings:
    """With any of the limits, and steps that take longer and more memory than any would."""
    ticking = _Ticking(n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(path_limits, "time", ticking)
        patch.setattr(path_limits, "peak_memory", ticking.peak)
        return analyse(*arguments, **keywords, **_further(n))


Given = ResolvedCondition | None
LIMITS: dict[str, Callable[[Cfa, int, Given], Findings]] = {
    "value, states": lambda cfa, n, given: explicit(cfa, 4 + n % 50, given),
    "value, time or memory": lambda cfa, n, given: _stopped(explicit, n, cfa, None, given),
    "value, loop bound": lambda cfa, n, given: explicit(cfa, 1500, given, loop_bound=n % 4),
    "value, path length": lambda cfa, n, given: explicit(cfa, 1500, given, path_length=8 + n % 60),
    "value, assume edges": lambda cfa, n, given: explicit(cfa, 1500, given, assume_edges=2 + n % 12),
    "value, repetitions": lambda cfa, n, given: explicit(cfa, 1500, given, repetitions=n % 5),
    "value, other strategies": lambda cfa, n, given: explicit(
        cfa, 3 + n % 40, given, STRATEGIES[n % len(STRATEGIES)], **({"path_length": 20 + n % 60} if n % 2 else {})
    ),
    "value, other limits": lambda cfa, n, given: _slowly(
        explicit, n, cfa, 600, given, STRATEGIES[n % len(STRATEGIES)] if n % 2 else None
    ),
    "value, refinement": lambda cfa, n, given: explicit(
        cfa, 600, given, STRATEGIES[n % 3], refinement=RefinementLimits(precision_size=n % 5, seconds=0.0)
    ),
    "symbolic, bound": lambda cfa, n, given: executed(cfa, 600, given, first_bound=1 + n % 2, last_bound=1 + n % 3),
    "symbolic, time or memory": lambda cfa, n, given: _stopped(executed, n, cfa, None, given, last_bound=4),
    "symbolic, states": lambda cfa, n, given: executed(cfa, 4 + n % 60, given, last_bound=4),
    "symbolic, path length": lambda cfa, n, given: executed(cfa, 600, given, path_length=8 + n % 60, last_bound=4),
    "symbolic, assume edges": lambda cfa, n, given: executed(cfa, 600, given, assume_edges=2 + n % 12, last_bound=4),
    "symbolic, other limits": lambda cfa, n, given: _slowly(executed, n, cfa, 600, given, last_bound=4),
    "bmc, bound": lambda cfa, n, given: bounded(cfa, None, given, first=1 + n % 2, last=1 + n % 4),
    "bmc, time or memory": lambda cfa, n, given: _stopped(bounded, n, cfa, None, given, last=4),
    "bmc, states": lambda cfa, n, given: bounded(cfa, 4 + n % 60, given, last=4),
    "bmc, path length": lambda cfa, n, given: bounded(cfa, None, given, path_length=8 + n % 60, last=4),
    "bmc, assume edges": lambda cfa, n, given: bounded(cfa, None, given, assume_edges=2 + n % 12, last=4),
    "bmc, other limits": lambda cfa, n, given: _slowly(bounded, n, cfa, None, given, last=4),
    "predicate, states": lambda cfa, n, given: abstracted(cfa, "predicate", 4 + n % 50, given, cpu=3.0),
    "predicate, time or memory": lambda cfa, n, given: _stopped(abstracted, n, cfa, "predicate", None, given),
    "predicate, other limits": lambda cfa, n, given: _slowly(abstracted, n, cfa, "predicate", 60, given, cpu=3.0),
    "predicate, refinement": lambda cfa, n, given: abstracted(
        cfa, "predicate" if n % 3 else "ufo", 60, given, cpu=3.0, refinement=_refining(n)
    ),
    "horn": lambda cfa, n, given: solved(cfa, None if n % 3 else n % 20, given, cpu=2.0),
    "impact, states": lambda cfa, n, given: abstracted(cfa, "impact" if n % 3 else "ufo", 4 + n % 50, given, cpu=3.0),
    "impact, path length": lambda cfa, n, given: abstracted(cfa, "impact", 60, given, path_length=8 + n % 60),
}


@dataclass(frozen=True, slots=True)
class CoveredOnly:
    """The opposite of ``ConditionDomain``: only executions that are covered before they reach the error may go on."""

    condition: ResolvedCondition
    error: int

    def initial(self) -> AutomatonStates:
        return self._seen(self.condition.initial)

    def successor(self, element: AutomatonStates, step: Step) -> AutomatonStates | None:
        for edge in step:
            if element is not _COVERED:
                element = self._seen(self.condition.after(element, edge))
            if not element or (edge.target.number == self.error and element is not _COVERED):
                return None
        return element

    def _seen(self, states: AutomatonStates) -> AutomatonStates:
        return _COVERED if self.condition.accepts(states) else states

    def merge(self, new: AutomatonStates, old: AutomatonStates) -> AutomatonStates:
        return old

    def covers(self, larger: AutomatonStates, smaller: AutomatonStates) -> bool:
        return larger == smaller

    def key(self, element: AutomatonStates) -> AutomatonStates:
        return element


_COVERED = frozenset({"covered"})


def search_what_is_covered(cfa: Cfa, condition: ResolvedCondition) -> Findings:
    """Bounded model checking of the part of ``cfa`` that ``condition`` covers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bmc, "ConditionDomain", lambda given: CoveredOnly(given, cfa.error.number))
        return bounded(cfa, 3000, condition, last=3)


@dataclass
class Tally:
    """``covered`` and ``all``: executions, by limit, of incomplete analyses only."""

    covered: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    figures: Counter[str] = field(default_factory=Counter)


LEAST_COVERED = 4
"""Per cent of the executions in every chunk; what each limit is worth say the examples in
``tests/programs/conditions``."""
_MANY = 100
"""Of so many programs, each limit covers some execution."""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seeds", daily_and_slow(daily=10, slow=8, size=122))
def test_no_covered_execution_reaches_the_error(seeds: range, record_property: Callable[[str, object], None]) -> None:
    """Each day a program has every second limit, the next one the others."""
    tally, turns = Tally(), 1 if len(seeds) >= _MANY else 2
    for seed in seeds:
        try:
            _judge(seed, range(seed % turns, len(LIMITS), turns), tally)
        except NotSupported:
            tally.figures["not supported"] += 1
    by_limit = {f"{k}: covered of all": complex(tally.covered[k], tally.all[k]) for k in LIMITS}
    record_property("figures", {**tally.figures, **by_limit})
    assert len(seeds) < _MANY or all(tally.covered[limit] for limit in LIMITS), tally.covered
    assert tally.covered.total() * 100 >= LEAST_COVERED * tally.all.total(), tally


def _judge(seed: int, numbers: Sequence[int], tally: Tally) -> None:
    """Of the condition that each of these limits leaves, by its number."""
    text, values = small_program(seed)
    cfa = automaton_of(text, model_of(seed))
    runs = runs_of(cfa, values, _EXECUTIONS, seed)
    tally.figures.update(programs=1, exhaustive=runs.exhaustive, executions=len(runs.executions))
    for number in numbers:
        limit, analyse = list(LIMITS.items())[number]
        what = f"{limit} of {seed}"
        findings = analyse(cfa, seed // 2 + number, None)
        condition = condition_of(cfa, findings.automaton)
        covered = _check_executions(condition, runs.executions, findings, what)
        if findings.verdict is Verdict.TRUE:
            assert findings.automaton == EVERYTHING, what
        else:
            tally.all[limit] += len(runs.executions)
            tally.covered[limit] += covered
            searched = search_what_is_covered(cfa, condition)
            assert searched.verdict is not Verdict.FALSE, f"{what}: {searched.counterexample}"
            tally.figures[f"covered part {searched.verdict.value}"] += 1


def _check_executions(
    condition: ResolvedCondition, executions: tuple[Execution, ...], findings: Findings, what: str
) -> int:
    """How many are covered: these reach no error, and are only undefined where the findings say that they may be."""
    covered = 0
    for execution in executions:
        if covered_after(condition, execution.trace) is not None:
            covered += 1
            assert execution.end is not End.ERROR, f"{what}: covered, but an error for {execution.inputs}"
            if execution.end is End.UNDEFINED:
                assert execution.trace[-1] in findings.undefined, f"{what}: {execution.inputs}"
    return covered


@pytest.mark.parametrize("seeds", chunks(default=1, all_=50, size=20))
def test_what_a_given_condition_covers_stays_covered(
    seeds: range, record_property: Callable[[str, object], None]
) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text, model_of(seed))
        except NotSupported:
            continue
        executions = runs_of(cfa, values, _EXECUTIONS, seed).executions
        for first, second in _pairs(seed):
            _check_union(cfa, executions, first, second, seed, figures)
    record_property("figures", dict(figures))
    assert figures["more"] > figures["covered by the first"] / 20, figures


@contextmanager
def conditions_cut_at(limit: int) -> Iterator[None]:
    """Conditions are drawn from so many states only."""

    def cut(analysis: Any, root: Any, nodes: Any, is_open: Any, _size: int) -> Automaton:
        return assumption_automaton(analysis, root, nodes, is_open, limit)

    with pytest.MonkeyPatch.context() as patch:
        for module in (bmc, explicit_values, symbolic_execution, coverage):
            patch.setattr(module, "assumption_automaton", cut)
        yield


def _pairs(seed: int) -> list[tuple[str, str]]:
    names = list(LIMITS)
    return [(names[(seed + i) % len(names)], names[(3 * seed + 5 * i + 1) % len(names)]) for i in range(3)]


def _check_union(
    cfa: Cfa, executions: tuple[Execution, ...], first: str, second: str, seed: int, figures: Counter[str]
) -> None:
    before = condition_of(cfa, LIMITS[first](cfa, seed, None).automaton)
    with conditions_cut_at(seed % 13 if seed % 3 == 0 else 20_000):
        after = condition_of(cfa, LIMITS[second](cfa, seed // 3, before).automaton)
    for execution in executions:
        one, both = (covered_after(condition, execution.trace) for condition in (before, after))
        figures["covered by the first"] += one is not None
        figures["more"] += one is None and both is not None
        assert one is None or (both is not None and both <= one), (
            f"{second} after {first} of {seed}: {execution.inputs}"
        )
        assert both is None or execution.end is not End.ERROR, f"{second} after {first} of {seed}: {execution.inputs}"
    kept = inclusion(cfa, before, after)
    assert kept.counterexample is None, f"{second} after {first} of {seed}: {kept.counterexample}"
    figures.update({"places": kept.searched, "all paths": kept.complete, "pairs": 1})
