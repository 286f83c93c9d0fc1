"""Property-directed reachability on generated programs whose states have all been visited."""

from __future__ import annotations

from collections import Counter

import pytest

from coveriflow.analysis.horn.verifier import Asked, HornVerifier
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.analysis.runs import automaton_of, daily_and_slow
from tests.generators.reactive import generated


@pytest.mark.parametrize("seeds", daily_and_slow(daily=10, slow=8, size=60))
def test_verdicts_are_those_of_a_visit_of_all_states(seeds: range) -> None:
    tally: Counter[Verdict] = Counter()
    for seed in seeds:
        program = generated(seed)
        cfa = automaton_of(program.text)
        found = HornVerifier(cfa, SoftLimits(cpu=3.0), asked=Asked.BITS).run()
        tally[found.verdict] += 1
        assert found.verdict is not (Verdict.TRUE if program.is_wrong else Verdict.FALSE), seed
        if found.counterexample is not None:
            values = [value for _, value in found.counterexample.inputs]
            assert Interpreter(cfa).run(values).end is End.ERROR, seed
    assert tally[Verdict.TRUE] + tally[Verdict.FALSE] >= len(seeds) // 2, tally
