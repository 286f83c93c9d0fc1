"""Confirming violations of every property: calls of error functions, and undefined behaviour that violates it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from coveriflow.actors.work.checks.confirm import confirmed as confirmed_failure
from coveriflow.actors.work.confirm import violations
from coveriflow.actors.work.load import automaton_of, with_checks
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.actors.work.violated import violated
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.definedness import UndefinedBehaviour
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.program.cfa.edges import Assume, Undefined
from coveriflow.program.interpreter.interpreter import End, Interpreter


def confirmed(task: Task, violation: Violation) -> tuple[Answer, TestSuite | None]:
    """The answer about ``violation``, and the test if it does violate the property in the automaton.

    Undefined behaviour is executed with the compiler's sanitizers, which must report the same line. Where these are
    missing, or cannot see it, the interpreter's replay stands, and the answer says so.
    """
    kinds = violations_of(task).checks
    failing = _failing(task, violation.values) if kinds else None
    if failing is None:
        return violations.confirmed(task, violation)
    last, inputs = failing
    case, suite = violating_test(inputs), violations.suite_of(task, violating_test(inputs))
    found = confirmed_failure(task, with_checks(task), violation.values, kinds)
    if not isinstance(found, UndefinedBehaviour):
        reason = f"the violation could not be confirmed: the sanitizers report no {last.undefined.value}"
        return Answer(Verdict.UNKNOWN, reason), suite
    how = Confirmation.SANITIZED if found.confirmation is Confirmation.EXECUTED else found.confirmation
    note = (f"only the interpreter showed it: {found.note}",) if found.note else ()
    evidence = ConfirmedTest(case, how, last.sentence)
    return Answer(Verdict.FALSE, "", evidence, (*found.assumptions, *note)), suite


@dataclass(frozen=True, slots=True)
class _Last:
    """The branch by which an execution violates the property."""

    undefined: Undefined
    sentence: str


def _failing(task: Task, values: tuple[int, ...]) -> tuple[_Last, violations.InputsTaken] | None:
    """How the execution with ``values`` ends, where undefined behaviour violates the property there."""
    cfa = automaton_of(task)
    replay = Interpreter(cfa, keep_trace=False).run(values, violations.REPLAY_STEPS)
    if replay.end is not End.ERROR:
        return None
    (last,) = deque((taken.edge for taken in Interpreter(cfa).steps(values)), maxlen=1)
    if not isinstance(last.operation, Assume) or last.operation.undefined is None:
        return None
    return _Last(last.operation.undefined, violated(Originals(task), last)), replay.inputs
