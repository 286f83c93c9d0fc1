"""Asking an external tool: its inputs into a folder, the tool under limits, its answer as artifacts."""

from __future__ import annotations

import shlex
import tempfile
import time
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from coveriflow.actors.options import ToolOptions
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.load import check_about, task_of
from coveriflow.actors.work.reduce.residual import unreduced
from coveriflow.actors.work.tools.along_witness import inputs_of, shows_violation
from coveriflow.actors.work.tools.claims import claimed_false, claimed_true, found_violation
from coveriflow.actors.work.tools.error_function import (
    known_to,
    unknown_error_function,
    with_known_error_function,
    with_own_error_function,
)
from coveriflow.actors.work.tools.outputs import Written, written_by
from coveriflow.actors.work.tools.run import NOT_ASKED, Said, ToolRunning
from coveriflow.actors.work.tools.search import Found, found
from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import MEMORY_SAFETY, NOT_AT_A_PLACE, PropertyKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.tool_definitions import PropertyFile, Text, ToolDefinition
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import exchanged
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.execution.benchexec.runexec import Accounting, HardLimits
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.formats.primitives.text import shortened
from coveriflow.program.cfa.edges import ABOUT_MEMORY
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.text.violations import is_mentioned

_SHOWN = 16 << 10  # characters of a tool's output that are kept
_LEAST = 0.05  # seconds
_ROOM, _AFTER = 0.85, 15.0
"""The share of the hard limits that the tool gets at least: the rest, so many seconds at most, is for looking at what
it says, and executing it.
"""
_ROOM_WITH_CONDITION = 0.6
"""The same for one that leaves a condition: reading one of 20,000 states takes seconds."""
_LOOK, _LONGEST_LOOK = 0.5, 60.0
"""The share of what the tool leaves, and the CPU seconds at most, for looking along its witness."""


def _hard(call: ToolOptions) -> HardLimits:
    """What measures. ``InputError`` where nothing can."""
    chosen = next((each for each in Accounting if each.value == (call.accounting or "own")), None)
    if chosen is None:
        raise InputError(f"accounting is own, runexec or auto, and not '{shortened(call.accounting or '')}'")
    if call.cores is not None and (chosen is Accounting.OWN or call.cores < 1):
        raise InputError("cores are limited by BenchExec only: accounting=runexec, and at least one")
    return HardLimits(chosen, call.cores)


def answered(
    given: Task | Residual,
    call: ToolOptions,
    *,
    condition: Condition | None = None,
    justification: Justification | None = None,
    witness: Witness | WitnessEntries | None = None,
) -> tuple[object, ...]:
    """What the tool says of ``given``, as far as that can be checked. ``ToolMissing``: it is not here, or too old."""
    definition, started = configured(call), time.monotonic()
    if condition is not None:
        check_about(condition, task_of(given))
    try:
        given = _in_its_words(given, definition)
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    task = task_of(given)
    asked = [each.kind for each in task.specification.properties]
    unknown = next((kind for kind in asked if kind not in dict(definition.properties)), None)
    if unknown is not None:
        return (Answer(Verdict.UNKNOWN, f"{definition.name} does not check {unknown.value} (by its definition)"),)
    tool = found(definition, call.executable)
    if definition.text is Text.PRINTED and isinstance(given, Task):
        try:
            given = unreduced(given)
        except NotSupported as unsupported:
            return (not_supported(unsupported),)
        task = given.task
    if (why := refused(definition, task)) is not None:
        return (Answer(Verdict.UNKNOWN, f"{definition.name} is not run on this program: {why}"),)
    with tempfile.TemporaryDirectory(prefix="tool-", ignore_cleanup_errors=True) as folder:
        is_as_given = definition.harness or witness is not None
        asks = task if is_as_given else with_known_error_function(task, known_to(definition))
        running = ToolRunning(definition, tool, asks, Path(folder), options_of(call), _hard(call), condition, witness)
        budget = budget_of(call, definition, started)
        said, written = _asked(running, call, budget)
    written = replace(written, artifacts=tuple(_of_original(each, asks, task) for each in written.artifacts))
    if isinstance(given, Task) and asks.sources != given.sources:
        given = Residual(asks, given, ())
    produced = _believed(given, tool, said, written, budget.for_looking(), condition, justification)
    return (*_about_program(produced, tool, witness), log_of(tool, said))


def _of_original(artifact: object, asked: Task, task: Task) -> object:
    """A condition is handed on, and is to be about the program that the next actor has."""
    return with_own_error_function(artifact, asked, task) if isinstance(artifact, Condition) else artifact


