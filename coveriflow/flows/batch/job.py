"""One job: read the task, run the flow, write the evidence, record the result. It never ends a batch run."""

from __future__ import annotations

import itertools
import time
import traceback
from dataclasses import dataclass, replace
from pathlib import Path

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.artifacts.answers import Answer, is_shown
from coveriflow.artifacts.batch.results import BatchTask, Job, JobResult, Purpose, Trouble
from coveriflow.artifacts.previous_version import Earlier, Reuse
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.specifications import REACH_ERROR, Specification, specification_named
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import promised
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.batch.job_digest import content_of
from coveriflow.flows.batch.previous_run import earlier_version, keep_version
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.catalogue.by_name import of_the_rest, suited
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.found import error_path_of, violated
from coveriflow.flows.running.jobs import Request, working
from coveriflow.flows.running.run_folder import described, reason_of, violated_property, write_run_folder
from coveriflow.flows.running.runner import Listener, Perform, Run, run
from coveriflow.flows.tasks.default_limits import counted_from_now
from coveriflow.flows.tasks.load import Asked, CannotDecide, asked_for, check_task, load
from coveriflow.program.errors import InputError, NotSupported, Span, ToolMissing
from coveriflow.program.types.data_model import DataModel

_ATTEMPTS = 3
"""Of a job in which a process was killed by somebody else."""
_TRACEBACK = "log/internal-error.txt"
_USUAL = REACH_ERROR.properties


@dataclass(frozen=True, slots=True)
class Loaded:
    """A job whose program was read: ``task`` is ``None`` where that failed, and ``error`` says why."""

    job: Job
    content: str
    flow: Flow
    task: Task | None = None
    error: Exception | None = None


def loaded(job: Job, context: BatchContext) -> Loaded:
    """Read the program. What is wrong with it is a result like any other."""
    flow = context.flows[job.flow]
    try:
        task = load(asked(job.task))
        flow = suited(flow, task.specification)
        check_task(flow, task)
    except Exception as error:  # noqa: BLE001 - whatever a program does to its reader, the batch run goes on
        return Loaded(job, content_of(flow, context, str(error)), flow, error=error)
    return Loaded(job, content_of(flow, context, task), flow, task)


def asked(task: BatchTask) -> Asked:
    """As ``verify`` would be asked."""
    specification = specification_of(task)
    model = DataModel(task.data_model) if task.data_model else None
    files = (*((task.path,) if task.path else ()), *task.further)
    return asked_for([Path(each) for each in files], task.build, specification, model)


def specification_of(task: BatchTask) -> Path | Specification | None:
    """The property file, or the properties that are named; ``None``: the task definition's. ``InputError``."""
    if not task.property_names:
        return Path(task.specification) if task.specification else None
    try:
        return specification_named(task.property_names)
    except ValueError as error:
        raise InputError(str(error)) from None


def recorded(what: Loaded, context: BatchContext) -> JobResult | None:
    """The result that the result folder has, if the job is still the same: it counts from now on. Where something went
    wrong with coveriflow, it may go better now.
    """
    found = context.results_folder.result(what.job)
    if found is None or found.content != what.content or found.trouble is Trouble.INTERNAL:
        return None
    if not all((context.results_folder.folder / path).exists() for _, path in found.evidence):
        return None
    found = replace(found, session=context.session)
    context.results_folder.record(found)
    return found


def done(what: Loaded, context: BatchContext) -> JobResult | None:
    """Do the job and record its result; ``None`` if it was cancelled."""
    began, start = time.time(), time.monotonic()
    result = JobResult(what.job, what.content, began=began, session=context.session)
    try:
        found = _verified(what, context, result)
    except (InputError, NotSupported) as error:
        found = _troubled(result, error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a defect of ours in one job is no reason to lose the others
        found = _failed(result, error, context)
    if found is None or context.is_over:
        return None
    found = replace(found, elapsed=round(time.monotonic() - start, 3))
    context.results_folder.record(found)
    return found


def _troubled(result: JobResult, error: InputError | NotSupported) -> JobResult:
    match error:
        case NotSupported():
            trouble, reason = Trouble.NOT_SUPPORTED, f"{error.feature} is not supported"
        case CannotDecide():
            trouble, reason = Trouble.NOT_SUPPORTED, error.message
        case ToolMissing():
            trouble, reason = Trouble.TOOL_MISSING, error.message
        case _:
            trouble, reason = Trouble.BAD_INPUT, error.message
    return replace(result, trouble=trouble, reason=_line(reason), place=_place(error.span))


def _failed(result: JobResult, error: BaseException, context: BatchContext) -> JobResult:
    path = context.results_folder.evidence(result.job) / _TRACEBACK
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(traceback.format_exception(error)), encoding="utf-8", errors="backslashreplace")
    evidence = (("log", str(path.relative_to(context.results_folder.folder))),)
    reason = _line(f"{type(error).__name__}: {error}")
    return replace(result, trouble=Trouble.INTERNAL, reason=reason, evidence=evidence)


