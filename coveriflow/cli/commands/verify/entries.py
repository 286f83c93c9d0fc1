"""Functions that a verification may begin with, or did begin with, in sentences."""

from __future__ import annotations

from coveriflow.artifacts.display.error_paths import EventKind
from coveriflow.artifacts.tasks import Source
from coveriflow.flows.running.found import error_path_of
from coveriflow.flows.running.runner import Run
from coveriflow.program.harness.entry import MAIN, heading
from coveriflow.program.text.outlines import outline

_SUGGESTED = 3
_NULL = " = NULL"


def suggested_entry(run: Run) -> str:
    """The function where something is open, or its first ones; empty where there is only ``main``."""
    place = run.answer.place
    if place is not None:
        source = next((each for each in run.task.sources if each.name == place[0]), None)
        inside = "" if source is None else _function_at(source, place[1])
        return "" if inside == MAIN else inside
    names = [name for source in run.task.sources for name, _ in outline(source.text).bodies if name != MAIN]
    return " or ".join(list(dict.fromkeys(names))[:_SUGGESTED])


def _function_at(source: Source, line: int) -> str:
    begun = [name for name, start in outline(source.text).bodies if source.text.count("\n", 0, start) < line]
    return begun[-1] if begun else ""


def notes_of(run: Run) -> tuple[str, ...]:
    """Where an execution has a ``main`` that the user did not write, which null pointers it gives, and how they are
    excluded.
    """
    path = error_path_of(run) if run.task.entry else None
    if path is None:
        return ()
    calls = [event for step in path.steps for event in step.events if event.kind is EventKind.CALL]
    given = next((call.value for call in calls if call.name == run.task.entry), "")
    names = [f"`{each.removesuffix(_NULL)}`" for each in given.split(", ") if each.endswith(_NULL)]
    return (*_main_of(run), *([_nulls(names, run.task.entry)] if names else []))


def _main_of(run: Run) -> tuple[str, ...]:
    found = [(each, each.text.find(heading(run.task.entry))) for each in run.task.sources]
    where = next(((each, each.text.count("\n", 0, at) + 1) for each, at in found if at >= 0), None)
    if where is None:
        return ()
    source, line = where
    return (
        f"{source.name} from line {line} on is a main that was written for {run.task.entry}; the run folder has it",
    )


def _nulls(names: list[str], entry: str) -> str:
    verb = "is" if len(names) == 1 else "are"
    return (
        f"{' and '.join(names)} {verb} null here, as arguments of {entry} may be; "
        "'__attribute__((nonnull))' at its declaration excludes that"
    )
