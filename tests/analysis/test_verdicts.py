"""No verdict is wrong: what analyses say of generated programs against executions, and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from coveriflow.analysis.search.counterexamples import InputsRead, replayed
from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import (
    STRATEGIES,
    abstracted,
    automaton_of,
    bounded,
    condition_of,
    daily_and_slow,
    executed,
    explicit,
    inductive,
    model_of,
    runs_of,
    small_program,
    solved,
)

_EXECUTIONS = 200


def conditional(cfa: Cfa, seed: int, tally: Counter[str]) -> Findings:
    """Conditional model checking: values first, then unwinding of the residual program as it is printed."""
    first = explicit(cfa, states=12 + seed % 40) if seed % 3 else explicit(cfa, loop_bound=1 + seed % 4)
    if first.verdict.decisive:
        return first
    tally["residual"] += 1
    residual = parallel_composition(cfa, condition_of(cfa, first.automaton)).cfa
    return bounded(automaton_of(printed(residual).text, cfa.data_model), last=4)


ANALYSES: dict[str, Callable[[Cfa, int, Counter[str]], Findings]] = {
    "value": lambda cfa, _seed, _tally: explicit(cfa, states=1500),
    "value otherwise": lambda cfa, seed, _tally: explicit(cfa, 800, strategy=STRATEGIES[seed % len(STRATEGIES)]),
    "symbolic": lambda cfa, _seed, _tally: executed(cfa, 1200, last_bound=8),
    "bmc": lambda cfa, _seed, _tally: bounded(cfa, last=8),
    "cmc": conditional,
    "kinduction": lambda cfa, _seed, _tally: inductive(cfa, last=2),
    "predicate": lambda cfa, _seed, _tally: abstracted(cfa, "predicate", cpu=2.0),
    "impact": lambda cfa, seed, _tally: abstracted(cfa, "impact" if seed % 4 < 3 else "ufo", cpu=2.0),
    "horn": lambda cfa, _seed, _tally: solved(cfa, cpu=2.0),
}

LEAST = {
    "value true": 45,
    "value false": 10,
    "value otherwise true": 30,
    "value otherwise false": 8,
    "symbolic true": 25,
    "symbolic false": 12,
    "bmc true": 35,
    "bmc false": 12,
    "cmc true": 40,
    "cmc false": 12,
    "kinduction true": 35,
    "kinduction false": 12,
    "predicate true": 35,
    "predicate false": 12,
    "impact true": 35,
    "impact false": 12,
    "horn true": 40,
    "horn false": 12,
    "residual": 20,
}
"""Of a hundred programs; among the few of every day it may be half of that."""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seeds", daily_and_slow(daily=10, slow=5, size=230))
def test_no_verdict_is_contradicted(seeds: range, record_property: Callable[[str, object], None]) -> None:
    tally: Counter[str] = Counter()
    for seed in seeds:
        try:
            _judge(seed, tally)
        except NotSupported:
            tally["not supported"] += 1
    record_property("figures", dict(tally))
    share = len(seeds) / (100 if len(seeds) >= 100 else 200)
    too_few = {what: tally[what] for what, least in LEAST.items() if tally[what] < least * share}
    assert not too_few, tally


def _judge(seed: int, tally: Counter[str]) -> None:
    text, values = small_program(seed)
    cfa = automaton_of(text, model_of(seed))
    runs = runs_of(cfa, values, _EXECUTIONS, seed)
    tally.update(programs=1, exhaustive=runs.exhaustive, violating=runs.violating, executions=len(runs.executions))
    verdicts = set()
    for name, analyse in ANALYSES.items():
        findings = analyse(cfa, seed, tally)
        verdicts.add(findings.verdict)
        tally[f"{name} {findings.verdict.value}"] += 1
        if findings.verdict is Verdict.TRUE:
            assert not runs.violating, f"{name} of {seed}: true, but an execution reaches the error"
            undefined = {e.trace[-1] for e in runs.executions if e.end is End.UNDEFINED}
            tally["undefined behaviour named"] += len(undefined)
            assert name == "cmc" or undefined <= set(findings.undefined), (
                f"{name} of {seed}: not all it assumes is said"
            )
        if findings.verdict is Verdict.FALSE:
            assert findings.counterexample is not None
            assert reaches_error(cfa, findings.counterexample.inputs), f"{name} of {seed}: false, but no replay"
    assert not {Verdict.TRUE, Verdict.FALSE} <= verdicts, f"{seed}: analyses contradict each other"


def reaches_error(cfa: Cfa, inputs: InputsRead) -> bool:
    """Whether an execution of ``cfa`` with the values that (perhaps) a residual program read reaches the error."""
    values = [value for _, value in inputs]
    return Interpreter(cfa).run(values).end is End.ERROR and replayed(cfa, inputs) is not None
