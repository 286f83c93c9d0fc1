"""What becomes of a task: preprocessed and parsed, built, verified, each in a worker process under hard limits."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from corpus.acceptance import reason_to_leave_out
from corpus.conventions import SUBJECT, converted
from corpus.needs import needs
from corpus.tasks import CorpusTask, Trust
from coveriflow.actors import bmc, execute, value, when_false, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import is_claimed
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.turns import Turn
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.tokens import line_marker
from coveriflow.program.text.violations import calls_of

CLAIMED = "claimed, and not confirmed"
"""The reason of a verdict that has no evidence."""

FLOW = Flow("value, then bmc", value(share=0.4) >> when_unknown(bmc()) >> when_false(execute()))
_MEMORY = 4 << 30
_UNDEFINED = re.compile(r"the undefined function (\w+)")


REFUTED = {
    "esbmc/github_2618": "expected true; compiled and executed, its assertion fails in the first iteration",
    "esbmc/irep2_only_complex_arith_int": "expected true; executed, quotients of complex integers are others than said",
    "esbmc/aligned-alloc-1": "expected true; executed, aligned_alloc(8, 9) gives an object (C17 7.22.3.1 allows it)",
    "esbmc-unix/time_clock_getres": "expected true; executed, an assertion about the machine's clock fails",
    "floats/Float-no-simp9": "expected true; executed, the sign bit of a negative float is no 1",
    "smg_Explicity_Test/lists/list-ext_flag.yml": "expected false; none of its 512 input vectors of truth values fails",
    "program_slicing/recursive_flowdep.yml": "expected true; executed, the recursion reaches the error at n == 0",
}
"""Expectations that executions by gcc refute: contradicting them is listed as suspect."""


class Stage(Enum):
    """How far a task came. ``IN_PART``: built, but for places where something is not supported."""

    NOTHING = "nothing"
    PARSED = "parsed"
    IN_PART = "in part"
    BUILT = "built"


class Result(Enum):
    """What is to be counted. ``ASSUMED``: it contradicts, on an assumption that is listed with it.

    That is one about functions without a body, or, for ``true``, about undefined behaviour that is not excluded.

    ``SUSPECT``: it contradicts a weak expectation.
    """

    RIGHT = "right"
    WRONG = "wrong"
    ASSUMED = "assumed"
    SUSPECT = "suspect"
    DECIDED = "decided"
    UNKNOWN = "unknown"
    CRASH = "crash"
    NOT_RUN = "-"


@dataclass(frozen=True)
class Built:
    """The end of building. ``reason`` and ``place``: what stopped it. ``undefined``: functions without a body.

    ``needs``: of a program that is parsed and not built as a whole, all features that it shows. ``left_out``: why it
    does not count.
    """

    stage: Stage
    task: Task | None = None
    reason: str = ""
    place: str = ""
    undefined: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    left_out: str = ""


@dataclass(frozen=True)
class Row:
    """One task's line in the report."""

    task: CorpusTask
    stage: Stage
    result: Result = Result.NOT_RUN
    verdict: Verdict | None = None
    seconds: float = 0.0
    reason: str = ""
    place: str = ""
    crash: str = ""
    needs: frozenset[str] = frozenset()
    left_out: str = ""
    turns: str = ""


@dataclass(frozen=True)
class Measure:
    """How tasks are measured. ``headers``: the folder of our ``assert.h``; ``cpu``: seconds to build, and to verify.
    ``store``: for results of actors that several flows begin with. ``patience``: how many times as much wall time there
    is; more on a machine that others use.
    """

    workers: Workers
    headers: str
    cpu: float
    build_only: bool = False
    store: Store | None = None
    patience: float = 4.0

    @property
    def limits(self) -> Limits:
        """Those for each of building and verifying."""
        return Limits(self.cpu, self.patience * self.cpu, _MEMORY)

    def row(self, task: CorpusTask) -> Row:
        """Measure one task."""
        row, done = self.built(task)
        return row if done is None or self.build_only else self.verified(row, done, FLOW)

    def built(self, task: CorpusTask) -> tuple[Row, Built | None]:
        """Parse and build; ``None`` where there is nothing to verify, and then the row says why."""
        outcome = self.workers.submit(built, task, self.headers, limits=self.limits).result()
        if outcome.value is None:
            return _ended(task, outcome), None
        done = outcome.value
        seconds = outcome.resources.cpu
        if done.left_out:
            return Row(task, done.stage, seconds=seconds, left_out=done.left_out), None
        row = Row(task, done.stage, seconds=seconds, reason=done.reason, place=done.place, needs=done.needs)
        return row, None if done.task is None else done

    def verified(
        self, row: Row, done: Built, flow: Flow, see: Callable[[Sequence[object]], object] = lambda _: None
    ) -> Row:
        """``row``, which ``built`` gave with ``done``, with what ``flow`` says within the limits; ``see`` is shown the
        artifacts.
        """
        assert done.task is not None
        listener = Listener()
        try:
            ran = run(flow, done.task, self.limits, in_workers(self.workers, listener, self.store), listener)
        except (InputError, NotSupported) as error:
            return Row(row.task, row.stage, Result.UNKNOWN, None, row.seconds, _message(error), str(error.span))
        see(ran.artifacts)
        answer = ran.answer
        crash = next((t.message for t in ran.turns if t.end in (End.FAILED, End.DIED)), "")
        result = Result.CRASH if crash else judged(row.task, answer.verdict, done.undefined or answer.assumptions)
        reason = answer.reason or (CLAIMED if is_claimed(answer.evidence) else row.reason)
        return replace(
            row,
            result=result,
            verdict=answer.verdict,
            seconds=_taken(ran),
            reason=reason,
            crash=crash,
            turns=", ".join(map(_brief, ran.turns)),
        )