def log_of(tool: Found, said: Said) -> ToolLog:
    """How it was called, and what it printed last."""
    shown = said.output[-_SHOWN:].decode(errors="replace")
    return ToolLog(tool.sentence, said.command, shown, said.accounting, said.resources)


def _in_its_words(given: Task | Residual, definition: ToolDefinition) -> Task | Residual:
    """What a tool is asked that does not know a property, or not all at once: about calls of a function. Where the
    program has more that violates the property, it gets the printed program, in which each violation is such a call.
    """
    known, task = dict(definition.properties), task_of(given)
    asked = {each.kind for each in task.specification.properties}
    if asked <= known.keys() and _are_asked_at_once(definition, asked):
        return given
    if PropertyKind.UNREACH_CALL not in known or asked & NOT_AT_A_PLACE:
        return given
    assert isinstance(given, Task)
    said = exchanged(task)
    return replace(task, specification=said) if said != task.specification else unreduced(task)


def _are_asked_at_once(definition: ToolDefinition, asked: Set[PropertyKind]) -> bool:
    """Whether a tool checks all of several properties. What one of them asks for may switch off checks of another, and
    of a file with several the tool may read one: but those of memory safety belong together.
    """
    options = {options for kind, options in definition.properties if kind in asked}
    if len(asked) > 1 and definition.property_file is PropertyFile.NONE:
        return len(options) == 1
    return len(asked) < 2 or asked <= {each.kind for each in MEMORY_SAFETY.properties}


def refused(definition: ToolDefinition, task: Task) -> str | None:
    """Why it may read the program in another way than gcc does, or begin elsewhere; ``None`` if nothing is known."""
    if definition.property_file is PropertyFile.NONE and task.specification.entry != "main":
        return f"it begins at main, and the specification names {task.specification.entry}"
    if not _are_asked_at_once(definition, {each.kind for each in task.specification.properties}):
        return "it is asked about one property at a time"
    texts = [source.preprocessed for source in task.sources]
    unknown = next(
        (name for name in ABOUT_MEMORY if name not in definition.harness and is_mentioned(name, texts)), None
    )
    if unknown is not None:
        return f"it does not know {unknown}, by which the program asks about memory"
    if not definition.harness and (why := unknown_error_function(task, known_to(definition))) is not None:
        return why
    return next((each.reason for each in definition.refuses if any(map(each.text.search, texts))), None)


def configured(call: ToolOptions) -> ToolDefinition:
    """The tool as it is asked; ``InputError`` for a configuration that there is not."""
    try:
        return defined(call.name).configured(call.configuration)
    except ValueError as error:
        raise InputError(str(error)) from None


def options_of(call: ToolOptions) -> tuple[str, ...]:
    """Further ones, as words."""
    try:
        return tuple(shlex.split(call.options))
    except ValueError as error:
        raise InputError(f"the options of {call.name} cannot be split into words: {error}") from None


@dataclass(slots=True)
class _Budget:
    """What the runs of a tool share: CPU seconds, wall seconds from now on, memory. ``used``: their CPU seconds;
    ``begun``: those of this process when the first one was asked.
    """

    limits: Limits
    started: float
    used: float = 0.0
    begun: float = field(default_factory=time.process_time)

    def left(self) -> Limits:
        """What is left now."""
        wall = None if self.limits.wall is None else self.limits.wall - (time.monotonic() - self.started)
        return replace(self.limits, wall=wall)

    def spend(self, cpu: float) -> None:
        """A run took so much."""
        self.used += cpu
        if self.limits.cpu is not None:
            self.limits = replace(self.limits, cpu=self.limits.cpu - cpu)

    def for_looking(self) -> SoftLimits:
        """What may be spent along a witness: half of what the tool has left of the hard limits."""
        hard = current_limits()
        used, elapsed = self.used + time.process_time() - self.begun, time.monotonic() - self.started
        cpu = _LONGEST_LOOK if hard.cpu is None else _LOOK * max(0.0, hard.cpu - used)
        wall = None if hard.wall is None else _LOOK * max(0.0, hard.wall - elapsed)
        return SoftLimits(min(cpu, _LONGEST_LOOK), wall, None if hard.memory is None else int(0.8 * hard.memory))

    def is_spent(self) -> bool:
        """Whether another run makes no sense."""
        left = self.left()
        return any(each is not None and each < _LEAST for each in (left.cpu, left.wall))


