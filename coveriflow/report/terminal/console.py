"""Where pages go: to a terminal with colours and in its width, or as plain text to a file or a pipe."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from coveriflow.report.streams import put

PLAIN_WIDTH = 120
"""Characters of a line where the output is no terminal; only what has no blanks is longer."""


def width_of(stream: TextIO) -> int:
    """Cells of a line."""
    return _console(_sheet(stream), stream).width


def show(page: Iterable[RenderableType], stream: TextIO) -> None:
    """Print ``page``. A reader that has closed the stream is no error."""
    sheet = _sheet(stream)
    console = _console(sheet, stream)
    for part in page:
        console.print(part, soft_wrap=isinstance(part, Text) and bool(part.no_wrap))
    sheet.seek(0)
    put("".join(line.rstrip(" \n") + "\n" for line in sheet), stream)


def _sheet(stream: TextIO) -> TextIO:
    """Takes what a console prints for ``stream``, of which the console sees the encoding."""
    return io.TextIOWrapper(io.BytesIO(), encoding=stream.encoding or "utf-8", errors="backslashreplace", newline="\n")


def _console(sheet: TextIO, stream: TextIO) -> Console:
    terminal = stream.isatty()
    return Console(
        file=sheet,
        force_terminal=True if terminal else None,
        width=None if terminal else PLAIN_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
