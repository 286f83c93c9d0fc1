"""From what a run was to what people see of it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from coveriflow.actors.composition.nodes import Actor
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Evidence, Recurrence
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.coverage import BranchCoverage, MeasuredCoverage
from coveriflow.artifacts.definedness import Definedness, UndefinedBehaviour
from coveriflow.artifacts.path_ranges import Ranges, shown_bound
from coveriflow.artifacts.previous_version import Reuse
from coveriflow.artifacts.program_features import Features
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.specifications import Property, PropertyKind, named
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.tool_logs import RUNEXEC, ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import promised, violating
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.cli.commands.flows import described
from coveriflow.cli.commands.verify.entries import notes_of, suggested_entry
from coveriflow.execution.confinement.contracts import Strength
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.contracts import End
from coveriflow.flows.running.evidence_pages import texts_of
from coveriflow.flows.running.found import error_path_of, place_of, undefined_of
from coveriflow.flows.running.run_folder import violated_property
from coveriflow.flows.running.runner import Listener, Run, Turn
from coveriflow.formats.results.result_json import EvidenceFile, RunRecord
from coveriflow.program.errors import Span
from coveriflow.program.wording import UNCONFIRMED, counted, widest_bound
from coveriflow.report.contracts import ActorRow, EvidencePath, Result, Watcher
from coveriflow.report.quantities import seconds
from coveriflow.report.source_excerpts import line_at
from coveriflow.report.undefined import confirmed_by, told

_ABOUT_TIME = ("the search stopped after ", "there was no time ")
"""How reasons begin that say the same of a part of the time."""
_NEARLY_ALL, _LONGER = 0.75, 5
"""So much of the CPU time was used where more may help, and so many times as much is proposed."""
_PRODUCTS = ((Condition, "condition"), (Residual, "residual program"), (Witness, "witness"))


class ProgressReport(Listener):
    """Has a watcher show what a run's listener hears."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def started(self, actor: Actor) -> None:
        self._watcher.started(actor.called)

    def progressed(self, actor: Actor, text: str) -> None:
        self._watcher.progressed(actor.called, text)

    def waits(self, actor: Actor) -> None:
        self._watcher.waits(actor.called)

    def goes_on(self, actor: Actor) -> None:
        self._watcher.goes_on(actor.called)

    def finished(self, turn: Turn) -> None:
        self._watcher.finished(row_of(turn))


def row_of(turn: Turn) -> ActorRow:
    """One actor's turn in words."""
    answer = turn.answer
    products = [word for kind, word in _PRODUCTS if any(isinstance(each, kind) for each in turn.produced)]
    products += [f"features: {each}" for each in turn.produced if isinstance(each, Features)]
    products += [str(each) for each in turn.produced if isinstance(each, MeasuredCoverage | Reuse)]
    tests = sum(len(each.cases) for each in turn.produced if isinstance(each, TestSuite))
    products += ["test" if tests == 1 else f"{tests} tests"] if tests else []
    products += [_ranges(each) for each in turn.produced if isinstance(each, Ranges)]
    products += [_definedness(each) for each in turn.produced if isinstance(each, Definedness)]
    products += [f"in {turn.within}"] if turn.within is not None else []
    products += [f"gave away the rest of {turn.gave}"] if turn.gave is not None else []
    words = [answer.said, *products] if answer else products or ["nothing"]
    why = answer.reason if answer else ""
    if turn.hindrance:
        words, why = [turn.ending or "not run"], turn.hindrance
    elif turn.end is End.CANCELLED:
        words, why = ["stopped"], ""
    elif turn.end is End.FAILED and not answer:
        why = "internal error"
    verdict = answer.verdict if answer else None
    return ActorRow(turn.actor.called, ", ".join(words), verdict, why, turn.resources, turn.ending, turn.reused)


def _definedness(found: Definedness) -> str:
    if found.fails is not None:
        return told(found.fails)
    if found.others is not Verdict.TRUE:
        return "no execution was seen to be undefined"
    return f"{counted(len(found.excluded), 'assumption')} excluded" if found.excluded else "nothing excluded"


def _ranges(found: Ranges) -> str:
    number = len(found.parts)
    if number > 1 and all(part.alternative is not None and part.is_unbounded for part in found.parts):
        return f"{number} alternatives"
    said = (
        "all paths in one range"
        if number == 1
        else f"{number} ranges, divided by {' and '.join(map(shown_bound, found.bounds))}"
    )
    return f"{said} ({found.reason})" if found.reason else said


