"""Test cases and suites: the compiled program decides whether one of them reaches the error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.confirm.sanitizers import FINDING, SANITIZERS
from coveriflow.actors.work.confirm.violations import DIALECT, cannot_execute, executed_with
from coveriflow.actors.work.entry_function import MAIN
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import means_the_same, violations_of
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.execution.native.compiled_program import CompileError, LibraryMissing, Program, compile_program
from coveriflow.execution.native.compiler import Linkage, linkage
from coveriflow.execution.native.confirmation import Execution, ExecutionVerdict, execution_of
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.outlines import outline
from coveriflow.program.types.c_types import floating_type

_RUN_SECONDS = 60.0
_REPLAY_STEPS = 50_000_000
_GOAL = re.compile(r"@CALL\((\w+)\)")
_MOST_NOTES = 20
_STARTING = {"pthread_create", "thrd_create", "fork", "vfork", "clone"}
_FLOATING = re.compile(r"\b__VERIFIER_nondet_(?:float|double|longdouble|ldouble|long_double)\b")


def validated_tests(task: Task, suite: TestSuite, *, sanitize: bool) -> Produced:
    """Execute the cases in their order until one reaches the error; a suite about something else is refused."""
    check_suite_about(task, suite)
    try:
        return _validated(task, suite, sanitize=sanitize)
    except NotSupported as error:
        answer = not_supported(error)
        return Validation(Outcome.UNKNOWN, "test", answer.reason, answer.place), answer


def _validated(task: Task, suite: TestSuite, *, sanitize: bool) -> Produced:
    cases = [case for case in suite.cases if case.covers_error] or list(suite.cases)
    subject = f"test suite of {len(suite.cases)} tests" if len(suite.cases) != 1 else "test"
    if not cases:
        return _told(Outcome.UNKNOWN, subject, "there is no test in it")
    if reason := _not_executed(task, suite):
        return _told(Outcome.UNKNOWN, subject, reason)
    if reason := cannot_execute(task):
        return _replayed(task, suite, cases, subject, reason)
    sources = [(source.name, source.preprocessed) for source in task.sources]
    ends = []
    try:
        with compile_program(sources, task.data_model, violations_of(task), (DIALECT,)) as program:
            for number, case in enumerate(cases, 1):
                report_progress(f"test {number} of {len(cases)}")
                done = _executed(program, case)
                if done.verdict is ExecutionVerdict.CONFIRMED:
                    notes = tuple(_sanitized(task, sources, [case])) if sanitize else ()
                    evidence = ConfirmedTest(case, executed_with(done))
                    return _confirmed(suite, subject, evidence, number if len(cases) > 1 else 0, notes)
                ends.append(done)
    except LibraryMissing as error:
        return _replayed(task, suite, cases, subject, str(error))
    except CompileError as error:
        return _told(Outcome.UNKNOWN, subject, str(error))
    notes = tuple(_sanitized(task, sources, cases)) if sanitize else ()
    claims = any(case.covers_error for case in cases) and not any(_is_open(task, case) for case in cases)
    claims = claims and not _is_about_another_goal(task, suite)
    is_refuted = claims and all(e.verdict is ExecutionVerdict.REJECTED for e in ends)
    outcome = Outcome.REFUTED if is_refuted else Outcome.UNKNOWN
    told = next((e.reason for e in ends if e.verdict is ExecutionVerdict.INCONCLUSIVE), ends[0].reason)
    return _told(
        outcome, subject, told if len(ends) == 1 else f"none of {len(ends)} tests reached the error: {told}", notes
    )


def _not_executed(task: Task, suite: TestSuite) -> str:
    """Why an execution would not tell whether the property is violated."""
    if task.specification.entry != MAIN:
        return f"executions begin with {task.specification.entry}, and those of tests with {MAIN}"
    if suite.entry != MAIN:
        return f"those of the test suite begin with {suite.entry}"
    if starting := sorted({name for s in task.sources for name in outline(s.preprocessed).called & _STARTING}):
        return f"no threads and processes are started where programs are executed, and it calls '{starting[0]}'"
    if violations_of(task).checks:
        return "an execution shows calls of error functions, and the property is about something else"
    return ""


def _is_about_another_goal(task: Task, suite: TestSuite) -> bool:
    """Whether tests are claimed to cover calls of a function that does not violate the property."""
    goals = [
        _GOAL.search(each.subject) for each in suite.specification.properties if each.kind is PropertyKind.COVERAGE
    ]
    return any(goal is not None and goal[1] not in violations_of(task).functions for goal in goals)


def _is_open(task: Task, case: TestCase) -> bool:
    """Whether a number may be meant as a floating one, since the test does not say its type."""
    has_floats = any(_FLOATING.search(source.preprocessed) for source in task.sources)
    return has_floats and any(floating_type(each.type, task.data_model) is None for each in case.inputs)


def check_suite_about(task: Task, suite: TestSuite) -> None:
    """``InputError`` for a suite about another program, specification or data model; goals of coverage are no claim."""
    if suite.program_hash.lower() != task.program_hash:
        raise InputError(f"the test suite is about another program than '{task.name}': it has another hash")
    if suite.data_model is not task.data_model:
        raise InputError(
            f"the test suite is about the data model {suite.data_model.value}, and the task has "
            f"{task.data_model.value}\nIf {suite.data_model.value} is what you want, give --data-model "
            f"{suite.data_model.value}."
        )
    is_coverage = any(each.kind is PropertyKind.COVERAGE for each in suite.specification.properties)
    if not is_coverage and not means_the_same(task, suite.specification):
        raise InputError("the test suite is about another specification than the task")


def _limits() -> Limits:
    hard = current_limits()
    seconds = min([_RUN_SECONDS, *(s / 3 for s in (hard.cpu, hard.wall) if s is not None)])
    return Limits(seconds, seconds, hard.memory)


def _values(case: TestCase) -> list[int]:
    return [each.value for each in case.inputs]


def _executed(program: Program, case: TestCase) -> Execution:
    return replace(execution_of(program.run(_values(case), _limits()), len(case.inputs)), linkage=program.linkage)


def _told(outcome: Outcome, subject: str, reason: str, notes: tuple[str, ...] = ()) -> Produced:
    return Validation(outcome, subject, reason, None, notes), Answer(Verdict.UNKNOWN, reason)


def _confirmed(
    suite: TestSuite, subject: str, evidence: ConfirmedTest, number: int, notes: tuple[str, ...]
) -> Produced:
    which = f"test {number} reached the error" if number else "it reached the error"
    how = "executed" if evidence.confirmation is Confirmation.EXECUTED else "executed with coveriflow's own C library"
    validation = Validation(Outcome.CONFIRMED, subject, f"{how}, {which}", None, notes)
    return validation, Answer(Verdict.FALSE, "", evidence), suite


def _replayed(task: Task, suite: TestSuite, cases: Iterable[TestCase], subject: str, reason: str) -> Produced:
    """Without a compiler the automaton is executed; that a test does not reach the error there is not enough."""
    note = f"{reason}: the interpreter replayed the tests"
    interpreter = Interpreter(automaton_of(task), keep_trace=False)
    for case in cases:
        if interpreter.run(_values(case), _REPLAY_STEPS).end is End.ERROR:
            validation = Validation(Outcome.CONFIRMED, subject, "replayed, it reached the error", None, (note,))
            evidence = ConfirmedTest(case, Confirmation.INTERPRETED)
            return validation, Answer(Verdict.FALSE, "", evidence, (note,)), suite
    return _told(Outcome.UNKNOWN, subject, "no test reached the error when it was replayed", (note,))


def _sanitized(task: Task, sources: list[tuple[str, str]], cases: Iterable[TestCase]) -> Iterator[str]:
    """What gcc's sanitizers say of these executions."""
    if linkage(task.data_model) is not Linkage.SYSTEM:
        yield f"sanitized: not executed, since sanitizers need a C library of the system for {task.data_model.value}"
        return
    found: dict[str, None] = {}
    fails = violations_of(task)
    try:
        with compile_program(sources, task.data_model, fails, SANITIZERS) as program:
            for case in cases:
                stderr = program.run(_values(case), _limits()).stderr
                found |= dict.fromkeys(" ".join(each.split()) for each in FINDING.findall(stderr))
    except CompileError as error:
        yield f"sanitized: {error}"
        return
    yield from (f"sanitized: {each}" for each in list(found)[:_MOST_NOTES])
    if not found:
        yield "sanitized: nothing was found"
