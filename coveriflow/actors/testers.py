"""Testers: from a program to a test suite (Test-Comp) that takes its branches. Tests that are there already count."""

from __future__ import annotations

from coveriflow.actors.confirmers import what_links
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import FuzzOptions, GreyboxOptions, RandomTestOptions, TesterOptions
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.coverage import BranchCoverage, ExecutedLines, MeasuredCoverage
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite

_PROVIDES = (Answer, TestSuite, BranchCoverage, Violation)


@actor(version="1", provides=_PROVIDES, options=RandomTestOptions)
def random_tests(
    task: Task,
    suite: TestSuite | None,
    *,
    options: RandomTestOptions,
) -> Produced:
    """Executions with zeros, with small and with any numbers: those that take a new branch."""
    from coveriflow.actors.work.tests.generate import tested

    return tested(task, suite, number=options.number, seed=options.seed, cpu=options.cpu, share=options.share)


@actor(version="1", provides=_PROVIDES, options=FuzzOptions)
def fuzz(
    task: Task,
    suite: TestSuite | None,
    *,
    options: FuzzOptions,
) -> Produced:
    """Tests by a fuzzer, guided by coverage: those that take a new branch, and one that reaches the error.

    ``engine``: ``libfuzzer`` (it needs clang) or ``afl`` (AFL++). ``patience``: CPU seconds without a new branch after
    which it ends.
    """
    from coveriflow.actors.work.tests.fuzz import fuzzed

    return fuzzed(
        task,
        suite,
        engine=options.engine,
        seed=options.seed,
        patience=options.patience,
        cpu=options.cpu,
        share=options.share,
    )


@actor(version="4", provides=(Answer, Violation, ErrorPath, ExecutedLines), options=GreyboxOptions, besides=what_links)
def greybox(task: Task, *, options: GreyboxOptions) -> Produced:
    """An execution that violates the property, by greybox fuzzing: inputs that take new edges are changed further.

    It compiles the program with gcc and needs nothing else. Sanitizers of the property are compiled in. An execution
    that they stop is made smaller, and replayed in the automaton; then the answer is ``false``, to be executed. Else
    it is ``unknown``: executions prove nothing. Which lines some of them have executed, is reported then.
    """
    from coveriflow.actors.work.checks.fuzzed_violations import greybox_tested

    return greybox_tested(task, options)


@actor(version="1", provides=_PROVIDES, options=TesterOptions)
def bmc_tests(task: Task, suite: TestSuite | None, *, options: TesterOptions) -> Produced:
    """A test for each open branch from one formula for all paths up to a bound of loops, which doubles.

    Where the bound is never exceeded, the branches that are left are shown to be unreachable. The answer is ``false``,
    to be executed, where a test violates the property; else ``unknown``.
    """
    from coveriflow.actors.work.tests.generate import tested
    from coveriflow.analysis.testing.generation import Engine

    return tested(task, suite, engine=Engine.UNWINDING, cpu=options.cpu, share=options.share)


@actor(version="1", provides=_PROVIDES, options=TesterOptions)
def symbolic_tests(task: Task, suite: TestSuite | None, *, options: TesterOptions) -> Produced:
    """A test for each open branch by symbolic execution: from the formulas of single paths up to a bound of loops."""
    from coveriflow.actors.work.tests.generate import tested
    from coveriflow.analysis.testing.generation import Engine

    return tested(task, suite, engine=Engine.PATHS, cpu=options.cpu, share=options.share)


@actor(version="2", provides=(MeasuredCoverage,), besides=what_links)
def gcov(task: Task, suite: TestSuite) -> Produced:
    """What the tests cover, as gcov counts it while the compiled program runs with them; nothing where gcc is not.

    Where the system has no C library for the data model, nothing is counted, and the reason is reported.
    """
    from coveriflow.actors.work.tests.generate import counted

    return counted(task, suite)
