"""A program that is given nothing has one execution, and what it is given is noticed."""

from __future__ import annotations

import pytest

from coveriflow.analysis.explicit.only_execution import only_execution
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import OnlyExecution
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from tests.analysis.runs import automaton_of

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); "
FIBONACCI = "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"
LONG = f"{FIBONACCI} int main(void) {{ if (f(16) != 987) reach_error(); return 0; }}"
WRONG = f"{FIBONACCI} int main(void) {{ if (f(16) == 987) reach_error(); return 0; }}"
GIVEN = {
    "an input": "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }",
    "an argument": "int main(int argc, char **argv) { if (argc == 7) reach_error(); }",
    "memory from malloc": (
        "void *malloc(unsigned long); int main(void) { int *p = malloc(4); if (p && *p == 7) reach_error(); }"
    ),
    "another byte of it": (
        "void *malloc(unsigned long); int main(void) {"
        " char *p = malloc(4); if (!p) return 0; p[0] = 1; if (p[1] == 7) reach_error(); }"
    ),
    "an element that is not set": (
        "int main(void) { int a[4]; for (int i = 0; i < 3; i++) a[i] = i; if (a[3] == 7) reach_error(); }"
    ),
    "an undefined function": "int f(void); int main(void) { if (f() == 7) reach_error(); }",
    "an undefined variable": "extern int n; int main(void) { if (n == 7) reach_error(); }",
    "the order of operands": (
        "int n; int one(void) { n = 1; return 0; } int two(void) { n = 2; return 0; }"
        " int main(void) { one() + two(); if (n == 1) reach_error(); }"
    ),
    "the library": 'int printf(const char *, ...); int main(void) { if (printf("a") == 7) reach_error(); }',
}


def cfa_of(text: str) -> Cfa:
    return automaton_of(HEAD + text)


def test_it_is_followed_to_its_end() -> None:
    found = only_execution(cfa_of(LONG), SoftLimits())
    assert found is not None
    assert found.verdict is Verdict.TRUE
    assert isinstance(found.proof, OnlyExecution)
    assert found.proof.steps > 2_000
    assert ExplicitValueAnalysis(cfa_of(LONG)).run().proof == found.proof


def test_a_violation_reads_nothing() -> None:
    found = only_execution(cfa_of(WRONG), SoftLimits())
    assert found is not None
    assert found.counterexample is not None
    assert found.counterexample.inputs == ()


@pytest.mark.parametrize("text", GIVEN.values(), ids=GIVEN)
def test_what_is_given_makes_others_possible(text: str) -> None:
    assert only_execution(cfa_of(text), SoftLimits()) is None


def test_one_that_does_not_end_in_time_shows_nothing() -> None:
    assert only_execution(cfa_of("int main(void) { for (;;) { } }"), SoftLimits(cpu=0.2)) is None


def test_one_that_is_undefined_shows_nothing() -> None:
    text = "int main(void) { int n = 0, m = 1 / n; return m; }"
    assert only_execution(cfa_of(text), SoftLimits()) is None


def test_a_short_one_has_invariants_from_the_search() -> None:
    text = "int main(void) { int n = 0; while (n < 3) n++; if (n != 3) reach_error(); return 0; }"
    assert ExplicitValueAnalysis(cfa_of(text)).run().invariants
