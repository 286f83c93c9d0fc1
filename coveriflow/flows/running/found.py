"""What a run has found: an execution that violates the property, or is undefined; where, and how it is repeated."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.artifacts.answers import ConfirmedTest
from coveriflow.artifacts.definedness import Definedness, UndefinedBehaviour
from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.running.runner import Run
from coveriflow.program.errors import Span
from coveriflow.report.undefined import told, what


def error_path_of(run: Run) -> ErrorPath | None:
    """The path to the violation that the run answers with, or to undefined behaviour in place of a proof."""
    is_shown = run.answer.verdict is Verdict.FALSE or undefined_of(run) is not None
    found = run.latest(ErrorPath) if is_shown else None
    if not isinstance(found, ErrorPath) or _is_another(run, found):
        return None
    return _saying(found, behaviour_of(run), files_of(run.task))


def files_of(task: Task) -> tuple[str, ...]:
    """The names of the source files."""
    return tuple(source.name for source in task.sources)


def _saying(path: ErrorPath, undefined: UndefinedBehaviour | None, files: tuple[str, ...]) -> ErrorPath:
    """``path`` that says in the end what exactly is ``undefined``."""
    if undefined is None or not path.steps:
        return path
    *before, last = path.steps
    events = [_exactly(each, undefined, files) for each in last.events]
    return replace(path, steps=(*before, replace(last, events=tuple(events))))


def _exactly(event: Event, undefined: UndefinedBehaviour, files: tuple[str, ...]) -> Event:
    match event.kind:
        case EventKind.UNDEFINED:
            return replace(event, value=what(undefined))
        case EventKind.ERROR:
            return replace(event, name=told(undefined, files))
        case _:
            return event


def end_of(path: ErrorPath) -> str:
    """The violation that a path ends with, in words."""
    events = [event for step in path.steps[-1:] for event in step.events]
    return next((event.name for event in events if event.kind is EventKind.ERROR), "")


def _is_another(run: Run, path: ErrorPath) -> bool:
    """Whether the execution that confirms the answer violates something else than the path's."""
    evidence = run.answer.evidence
    return isinstance(evidence, ConfirmedTest) and evidence.reached not in (None, end_of(path))


def undefined_of(run: Run) -> UndefinedBehaviour | None:
    """What keeps the run from answering with a proof."""
    found: Definedness | None = run.latest(Definedness)
    return None if found is None or run.answer.verdict is Verdict.FALSE else found.fails


def command_of(run: Run) -> str:
    """How a shell starts the program so that it does what was found; empty where that needs more."""
    evidence, undefined = run.answer.evidence, undefined_of(run)
    if isinstance(evidence, ConfirmedTest):
        return evidence.command
    return "" if undefined is None else undefined.command


def violated(run: Run) -> str:
    """What the violation that was found is, in words; empty where there is none, or no execution of it."""
    evidence, behaviour = run.answer.evidence, run.latest(Definedness)
    if run.answer.verdict is Verdict.FALSE and behaviour is not None and behaviour.fails is not None:
        return told(behaviour.fails, files_of(run.task))
    if isinstance(evidence, ConfirmedTest) and evidence.reached is not None:
        found = evidence.reached
    else:
        path = run.latest(ErrorPath) if run.answer.verdict is Verdict.FALSE else None
        found = end_of(path) if isinstance(path, ErrorPath) else ""
    return found if not found or " " in found else f"{found} is called"


def place_of(run: Run) -> Span | None:
    """Where the execution that was found violates the property, or is undefined, in the user's text."""
    behaviour = behaviour_of(run)
    if behaviour is not None:
        return Span(*behaviour.place[:2])
    path = error_path_of(run)
    return Span(path.steps[-1].file, path.steps[-1].line) if path is not None and path.steps else None


def behaviour_of(run: Run) -> UndefinedBehaviour | None:
    """The undefined behaviour that was found, if it was that."""
    found: Definedness | None = run.latest(Definedness)
    return found.fails if found is not None and run.answer.verdict is not Verdict.TRUE else None
