"""Residual programs of the examples, compiled and executed: as the original where nothing is covered, else never
more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiled_program import Program, ProgramRun, compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.native.launch import launch
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import automaton_of, bounded, condition_of, covered_after, explicit
from tests.places import ROOT

NAMES = sorted(path.stem for path in (ROOT / "examples").glob("*.c"))
PROGRAM_LIMITS = Limits(cpu=20, wall=60, memory=1 << 30)
_STEPS = 20_000
"""Of the interpreter, which tells what an execution reads and whether it is covered: no condition looks further."""

CONDITIONS: dict[str, Callable[[Cfa], Findings]] = {
    "value, 3 states": lambda cfa: explicit(cfa, states=3),
    "value, 8 states": lambda cfa: explicit(cfa, states=8),
    "value, 40 states": lambda cfa: explicit(cfa, states=40),
    "value, loop bound 1": lambda cfa: explicit(cfa, 5000, loop_bound=1),
    "value, loop bound 6": lambda cfa: explicit(cfa, 5000, loop_bound=6),
    "value, path length 12": lambda cfa: explicit(cfa, 5000, path_length=12),
    "value, assume edges 4": lambda cfa: explicit(cfa, 5000, assume_edges=4),
    "value, repetitions 2": lambda cfa: explicit(cfa, 5000, repetitions=2),
    "bmc, bound 1": lambda cfa: bounded(cfa, last=1),
    "bmc, bound 3": lambda cfa: bounded(cfa, first=3, last=3),
    "bmc, bound 8": lambda cfa: bounded(cfa, first=8, last=8),
    "bmc, path length 14": lambda cfa: bounded(cfa, path_length=14, last=8),
}


@pytest.fixture(scope="module")
def workers(compiler: str) -> Iterator[Workers]:
    """For all programs: those of one after the other."""
    with Workers((launch.__module__,)) as some:
        yield some


def run_all(program: Program, vectors: Sequence[Sequence[int]]) -> list[ProgramRun]:
    with ThreadPoolExecutor(6) as pool:
        return list(pool.map(lambda values: program.run(values, PROGRAM_LIMITS), vectors))


def input_vectors(name: str, count: int) -> list[list[int]]:
    """Small values, near the powers of two, and any: every branch of the examples is taken. What counts loops is
    small."""
    rng = random.Random(name)
    longest = 1500 if name.startswith("trace") else 1 << 32
    least = 0 if name.startswith("trace") else -2

    def value() -> int:
        kind = rng.randrange(4)
        if kind < 2:
            return rng.randrange(least, 6)
        near = (1 << rng.randrange(1, 32)) + rng.randrange(-2, 3)
        return (near if kind == 2 else rng.getrandbits(rng.randrange(1, 33))) % longest

    return [[value() for _ in range(rng.choice([1, 2, 3, 3, 4, 8, 30]))] for _ in range(count)]


def check_example(
    workers: Workers, name: str, text: str, count: int, conditions: Sequence[str], figures: Counter[str]
) -> None:
    cfa = automaton_of(text)
    vectors = input_vectors(name, count)
    executions = _executions(cfa, vectors)
    if not any(execution.inputs for execution in executions):
        vectors, executions = vectors[:1], executions[:1]
    vectors = [_values_read(execution, values) for execution, values in zip(executions, vectors, strict=True)]
    with compile_program([("program.c", text)], cfa.data_model, workers=workers) as program:
        originals = run_all(program, vectors)
    done: set[str] = set()
    for what in conditions:
        condition = condition_of(cfa, CONDITIONS[what](cfa).automaton)
        residual = printed(parallel_composition(cfa, condition).cfa).text
        if residual in done:
            continue
        done.add(residual)
        with compile_program([("program.c", residual)], cfa.data_model, workers=workers) as program:
            runs = run_all(program, vectors)
        figures["residual programs"] += 1
        for execution, original, run in zip(executions, originals, runs, strict=True):
            _compare(condition, execution, original, run, figures)


def _executions(cfa: Cfa, vectors: list[list[int]]) -> list[Execution]:
    interpreter = Interpreter(cfa)
    return [interpreter.run(values, _STEPS) for values in vectors]


def _values_read(execution: Execution, given: list[int]) -> list[int]:
    """Exactly these, so that reading one more is seen; all that are given where the execution is too long to tell."""
    return given if execution.end is End.TOO_LONG else [value for _, value in execution.inputs]


def _compare(
    condition: ResolvedCondition, execution: Execution, original: ProgramRun, run: ProgramRun, figures: Counter[str]
) -> None:
    """Both were given the same values."""
    same = (run.stop, run.status) == (original.stop, original.status)
    covered = covered_after(condition, execution.trace) is not None
    figures["covered" if covered else "not covered"] += 1
    figures["cut"] += not same
    values = [value for _, value in execution.inputs]
    if covered:
        assert same or (run.stop is None and run.status == -6), f"{values}: {run} for {original}"
    else:
        assert same, f"{values}: {run} for {original}"
    if run.stop is Stop.ERROR:
        assert original.stop is Stop.ERROR


def check(workers: Workers, name: str, examples: Path, count: int, conditions: Sequence[str]) -> Counter[str]:
    figures: Counter[str] = Counter()
    check_example(workers, name, (examples / f"{name}.c").read_text(), count, conditions, figures)
    assert figures["residual programs"] >= len(conditions) / 4
    assert figures["not covered"]
    return figures


@pytest.mark.parametrize("name", NAMES)
def test_residual_programs_behave_as_the_original(workers: Workers, examples: Path, name: str) -> None:
    check(workers, name, examples, 10, ["value, 8 states", "value, loop bound 1", "bmc, bound 1"])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", NAMES)
def test_all_residual_programs_behave_as_the_original_for_a_thousand_inputs(
    workers: Workers, examples: Path, name: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("figures", dict(check(workers, name, examples, 1000, list(CONDITIONS))))
