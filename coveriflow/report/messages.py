"""Sentences for people: what a verdict means, and what is wrong with an input, with the line and a caret under it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.report.sanitising import visible
from coveriflow.report.source_excerpts import viewed

if TYPE_CHECKING:
    from rich.text import Text

    from coveriflow.program.errors import Span

SENTENCES: Mapping[Verdict, str] = {
    Verdict.TRUE: "no execution violates the property",
    Verdict.FALSE: "an execution violates the property",
    Verdict.UNKNOWN: "neither a proof nor a violation was found",
}
UNDEFINED: Mapping[Verdict, str] = {
    Verdict.TRUE: "an execution of the program is undefined; no other one violates the property",
    Verdict.UNKNOWN: "an execution of the program is undefined; whether another one violates the property is not known",
}
"""In place of the sentence for ``unknown``, by what is known of other executions."""
STYLES: Mapping[Verdict, str] = {Verdict.TRUE: "green", Verdict.FALSE: "red", Verdict.UNKNOWN: "yellow"}
_QUIET = "blue"


def error_page(message: str, span: Span | None, line: str | None, width: int) -> tuple[Text, ...]:
    """``error:`` and the message (further lines of it are notes), the place, the ``line`` of text and a caret."""
    from rich.text import Text

    first, *notes = message.split("\n")
    head = Text.assemble(("error", "bold red"), (f": {visible(first)}", "bold"))
    place = excerpt(span, line, width) if span is not None else ()
    return (head, *place, *(Text(visible(note)) for note in notes))


def excerpt(span: Span, line: str | None, width: int) -> tuple[Text, ...]:
    """``--> file:line:column``, and below it the line of text with a caret."""
    from rich.text import Text

    number = str(span.line) if line is not None else ""
    margin = " " * len(number)
    arrow = Text.assemble((f"{margin}--> ", _QUIET), located(span), no_wrap=True)
    if line is None:
        return (arrow,)
    view = viewed(line, span.column, max(width - len(number) - 3, 8))
    bar = (f"{margin} |", _QUIET)
    page = [arrow, Text.assemble(bar), Text.assemble((f"{number} |", _QUIET), f" {view.text}")]
    if view.caret is not None:
        page.append(Text.assemble(bar, " " * (view.caret + 1), ("^", "bold red")))
    return tuple(page)


def located(span: Span) -> str:
    """``file:line:column``, as editors understand it; what is unknown is left out."""
    parts = [visible(span.file), *([str(span.line)] if span.line else [])]
    return ":".join([*parts, str(span.column)] if span.line and span.column else parts)
