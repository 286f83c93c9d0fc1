"""From a task to a suite of tests for its branches."""

from __future__ import annotations

from datetime import UTC, datetime

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.actors.work.verify.violating_input import test_of, violating_test
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.testing.generation import Engine, Generated, TestGeneration
from coveriflow.analysis.testing.goals import Goals, branches
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.native.gcov import measured
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Unsupported
from coveriflow.program.errors import InputError, NotSupported

_TOLD = 20
_RUN_SECONDS = 10.0


def tested(
    task: Task,
    given: TestSuite | None,
    *,
    number: int = 1,
    seed: int = 0,
    engine: Engine | None = None,
    cpu: float | None = None,
    share: float = 1.0,
) -> Produced:
    """``given``, and tests for the branches that it does not take: ``number`` random ones, then those of ``engine``."""
    limits = soft_limits(cpu, share)
    try:
        goals = begun(task, given, automaton_of(task))
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    goals.try_random(number, seed, LimitWatch(limits))
    made = _generated(goals, engine, limits)
    return produced(task, goals, made, given)


def begun(task: Task, given: TestSuite | None, cfa: Cfa) -> Goals:
    """The branches of ``task``, of which the tests of ``given`` have taken some."""
    if given is not None and given.program_hash != task.program_hash:
        raise InputError(f"the test suite is about another program than the task '{task.name}'")
    goals = Goals(cfa, branches(cfa, {source.name for source in task.sources}))
    for case in given.cases if given is not None else ():
        goals.try_values([each.value for each in case.inputs], known=True)
    return goals


def _generated(goals: Goals, engine: Engine | None, limits: SoftLimits) -> Generated:
    if engine is None:
        return Generated(frozenset(), "")
    return TestGeneration(goals.cfa, goals, engine, limits, report_progress).run()


def produced(task: Task, goals: Goals, made: Generated, given: TestSuite | None) -> Produced:
    """The suite, what it covers, and the answer."""
    left = [edge for edge in goals.open if edge not in made.unreachable]
    places = tuple(f"{e.origin.file}:{e.origin.line}: {e.label.statement} is {e.label.branch}" for e in left[:_TOLD])
    coverage = BranchCoverage(
        len(goals.taken), len(goals.wanted), len(made.unreachable), places, _hidden(goals.cfa, made)
    )
    cases = tuple(test_of(test.inputs, violates=test.violates) for test in goals.tests)
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    earlier = given.cases if given is not None else ()
    suite = TestSuite(
        (*earlier, *cases), task.name, task.program_hash, task.specification, task.data_model, created=created
    )
    if goals.violation is None:
        reason = f"{coverage}" + (f"; {made.reason}" if made.reason else "")
        return (Answer(Verdict.UNKNOWN, reason), suite, coverage)
    evidence = ConfirmedTest(violating_test(goals.violation), Confirmation.INTERPRETED)
    answer = Answer(Verdict.FALSE, "", evidence, goals.cfa.assumptions)
    return (answer, suite, coverage, Violation(tuple(value for _, value in goals.violation)))


def _hidden(cfa: Cfa, made: Generated) -> str:
    """Code after what is not supported is no part of the automaton."""
    found = () if made.whole else (e for e in cfa.edges if isinstance(e.operation, Unsupported))
    return next((f"after {edge.origin}: {edge.operation}" for edge in found), "")


def counted(task: Task, suite: TestSuite) -> Produced:
    """Coverage by gcov, if it can be measured."""
    hard = current_limits()
    seconds = min([_RUN_SECONDS, *(s / (2 * len(suite.cases) + 2) for s in (hard.cpu, hard.wall) if s is not None)])
    found = measured(
        [(source.name, source.preprocessed) for source in task.sources],
        [[each.value for each in case.inputs] for case in suite.cases],
        task.data_model,
        violations_of(task),
        Limits(seconds, seconds, hard.memory),
    )
    return () if found is None else (found,)