def _verified(what: Loaded, context: BatchContext, result: JobResult) -> JobResult | None:
    if what.task is None:
        raise what.error or InputError("cannot be read")
    earlier = earlier_version(what.job, what.task, context.since)
    first = _under_condition(what, what.task, earlier, context, result) if earlier is not None else None
    is_justified = earlier is not None and earlier.justification is not None
    if first is not None and first.verdict.decisive and (is_justified or not first.is_claimed):
        return first
    found = _finished(_run(what.flow, what.task, context), context, result)
    return found if found is None or first is None else replace(found, resources=first.resources + found.resources)


def _under_condition(
    what: Loaded, task: Task, earlier: Earlier, context: BatchContext, result: JobResult
) -> JobResult | None:
    """What the previous batch run has verified is not verified again, where no change can be felt."""
    try:
        flow = of_the_rest(what.flow, Earlier)
        found = _run(flow, task, context, earlier)
    except (CompositionError, InputError, NotSupported):
        return result
    carried: Reuse | None = found.latest(Reuse)
    told = _finished(found, context, result)
    return told and replace(told, carried="" if carried is None else str(carried))


def _run(flow: Flow, task: Task, context: BatchContext, *given: object) -> Run:
    """Again, if a process died: somebody may have killed it, or all of them."""
    for attempt in range(_ATTEMPTS):
        left = counted_from_now(context.limits)
        perform = _performing(context.pool.workers(), context)
        granted, undefined = context.limits, context.undefined
        found = run(flow, task, left(), perform, Listener(), *given, nominal=granted, undefined=undefined)
        is_over = context.cancellation.is_cancelled or not _died(found) or is_shown(found.answer)
        if attempt + 1 == _ATTEMPTS or is_over:
            break
    return found


def _died(found: Run) -> bool:
    return any(turn.end is End.DIED for turn in found.turns)


def _performing(workers: Workers, context: BatchContext) -> Perform:
    """In worker processes, until they are stopped."""
    work = remembered(working(workers), context.store)

    def perform(request: Request, cancellation: Cancellation) -> Outcome[tuple[object, ...]]:
        own = Cancellation()
        with context.cancellation.calling(own.cancel), cancellation.calling(own.cancel):
            if own.is_cancelled:
                return Outcome(End.CANCELLED)
            return work(request, own, lambda _: None)

    return perform


def _finished(found: Run, context: BatchContext, result: JobResult) -> JobResult | None:
    if context.is_over:
        return None
    context.results_folder.withdraw(result.job)
    folder = context.results_folder.evidence(result.job)
    record = write_run_folder(found, folder, context.pages)
    keep_version(found, folder)
    expected = promised(found.task) if context.purpose is Purpose.RATE else None
    files = tuple(
        (each.kind, str(Path(each.path).relative_to(context.results_folder.folder))) for each in record.evidence
    )
    return replace(
        result,
        verdict=found.answer.verdict,
        property_name=record.property,
        expected=None if expected is None else expected[0],
        expected_property="" if expected is None else expected[1],
        violated_property=violated_property(found) or "",
        trouble=_trouble(found),
        is_claimed=found.answer.verdict.decisive and not is_shown(found.answer),
        reason=_line(violated(found) if found.answer.verdict is Verdict.FALSE else reason_of(found)),
        confirmed_by=described(found.answer.evidence),
        assumptions=found.answer.assumptions,
        place=_place_of(found),
        resources=_rounded(found.resources),
        reused=_reused(found),
        program_hash=found.task.program_hash,
        preprocessed_hash=found.task.preprocessed_hash,
        subject=_subject(found.task.specification),
        data_model=found.task.data_model.value,
        evidence=files,
        solved_by=_solved_by(found),
    )


def _subject(specification: Specification) -> str:
    """What unusual functions or goals the property is about."""
    return ",".join(each.subject for each in specification.properties if each.subject and each not in _USUAL)


def _solved_by(found: Run) -> tuple[str, ...]:
    """From the end, as long as they say the same: who found the verdict, and who confirmed it."""
    said = [(turn.actor.called, turn.answer.verdict) for turn in found.turns if turn.answer is not None]
    verdict = found.answer.verdict
    agreeing = itertools.takewhile(lambda each: each[1] is verdict, reversed(said)) if verdict.decisive else ()
    return tuple(dict.fromkeys(name for name, _ in reversed(list(agreeing))))


def _trouble(found: Run) -> Trouble | None:
    """An actor that failed may have cost the answer, as one may whose process was killed each time."""
    is_failed = any(turn.end in (End.FAILED, End.DIED) for turn in found.turns)
    return Trouble.INTERNAL if is_failed and not is_shown(found.answer) else None


def _place_of(found: Run) -> tuple[str, int] | None:
    """Of the violation, else of the reason."""
    path = error_path_of(found) if found.answer.verdict is Verdict.FALSE else None
    if path is not None and path.steps:
        return path.steps[-1].file, path.steps[-1].line
    answer: Answer = found.answer
    return None if answer.place is None else answer.place[:2]


def _place(span: Span | None) -> tuple[str, int] | None:
    return None if span is None else (span.file, span.line)


def _reused(found: Run) -> Resources | None:
    taken = [turn.reused for turn in found.turns if turn.reused is not None]
    return _rounded(sum(taken, Resources())) if taken else None


def _rounded(used: Resources) -> Resources:
    return Resources(round(used.cpu, 3), round(used.wall, 3), used.memory)


def _line(text: str) -> str:
    return text.partition("\n")[0]
