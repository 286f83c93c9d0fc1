"""The results that are used again, as a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.store.contracts import Listed
from coveriflow.program.wording import counted
from coveriflow.report.messages import STYLES
from coveriflow.report.quantities import memory, seconds
from coveriflow.report.sanitising import visible


def stored_page(entries: Iterable[Listed], folder: str) -> tuple[RenderableType, ...]:
    """A row for each, and what they are together."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    for name in ("when", "actor"):
        table.add_column(name, no_wrap=True)
    table.add_column("program", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for name in ("took", "size"):
        table.add_column(name, justify="right", no_wrap=True)
    number = size = 0
    for each in entries:
        number, size = number + 1, size + each.size
        about = each.about
        when = datetime.fromtimestamp(about.created).astimezone().strftime("%Y-%m-%d %H:%M")
        took = seconds(about.resources.wall)
        table.add_row(when, visible(about.actor), visible(about.program), _verdict(about.verdict), took, _size(each))
    together = Text(f"{counted(number, 'result')}, {memory(size)}, in {visible(folder)}", "dim", no_wrap=True)
    return table, Text(), together


def _verdict(word: str) -> Text:
    style = next((STYLES[verdict] for verdict in Verdict if verdict.value == word), "")
    return Text(visible(word), style)


def _size(entry: Listed) -> str:
    return f"{entry.size / 1e3:.1f} kB" if entry.size < 1e6 else memory(entry.size)
