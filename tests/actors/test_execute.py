"""Confirming violations: only what was executed, or at least replayed, is ``false``."""

from __future__ import annotations

import pytest

from coveriflow.actors import execute, value
from coveriflow.artifacts.answers import Answer, Confirmation, Violation
from coveriflow.artifacts.suites import TestSuite
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.confirmation import Execution, ExecutionVerdict
from tests.actors.tasks import here, program

UNSAFE = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }"
HIDDEN = "int main(void) { int x; if (x == 4711) reach_error(); return 0; }"


@pytest.mark.usefixtures("compiler")
def test_the_program_as_written_is_executed() -> None:
    task = program(UNSAFE)
    got = here(execute(), task, Violation((4711,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].evidence.confirmation is Confirmation.EXECUTED
    (case,) = got[TestSuite].cases
    assert [each.value for each in case.inputs] == [4711]
    assert case.covers_error
    assert got[TestSuite].program_hash == task.program_hash


@pytest.mark.usefixtures("compiler")
def test_hidden_inputs_are_made_explicit() -> None:
    got = here(execute(), program(HIDDEN), Violation((4711,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].evidence.confirmation is Confirmation.EXECUTED_PRINTED
    assert got[Answer].reason.startswith("as written: ")
    assert got[TestSuite].cases[0].inputs == ()


@pytest.mark.usefixtures("compiler")
def test_functions_that_no_one_defines_do_not_stand_in_the_way() -> None:
    text = "void note(int); int get(void); int main(void) { note(3); if (get() == 7) { note(4); reach_error(); } }"
    got = here(execute(), program(text), Violation((7,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].evidence.confirmation is Confirmation.EXECUTED_PRINTED
    assert "the undefined function note returns anything and changes nothing" in got[Answer].assumptions


def test_a_claim_that_does_not_reach_the_error_is_no_violation() -> None:
    got = here(execute(), program(UNSAFE), Violation((4712,)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "does not reach the error" in got[Answer].reason
    assert TestSuite not in got


def test_without_a_compiler_the_replay_stands_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.actors.work.confirming.find_compiler", lambda: None)
    task = program(UNSAFE)
    got = here(execute(), task, here(value(), task)[Violation])
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].evidence.confirmation is Confirmation.INTERPRETED
    assert any("no C compiler was found" in each for each in got[Answer].assumptions)
    assert TestSuite in got


READING = """int scanf(const char *, ...); int getchar(void);
int main(void) { int x = 0; char word[4] = {0};
  if (scanf("%d %3s", &x, word) == 2 && x == -7 && word[1] == 'k' && getchar() == '!') reach_error(); return 0; }"""


@pytest.mark.usefixtures("compiler")
def test_what_is_read_from_standard_input_is_fed_to_the_program() -> None:
    got = here(execute(), program(READING), Violation((2, -7, ord("o"), ord("k"), ord("x"), ord("!"))))
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Answer].evidence.confirmation is Confirmation.EXECUTED
    assert got[Answer].reason == 'with "-7 okx!" on standard input'


@pytest.mark.usefixtures("compiler")
def test_what_no_library_gives_is_no_violation() -> None:
    text = """struct timespec { long seconds, rest; }; int clock_gettime(int, struct timespec *);
    int main(void) { struct timespec t = {0, 0};
    clock_gettime(0, &t); if (t.seconds == -9) reach_error(); return 0; }"""
    got = here(execute(), program(text), Violation((-9, 0)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "a function of the C library never has" in got[Answer].reason


@pytest.mark.usefixtures("compiler")
def test_what_the_program_as_written_refutes_is_no_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden in it, so both executions should be the same; the text of the user's program decides."""

    def run(_task: Task, sources: list[tuple[str, str]], *_given: object, **_more: object) -> Execution:
        if sources[0][0] == "printed.c":
            return Execution(ExecutionVerdict.CONFIRMED, "the program reached the error", ended=True)
        return Execution(ExecutionVerdict.REJECTED, "the program ended without reaching the error", ended=True)

    monkeypatch.setattr("coveriflow.actors.work.confirming._run", run)
    got = here(execute(), program(UNSAFE), Violation((4711,)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "it is not seen (the program ended without reaching the error)" in got[Answer].reason
    assert here(execute(), program(HIDDEN), Violation((4711,)))[Answer].verdict is Verdict.FALSE


@pytest.mark.usefixtures("compiler")
def test_an_execution_that_ends_otherwise_refutes() -> None:
    """The order of objects in memory is not the one that is assumed here."""
    test = "((unsigned long)a >> 32) + ((unsigned long)b >> 32) == 3"
    text = f"int a[2], b[2]; int main(void) {{ a[0] = 1; b[0] = 1; if ({test}) reach_error(); return 3; }}"
    got = here(execute(), program(text), Violation(()))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "not seen (the program exited with status 3)" in got[Answer].reason
