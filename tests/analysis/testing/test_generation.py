"""Generated tests take the branches that they are said to take, and no execution takes those said to be unreachable."""

from __future__ import annotations

from collections import Counter

import pytest

from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.testing.generation import Engine, TestGeneration
from coveriflow.analysis.testing.goals import Goals, branches
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.analysis.runs import automaton_of, daily_and_slow, model_of, runs_of, small_program

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);\n"
X = "int x = __VERIFIER_nondet_int()"
PROGRAMS = {
    "all can be taken": (f"{X}; if (x == 12345) x++; else if (x < -7) x--; return x;", 4, 0),
    "after a loop": (f"{X}, s = 0; for (x &= 15; x; x--) s += 3; if (s == 21) s++; return s;", 4, 0),
    "contradiction": (f"{X}; if (x > 3) {{ if (x < 2) x = 9; }} return x;", 3, 1),
    "behind a stop": (f"{X}; if (x) abort(); if (x) x = 1; return x;", 3, 1),
    "two inputs": (f"{X}, y = __VERIFIER_nondet_int(); if ((x ^ y) == 77 && x > y) x = 0; return x;", 4, 0),
    "the error": (f"{X}; if (x == 4711) reach_error(); return 0;", 2, 0),
}
"""Statements, how many branches can be taken, and how many cannot."""


def generated(cfa: Cfa, engine: Engine, seconds: float = 20.0) -> tuple[Goals, frozenset[object]]:
    goals = Goals(cfa, branches(cfa, {edge.origin.file for edge in cfa.edges}))
    made = TestGeneration(cfa, goals, engine, SoftLimits(cpu=seconds)).run()
    return goals, made.unreachable


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("name", PROGRAMS)
def test_branches(name: str, engine: Engine) -> None:
    text, taken, unreachable = PROGRAMS[name]
    cfa = automaton_of(f"{HEAD}int main(void) {{ {text} }}", DataModel.LP64)
    goals, never = generated(cfa, engine)
    assert (len(goals.taken), len(never)) == (taken, unreachable)
    assert len(goals.tests) <= taken
    assert (goals.violation is not None) == (name == "the error")
    again = set()
    for test in goals.tests:
        again |= set(Interpreter(cfa).run([value for _, value in test.inputs], 1000).trace)
    assert again.intersection(goals.wanted) == set(goals.taken)


@pytest.mark.parametrize("engine", Engine)
def test_a_test_of_a_program_with_arguments_gives_none(engine: Engine) -> None:
    text = f"{HEAD}int main(int argc, char **argv) {{ {X}; if (argc > 3) return 2; if (x > 5) return 1; return 0; }}"
    goals, never = generated(automaton_of(text, DataModel.LP64), engine)
    left = [f"{e.label.statement} is {e.label.branch}" for e in goals.open]
    assert "argc > 3 is condition-true" in left
    assert not any(each.startswith("x > 5") for each in left)
    assert not never


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seeds", daily_and_slow(daily=3, slow=4, size=100))
def test_what_executions_say(seeds: range) -> None:
    tally = Counter[str]()
    for seed in seeds:
        text, values = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        runs = runs_of(cfa, values, 600, seed)
        seen = {edge for execution in runs.executions for edge in execution.trace}
        for engine in Engine:
            try:
                goals, never = generated(cfa, engine, 1.0)
            except NotSupported:
                continue
            assert not seen & never, f"{engine} of {seed}: an execution takes what is said to be unreachable"
            tally.update(taken=len(goals.taken), unreachable=len(never), wanted=len(goals.wanted))
    assert tally["taken"] * 10 > tally["wanted"] * 4, tally
    assert tally["unreachable"], tally


def test_random_tests_stop_in_time() -> None:
    cfa = automaton_of(
        f"{HEAD}int main(void) {{ while (1) if (__VERIFIER_nondet_int() == 3) return 0; }}", DataModel.LP64
    )
    goals = Goals(cfa, branches(cfa, {edge.origin.file for edge in cfa.edges}))
    goals.try_random(1_000_000, 0, LimitWatch(SoftLimits(cpu=0.2)))
    assert goals.taken
