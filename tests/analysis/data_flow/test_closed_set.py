"""A closed set names every edge that an execution takes: errors, checks that fail, and what is not supported."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from coveriflow.analysis.data_flow.closed_set import closed_sets
from coveriflow.analysis.data_flow.precision import PRECISIONS, WITH_MEMORY
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.text.violations import MEMORY_ACCESSES, calls_of, failing_checks, joined
from coveriflow.transform.failing_checks import violating
from tests.analysis.runs import automaton_of, daily_and_slow, model_of, runs_of, small_program
from tests.generators.heaps import heap_program

_DECLARED = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *calloc(unsigned long, unsigned long);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
"""
_MAIN = """
int main(void) {
  run(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  if (sum == 3) reach_error();
  return 0;
}
"""


def check(cfa: Cfa, executions: Sequence[Execution], name: object) -> None:
    """Of some precisions."""
    is_violated = any(each.end is End.ERROR for each in executions)
    for found in closed_sets(cfa, LimitWatch(SoftLimits(cpu=20)), (PRECISIONS[0], *WITH_MEMORY)):
        known = found.taken | set(found.undefined) | set(found.unsupported)
        missing = {edge for each in executions for edge in each.trace} - known
        assert not missing, (name, missing)
        assert found.open_errors or not is_violated, name


@pytest.mark.parametrize("seeds", daily_and_slow(12, 5, 100))
def test_each_edge_of_an_execution_is_taken(seeds: range) -> None:
    violations = 0
    for seed in seeds:
        text, values = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        executions = runs_of(cfa, values, 40, seed).executions
        violations += any(each.end is End.ERROR for each in executions)
        check(cfa, executions, seed)
    assert violations


@pytest.mark.parametrize("seeds", daily_and_slow(4, 5, 60))
def test_errors_of_several_kinds_on_the_heap(seeds: range) -> None:
    """Accesses of memory, and a call of an error function."""
    violations = joined([failing_checks(MEMORY_ACCESSES), calls_of("reach_error")])
    for seed in seeds:
        text = f"{_DECLARED}{heap_program(seed)}{_MAIN}"
        cfa = violating(program_cfa([("program.c", text)], model_of(seed), violations), violations.checks)
        executions = [Interpreter(cfa).run(values, 3000) for values in itertools.product(range(4), repeat=3)]
        check(cfa, executions, seed)
