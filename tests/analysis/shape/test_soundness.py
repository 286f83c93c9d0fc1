"""No verdict contradicts an execution, and no state of an execution is missing in a closed set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from coveriflow.actors.work.checks.failing_executions import failing_execution
from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.shape.analysis import ShapeAnalysis, ShapeState
from coveriflow.analysis.shape.closure_check import why_not_closed
from coveriflow.analysis.shape.program import program_of
from coveriflow.analysis.shape.verifier import ShapeVerifier, begun
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location, Undefined
from coveriflow.program.expressions.compile import Key
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter, listed
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, MEMORY_ACCESSES, failing_checks
from coveriflow.transform.failing_checks import violating
from coveriflow.transform.leak_checks import with_leak_checks
from tests.analysis.runs import STEPS, daily_and_slow, model_of, runs_of
from tests.analysis.shape.executions import holds
from tests.generators.lists import generate

MEMORY = MEMORY_ACCESSES | {Undefined.FREE, Undefined.LOST}


def automaton(text: str, seed: int, *, of_memory: bool) -> Cfa:
    """What violates the property leads to the error location."""
    return violating(checked(text, seed, of_memory=of_memory), MEMORY if of_memory else ())


def checked(text: str, seed: int, *, of_memory: bool) -> Cfa:
    """Undefined behaviour ends executions."""
    violations = failing_checks(MEMORY) if of_memory else CALLS_OF_REACH_ERROR
    cfa = program_cfa([("program.c", text)], model_of(seed), violations)
    return with_leak_checks(cfa, violations.checks)


def violates(cfa: Cfa, execution: Execution) -> bool:
    """Whether the execution of the ``checked`` automaton violates the property: a check of memory that is lost may fail
    where pointers to it are left.
    """
    failed = failing_execution(cfa, [value for _, value in execution.inputs], STEPS)
    return failed is None or failed.kind is not Undefined.LOST or failed.detail is not None


@dataclass
class Looking:
    """Compares what executions have with the states of a closed set."""

    analysis: ShapeAnalysis
    states: Mapping[Position, Sequence[ShapeState]]
    seen: int = 0
    missing: list[str] = field(default_factory=list)

    def __call__(self, location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> bool:
        self.seen += 1
        known = self.states.get(Position(location, tuple(stack)), ())
        if not any(holds(self.analysis.program, each.graph, memory) for each in known):
            self.missing.append(f"{location} after {stack}: {dict(memory)}")
        return bool(self.missing)


def looked_at(cfa: Cfa, seed: int) -> tuple[int, bool]:
    """How many states of executions were compared, and whether the set was closed and without error."""
    analysis = ShapeAnalysis(program_of(cfa), 4, keeps_apart=seed % 3 == 1, keeps_pairs=seed % 3 == 2)
    reached, outcome = begun(analysis), Outcome.TARGET
    watch = LimitWatch(SoftLimits(states=1_500, cpu=10))
    watch.states = reached.__len__
    while outcome is Outcome.TARGET:
        outcome = explore(analysis, reached, watch)
    if outcome is Outcome.STOPPED or any(node.left_out is not None for node in reached.nodes):
        return 0, False
    states: dict[Position, list[ShapeState]] = {}
    for node in reached.nodes:
        states.setdefault(node.state.position, []).append(node.state)
    looking = Looking(analysis, states)
    places = {position.location for position in states} - {cfa.error}  # a check of lost memory fails more often here
    for execution in runs_of(cfa, 3, 8, seed).executions:
        inputs = [value for _, value in execution.inputs]
        Interpreter(cfa, keep_trace=False).visit(listed(inputs), 200, places, looking)
        assert not looking.missing, looking.missing
    is_proof = not any(reached.targets)
    if is_proof:
        found, watch = [node.state for node in reached.nodes], LimitWatch(SoftLimits(cpu=20))
        assert not why_not_closed(analysis, found, watch)
        for left_out in (found[0].position, found[len(found) // 2].position):
            assert why_not_closed(analysis, [each for each in found if each.position != left_out], watch)
    return looking.seen, is_proof


@pytest.mark.parametrize("seeds", daily_and_slow(8, 5, 100))
@pytest.mark.parametrize("of_memory", [False, True], ids=["assertions", "memory"])
def test_no_state_is_lost(seeds: range, of_memory: bool) -> None:
    found = [looked_at(automaton(generate(seed), seed, of_memory=of_memory), seed) for seed in seeds]
    assert sum(seen for seen, _ in found) > 20 * len(seeds)
    assert any(is_proof for _, is_proof in found)


@pytest.mark.parametrize("seeds", daily_and_slow(15, 10, 200))
@pytest.mark.parametrize("of_memory", [False, True], ids=["assertions", "memory"])
def test_no_verdict_contradicts_executions(seeds: range, of_memory: bool) -> None:
    said = dict.fromkeys(Verdict, 0)
    for seed in seeds:
        cfa = automaton(generate(seed), seed, of_memory=of_memory)
        findings = ShapeVerifier(cfa, SoftLimits(cpu=5, states=1_500)).run()
        said[findings.verdict] += 1
        if findings.verdict is Verdict.TRUE:
            found, plain = runs_of(cfa, 3, 60, seed), checked(generate(seed), seed, of_memory=of_memory)
            wrong = [each for each in found.executions if each.end is End.ERROR and violates(plain, each)]
            assert not wrong, f"seed {seed}"
            assert findings.undefined or all(each.end is not End.UNDEFINED for each in found.executions)
    assert said[Verdict.TRUE]
    assert len(seeds) < 100 or said[Verdict.FALSE]
