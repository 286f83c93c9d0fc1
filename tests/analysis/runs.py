"""What the tests of analyses share: executions of an automaton, and running a condition along them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.value_precision import Scope
from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis, Merge, Strategy
from coveriflow.analysis.horn.verifier import HornVerifier
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.predicate.configuration import TABLE
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.search.assumption_automaton import Automaton
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.analysis.symbolic.verifier import SymbolicExecution, TreeLimits
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.logic.interpolation.chain import Chain
from coveriflow.logic.interpolation.strongest import StrongestPostconditions
from coveriflow.logic.interpolation.weakest import WeakestPreconditions
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.analysis.machines import INPUT_VALUES, machine
from tests.generators.programs import SMALL, generate

STEPS = 800
"""Executions are cut after so many edges: an execution that ends later shows nothing here."""

HASH = "0" * 64


def automaton_of(text: str, model: DataModel = DataModel.LP64) -> Cfa:
    return program_cfa([("program.c", text)], model)


def model_of(seed: int) -> DataModel:
    return DataModel.ILP32 if seed % 2 else DataModel.LP64


@dataclass(frozen=True)
class Runs:
    """``exhaustive``: every other execution takes the same path as one of these, and none was cut."""

    executions: tuple[Execution, ...]
    exhaustive: bool

    @property
    def violating(self) -> bool:
        return any(e.end is End.ERROR for e in self.executions)


def runs_of(cfa: Cfa, values: int, most: int, seed: int) -> Runs:
    """All executions over inputs from 0 to ``values - 1`` if these are at most ``most``, else that many random ones."""
    interpreter = Interpreter(cfa)
    found = list(itertools.islice(_every_execution(interpreter, values), most + 1))
    if len(found) <= most:
        return Runs(tuple(found), all(e.end is not End.TOO_LONG for e in found))
    return Runs((*found[: most // 4], *_random_executions(interpreter, values, most, seed)), exhaustive=False)


def _every_execution(interpreter: Interpreter, values: int) -> Iterator[Execution]:
    """Input vectors in the order of an odometer that grows as long as more is read."""
    digits: list[int] = []
    while True:
        execution = interpreter.run(_odometer(digits), STEPS)
        yield execution
        del digits[len(execution.inputs) :]
        while digits and digits[-1] == values - 1:
            digits.pop()
        if not digits:
            return
        digits[-1] += 1


def _odometer(digits: list[int]) -> Inputs:
    position = itertools.count()

    def following(edge: Edge) -> int:
        index = next(position)
        if index == len(digits):
            digits.append(0)
        assert isinstance(edge.operation, Input)
        return edge.operation.type.wrap(digits[index])

    return following


def _random_executions(interpreter: Interpreter, values: int, count: int, seed: int) -> Iterator[Execution]:
    """Each takes its values with probabilities of its own: else long runs of one value would never come."""
    rng = random.Random(seed)
    for _ in range(count):
        weights = [rng.random() ** 3 + 0.01 for _ in range(values)]

        def following(edge: Edge, weights: Sequence[float] = weights) -> int:
            assert isinstance(edge.operation, Input)
            return edge.operation.type.wrap(rng.choices(range(values), weights)[0])

        yield interpreter.run(following, STEPS)


def condition_of(cfa: Cfa, automaton: Automaton) -> ResolvedCondition:
    """As another actor gets it: written to GraphML, read back, and resolved again."""
    condition = Condition(
        automaton.initial, automaton.accepting, automaton.transitions, HASH, data_model=cfa.data_model
    )
    return resolved(read_condition(write_condition(condition), "condition.graphml"), cfa)


def covered_after(condition: ResolvedCondition, trace: Sequence[Edge]) -> int | None:
    """How many edges it takes until ``condition`` covers the path; ``None`` if it never does (fold paper, Def. 2)."""
    states = condition.initial
    for index, edge in enumerate(trace):
        if condition.accepts(states):
            return index
        states = condition.after(states, edge)
        if not states:
            return None
    return len(trace) if condition.accepts(states) else None


def explicit(
    cfa: Cfa,
    states: int | None = None,
    given: ResolvedCondition | None = None,
    strategy: Strategy | None = None,
    **paths: Any,
) -> Findings:
    """Explicit-value analysis; keywords are those of ``PathLimits``."""
    limits = SoftLimits(cpu=60, states=states)
    return ExplicitValueAnalysis(cfa, limits, PathLimits(**paths), strategy or Strategy(), given).run()


STRATEGIES = (
    Strategy(refinement=Refinement.SHORTEST),
    Strategy(Order.BREADTH_FIRST, refinement=Refinement.SELECTIVE, scope=Scope.FUNCTION),
    Strategy(Order.RANDOM, 3, refinement=Refinement.SELECTIVE),
    Strategy(merge=Merge.JOIN),
    Strategy(Order.RANDOM, 7),
    Strategy(Order.BREADTH_FIRST, merge=Merge.JOIN, refinement=Refinement.SHORTEST),
    Strategy(refinement=Refinement.SELECTIVE, scope=Scope.PROGRAM),
    Strategy(Order.BREADTH_FIRST),
)
"""Ways to search with explicit values, beside the default."""


def executed(
    cfa: Cfa,
    states: int | None = None,
    given: ResolvedCondition | None = None,
    first_bound: int = 4,
    last_bound: int | None = None,
    **paths: Any,
) -> Findings:
    """Symbolic execution; other keywords are those of ``PathLimits``."""
    limits = TreeLimits(first_bound, last_bound, PathLimits(**paths))
    return SymbolicExecution(cfa, SoftLimits(cpu=60, states=states), limits, given).run()


def bounded(
    cfa: Cfa,
    states: int | None = None,
    given: ResolvedCondition | None = None,
    first: int = 1,
    last: int | None = None,
    **paths: Any,
) -> Findings:
    """Bounded model checking; other keywords are those of ``PathLimits``."""
    unwound = UnwindingLimits(first, last, PathLimits(**paths))
    return BoundedModelChecker(cfa, SoftLimits(cpu=60, states=states), unwound, given).run()


def inductive(cfa: Cfa, states: int | None = None, given: ResolvedCondition | None = None, last: int = 4) -> Findings:
    """k-induction with invariants."""
    return KInduction(cfa, SoftLimits(cpu=60, states=states), InductionLimits(last=last), given).run()


def abstracted(
    cfa: Cfa,
    name: str,
    states: int | None = None,
    given: ResolvedCondition | None = None,
    cpu: float = 60.0,
    **paths: Any,
) -> Findings:
    """The analysis ``name`` of the table of predicate analyses, with the engines of interpolation that need no process
    of their own; other keywords are those of ``PathLimits``.
    """
    limits, left = SoftLimits(cpu=cpu, states=states), PathLimits(**paths)
    chain = Chain((WeakestPreconditions(), StrongestPostconditions()))
    return PredicateAnalysis(cfa, limits, TABLE[name], left, given=given, interpolator=chain).run()


def solved(cfa: Cfa, states: int | None = None, given: ResolvedCondition | None = None, cpu: float = 60.0) -> Findings:
    """Horn clauses."""
    return HornVerifier(cfa, SoftLimits(cpu=cpu, states=states), given).run()


def small_program(seed: int) -> tuple[str, int]:
    """A program, and how many values of each input make a difference."""
    return (machine(seed), INPUT_VALUES) if seed % 2 else (generate(seed, SMALL), SMALL.input_range or 0)


def chunks(default: int, all_: int, size: int) -> list[Any]:
    """Seeds in chunks of ``size``: the first ``default`` chunks for every day, ``all_`` where there is time."""
    marks = [[] if number < default else [pytest.mark.slow] for number in range(all_)]
    return [pytest.param(range(n * size, (n + 1) * size), marks=m, id=f"chunk{n}") for n, m in enumerate(marks)]


def daily_and_slow(daily: int, slow: int, size: int) -> list[Any]:
    """Seeds in one chunk of ``daily`` for every day, and ``slow`` further ones of ``size``: larger chunks, in which
    what happens in one of ten programs happens for sure.
    """
    starts = [daily + n * size for n in range(slow)]
    further = [pytest.param(range(s, s + size), marks=pytest.mark.slow, id=f"from{s}") for s in starts]
    return [pytest.param(range(daily), id="daily"), *further]