def result_of(
    run: Run,
    record: RunRecord,
    files: tuple[EvidencePath, ...],
    *,
    assumed: bool,
    wall: float,
    cpu: float | None = None,
) -> Result:
    """The page's content. ``assumed``: the user named no data model. ``wall``: seconds that the user waited. ``cpu``:
    the limit of the run.
    """
    answer = run.answer
    place = Span(*answer.place) if answer.place else place_of(run)
    undefined, found = undefined_of(run), run.latest(Definedness)
    test = answer.evidence.case if isinstance(answer.evidence, ConfirmedTest) else undefined and undefined.test
    return Result(
        verdict=answer.verdict,
        facts=_facts(run, assumed=assumed),
        reason=_reason(run, cpu),
        place=place,
        line=line_at(place),
        assumptions=answer.assumptions,
        confirmed_by=record.confirmed_by,
        claimed_by=record.claimed_by,
        inputs=tuple(str(each) for each in test.inputs) if test else _recurring(answer.evidence),
        undefined=None if undefined is None else confirmed_by(undefined),
        others=Verdict.TRUE if found is None else found.others,
        given=_given(answer, undefined),
        command=_command(record, files),
        build=record.build,
        debug=_debug(files),
        advice=_advice(run, cpu),
        rows=tuple(map(row_of, run.turns)),
        total=run.resources,
        wall=wall,
        evidence=files,
        path=error_path_of(run),
        texts=texts_of(run),
        coverage=run.latest(BranchCoverage),
        known=_known(run),
        violated=record.violated,
        warnings=tuple(each for each in record.warnings if each not in run.task.notes),
        notes=(*run.task.notes, *notes_of(run), *_unconfirmed(run)),
        executed="" if record.executed is None else record.executed.told,
    )


def _given(answer: Answer, undefined: UndefinedBehaviour | None) -> str:
    """What the execution that was found is given on standard input and as arguments."""
    if undefined is not None:
        return undefined.given
    return answer.reason if answer.verdict is Verdict.FALSE and answer.reason.startswith("with ") else ""


def _debug(files: tuple[EvidencePath, ...]) -> str:
    """By the folder of the run, which has the script."""
    script = next((shlex.split(file.path)[0] for file in files if file.kind == "script"), "")
    return f"coveriflow debug {shlex.quote(str(Path(script).parent.parent))}" if script else ""


def _command(record: RunRecord, files: tuple[EvidencePath, ...]) -> str:
    """What repeats the execution: the program itself, or the script where that needs more than its own files."""
    script = next((file.path for file in files if file.kind == "script"), "")
    if record.build:
        return record.command or "./program"
    return f"bash {script}" if script else record.command


def _used_up(run: Run, cpu: float | None) -> bool:
    """Whether nothing was decided for want of time."""
    return run.answer.verdict is Verdict.UNKNOWN and cpu is not None and run.resources.cpu >= _NEARLY_ALL * cpu


def _reason(run: Run, cpu: float | None) -> str:
    """Why, as the last actor says it; before that, that the time was not enough."""
    reason = run.answer.reason
    if not _used_up(run, cpu) or run.answer.place is not None or undefined_of(run) is not None:
        return reason
    enough = f"{seconds(cpu or 0.0)} of CPU time were not enough"
    return enough if reason.startswith(_ABOUT_TIME) else f"{enough}; the last actor: {reason}"


def _known(run: Run) -> str:
    """What was shown of the whole program where nothing was decided, and not of a part or of another program."""
    is_of_parts = any(isinstance(each, Residual | Task) for each in run.artifacts)
    if run.answer.verdict is not Verdict.UNKNOWN or is_of_parts:
        return ""
    return widest_bound(turn.answer.reason for turn in run.turns if turn.answer is not None and turn.within is None)


def _unconfirmed(run: Run) -> tuple[str, ...]:
    """Of violations that actors claimed and no execution showed, the first one."""
    reasons = [turn.answer.reason for turn in run.turns if turn.answer is not None]
    found = next((each for each in reasons if each.startswith(UNCONFIRMED)), "")
    is_open = run.answer.verdict is Verdict.UNKNOWN and undefined_of(run) is None
    return (f"{found}; it may still be one",) if found and is_open and found not in run.answer.reason else ()


