"""The files of a run folder that people look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coveriflow.artifacts.answers import ConfirmedTest
from coveriflow.artifacts.definedness import Definedness, UndefinedBehaviour
from coveriflow.artifacts.display.error_paths import ErrorPath, EventKind
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.running.runner import Run
from coveriflow.report.undefined import what


def error_path_of(run: Run) -> ErrorPath | None:
    """The path to the violation that the run answers with, or to undefined behaviour in place of a proof."""
    is_shown = run.answer.verdict is Verdict.FALSE or undefined_of(run) is not None
    found = run.latest(ErrorPath) if is_shown else None
    if not isinstance(found, ErrorPath) or _is_another(run, found):
        return None
    return _saying(found, undefined_of(run))


def _saying(path: ErrorPath, undefined: UndefinedBehaviour | None) -> ErrorPath:
    """``path`` that says in the end what exactly is ``undefined``."""
    if undefined is None or not path.steps:
        return path
    *before, last = path.steps
    events = [
        replace(each, value=what(undefined)) if each.kind is EventKind.UNDEFINED else each for each in last.events
    ]
    return replace(path, steps=(*before, replace(last, events=tuple(events))))


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


def texts_of(run: Run) -> dict[str, str]:
    """The source files of the task, by name."""
    return {source.name: source.text for source in run.task.sources}


def pages_of(run: Run) -> Iterator[tuple[str, str, bytes]]:
    """The violation, as text and as a page for a browser."""
    path = error_path_of(run)
    if path is None:
        return
    from coveriflow.report.counterexamples.as_html import counterexample_html
    from coveriflow.report.counterexamples.as_text import full_text, lines_of

    texts = texts_of(run)
    yield "counterexample", "counterexample.txt", full_text(path, lines_of(texts)).encode("utf-8", "backslashreplace")
    properties = ", ".join(each.kind.value for each in run.task.specification.properties)
    facts = (
        ("task", run.task.name),
        ("property", properties),
        ("data model", run.task.data_model.value),
        ("flow", run.flow.name),
    )
    yield "counterexample", "counterexample.html", counterexample_html(path, texts, facts)
