"""Fuzzing: what libFuzzer or AFL++ finds interesting is executed by the interpreter, which keeps what takes a new
branch.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.tests.generate import begun, produced
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.testing.generation import Generated
from coveriflow.analysis.testing.goals import Goals
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.native.afl import compiled_with_afl
from coveriflow.execution.native.libfuzzer import Fuzzing, NotCompiled, Round, compiled
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.edges import Input, InputKind
from coveriflow.program.errors import InputError, NotSupported

LIBFUZZER, AFL = ENGINES = ("libfuzzer", "afl")
_UNLIMITED = 60.0  # seconds, where nobody says how long
_LONGEST = 16  # seconds of a round
_SLACK = 5.0
_LEAST = 1.0
_LEAST_OF_ROUND = 0.1  # of its wall time: that it took so much CPU time at least, also where it died
_EVERY = 10  # executions between two looks at the clocks


def fuzzed(
    task: Task, given: TestSuite | None, *, engine: str, seed: int, patience: float, cpu: float | None, share: float
) -> Produced:
    """``given``, and tests that the fuzzer finds. ``ToolMissing`` where it is not."""
    if engine not in ENGINES:
        raise InputError(f"'{engine}' is no fuzzer: {' and '.join(ENGINES)} are")
    limits = soft_limits(cpu, share)
    if limits.cpu is None and limits.wall is None:
        limits = SoftLimits(_UNLIMITED, None, limits.memory)
    try:
        goals = begun(task, given, automaton_of(task))
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    goals.try_values(())
    if goals.violation is not None or not _reads(goals):
        return produced(task, goals, Generated(frozenset(), ""), given)
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as folder:
        fuzzer = _compiled(engine, task, Path(folder), seed)
        if isinstance(fuzzer, NotCompiled):
            return (Answer(Verdict.UNKNOWN, f"clang does not compile the program: {fuzzer.reason}"),)
        reason = _Fuzzing(goals, fuzzer, limits).run(patience)
    return produced(task, goals, Generated(frozenset(), reason), given)


def _compiled(engine: str, task: Task, folder: Path, seed: int) -> Fuzzing | NotCompiled:
    sources = [(source.name, source.preprocessed) for source in task.sources]
    subject = violations_of(task)
    if engine == AFL:
        return compiled_with_afl(sources, subject, folder, seed)
    return compiled(sources, task.data_model, subject, folder, seed)


def _reads(goals: Goals) -> bool:
    inputs = (edge.operation for edge in goals.cfa.edges if isinstance(edge.operation, Input))
    return any(each.kind is InputKind.CALL for each in inputs)


@dataclass(slots=True)
class _Fuzzing:
    """In rounds, each twice as long as the one before; after each it is looked whether anything is left to do."""

    goals: Goals
    fuzzer: Fuzzing
    limits: SoftLimits
    spent: float = 0.0

    def run(self, patience: float) -> str:
        """Why it ended."""
        watch = LimitWatch(self.limits, elsewhere=lambda: self.spent)
        seconds, quiet, stops_at_error = 1, 0.0, True
        while (reason := watch.check_now()) is None:
            left = watch.seconds_left()
            if left < _LEAST:
                return "the time of the fuzzer is spent"
            lasts = min(seconds, int(left), _LONGEST)
            limits = Limits(left, left + _SLACK, self.limits.memory)
            found = self.fuzzer.round(lasts, limits, stops_at_error=stops_at_error)
            self.spent += found.cpu
            if found.failure:
                return found.failure
            stops_at_error = stops_at_error and not found.claims_error
            new = self._tried(found, watch)
            report_progress(f"{len(self.goals.taken)} branches, {len(self.goals.open)} open")
            if self.goals.violation is not None or not self.goals.open:
                return ""
            quiet, seconds = 0.0 if new else quiet + max(found.cpu, _LEAST_OF_ROUND * lasts), 2 * seconds
            if quiet >= patience:
                return f"fuzzing took no new branch for {quiet:.0f} s of CPU time"
        return reason

    def _tried(self, found: Round, watch: LimitWatch) -> bool:
        """Whether a new branch was taken."""
        new = False
        for number, values in enumerate(found.values):
            if number % _EVERY == _EVERY - 1 and watch.check_now() is not None:
                break
            new |= self.goals.try_values(values)
        return new
