"""Confirming violations of every property: calls of error functions, and undefined behaviour that violates it."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.checks.confirm import NotConfirmed, is_given
from coveriflow.actors.work.checks.confirm import confirmed as confirmed_failure
from coveriflow.actors.work.confirm import violations
from coveriflow.actors.work.load import automaton_of, with_checks
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.actors.work.verify.witness_graphml import violation_witness
from coveriflow.actors.work.verify.witness_yaml import violation_entries
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.definedness import Definedness, UndefinedBehaviour
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, InputKind, Undefined
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.wording import UNCONFIRMED


def confirmed(task: Task, violation: Violation) -> tuple[Answer, TestSuite | None]:
    """The answer about ``violation``, and the test if it does violate the property in the automaton."""
    answer, suite, _ = confirmed_behaviour(task, violation)
    return answer, suite


def confirmed_behaviour(
    task: Task, violation: Violation
) -> tuple[Answer, TestSuite | None, UndefinedBehaviour | NotConfirmed | None]:
    """The same, with the undefined behaviour that violates the property, if it is that, or would.

    It is executed with the compiler's sanitizers, which must report the same line. Where these are missing, or cannot
    see it, the interpreter's replay stands, and the answer says so.
    """
    kinds = violations_of(task).checks
    failing = _failing(task, violation.values) if kinds else None
    if failing is None:
        return (*violations.confirmed(task, violation, is_given), None)
    undefined, inputs = failing
    case = violating_test(inputs)
    suite, found = violations.suite_of(task, case), confirmed_failure(task, with_checks(task), violation.values, kinds)
    is_open = violations.reads(inputs, InputKind.EVALUATION)
    if not isinstance(found, UndefinedBehaviour) or (is_open and found.confirmation is not Confirmation.EXECUTED):
        return Answer(Verdict.UNKNOWN, _unconfirmed(undefined, found, is_open=is_open)), suite, found
    how = Confirmation.SANITIZED if found.confirmation is Confirmation.EXECUTED else found.confirmation
    note = (f"only the interpreter showed it: {found.note}",) if found.note else ()
    evidence = ConfirmedTest(case, how, undefined=undefined, command=found.command, run=found.run)
    return Answer(Verdict.FALSE, found.given, evidence, (*found.assumptions, *note)), suite, found


def _unconfirmed(undefined: Undefined, found: UndefinedBehaviour | NotConfirmed | None, *, is_open: bool) -> str:
    """``is_open``: whether the execution takes another order of evaluation than that of the text."""
    if found is None:
        because = "its execution takes too many steps"
    elif is_open:
        because = violations.OTHER_ORDER
    else:
        because = found.note or f"the sanitizers report no {undefined.value}"
    line = found.at.line if isinstance(found, NotConfirmed) else found.place[1] if found else 0
    where = f" at line {line}" if line else ""
    told = ", ".join(filter(None, (f"{undefined.value}{where}", "" if found is None else found.given)))
    return f"{UNCONFIRMED} ({told}): {because}"


def smallest(task: Task, violation: Violation) -> Produced:
    """Smaller inputs that lead to ``violation`` are executed first; with path and witnesses of what was executed, if
    that is another one.
    """
    cfa = automaton_of(task)
    for values in violations.simplest(cfa, violation.values):
        answer, suite, found = confirmed_behaviour(task, Violation(values))
        if answer.verdict is Verdict.FALSE:
            break
    behaviour = Definedness((), found, Verdict.UNKNOWN) if isinstance(found, UndefinedBehaviour) else None
    others = shown(task, cfa, values) if answer.verdict is Verdict.FALSE and values != violation.values else ()
    made = (answer, suite, behaviour, *others, _with_others_first(task, found))
    return tuple(each for each in made if each is not None)


def _with_others_first(task: Task, found: UndefinedBehaviour | NotConfirmed | None) -> Task | None:
    """The task for those who come next, where an execution does not violate the property that seemed to: they would
    find its like again.
    """
    if not isinstance(found, NotConfirmed) or not found.is_no_violation:
        return None
    return replace(task, left_open=task.left_open | {found.kind})


def shown(task: Task, cfa: Cfa, values: tuple[int, ...]) -> tuple[Witness | WitnessEntries | ErrorPath | None, ...]:
    """What says the same of the execution with ``values`` as the test does."""
    execution, originals = Interpreter(cfa).run(values, violations.REPLAY_STEPS), Originals(task)
    entries = violation_entries(originals, cfa, execution)
    return violation_witness(originals, cfa, execution), entries, error_path(originals, cfa, values)


def _failing(task: Task, values: tuple[int, ...]) -> tuple[Undefined, violations.InputsTaken] | None:
    """How the execution with ``values`` ends, where undefined behaviour violates the property there."""
    cfa = automaton_of(task)
    replay = Interpreter(cfa, keep_trace=False).run(values, violations.REPLAY_STEPS)
    if replay.end is not End.ERROR:
        return None
    (last,) = deque((taken.edge for taken in Interpreter(cfa).steps(values)), maxlen=1)
    if not isinstance(last.operation, Assume) or last.operation.undefined is None:
        return None
    return last.operation.undefined, replay.inputs
