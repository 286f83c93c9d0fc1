"""Executions that the greybox fuzzer did not see end, as guesses of executions that never do."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field

from coveriflow.actors.work.greybox.dictionary import dictionary_of
from coveriflow.actors.work.greybox.replay import ReplayedInputs
from coveriflow.actors.work.greybox.search import refused, waited
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.termination.guesses import Guess
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.native.compiled_program import CompileError
from coveriflow.execution.native.greybox import Candidate, Greybox, compiled_greybox
from coveriflow.logic import cpu_time
from coveriflow.program.text.violations import NOTHING

_SLACK = 2.0
_LEAST = 0.05
_MOST_AT_A_PLACE = 2
"""Executions that go on at one place before it is passed over."""


@dataclass(slots=True)
class FuzzedExecutions:
    """The program of ``task`` is compiled when the first one is asked for. Where it cannot be, there are none."""

    task: Task
    seed: int = 0
    _stack: ExitStack = field(default_factory=ExitStack)
    _fuzzer: Greybox | None = None
    _is_over: bool = False
    _seen: dict[int, int] = field(default_factory=dict)

    def another(self, watch: LimitWatch, patience: float) -> Guess | None:
        """See ``Guesses``."""
        if self._fuzzer is None and not self._is_over:
            self._compile()
        while self._fuzzer is not None and not self._is_over and watch.seconds_left() >= _LEAST:
            seconds = watch.seconds_left()
            found = self._fuzzer.round(
                seconds, patience, Limits(seconds + _SLACK, waited(seconds), watch.limits.memory)
            )
            cpu_time.charge(found.cpu)
            self._is_over = found.executions <= 1 or bool(found.failure)
            if found.candidate is not None:
                return self._guess(found.candidate)
            if found.is_over:
                break
        return None

    def close(self) -> None:
        """See ``Guesses``."""
        self._stack.close()
        self._is_over = True

    def _compile(self) -> None:
        sources = [(source.name, source.preprocessed) for source in self.task.sources]
        self._is_over = bool(refused(self.task))
        if self._is_over:
            return
        compiled = compiled_greybox(
            sources, self.task.data_model, NOTHING, dictionary_of(self.task), self.seed, endless=True
        )
        try:
            self._fuzzer = self._stack.enter_context(compiled)
            cpu_time.charge(self._fuzzer.program.compiling)
        except CompileError:
            self._is_over = True

    def _guess(self, candidate: Candidate) -> Guess:
        assert self._fuzzer is not None
        self._seen[candidate.place] = self._seen.get(candidate.place, 0) + 1
        if self._seen[candidate.place] >= _MOST_AT_A_PLACE:
            self._fuzzer.pass_over(candidate)
        return lambda: ReplayedInputs(candidate.values, candidate.text, candidate.arguments)
