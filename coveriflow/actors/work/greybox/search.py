"""Greybox fuzzing for an execution: what the fuzzer takes for it is replayed in an automaton, which decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coveriflow.actors.work.confirm.violations import cannot_execute
from coveriflow.actors.work.greybox.dictionary import dictionary_of
from coveriflow.actors.work.greybox.replay import ReplayedInputs
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.native.compiled_program import CompileError, compile_program
from coveriflow.execution.native.greybox import Candidate, Greybox, compiled_greybox
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.processes.worker import report_progress
from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.text.violations import Violations

_STEPS, _STEPS_FOR_LINES = 5_000_000, 20_000
_SLACK = 2.0
_LEAST = 0.05
_FIRST = 0.3
"""CPU seconds of the first round."""
_ALL = 1e6
_REPLAYED = 0.25
"""Of the time, for replays of executions in which nothing was seen."""
_LOOKING, _MOST_LOOKING = 0.05, 0.3
"""Of the time, and at most so many CPU seconds, for the lines that executions execute."""
_MOST_REPLAYED = 1.0
"""CPU seconds, for the replay of a candidate: who confirms it, executes it."""
_NONE = "no execution of {count} was seen to violate the property"
_PATIENCE = 3
"""Replays of candidates that end at one place, none of which violates the property, before the place is passed over."""


def waited(seconds: float) -> float:
    """Seconds of a clock after which a round of so many CPU seconds is ended: the fuzzer itself ends before."""
    return 6 * seconds + 10


def _looking(left: float) -> float:
    """CPU seconds, of so many that are left, for the lines that executions execute."""
    return min(_MOST_LOOKING, _LOOKING * left)


@dataclass(frozen=True, slots=True)
class Guessing:
    """What is looked for: an execution of ``cfa`` that ``shows`` it. ``violations``: what the fuzzer takes for it.
    ``taken``: the edges of executions that were replayed.
    """

    cfa: Cfa
    violations: Violations
    shows: Callable[[Execution], bool]
    taken: set[Edge] = field(default_factory=set)


def guessed(task: Task, wanted: Guessing, limits: SoftLimits, patience: float, seed: int = 0) -> Execution | str:
    """An execution that shows what is ``wanted``, or why there is none."""
    if reason := refused(task):
        return reason
    watch, sources = _Watch(limits), [(source.name, source.preprocessed) for source in task.sources]
    try:
        if not wanted.violations.checks and not any(isinstance(e.operation, Input) for e in wanted.cfa.edges):
            return _the_only_one(task, wanted, watch)
        known, edges = dictionary_of(task), len(wanted.cfa.edges)
        with compiled_greybox(sources, task.data_model, wanted.violations, known, seed, edges=edges) as fuzzer:
            watch.spent += fuzzer.program.compiling
            return _Search(wanted, fuzzer, watch, patience).run()
    except CompileError as error:
        return f"the program cannot be fuzzed: {error}"
    finally:
        cpu_time.charge(watch.spent)


def _the_only_one(task: Task, wanted: Guessing, watch: _Watch) -> Execution | str:
    """Where nothing is open, the program as it is: it is faster by far without a fuzzer around it."""
    sources = [(source.name, source.preprocessed) for source in task.sources]
    with compile_program(sources, task.data_model, wanted.violations) as program:
        watch.spent += program.compiling
        left = watch.left
        run = program.run((), Limits(left, None, watch.limits.memory)) if left >= _LEAST else None
        watch.spent += run.resources.cpu if run is not None else 0.0
    if run is None or run.stop is not Stop.ERROR:
        return _NONE.format(count=1)
    replay = Interpreter(wanted.cfa).run((), _STEPS_FOR_LINES)
    return replay if replay.end in (End.ERROR, End.TOO_LONG) else _NONE.format(count=1)


def refused(task: Task) -> str:
    """Why the program is not fuzzed; empty if it is."""
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

    wanted: Guessing
    fuzzer: Greybox
    watch: _Watch
    patience: float
    executions: int = 0
    rejected: Counter[tuple[str, int]] = field(default_factory=Counter)
    doubt: str = ""
    seconds: float = _FIRST
    _interpreter: Interpreter = field(init=False)

    def __post_init__(self) -> None:
        self._interpreter = Interpreter(self.wanted.cfa)

    def run(self) -> Execution | str:
        """The first candidate whose replay shows what is wanted; else why there is none. After the first round without
        a candidate those executions are replayed that took something new: sanitizers do not see all that is undefined.
        """
        while (left := self.watch.left) >= _LEAST:
            seconds = min(left - _looking(left), self.seconds)
            limits = Limits(seconds + _SLACK, waited(seconds), self.watch.limits.memory)
            found = self.fuzzer.round(seconds, self.patience, limits)
            self.watch.spent += found.cpu
            self.executions += found.executions
            report_progress(f"{self.executions} executions")
            claimed = self._claimed(found.candidate) if found.candidate is not None else self._seen_by_none(found.kept)
            if claimed is not None:
                return claimed
            if found.failure or found.is_over:
                return self._unknown(found.failure)
        return self._unknown("")

    def _look_at(self, kept: Sequence[Candidate]) -> None:
        """Replay the executions that took something new, the last ones first: for the lines that they execute."""
        until = self.watch.left - _looking(self.watch.left)
        for each in reversed(kept):
            if self.watch.left <= until:
                return
            self._replay(each, lambda: self.watch.left <= until, _STEPS_FOR_LINES)

    def _seen_by_none(self, kept: Sequence[Candidate]) -> Execution | None:
        """Within a part of the time that is left; later rounds are long."""
        is_first, self.seconds = self.seconds == _FIRST, _ALL
        if not is_first or not self.wanted.violations.checks:
            self._look_at(kept)
            return None
        until = (1 - _REPLAYED) * self.watch.left
        for each in kept:
            if self.watch.left < until:
                break
            replay = self._replay(each, lambda: self.watch.left < until)
            if self.wanted.shows(replay):
                return replay
        return None

    def _claimed(self, candidate: Candidate) -> Execution | None:
        until = max(self.watch.left / 2, self.watch.left - _MOST_REPLAYED)
        replay = self._replay(candidate, lambda: self.watch.left < until)
        if self.wanted.shows(replay) or (replay.end is End.TOO_LONG and not self.watch.is_over):
            return replay
        self.doubt = f"an execution that {_CLAIMS[candidate.how]} is none in the automaton: {replay.end.value}"
        key = (candidate.how, candidate.place)
        self.rejected[key] += 1
        if self.rejected[key] >= _PATIENCE:
            self.fuzzer.pass_over(candidate)
        return None

    def _replay(self, candidate: Candidate, is_over: Callable[[], bool], steps: int = _STEPS) -> Execution:
        inputs = ReplayedInputs(candidate.values, candidate.text, candidate.arguments)
        replay = self._interpreter.run(inputs, steps, is_over=is_over)
        self.wanted.taken.update(replay.trace)
        return replay

    def _unknown(self, reason: str) -> str:
        told = reason or _NONE.format(count=self.executions)
        return f"{told}; {self.doubt}" if self.doubt else told


_CLAIMS = {"called": "calls an error function", "crashed": "crashes", "leaked": "leaves memory allocated"}
