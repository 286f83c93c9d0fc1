"""Each limit has an example of which its condition covers at least so much (``tests/programs/conditions``)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.path_limits import RefinementLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from tests.analysis.runs import abstracted, automaton_of, bounded, condition_of, covered_after, executed, explicit
from tests.analysis.test_conditions_are_true import search_what_is_covered, stopped_after
from tests.places import ROOT

_ANALYSES: dict[str, Callable[..., Findings]] = {
    "value": explicit,
    "bmc": bounded,
    "symbolic": executed,
    "predicate": lambda cfa, **limits: abstracted(cfa, "predicate", **limits),
}
_OF_REFINEMENT = ("refinement_seconds", "formula_size", "precision_size")
FOLDER = ROOT / "tests" / "programs" / "conditions"
_EXECUTIONS = 400


@dataclass(frozen=True)
class Example:
    """``covers``: per cent of random executions with inputs from 0 to ``inputs - 1``. All of them are where only
    an error path is left that no execution takes.
    """

    text: str
    analysis: str
    limits: dict[str, int]
    inputs: int
    covers: int

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


def example(path: Path) -> Example:
    text = path.read_text()
    head = dict(re.findall(r"^// ([A-Z]+): (.*)$", text, re.MULTILINE))
    analysis, *limits = head["ARGS"].split()
    given = {name: int(value) for name, value in (limit.split("=") for limit in limits)}
    return Example(text, analysis, given, int(head["INPUTS"]), int(head["COVERS"].rstrip("%")))


def random_executions(cfa: Cfa, inputs: int) -> Iterator[Execution]:
    interpreter, rng = Interpreter(cfa), random.Random(1)
    for _ in range(_EXECUTIONS):
        yield interpreter.run(lambda _edge: rng.randrange(inputs), 5000)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.c")), ids=lambda path: path.stem)
def test_a_limit_leaves_a_condition_that_is_worth_something(path: Path) -> None:
    wanted = example(path)
    cfa = automaton_of(wanted.text)
    findings = wanted.run(cfa)
    assert findings.verdict is Verdict.UNKNOWN
    condition = condition_of(cfa, findings.automaton)
    executions = list(random_executions(cfa, wanted.inputs))
    covered = [e for e in executions if covered_after(condition, e.trace) is not None]
    assert 100 * len(covered) >= wanted.covers * len(executions), f"{len(covered)} of {len(executions)}"
    assert len(covered) < len(executions) or wanted.covers == 100
    assert not condition.accepts(condition.initial)
    assert not any(e.end is End.ERROR for e in covered)
    assert search_what_is_covered(cfa, condition).verdict is not Verdict.FALSE
    covered_edges = {edge for e in covered for edge in e.trace}
    assert len(covered_edges) > len(cfa.edges) / 4


def test_every_limit_has_an_example() -> None:
    limits = {(e.analysis, name) for e in map(example, FOLDER.glob("*.c")) for name in e.limits}
    of_value = {"states", "looks", "loop_bound", "path_length", "assume_edges", "repetitions"}
    of_value |= {"location_states", "edge_uses", "state_size"}
    of_bmc = {"states", "looks", "last", "path_length", "assume_edges"}
    assert limits >= {("value", name) for name in of_value} | {("bmc", name) for name in of_bmc}
    assert limits >= {("predicate", name) for name in _OF_REFINEMENT}
