"""Assumption formulas: an execution that ends is covered by one only if its condition covers it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from coveriflow.artifacts.automata.assumption_formulas import AssumptionFormula, LocatedAssumption
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.formats.conditions.assumption_formula import read_assumption_formula, write_assumption_formula
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.transform.conditions.assumptions_to_branches import with_branches
from coveriflow.transform.conditions.formulas import condition_of, formula_of
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import HASH, STEPS, automaton_of, bounded, chunks, explicit, runs_of, small_program
from tests.transform.conditions.test_assumptions_to_branches import ABSOLUTE, condition_at, with_assumptions


def ends_of(cfa: Cfa, condition: Condition, inputs: Sequence[Sequence[int]]) -> list[bool]:
    """By execution: whether it is covered, since the residual program cuts it."""
    prepared = with_branches(cfa, [condition])
    residual = Interpreter(parallel_composition(prepared.cfa, prepared.condition).cfa)
    return [residual.run(list(values), 9 * STEPS).end is End.CUT for values in inputs]


@pytest.mark.parametrize("seeds", chunks(default=1, all_=8, size=10))
def test_a_formula_covers_no_more_than_its_condition(seeds: range) -> None:
    figures: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text)
        except NotSupported:
            continue
        found = explicit(cfa, 600, loop_bound=seed % 3) if seed % 4 else bounded(cfa, first=1, last=1)
        automaton = found.automaton
        condition = Condition(automaton.initial, automaton.accepting, automaton.transitions, HASH)
        if seed % 3 == 0:
            condition = with_assumptions(condition, cfa, random.Random(seed))
        formula = formula_of(condition, Task((Source("program.c", text, text),)), cfa)
        again = condition_of(read_assumption_formula(write_assumption_formula(formula), "f"), cfa)
        executions = [e for e in runs_of(cfa, values, 20, seed).executions if e.end is not End.TOO_LONG]
        inputs = [[value for _, value in execution.inputs] for execution in executions]
        both = list(zip(ends_of(cfa, condition, inputs), ends_of(cfa, again, inputs), strict=True))
        figures.update(both)
        assert (False, True) not in both, seed
    assert figures[True, True] > len(seeds) / 4, figures
    assert figures[False, False] > len(seeds), figures


def test_an_assumption_comes_to_the_line_behind_and_back() -> None:
    cfa = automaton_of(ABSOLUTE)
    task = Task((Source("program.c", ABSOLUTE, ABSOLUTE),))
    formula = formula_of(condition_at(cfa, "y < 50"), task, cfa)
    assert [(each.line, each.holds) for each in formula.assumptions] == [(8, "y < 50")]
    again = condition_of(formula, cfa)
    assert ends_of(cfa, again, [[3], [48], [49], [60]]) == [True, True, False, False]


def formula_about(line: int, holds: str) -> AssumptionFormula:
    return AssumptionFormula((LocatedAssumption("program.c", line, "main", holds),), HASH)


def test_a_formula_written_by_hand() -> None:
    cfa = automaton_of(ABSOLUTE)
    inputs = [[3], [49], [150]]
    assert ends_of(cfa, condition_of(formula_about(9, "0"), cfa), inputs) == [True, False, True]
    assert ends_of(cfa, condition_of(formula_about(8, "y > 4"), cfa), inputs) == [False, True, True]
    assert ends_of(cfa, condition_of(formula_about(8, "no_name > 4"), cfa), inputs) == [False, False, False]
    assert ends_of(cfa, condition_of(AssumptionFormula((), HASH), cfa), inputs) == [True, True, True]
    with pytest.raises(InputError, match="no statement"):
        condition_of(formula_about(2, "0"), cfa)
