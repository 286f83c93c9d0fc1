"""Whether the checks that a proof rests on fail in some execution: they become the error of a program to be verified.

Why it is enough to ask about the checks that are listed: a proof shows of all others that none fails before one of
these does. If none of these fails before another check does, the first check that fails in an execution is neither.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from coveriflow.actors.definition import Produced, SoFar
from coveriflow.actors.work.checks.confirm import NOT_OF_C, confirmed
from coveriflow.actors.work.confirm.violations import simplest
from coveriflow.actors.work.greybox.search import Guessing, guessed
from coveriflow.actors.work.load import automaton_of, ending_automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.tests.sample import sampled_violation
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.actors.work.verify.portfolio import decided
from coveriflow.analysis.data_flow.closed_set import closed_sets
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.answers import Confirmation
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, UndefinedBehaviour
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import is_termination, stopping
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.program.text.violations import failing_checks, joined
from coveriflow.transform.failing_checks import failing

_SAMPLES = 60
_SAMPLING, _SAMPLING_SHARE = 1.0, 0.05
_CHEAP, _CHEAP_SHARE = 5.0, 0.1
_FUZZING, _FUZZING_SHARE, _PATIENCE = 4.0, 0.25, 0.4
_AGAIN, _AGAIN_SHARE, _MORE_PATIENCE = 10.0, 0.5, 3.0
"""Seconds of CPU time, and of all that there is, at most; so long the fuzzer goes on that sees nothing new."""
_TOGETHER = 0.5
_APART = 0.35
"""Shares of the time after that: for all checks at once, and for each by itself."""
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
    asking = _Asking(task, cfa, _checks_of(cfa, assumed.sentences), assumed.sentences)
    asking.ask()
    path = None if asking.fails is None else error_path(Originals(task), cfa, asking.values, undefined=True)
    return (asking.found(),) if path is None else (asking.found(), path)


def undefined_execution(task: Task) -> Produced:
    """An execution that is undefined, if a fuzzer finds one; whatever verifiers know of the program."""
    try:
        cfa = automaton_of(task)
    except NotSupported:
        return (Definedness(()),)
    checks = tuple(edge for edge in cfa.edges if isinstance(edge.operation, Check))
    sentences = tuple(each for check in checks for each in assumptions_of(cfa, check))
    asking = _Asking(task, cfa, _checks_of(cfa, sentences), others=Verdict.UNKNOWN)
    if asking.open:
        asking.seek()
    path = None if asking.fails is None else error_path(Originals(task), cfa, asking.values, undefined=True)
    return (asking.found(),) if path is None else (asking.found(), path)


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
    ``values``. ``sentences``: what may be excluded, in this order. ``others``: whether other executions satisfy the
    property, if that is known. ``shown``: checks that never fail, also where a sentence has others.
    """

    task: Task
    cfa: Cfa
    open: dict[str, tuple[Edge, ...]]
    sentences: tuple[str, ...] = ()
    others: Verdict = Verdict.TRUE
    excluded: set[str] = field(default_factory=set)
    fails: UndefinedBehaviour | None = None
    values: tuple[int, ...] = ()
    unconfirmed: set[Edge] = field(default_factory=set)
    shown: set[Edge] = field(default_factory=set)
    begun: float = field(default_factory=time.monotonic)

    def ask(self) -> None:
        """Cheap means first. Then all that are open together, and what is left then one by one, since one that is hard
        must not cost the others.
        """
        for step in (self._sample, self._exclude_by_values, self._fuzz, self._ask_engines, self._fuzz_again):
            if self.open and self.fails is None:
                step()

    def found(self) -> Definedness:
        """What is known so far."""
        return Definedness(tuple(each for each in self.sentences if each in self.excluded), self.fails, self.others)

    def seek(self) -> None:
        """Only what executions show, with most of the time."""
        self._guess(SoftLimits(self._seconds(_AGAIN, _TOGETHER + _APART)), _MORE_PATIENCE)

    def _sample(self) -> None:
        report_progress("executions with random inputs")
        seconds = self._seconds(_SAMPLING, _SAMPLING_SHARE)
        values = sampled_violation(failing(self.cfa, self._edges(self.open)), _SAMPLES, seconds)
        if values is not None:
            self._confirm(values)

    def _exclude_by_values(self) -> None:
        """What a closed set of the data-flow analysis says of every single check: no solver is asked."""
        report_progress("values in memory")
        watch = LimitWatch(SoftLimits(self._seconds(_CHEAP, _CHEAP_SHARE)))
        for found in closed_sets(self.cfa, watch):
            if not found.unsupported:
                self._exclude(frozenset(self._edges(self.open)).difference(found.undefined))
            if not self.open:
                return

    def _fuzz(self) -> None:
        self._guess(SoftLimits(self._seconds(_FUZZING, _FUZZING_SHARE)), _PATIENCE)

    def _fuzz_again(self) -> None:
        """With more patience, for what nobody has decided."""
        if (left := self._left()) >= _WORTH:
            self._guess(SoftLimits(self._seconds(_AGAIN, _AGAIN_SHARE * left)), _MORE_PATIENCE)

    def _guess(self, limits: SoftLimits, patience: float) -> None:
        """A fuzzer executes the program with sanitizers of what is open."""
        report_progress("greybox fuzzing")
        begun = cpu_time.now()
        for _ in range(_ROUNDS):
            edges = frozenset(edge for edge in self._edges(self.open) if _kind(edge) not in NOT_OF_C)
            left = limits.after(cpu_time.now() - begun, 0.0)
            if not edges or not left.cpu:
                return
            violations = joined((stopping(self.task), failing_checks(frozenset(map(_kind, edges)))))
            wanted = Guessing(failing(self.cfa, edges), violations, lambda replay: replay.end is End.ERROR)
            found = guessed(self.task, wanted, left, patience)
            if isinstance(found, str) or found.end is not End.ERROR:
                return
            failed = self._confirm(tuple(value for _, value in found.inputs))
            if self.fails is not None or failed is None:
                return
            self.unconfirmed.add(failed)

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
        return frozenset(edge for each in sentences for edge in self.open[each]) - self.unconfirmed - self.shown

    def _seconds(self, most: float, share: float) -> float:
        cpu = current_limits().cpu
        return most if cpu is None else min(most, share * cpu)

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
        self.shown |= edges
        done = [each for each, checks in self.open.items() if self.shown.issuperset(checks)]
        self.excluded.update(done)
        for each in done:
            del self.open[each]
        if done:
            self._report()

    def _report(self) -> None:
        """A limit that ends the search leaves this."""
        report_progress(SoFar((self.found(),)))

    def _confirm(self, values: tuple[int, ...]) -> Edge | None:
        """Keep the failing execution, if it is confirmed: one that sanitizers see, with the smallest inputs; else the
        check that fails in it, if that is known: it is not asked any more, and stays an assumption.
        """
        failed: Edge | None = None
        for each in simplest(self.cfa, values):
            known = confirmed(self.task, self.cfa, each)
            if not isinstance(known, UndefinedBehaviour):
                failed = known.check if known is not None else None
                continue
            if self.fails is None or known.confirmation is Confirmation.EXECUTED:
                self.fails, self.values = known, each
                self._report()
            if known.confirmation is Confirmation.EXECUTED:
                return None
        return None if self.fails is not None else failed


def _kind(check: Edge) -> Undefined:
    assert isinstance(check.operation, Check)
    return check.operation.undefined