def budget_of(call: ToolOptions, definition: ToolDefinition, started: float) -> _Budget:
    """Inside the hard limits of this actor, and those of the tool itself."""
    hard, own = current_limits(), definition.limits
    cpu, wall = (None if s is None else _for_the_tool(s, definition) * call.share for s in (hard.cpu, hard.wall))
    cpu = min((each for each in (cpu, call.cpu, own.cpu) if each is not None), default=None)
    memory = None if hard.memory is None else int(hard.memory * _ROOM)
    memory = min((each for each in (memory, own.memory) if each is not None), default=None)
    return _Budget(Limits(cpu, wall, memory), started)


def _for_the_tool(seconds: float, definition: ToolDefinition) -> float:
    return seconds * _ROOM_WITH_CONDITION if definition.writes_condition else max(seconds * _ROOM, seconds - _AFTER)


def _asked(running: ToolRunning, call: ToolOptions, budget: _Budget) -> tuple[Said, Written]:
    """With one bound after the other, until it decides or something else than the bound keeps it from that."""
    said, begun = NOT_ASKED, time.time()
    for bound in _bounds(running.definition, call):
        if said is not NOT_ASKED and budget.is_spent():
            break
        report_progress("running" if bound is None else f"bound {bound}")
        said = running.said(bound, budget.left())
        budget.spend(said.resources.cpu)
        if said.verdict.decisive or said.last:
            break
    return said, written_by(running, said, begun)


def _bounds(definition: ToolDefinition, call: ToolOptions) -> tuple[int | None, ...]:
    if call.bound is not None or definition.bound is None:
        return (call.bound,)
    return definition.bound.tried or (None,)


def _believed(
    given: Task | Residual,
    tool: Found,
    said: Said,
    written: Written,
    limits: SoftLimits,
    condition: Condition | None,
    justification: Justification | None,
) -> tuple[object, ...]:
    """The answer that can be given for what the tool said, and what it wrote."""
    own = tuple(each for each in written.artifacts if _is_about(given, each))
    match said.verdict:
        case Verdict.TRUE:
            answer = claimed_true(given, tool.sentence, tool.definition.assumes, condition, justification)
            return (answer, *own)
        case Verdict.FALSE:
            along = partial(_along, task_of(given), tuple(written.artifacts), limits)
            shown = claimed_false(given, tool.sentence, written.inputs, written.told, along)
            return (*_without_kinds_of(own, shown), *own)
        case Verdict.UNKNOWN:
            violation = found_violation(given, tool.sentence, written.inputs)
            return violation or (Answer(Verdict.UNKNOWN, f"{tool.definition.name}: {said.reason}"), *own)


def _is_about(given: Task | Residual, artifact: object) -> bool:
    """Whether what a tool wrote says something of the program that was asked about: witnesses and tests of a residual
    program name that, and not the original. Their inputs have been taken.
    """
    return isinstance(given, Task) or not isinstance(artifact, Witness | WitnessEntries | TestSuite)


def _without_kinds_of(own: tuple[object, ...], shown: tuple[object, ...]) -> tuple[object, ...]:
    """What a violation is ``shown`` by, but for witnesses in a format in which the tool has its ``own``."""
    kinds = tuple(kind for kind in (Witness, WitnessEntries) if any(isinstance(each, kind) for each in own))
    return tuple(each for each in shown if not isinstance(each, kinds))


def _about_program(
    produced: tuple[object, ...], tool: Found, witness: Witness | WitnessEntries | None
) -> tuple[object, ...]:
    """What a validator claims of a witness is no claim about the program where that is the weaker one: ``true`` is said
    of a witness of a violation that leads to none, ``false`` of a proof that does not hold.
    """
    weak, why = (
        (Verdict.TRUE, "finds no violation on the way of the witness")
        if witness is not None and shows_violation(witness)
        else (Verdict.FALSE, "reports that the witness is wrong, or the program, and names no inputs that show it")
    )

    def kept(each: object) -> object:
        is_weak = isinstance(each, Answer) and each.verdict is weak and is_claimed(each.evidence)
        return Answer(Verdict.UNKNOWN, f"{tool.sentence} {why}") if is_weak else each

    return produced if witness is None else tuple(map(kept, produced))


def _along(task: Task, written: tuple[object, ...], limits: SoftLimits) -> Iterator[tuple[int, ...] | str]:
    """What each witness leads to; with each the time that is left."""
    left = counted_from_now(limits)
    for artifact in written:
        found = inputs_of(task, artifact, left())
        if found != "":
            yield found
