"""The moving picture of a run: who is done, who runs, how far that is. It goes away at the end."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from coveriflow.report.contracts import ActorRow
from coveriflow.report.messages import STYLES
from coveriflow.report.quantities import seconds
from coveriflow.report.sanitising import visible
from coveriflow.report.terminal.progress import Use

_PER_SECOND = 8
_MARGIN = 3  # cells: where the terminal echoes ^C at the end of a full line, it would begin a new one


class Picture:
    """Implements ``contracts.Watcher`` with rich's ``Live``, from any thread. ``title``: what is being done."""

    def __init__(self, title: str, stream: TextIO, use: Use) -> None:
        self._title = title
        self._use = use
        self._rows: list[ActorRow] = []
        self._running: list[tuple[str, str, float]] = []
        self._waiting: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()
        self._start = time.monotonic()
        self._spinner = Spinner("dots" if (stream.encoding or "").lower().startswith("utf") else "line")
        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._live = Live(
            console=self._console,
            get_renderable=self._drawn,
            refresh_per_second=_PER_SECOND,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Picture:
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()

    def started(self, actor: str) -> None:
        with self._lock:
            self._running = [*self._running, (actor, "", time.monotonic())]

    def progressed(self, actor: str, text: str) -> None:
        with self._lock:
            told = [(name, text if name == actor else old, since) for name, old, since in self._running]
            self._running = told

    def waits(self, actor: str) -> None:
        with self._lock:
            for name, text, since in [each for each in self._running if each[0] == actor]:
                self._waiting[name] = (text, time.monotonic() - since)
            self._running = [each for each in self._running if each[0] != actor]

    def goes_on(self, actor: str) -> None:
        with self._lock:
            if actor in self._waiting:
                text, passed = self._waiting.pop(actor)
                self._running = [*self._running, (actor, text, time.monotonic() - passed)]

    def finished(self, row: ActorRow) -> None:
        with self._lock:
            self._waiting.pop(row.name, None)
            self._running = [each for each in self._running if each[0] != row.name]
            self._rows = [*self._rows, row]
            self._use.add(row)

    def _drawn(self) -> RenderableType:
        """What is verified, then a line for each actor; those that run move. At the end what is used of the limits."""
        table = Table.grid(padding=(0, 2, 0, 0), expand=True)
        table.add_column(width=1)
        table.add_column(no_wrap=True)
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        table.add_column(justify="right", no_wrap=True)
        for row in self._rows:
            style = STYLES[row.verdict] if row.verdict else ""
            table.add_row("", visible(row.name), Text(visible(row.outcome), style), Text(_time(row), "dim"))
        for name, text, since in self._running:
            table.add_row(self._spinner, visible(name), visible(text), _since(since))
        used = Text(str(self._use), "dim", no_wrap=True, overflow="ellipsis")
        return Constrain(Group(self._heading(), table, used), self._console.width - _MARGIN)

    def _heading(self) -> Table:
        heading = Table.grid(padding=(0, 2, 0, 0), expand=True)
        heading.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        heading.add_column(justify="right", no_wrap=True)
        heading.add_row(Text(f"verifying {visible(self._title)}", "bold"), _since(self._start))
        return heading


def _since(start: float) -> str:
    return seconds(time.monotonic() - start)


def _time(row: ActorRow) -> str:
    return seconds(row.used.wall) if row.end else ""
