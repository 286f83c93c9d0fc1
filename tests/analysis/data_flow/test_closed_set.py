"""A closed set names every edge that an execution takes: errors, checks that fail, and what is not supported."""

from __future__ import annotations

import pytest

from coveriflow.analysis.data_flow.closed_set import closed_sets
from coveriflow.analysis.data_flow.precision import PRECISIONS, WITH_MEMORY
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.interpreter.interpreter import End
from tests.analysis.runs import automaton_of, daily_and_slow, model_of, runs_of, small_program

_PRECISIONS = (PRECISIONS[0], *WITH_MEMORY)


@pytest.mark.parametrize("seeds", daily_and_slow(12, 5, 100))
def test_each_edge_of_an_execution_is_taken(seeds: range) -> None:
    violations = 0
    for seed in seeds:
        text, values = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        executions = runs_of(cfa, values, 40, seed).executions
        ends = {each.end for each in executions}
        for found in closed_sets(cfa, LimitWatch(SoftLimits(cpu=20)), _PRECISIONS):
            known = found.taken | set(found.undefined) | set(found.unsupported)
            missing = {edge for each in executions for edge in each.trace} - known
            assert not missing, (seed, missing)
            assert End.ERROR not in ends or found.open_errors, seed
            violations += End.ERROR in ends
    assert violations