def _brief(turn: Turn) -> str:
    """Who, the seconds of CPU time, and what is decided."""
    said = turn.answer.verdict.value if turn.answer is not None and turn.answer.verdict.decisive else ""
    return f"{turn.actor.called} {turn.resources.cpu:.2f} {said}".rstrip()


def _taken(ran: Run) -> float:
    """Seconds of CPU time; of a result that was there already, what it took when it came about."""
    return sum((turn.resources if turn.reused is None else turn.reused).cpu for turn in ran.turns)


def _ended(task: CorpusTask, outcome: Outcome[Built]) -> Row:
    """Building was stopped from outside, or failed."""
    crash = outcome.end in (End.FAILED, End.DIED)
    result = Result.CRASH if crash else Result.UNKNOWN
    reason = "internal error" if crash else f"building: {outcome.end.value}"
    seconds = outcome.resources.cpu
    return Row(task, Stage.NOTHING, result, None, seconds, reason, str(task.files[0]), outcome.message if crash else "")


def judged(task: CorpusTask, verdict: Verdict, assumptions: tuple[str, ...]) -> Result:
    if not verdict.decisive:
        return Result.UNKNOWN
    if task.expected is None:
        return Result.DECIDED
    if task.expected.verdict is verdict:
        return Result.RIGHT
    if task.expected.trust is Trust.WEAK or task.name in REFUTED:
        return Result.SUSPECT
    return Result.ASSUMED if assumptions else Result.WRONG


def built(task: CorpusTask, headers: str) -> Built:
    """A job: from the files to a task for the verifiers."""
    texts: list[tuple[str, str]] = []
    try:
        sources = tuple(source(task, file, headers) for file in task.files)
        texts += [(source.name, source.preprocessed) for source in sources]
        cfa = program_cfa(texts, task.model, calls_of(SUBJECT), task.entry)
    except (InputError, NotSupported) as error:
        needed, message = needs(texts, task.entry), _message(error)
        left_out = reason_to_leave_out(task, texts, message, needed)
        return Built(_stage(error), None, message, str(error.span or ""), needs=needed, left_out=left_out)
    specification = Specification((Property(PropertyKind.UNREACH_CALL, SUBJECT),), task.entry)
    undefined = tuple(found[1] for found in map(_UNDEFINED.match, cfa.assumptions) if found)
    whole = Task(sources, specification, task.model)
    if cfa.unsupported:
        first = cfa.unsupported[0]
        needed, message = needs(texts, task.entry), _message(first)
        left_out = reason_to_leave_out(task, texts, message, needed)
        return Built(Stage.IN_PART, whole, message, str(first.span or ""), undefined, needed, left_out)
    left_out = reason_to_leave_out(task, texts, "", frozenset())
    return Built(Stage.BUILT, whole, "", "", undefined, left_out=left_out)


def source(task: CorpusTask, file: Path, headers: str) -> Source:
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    prelude, body = converted(task, text, preprocessed=file.suffix == ".i")
    name = str(file)
    ready = preprocess(
        name, f"{prelude}{line_marker(1, name)}{body}", task.model, (headers, *task.includes), task.defines
    )
    return Source(name, text, ready)


def _stage(error: Exception) -> Stage:
    """Whether the parser, or what comes before it, was under way."""
    frames = [entry.name for entry in traceback.extract_tb(error.__traceback__)]
    return Stage.NOTHING if "parsed" in frames or "source" in frames else Stage.PARSED


def _message(error: InputError | NotSupported) -> str:
    return error.feature if isinstance(error, NotSupported) else f"input: {error.message}"