def _advice(run: Run, cpu: float | None) -> str:
    """What may help where the time was not enough, or where undefined behaviour is no violation of the property."""
    undefined = undefined_of(run)
    if undefined is not None:
        return f"--property {violating(undefined.undefined)}, with which this is a violation"
    if cpu is None or not _used_up(run, cpu):
        return ""
    longer = f"more time (--cpu {_LONGER * cpu:.0f}s)"
    name = "" if run.task.entry else suggested_entry(run)
    return f"{longer}, or one function at a time (--entry {name})" if name else longer


def _recurring(evidence: Evidence | None) -> tuple[str, ...]:
    """What an execution reads that never ends."""
    if not isinstance(evidence, Recurrence):
        return ()
    again = (f"then again and again {', '.join(map(str, evidence.cycle))}",) if evidence.cycle else ()
    return (*map(str, evidence.stem), *again)


def evidence_paths(files: tuple[EvidenceFile, ...]) -> tuple[EvidencePath, ...]:
    """As paths from here, quoted for a shell."""
    return tuple(EvidencePath(file.kind, shlex.quote(_from_here(Path(file.path)))) for file in files)


def _from_here(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except (OSError, ValueError):
        return str(path)


def _facts(run: Run, *, assumed: bool) -> tuple[tuple[str, str], ...]:
    model = run.task.data_model.value
    facts = [
        ("task", ", ".join(source.name for source in run.task.sources)),
        *([("entry", f"{run.task.entry}, which main calls with any arguments")] if run.task.entry else []),
        ("property", "; ".join(_property(*each) for each in named(run.task.specification.properties))),
        ("data model", f"{model} (the default; --data-model chooses)" if assumed else model),
        ("flow", described(run.flow.name, run.flow.instead)),
    ]
    return (*facts, *_sandbox(run), *_violated(run), *_expectation(run), *_counted(run))


def _sandbox(run: Run) -> tuple[tuple[str, str], ...]:
    """Where the program was executed, if it was."""
    box, evidence = chosen(), run.answer.evidence
    if not isinstance(evidence, ConfirmedTest) or evidence.confirmation is Confirmation.INTERPRETED:
        return ()
    said = "without a box" if box.strength is Strength.NONE else f"in a {box.strength.value} box"
    return (("executed", f"{said} ({', '.join(box.layers)})"),)


def _violated(run: Run) -> tuple[tuple[str, str], ...]:
    """Which one of several properties."""
    found = violated_property(run)
    return (("violates", found),) if found and len(run.task.specification.properties) > 1 else ()


def _counted(run: Run) -> tuple[tuple[str, str], ...]:
    """What BenchExec has counted."""
    logs = ((turn, each, each.used) for turn in run.turns for each in turn.produced if isinstance(each, ToolLog))
    told = tuple(
        f"{turn.actor.called} by runexec: {used.cpu:.2f} s CPU, {used.wall:.2f} s, {used.memory / 1e6:.0f} MB"
        for turn, log, used in logs
        if log.accounting == RUNEXEC
    )
    return (("accounting", "; ".join(told)),) if told else ()


def _expectation(run: Run) -> tuple[tuple[str, str], ...]:
    """What a task definition promises of the property, and whether that is what was found."""
    expected = promised(run.task)
    if expected is None:
        return ()
    verdict, name = expected
    found, violated = run.answer.verdict, violated_property(run)
    remark = ""
    if found.decisive and found is not verdict:
        remark = ": CONTRADICTED by this result, one of the two is wrong"
    elif found is Verdict.FALSE and name and violated not in (name, None):
        remark = f"; this result is about {violated}"
    what = f"{verdict.value} ({name})" if name else verdict.value
    return (("expected", f"{what}, as in the task definition{remark}"),)


def _property(name: str, properties: tuple[Property, ...]) -> str:
    """By the name that the user knows it by."""
    if len(properties) > 1:
        return f"{name} ({', '.join(each.kind.value for each in properties)})"
    (each,) = properties
    match each.kind:
        case PropertyKind.UNREACH_CALL:
            return f"{each.kind.value} ({each.subject} is never called)"
        case PropertyKind.ASSERTIONS:
            return f"{each.kind.value} (none fails, and no error function is called)"
        case _:
            return name if name == each.kind.value else f"{name} ({each.kind.value})"
