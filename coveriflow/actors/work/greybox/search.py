"""Greybox fuzzing for a violation: what the fuzzer takes for one is replayed in the automaton, which decides whether it
is claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coveriflow.actors.definition import Produced
from coveriflow.actors.options import GreyboxOptions
from coveriflow.actors.work.checks.failing_executions import failing_execution
from coveriflow.actors.work.confirm.violations import cannot_execute
from coveriflow.actors.work.greybox.dictionary import dictionary_of
from coveriflow.actors.work.greybox.replay import ReplayedInputs
from coveriflow.actors.work.load import automaton_of, with_checks
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.native.compiled_program import CompileError
from coveriflow.execution.native.greybox import Candidate, Greybox, compiled_greybox
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter

_UNLIMITED = 60.0
"""Seconds, where nobody says how long."""
_STEPS = 5_000_000
_SLACK = 2.0
_LEAST = 0.05
_FIRST = 0.3
"""CPU seconds of the first round."""
_ALL = 1e6
_REPLAYED = 0.25
"""Of the time, for replays of executions in which nothing was seen."""
_PATIENCE = 3
"""Replays of candidates that end at one place, none of which violates the property, before the place is passed over."""


def greybox_tested(task: Task, options: GreyboxOptions) -> Produced:
    """A violation that an execution shows, or why there is none."""
    limits = soft_limits(options.cpu, options.share)
    if limits.cpu is None and limits.wall is None:
        limits = SoftLimits(_UNLIMITED, None, limits.memory)
    watch = _Watch(limits)
    if reason := _refused(task):
        return (Answer(Verdict.UNKNOWN, reason),)
    try:
        violations = violations_of(task)
        sources = [(source.name, source.preprocessed) for source in task.sources]
        with compiled_greybox(sources, task.data_model, violations, dictionary_of(task), options.seed) as fuzzer:
            watch.spent += fuzzer.program.compiling
            return _Search(task, fuzzer, watch, options.patience or _ALL).run()
    except CompileError as error:
        return (Answer(Verdict.UNKNOWN, f"the program cannot be fuzzed: {error}"),)
    except NotSupported as unsupported:
        return (not_supported(unsupported),)


def _refused(task: Task) -> str:
    if task.specification.entry != "main":
        return f"the program cannot be fuzzed: it begins with {task.specification.entry}, and not with main"
    return cannot_execute(task)


@dataclass(slots=True)
class _Watch:
    """The time, with what other processes used."""

    limits: SoftLimits
    spent: float = 0.0
    watch: LimitWatch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = LimitWatch(self.limits, elsewhere=lambda: self.spent)

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached."""
        return self.watch.check_now() is not None

    @property
    def left(self) -> float:
        """CPU seconds; none where a limit is reached."""
        return 0.0 if self.is_over else self.watch.seconds_left()


@dataclass(slots=True)
class _Search:
    """Rounds of the fuzzer, each of which ends with a candidate or with the time."""

    task: Task
    fuzzer: Greybox
    watch: _Watch
    patience: float
    executions: int = 0
    rejected: Counter[tuple[str, int]] = field(default_factory=Counter)
    doubt: str = ""
    seconds: float = _FIRST

    def run(self) -> Produced:
        """The first candidate whose replay violates the property is the violation. After the first round without a
        candidate those executions are replayed that took something new: sanitizers do not see all that is undefined.
        """
        while (left := self.watch.left) >= _LEAST:
            seconds = min(left, self.seconds)
            found = self.fuzzer.round(seconds, self.patience, Limits(seconds + _SLACK, None, self.watch.limits.memory))
            self.watch.spent += found.cpu
            self.executions += found.executions
            report_progress(f"{self.executions} executions")
            claimed = self._claimed(found.candidate) if found.candidate is not None else self._seen_by_none(found.kept)
            if claimed:
                return claimed
            if found.failure or found.is_over:
                return self._unknown(found.failure)
        return self._unknown("")

    def _seen_by_none(self, kept: Sequence[Candidate]) -> Produced:
        """Within a part of the time that is left; later rounds are long."""
        is_first, self.seconds = self.seconds == _FIRST, _ALL
        if not is_first or not violations_of(self.task).checks:
            return ()
        until = (1 - _REPLAYED) * self.watch.left
        for each in kept:
            if self.watch.left < until:
                break
            replay = self._replay(each, lambda: self.watch.left < until)
            if self._violates(replay):
                return self._claim(replay)
        return ()

    def _claimed(self, candidate: Candidate) -> Produced:
        replay = self._replay(candidate, lambda: self.watch.is_over)
        if not self._violates(replay) and not (replay.end is End.TOO_LONG and not self.watch.is_over):
            self.doubt = f"an execution that {_CLAIMS[candidate.how]} is none in the automaton: {replay.end.value}"
            key = (candidate.how, candidate.place)
            self.rejected[key] += 1
            if self.rejected[key] >= _PATIENCE:
                self.fuzzer.pass_over(candidate)
            return ()
        return self._claim(replay)

    def _violates(self, replay: Execution) -> bool:
        """A check of lost memory fails more often than memory is lost."""
        if replay.end is not End.ERROR or Undefined.LOST not in violations_of(self.task).checks:
            return replay.end is End.ERROR
        found = failing_execution(with_checks(self.task), [value for _, value in replay.inputs], _STEPS)
        return found is not None and (found.kind is not Undefined.LOST or found.detail is not None)

    def _claim(self, replay: Execution) -> Produced:
        evidence = ConfirmedTest(violating_test(replay.inputs), Confirmation.INTERPRETED)
        answer = Answer(Verdict.FALSE, "", evidence, automaton_of(self.task).assumptions)
        return answer, Violation(tuple(value for _, value in replay.inputs))

    def _replay(self, candidate: Candidate, is_over: Callable[[], bool]) -> Execution:
        inputs = ReplayedInputs(candidate.values, candidate.text, candidate.arguments)
        interpreter = Interpreter(automaton_of(self.task), keep_trace=False)
        return interpreter.run(inputs, _STEPS, is_over=is_over)

    def _unknown(self, reason: str) -> Produced:
        told = reason or f"no execution of {self.executions} was seen to violate the property"
        return (Answer(Verdict.UNKNOWN, f"{told}; {self.doubt}" if self.doubt else told),)


_CLAIMS = {"called": "calls an error function", "crashed": "crashes", "leaked": "leaves memory allocated"}
