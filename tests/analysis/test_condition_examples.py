"""Each limit has an example of which its condition covers at least so much (``COVERS`` in ``tests/programs``)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.path_limits import RefinementLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from tests.analysis.runs import abstracted, automaton_of, bounded, condition_of, covered_after, executed, explicit
from tests.analysis.test_conditions_are_true import search_what_is_covered, stopped_after
from tests.programs.reader import Covering, questions

_ANALYSES: dict[str, Callable[..., Findings]] = {
    "value": explicit,
    "bmc": bounded,
    "symbolic": executed,
    "predicate": lambda cfa, **limits: abstracted(cfa, "predicate", **limits),
}
_OF_REFINEMENT = ("refinement_seconds", "formula_size", "precision_size")
_EXECUTIONS = 400


@dataclass(frozen=True)
class Example:
    """Of ``covering``, all executions are covered where only an error path is left that no execution takes."""

    id: str
    text: str
    analysis: str
    limits: dict[str, int]
    covering: Covering

    def run(self, cfa: Cfa) -> Findings:
        limits: dict[str, Any] = dict(self.limits)
        of_refinement = {n.removeprefix("refinement_"): limits.pop(n) for n in _OF_REFINEMENT if n in limits}
        if of_refinement:
            limits["refinement"] = RefinementLimits(**of_refinement)
        analyse = _ANALYSES[self.analysis]
        looks = limits.pop("looks", None)
        if looks is None:
            return analyse(cfa, **limits)
        with stopped_after(looks, 1_000_000):
            return analyse(cfa, **limits)


EXAMPLES = [
    Example(each.id, each.path.read_text(), each.name, {k: int(v) for k, v in each.settings}, each.covering)
    for each in questions()
    if each.covering is not None
]


def random_executions(cfa: Cfa, inputs: int) -> Iterator[Execution]:
    interpreter, rng = Interpreter(cfa), random.Random(1)
    for _ in range(_EXECUTIONS):
        yield interpreter.run(lambda _edge: rng.randrange(inputs), 5000)


@pytest.mark.parametrize("wanted", EXAMPLES, ids=lambda each: each.id)
def test_a_limit_leaves_a_condition_that_is_worth_something(wanted: Example) -> None:
    cfa = automaton_of(wanted.text)
    findings = wanted.run(cfa)
    assert findings.verdict is Verdict.UNKNOWN
    condition = condition_of(cfa, findings.automaton)
    executions = list(random_executions(cfa, wanted.covering.inputs))
    covered = [e for e in executions if covered_after(condition, e.trace) is not None]
    assert 100 * len(covered) >= wanted.covering.percent * len(executions), f"{len(covered)} of {len(executions)}"
    assert len(covered) < len(executions) or wanted.covering.percent == 100
    assert not condition.accepts(condition.initial)
    assert not any(e.end is End.ERROR for e in covered)
    assert search_what_is_covered(cfa, condition).verdict is not Verdict.FALSE
    covered_edges = {edge for e in covered for edge in e.trace}
    assert len(covered_edges) > len(cfa.edges) / 4


def test_every_limit_has_an_example() -> None:
    limits = {(e.analysis, name) for e in EXAMPLES for name in e.limits}
    of_value = {"states", "looks", "loop_bound", "path_length", "assume_edges", "repetitions"}
    of_value |= {"location_states", "edge_uses", "state_size"}
    of_bmc = {"states", "looks", "last", "path_length", "assume_edges"}
    assert limits >= {("value", name) for name in of_value} | {("bmc", name) for name in of_bmc}
    assert limits >= {("predicate", name) for name in _OF_REFINEMENT}
