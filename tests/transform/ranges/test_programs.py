"""Programs of ranges: their executions are those of the original that lie in the range, by execution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cmp_to_key
from itertools import pairwise
from pathlib import Path

import pytest

from coveriflow.artifacts.automata.range_observer import ResolvedRange, in_range, outside
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Input, InputKind, Return
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.interpreter.path_order import InducedPath, at_most, induced_path
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.ranges.programs import instrumented_for_range, residual_of_range
from tests.analysis.machines import INPUT_VALUES, machine
from tests.analysis.runs import STEPS, automaton_of, covered_after, daily_and_slow, model_of, runs_of
from tests.generators.programs import SMALL, Shape, generate
from tests.program.comparison import as_outcome
from tests.program.machine import Outcome, compiled
from tests.transform.residuals import check_deterministic

RECURSIVE = Shape(size=16, functions=2, recursion=True, input_range=3, inputs=4)
FORMS: dict[str, Callable[[Cfa, ResolvedRange], Transformed]] = {
    "residual": residual_of_range,
    "instrumented": instrumented_for_range,
}
_SLOWER = 40
"""A program of a range may take so many edges for each of the original: those of the observer."""


def program_of(seed: int) -> tuple[str, int]:
    """A program, and how many values of each input make a difference."""
    if seed % 3 == 0:
        return machine(seed), INPUT_VALUES
    shape = SMALL if seed % 3 == 1 else RECURSIVE
    return generate(seed, shape), shape.input_range or 3


def called(execution: Execution) -> list[int]:
    """The inputs that a test has."""
    return [v for e, v in execution.inputs if isinstance(e.operation, Input) and e.operation.kind is InputKind.CALL]


def bounds_of(rng: random.Random, cfa: Cfa, executions: Sequence[Execution], count: int) -> list[InducedPath]:
    """In order: whole paths, and such that lack inputs or were recorded in part."""
    found = []
    for execution in rng.sample(list(executions), min(count, len(executions))):
        values = called(execution)
        kept = rng.choice([len(values), len(values), rng.randrange(len(values) + 1)])
        found.append(induced_path(cfa, values[:kept], rng.choice([STEPS, STEPS, rng.randrange(60)])))
    return sorted(found, key=cmp_to_key(compared))


def compared(one: InducedPath, other: InducedPath) -> int:
    return 0 if one == other else -1 if at_most(one.edges, other.edges) else 1


def ranges_of(rng: random.Random, bounds: Sequence[InducedPath]) -> list[ResolvedRange]:
    """Open ones, those between neighbours, and of one path."""
    edges = [None, *bounds, None]
    found = [ResolvedRange(lower, upper) for lower, upper in pairwise(edges)]
    far = [ResolvedRange(bounds[0], bounds[-1])] if bounds else []
    one = [ResolvedRange(each, each) for each in rng.sample(list(bounds), min(1, len(bounds)))]
    return [*found, *far, *one]


def made(form: Callable[[Cfa, ResolvedRange], Transformed], cfa: Cfa, within: ResolvedRange) -> Transformed | None:
    """``None``: recursive calls cannot be inlined."""
    try:
        return form(cfa, within)
    except NotSupported as error:
        if "recursive" not in str(error):
            raise
        return None


def check(program: Transformed, run: Execution, execution: Execution, within: ResolvedRange, cfa: Cfa) -> str:
    """One execution of the original, and the one with the same inputs; what was seen."""
    taken, trace = program.originals(run.trace), execution.trace
    left_after = covered_after(outside(within, cfa), trace)
    if left_after is None:
        common = min(len(taken), len(trace)) if execution.end is End.TOO_LONG else None
        assert taken[:common] == trace[:common], "an execution in the range is lost, or goes elsewhere"
        assert execution.end is End.TOO_LONG or (run.end, run.status) == (execution.end, execution.status)
        is_beginning = within.lower is not None and within.lower.edges[: len(trace)] == trace
        assert execution.end is End.TOO_LONG or in_range(trace, within) or is_beginning
        return "in the range"
    assert not in_range(trace, within)
    assert taken == trace[: len(taken)], "a path that the original does not have"
    assert len(taken) >= left_after - 1, "ended while it was in the range"
    assert all(isinstance(edge.operation, Return) for edge in trace[left_after : len(taken)]), "ended too late"
    assert run.end in (End.CUT, End.STOPPED)
    assert run.status is None
    return "outside"


def check_text(run: Execution, execution: Execution, seen: str) -> None:
    """The text that was printed, read again."""
    read, had = ([value for _, value in each.inputs] for each in (run, execution))
    if execution.end is End.TOO_LONG:
        assert read[: len(had)] == had[: len(read)]
    elif seen == "in the range":
        assert (run.end, run.status, read) == (execution.end, execution.status, had)
    else:
        assert (run.end, run.status, read) == (End.STOPPED, None, had[: len(read)])


@pytest.mark.parametrize("seeds", daily_and_slow(daily=6, slow=10, size=30))
def test_the_executions_are_those_in_the_range(seeds: range, record_property: Callable[[str, object], None]) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = program_of(seed)
        try:
            cfa = automaton_of(text, model_of(seed))
        except NotSupported:
            continue
        executions = runs_of(cfa, values, 16, seed).executions
        rng = random.Random(seed)
        for number, within in enumerate(ranges_of(rng, bounds_of(rng, cfa, executions, 3))):
            for name, form in FORMS.items():
                program = made(form, cfa, within)
                if program is None:
                    figures[f"{name}: recursive"] += 1
                    continue
                check_deterministic(program.cfa)
                own, again = Interpreter(program.cfa), None
                if (number + seed) % 3 == 0:
                    again = Interpreter(automaton_of(printed(program.cfa).text, cfa.data_model), keep_trace=False)
                for execution in executions:
                    given = [value for _, value in execution.inputs]
                    seen = check(program, own.run(given, _SLOWER * STEPS), execution, within, cfa)
                    figures[f"{name}: {seen}"] += 1
                    figures["errors in the range"] += seen == "in the range" and execution.end is End.ERROR
                    if again is not None:
                        check_text(again.run(given, _SLOWER * STEPS), execution, seen)
    record_property("figures", dict(figures))
    for what in ("residual: in the range", "residual: outside", "instrumented: in the range", "instrumented: outside"):
        assert figures[what] > 10 * len(seeds), figures
    assert figures["residual: recursive"] > 0, figures
    assert figures["errors in the range"] > len(seeds), figures
    assert figures["instrumented: recursive"] == 0, figures


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.slow)], ids=["daily", "more"])
def test_compiled_programs_of_ranges(compiler_for_32_bits: str, seeds: range, tmp_path: Path) -> None:
    """Printed and compiled by gcc, they do what the original does in the range, and else abort."""
    model, texts, asked, wanted = DataModel.LP64, list[str](), list[tuple[int, list[int]]](), list[Outcome | None]()
    for seed in seeds:
        shape = SMALL if seed % 2 else RECURSIVE
        cfa = automaton_of(generate(seed, shape), model)
        executions = [e for e in runs_of(cfa, 3, 12, seed).executions if e.end not in (End.UNDEFINED, End.TOO_LONG)]
        rng = random.Random(seed)
        for within in ranges_of(rng, bounds_of(rng, cfa, executions, 2)):
            for form in FORMS.values():
                program = made(form, cfa, within)
                if program is None:
                    continue
                texts.append(printed(program.cfa).text)
                for execution in executions:
                    values = [value for _, value in execution.inputs]
                    is_left = covered_after(outside(within, cfa), execution.trace) is None
                    asked.append((len(texts) - 1, values))
                    wanted.append(as_outcome(execution, len(values)) if is_left else None)
    done = compiled(compiler_for_32_bits, model, texts, tmp_path).run(asked)
    for (number, values), got, expected in zip(asked, done, wanted, strict=True):
        assert got is not None, texts[number]
        if expected is not None:
            assert got == expected, (values, texts[number])
        else:
            assert (got.end, got.status) == (End.STOPPED.name, -1), (values, texts[number])
    assert 0.1 < wanted.count(None) / len(wanted) < 0.9


@pytest.mark.parametrize("rounds", [5_000, pytest.param(500_000, marks=pytest.mark.slow)])
def test_a_long_bound_costs_an_array(rounds: int) -> None:
    """The size of the code is that of the program: a million decisions are 2,000 lines of numbers."""
    cfa = automaton_of(
        """
        extern unsigned __VERIFIER_nondet_uint(void);
        extern void reach_error(void);
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint(), s = 0;
          for (unsigned i = 0; i < n; i++) { if (i % 3) { s += i; } }
          if (s == 7) { reach_error(); }
          return 0;
        }
        """
    )
    pages = []
    for number in (40, rounds):
        bound = induced_path(cfa, [number], longest=3_000_000)
        assert bound.end is End.RETURNED
        program = instrumented_for_range(cfa, ResolvedRange(None, bound))
        pages.append((len(bound.decisions), program, printed(program.cfa).text.splitlines()))
    (_, _, short), (decisions, program, long) = pages
    assert decisions > 2 * rounds
    assert len(long) - decisions // (64 * 8) <= len(short) + 5
    again = automaton_of("\n".join(long))
    for run in (Interpreter(program.cfa, keep_trace=False), Interpreter(again, keep_trace=False)):
        assert run.run([3]).end is End.STOPPED
        assert run.run([rounds], limit=200 * rounds).end is End.RETURNED
