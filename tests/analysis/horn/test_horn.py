"""Verification by Horn clauses: what it proves of generated recursive programs, and what it does not believe."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from coveriflow.analysis.horn.blocks import Blocks
from coveriflow.analysis.horn.certificate import Certificate
from coveriflow.analysis.horn.clauses import Making, System
from coveriflow.analysis.horn.frames import without_saving
from coveriflow.analysis.horn.verifier import HornVerifier
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.answers import HornSolution
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import build
from coveriflow.logic.horn.contracts import Atom, Clause, Predicate
from coveriflow.logic.terms import TRUE, Term, bits
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.analysis.runs import automaton_of, daily_and_slow, runs_of, solved

DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
SUM = "int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }\n"


def recursive(seed: int) -> str:
    """One or two functions that call each other, with a global variable, a loop, and an assertion that may be wrong."""
    random = Random(seed)

    def number() -> str:
        return random.choice(["n", "g", "r", "1", "2", "n - 1", "r + g", "-1", "n + r"])

    def test() -> str:
        return f"{random.choice(['n', 'g', 'r'])} {random.choice(['<', '>', '==', '!='])} {random.choice('012')}"

    def statement() -> str:
        name = random.choice(["r", "g"])
        return random.choice(
            [
                f"{name} = {number()};",
                f"if ({test()}) {name} = {number()};",
                f"if (__VERIFIER_nondet_int()) {name} = {number()};",
                f"{name} += {random.choice(['f', 'h'])}(n - 1);",
                f"if ({test()}) {name} = {random.choice(['f', 'h'])}(n - {random.choice('12')});",
                f"for (int i = 0; i < 2; i++) {name} = {number()};",
            ]
        )

    def body(name: str) -> str:
        inside = " ".join(statement() for _ in range(3))
        return f"int {name}(int n) {{ int r = 0; if (n <= 0) return {random.choice('012')}; {inside} return r; }}\n"

    main = "int main(void) { int n = __VERIFIER_nondet_int(), r; if (n > 3) return 0; r = f(n);"
    return f"{DECLARED}int g; int h(int n);\n{body('f')}{body('h')}{main} if ({test()}) reach_error(); return 0; }}\n"


@pytest.mark.parametrize("seeds", daily_and_slow(daily=8, slow=6, size=50))
def test_no_verdict_about_recursion_is_contradicted(seeds: range) -> None:
    tally: Counter[str] = Counter()
    for seed in seeds:
        cfa = automaton_of(recursive(seed))
        found, runs = solved(cfa, cpu=1.0), runs_of(cfa, 5, 60, seed)
        tally[found.verdict.value] += 1
        if found.verdict is Verdict.TRUE:
            assert not runs.violating, seed
        if found.verdict is Verdict.FALSE:
            assert found.counterexample is not None
            values = [value for _, value in found.counterexample.inputs]
            assert Interpreter(cfa).run(values).end is End.ERROR, seed
    assert tally["true"] + tally["false"] >= len(seeds) // 2, tally


def system(text: str) -> System:
    cfa, _ = without_saving(automaton_of(DECLARED + text))
    found = Making(Blocks(cfa), LimitWatch(SoftLimits(cpu=10.0))).made()
    assert found is not None
    return found


def test_what_does_not_hold_in_bits_is_not_believed() -> None:
    """The sum of large numbers wraps to a negative one: over integers it is never negative."""
    cfa = automaton_of(
        DECLARED + SUM + "int main(void) { int n = __VERIFIER_nondet_int();\n"
        "if (n > 70000) return 0; if (sum(n) < 0) reach_error(); return 0; }"
    )
    assert solved(cfa, cpu=1.5).verdict is not Verdict.TRUE


def test_a_certificate_needs_each_clause() -> None:
    found = system(SUM + "int main(void) { if (sum(2) != 3) reach_error(); return 0; }")
    certificate = Certificate(found.clauses, LimitWatch(SoftLimits(cpu=10.0)))
    assert not certificate.solves({})
    for predicate in found.summaries.values():
        wrong = {predicate: build.equal(predicate.parameters[-1], bits(3, 32))}
        assert certificate.excludes_errors(wrong)
        assert not certificate.solves(wrong)
        assert certificate.inductive(wrong)[predicate] is TRUE


def test_of_a_solution_what_is_inductive_is_kept() -> None:
    found = system(
        "int f(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { return f(__VERIFIER_nondet_int()); }"
    )
    (summary,) = found.summaries.values()
    result = summary.parameters[-1]
    right, wrong = build.equal(result, bits(0, 32)), build.equal(summary.parameters[0], bits(7, 32))
    formulas: dict[Predicate, Term] = {summary: build.conjoin(right, wrong)}
    kept = Certificate(found.clauses, LimitWatch(SoftLimits(cpu=10.0))).inductive(formulas)
    assert kept[summary] is right


def test_saved_values_are_no_part_of_the_clauses() -> None:
    """Callers keep their variables: nothing is saved at the depth of calls."""
    found = system(SUM + "int main(void) { return sum(__VERIFIER_nondet_int()); }")
    named = {str(p.payload) for each in (*found.places.values(), *found.entries.values()) for p in each.parameters}
    assert named
    assert not any(name.endswith(".saved") for name in named)


@pytest.mark.parametrize(("condition", "verdict"), [("g == 3", Verdict.FALSE), ("g != 3", Verdict.TRUE)])
def test_a_result_is_stored_after_the_callee_has_ended(condition: str, verdict: Verdict) -> None:
    """Also in a variable that the callee changes."""
    cfa = automaton_of(
        f"{DECLARED}int g; int f(int n) {{ if (n > 0) f(n - 1); g = 7; return 3; }}\n"
        f"int main(void) {{ g = f(__VERIFIER_nondet_int() & 3); if ({condition}) reach_error(); return 0; }}"
    )
    assert solved(cfa).verdict is verdict


def test_summaries_are_told() -> None:
    cfa = automaton_of(
        DECLARED + "int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }\n"
        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 100 && f(n) != 91) reach_error(); return 0; }"
    )
    found = solved(cfa)
    assert found.verdict is Verdict.TRUE
    assert isinstance(found.proof, HornSolution)
    ((name, text),) = found.proof.summaries
    assert name == "f"
    assert "old(n)" in text
    assert "return" in text


def test_invariants_are_told_where_loops_are() -> None:
    cfa = automaton_of(
        DECLARED + "int main(void) { int x = 5, y = 0; while (__VERIFIER_nondet_int()) { if (y < 3) { y++; x--; } }\n"
        "if (x < 2) reach_error(); return 0; }"
    )
    found = solved(cfa)
    assert found.verdict is Verdict.TRUE
    assert any(found.invariants.values())
    assert isinstance(found.proof, HornSolution)
    assert found.proof.invariants


def test_what_is_not_supported_is_unknown_and_an_error_elsewhere_is_found() -> None:
    text = DECLARED + "extern int fork(void); int f(int n) { if (n == 7) fork(); return n <= 0 ? 0 : f(n - 1); }\n"
    main = "int main(void) { int x = __VERIFIER_nondet_int(); %s int r = f(x); %s return 0; }"
    reached = solved(automaton_of(text + main % ("", "if (r) reach_error();")), cpu=20.0)
    assert reached.verdict is Verdict.UNKNOWN
    assert "fork" in reached.reason
    assert solved(automaton_of(text + main % ("", "if (x == 3) reach_error();")), cpu=20.0).verdict is Verdict.FALSE
    avoided = main % ("if (x > 6) return 0;", "if (r) reach_error();")
    assert solved(automaton_of(text + avoided), cpu=20.0).verdict is Verdict.TRUE


def test_a_limit_leaves_a_condition_that_covers_nothing() -> None:
    cfa = automaton_of(DECLARED + SUM + "int main(void) { if (sum(__VERIFIER_nondet_int()) == -77) reach_error(); }")
    found = HornVerifier(cfa, SoftLimits(states=1)).run()
    assert found.verdict is Verdict.UNKNOWN
    assert "1 abstract states" in found.reason
    assert not found.automaton.accepting


def test_a_formula_speaks_of_parameters_only() -> None:
    """A variable of its own would be that of one clause in the first, and of another one in the second."""
    x, y = logic_variable("x", 8), logic_variable("y", 8)
    here = Predicate("here", (x,))
    clauses = (
        Clause((), build.equal(x, y), Atom(here, (x,))),
        Clause((Atom(here, (x,)),), build.negate(build.equal(x, y)), None),
    )
    certificate = Certificate(clauses, LimitWatch(SoftLimits(cpu=10)))
    assert not certificate.solves({here: build.equal(x, y)})
    assert certificate.inductive({here: build.equal(x, y)}) == {here: TRUE}
