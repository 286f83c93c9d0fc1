"""Validating test suites on a machine that lacks what executions need."""

from __future__ import annotations

import platform
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors import validate_tests
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.artifacts.answers import Answer, Confirmation
from coveriflow.artifacts.specifications import REACH_ERROR, Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.execution.native.compiler import Compiler, Linkage
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import confirmation_of, here, program
from tests.execution.native.freestanding import without_libraries

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")

LACKING = "double tgamma(double); int main(void) { int x = __VERIFIER_nondet_int(); if (x == -1) tgamma(x);"


@pytest.fixture(autouse=True)
def without_32_bits(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has no C library for ILP32."""
    monkeypatch.setenv("CC", str(without_libraries(compiler, tmp_path)))


def suite_of(task: Task, value: int) -> TestSuite:
    case = violating_test(Interpreter(automaton_of(task), keep_trace=False).run([value], 1000).inputs)
    return TestSuite((case,), task.name, task.program_hash, task.specification, task.data_model)


@pytest.mark.parametrize(
    ("begins", "runs", "confirmation", "told"),
    [
        (
            "int main(void) { int x = __VERIFIER_nondet_int();",
            True,
            Confirmation.EXECUTED_FREESTANDING,
            "own C library",
        ),
        (LACKING, True, Confirmation.INTERPRETED, "without a C library of the system for ILP32"),
        (LACKING, False, Confirmation.INTERPRETED, "this machine runs no programs of ILP32"),
    ],
)
def test_it_is_executed_with_our_library_or_replayed(
    begins: str, runs: bool, confirmation: Confirmation, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not runs:
        monkeypatch.setattr(Compiler, "linkage", lambda *_: Linkage.NONE)
    task = program(begins + " if (x == 5) reach_error(); return 0; }", model=DataModel.ILP32)
    got = here(validate_tests(sanitize=True), task, suite_of(task, 5))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is confirmation
    assert got[Validation].outcome is Outcome.CONFIRMED
    assert any(told in each for each in (got[Validation].reason, *got[Validation].notes))
    if confirmation is not Confirmation.INTERPRETED:
        assert any("sanitizers need a C library of the system for ILP32" in each for each in got[Validation].notes)
    refused = here(validate_tests(), task, suite_of(task, 6))
    assert refused[Answer].verdict is Verdict.UNKNOWN


NO_OVERFLOW = Specification((Property(PropertyKind.NO_OVERFLOW),))
OTHER_ENTRY = replace(REACH_ERROR, entry="other")
THREAD = """
typedef unsigned long pthread_t; extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
static void *work(void *x) { return x; }
int main(void) { pthread_t t; if (pthread_create(&t, 0, work, 0)) reach_error(); return 0; }
"""
FLOAT = """
extern double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (d == 1.0) reach_error(); return 0; }
"""


@pytest.mark.parametrize(
    ("text", "specification", "value", "why"),
    [
        ("int main(void) { return __VERIFIER_nondet_int() + 1 > 3; }", NO_OVERFLOW, 2147483647, "something else"),
        ("void other(void) {} int main(void) { reach_error(); }", OTHER_ENTRY, 0, "begin with other"),
        (FLOAT, REACH_ERROR, 1, "without reaching the error"),
        (THREAD, REACH_ERROR, 1, "no threads and processes are started"),
    ],
    ids=["a check", "another entry", "a number without a type", "a thread"],
)
def test_what_an_execution_does_not_tell(text: str, specification: Specification, value: int, why: str) -> None:
    task = program(text, specification=specification)
    case = TestCase((TestInput(value),), covers_error=True)
    suite = TestSuite((case,), task.name, task.program_hash, task.specification, task.data_model)
    got = here(validate_tests(), task, suite)
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert got[Validation].outcome is Outcome.UNKNOWN
    assert why in got[Validation].reason


def test_a_suite_about_another_entry_or_goal_refutes_nothing() -> None:
    task = program("void other_error(void); int main(void) { return 0; }")
    case = TestCase((TestInput(7),), covers_error=True)
    goal = Specification((Property(PropertyKind.COVERAGE, "COVER EDGES(@CALL(other_error))"),))
    suite = TestSuite((case,), task.name, task.program_hash, goal, task.data_model)
    assert here(validate_tests(), task, suite)[Validation].outcome is Outcome.UNKNOWN
    same = Specification((Property(PropertyKind.COVERAGE, "COVER EDGES(@CALL(reach_error))"),))
    assert here(validate_tests(), task, replace(suite, specification=same))[Validation].outcome is Outcome.REFUTED
    got = here(validate_tests(), task, replace(suite, specification=same, entry="foo"))
    assert got[Validation].outcome is Outcome.UNKNOWN
    assert "begin with foo" in got[Validation].reason
