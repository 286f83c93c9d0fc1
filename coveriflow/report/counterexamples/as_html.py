"""A violating execution as one HTML page: it needs no network and no other file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind
from coveriflow.report.counterexamples.as_text import ARGUMENT, lines_of, sentence, together
from coveriflow.report.counterexamples.contracts import Summary
from coveriflow.report.sanitising import content_policy, in_markup

TEMPLATE = Path(__file__).with_name("counterexample.html")
NOTHING = Summary()
_MOST_LINES = 10_000
_AROUND = 30
_KINDS = {kind: kind.name.lower() for kind in EventKind} | dict.fromkeys(
    (EventKind.UNDEFINED, EventKind.CYCLE), EventKind.ERROR.name.lower()
)
"""Names that the page has for kinds of events."""


def counterexample_html(
    path: ErrorPath, texts: Mapping[str, str], facts: tuple[tuple[str, str], ...], summary: Summary = NOTHING
) -> bytes:
    """The page for ``path`` through the files ``texts``; ``facts``: name and value of what was verified. ``summary``:
    what stands at the top.
    """
    files = list(dict.fromkeys(step.file for step in path.steps))
    lines = lines_of({file: texts.get(file, "") for file in files})
    data = {
        "facts": facts,
        "files": [{"name": file, "lines": _shown(lines[file], _executed(path, file))} for file in files],
        "omitted": path.omitted,
        "gap": path.gap,
        "steps": [
            [files.index(step.file), step.line, step.function, step.depth, *_events(step.events)] for step in path.steps
        ],
        "violation": summary.violation,
        "summary": summary.rows,
    }
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    title = in_markup(facts[0][1] if facts else "counterexample")
    page = TEMPLATE.read_text(encoding="utf-8")
    filled = (("%DATA%", text), ("%TITLE%", title), ("%POLICY%", content_policy(TEMPLATE)))
    for mark, content in filled:  # the last place first: what stands in a text is none
        page = page.replace(mark, content, 1)
    return page.encode("utf-8", "backslashreplace")


def _executed(path: ErrorPath, file: str) -> list[int]:
    """The numbers of the lines that run, sorted."""
    return sorted({step.line for step in path.steps if step.file == file})


def _shown(lines: Sequence[str], executed: Sequence[int]) -> list[tuple[int, str]]:
    """All lines of a file that a browser can hold, else those around lines that run; with their numbers."""
    if len(lines) <= _MOST_LINES:
        return list(enumerate(lines, 1))
    shown: dict[int, None] = {}
    for line in executed:
        shown.update(dict.fromkeys(range(max(1, line - _AROUND), min(len(lines), line + _AROUND) + 1)))
    return [(number, lines[number - 1]) for number in sorted(shown)]


def _events(events: tuple[Event, ...]) -> list[list[list[str]]]:
    """The texts that the program is given are read as texts."""
    shown: list[Event] = []
    for is_argument, group in groupby(events, lambda event: event.name.startswith(ARGUMENT)):
        given = tuple(group)
        shown += together(given) if is_argument else given
    return [[[_KINDS[e.kind], e.name, e.value, e.scope, sentence(e)] for e in shown]]
