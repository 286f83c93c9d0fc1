"""Functions that a verification may begin with, or did begin with, in sentences."""

from __future__ import annotations

from coveriflow.artifacts.display.error_paths import EventKind
from coveriflow.artifacts.tasks import Source
from coveriflow.flows.running.found import error_path_of
from coveriflow.flows.running.runner import Run
from coveriflow.program.harness.entry import MAIN
from coveriflow.program.text.outlines import outline

_SUGGESTED = 3


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
    """That an execution rests on a pointer that the entry function gets, and how it is excluded."""
    path = error_path_of(run) if run.task.entry else None
    calls = [event for step in path.steps for event in step.events if event.kind is EventKind.CALL] if path else []
    given = next((call.value for call in calls if call.name == run.task.entry), "")
    names = [each.partition(" = ")[0] for each in given.split(", ") if each.endswith(" = NULL")]
    if not names:
        return ()
    verb = "is" if len(names) == 1 else "are"
    return (
        f"{' and '.join(f'`{name}`' for name in names)} {verb} null here, as arguments of {run.task.entry} may be; "
        "'__attribute__((nonnull))' at its declaration excludes that",
    )
