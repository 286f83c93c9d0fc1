"""Whether the checks that a proof rests on fail in some execution: they become the error of a program to be verified.

Why it is enough to ask about the checks that are listed: a proof shows of all others that none fails before one of
these does. If none of these fails before another check does, the first check that fails in an execution is neither.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.checks.confirm import confirmed
from coveriflow.actors.work.confirm.violations import simplest
from coveriflow.actors.work.load import automaton_of, ending_automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.tests.sample import sampled_violation
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.actors.work.verify.portfolio import decided
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, UndefinedBehaviour
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import is_termination
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge
from coveriflow.program.errors import NotSupported
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.transform.failing_checks import failing

_SAMPLES = 60
_SAMPLING, _SAMPLING_SHARE = 1.0, 0.05
"""Seconds of CPU time, and of all that there is, at most."""
_TOGETHER = 0.5
_APART = 0.35
"""Shares of the time: for all checks at once, and for each by itself."""
_WORTH = 0.01
"""With less of the time nothing is begun."""
_ROUNDS = 4
"""So often all are asked again, without those whose failing executions were not confirmed."""


def definedness_of(task: Task, assumed: AssumedChecks) -> Produced:
    """What became of what is ``assumed``; with an execution that is undefined, if there is one."""
    try:
        cfa = ending_automaton_of(task) if is_termination(task.specification) else automaton_of(task)
    except NotSupported:
        return (Definedness(()),)
    asking = _Asking(task, cfa, _checks_of(cfa, assumed.sentences))
    asking.ask()
    found = Definedness(tuple(each for each in assumed.sentences if each in asking.excluded), asking.fails)
    path = None if asking.fails is None else error_path(Originals(task), cfa, asking.values, undefined=True)
    return (found,) if path is None else (found, path)


def _checks_of(cfa: Cfa, sentences: Iterable[str]) -> dict[str, tuple[Edge, ...]]:
    """The checks that each sentence is about; one that is about none (it speaks of a program that was derived) is left
    away.
    """
    found: dict[str, tuple[Edge, ...]] = dict.fromkeys(sentences, ())
    for edge in cfa.edges:
        for sentence in assumptions_of(cfa, edge) if isinstance(edge.operation, Check) else ():
            if sentence in found:
                found[sentence] += (edge,)
    return {sentence: checks for sentence, checks in found.items() if checks}


@dataclass(slots=True)
class _Asking:
    """``open``: the checks by what is assumed of them, as long as nothing is known; ``fails`` in the execution with
    ``values``.
    """

    task: Task
    cfa: Cfa
    open: dict[str, tuple[Edge, ...]]
    excluded: set[str] = field(default_factory=set)
    fails: UndefinedBehaviour | None = None
    values: tuple[int, ...] = ()
    unconfirmed: set[Edge] = field(default_factory=set)
    begun: float = field(default_factory=time.monotonic)

    def ask(self) -> None:
        """All together, and what is left then one by one, since one that is hard must not cost the others."""
        if not self.open:
            return
        report_progress("executions with random inputs")
        cpu = current_limits().cpu
        seconds = _SAMPLING if cpu is None else min(_SAMPLING, _SAMPLING_SHARE * cpu)
        values = sampled_violation(failing(self.cfa, self._edges(self.open)), _SAMPLES, seconds)
        if values is not None:
            self._confirm(values)
        if self.fails is None:
            self._ask_engines()

    def _ask_engines(self) -> None:
        number = len(self.open)
        self._asked(tuple(self.open), _TOGETHER if number > 1 else _TOGETHER + _APART)
        if number == 1:
            return
        rest = [each for each in self.open if self._edges([each])]
        for sentence in rest:
            if self.fails is None and sentence in self.open:
                self._asked((sentence,), _APART / len(rest))

    def _edges(self, sentences: Iterable[str]) -> frozenset[Edge]:
        return frozenset(edge for each in sentences for edge in self.open[each]) - self.unconfirmed

    def _left(self) -> float:
        """The share of the time that may still be used."""
        hard = current_limits()
        cpu = 0.0 if hard.cpu is None else cpu_time.now() / hard.cpu
        wall = 0.0 if hard.wall is None else (time.monotonic() - self.begun) / hard.wall
        return _TOGETHER + _APART - max(cpu, wall)

    def _asked(self, sentences: tuple[str, ...], share: float) -> None:
        for number in range(_ROUNDS):
            edges, part = self._edges(sentences), min(share / 2**number, self._left())
            if not edges or part < _WORTH:
                return
            report_progress(f"whether {len(edges)} checks can fail")
            found = decided(self.task, failing(self.cfa, edges), lambda _: True, part)
            if isinstance(found, str):
                return
            if found.findings.verdict is Verdict.TRUE:
                self._exclude(edges)
                return
            assert found.findings.counterexample is not None
            failed = self._confirm(tuple(value for _, value in found.findings.counterexample.inputs))
            if self.fails is not None:
                return
            self.unconfirmed |= edges if failed is None else {failed}

    def _exclude(self, edges: frozenset[Edge]) -> None:
        done = [each for each, checks in self.open.items() if edges.issuperset(checks)]
        self.excluded.update(done)
        for each in done:
            del self.open[each]

    def _confirm(self, values: tuple[int, ...]) -> Edge | None:
        """Keep the failing execution, if it is confirmed, with the smallest inputs; else the check that fails in it, if
        that is known: it is not asked any more, and stays an assumption.
        """
        found: Edge | None = None
        for each in simplest(self.cfa, values):
            known = confirmed(self.task, self.cfa, each)
            if isinstance(known, UndefinedBehaviour):
                self.fails, self.values = known, each
                return None
            found = known
        return found
