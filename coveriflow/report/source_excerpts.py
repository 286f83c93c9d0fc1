"""The line of text at a place, and a view of it with a caret that fits the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from coveriflow.program.errors import Span
from coveriflow.report.sanitising import TAB, visible_character

_LARGEST = 64 << 20
_BEFORE = 2 / 3
_DOTS = "..."
_NUMBERS = re.compile(rb'\s*#\s*(?:line\s+)?(\d+)\s*(?:"([^"]*)")?')


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a line, safe to print and without tabs. ``caret``: the cells before the caret, if known."""

    text: str
    caret: int | None


def line_at(span: Span | None) -> str | None:
    """The text of the line that ``span`` names, without its end; ``None`` where it cannot be read."""
    if span is None or not span.line:
        return None
    try:
        if not Path(span.file).is_file() or Path(span.file).stat().st_size > _LARGEST:
            return None
        with open(span.file, "rb") as file:
            line = next((text for number, text in _numbered(file, span.file) if number == span.line), None)
    except (OSError, ValueError):
        return None
    return None if line is None else line.rstrip(b"\r\n").decode("utf-8", "surrogateescape")


def _numbered(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """Lines with the numbers that ``#line`` gives them (C11 6.10.4), without those that it says are of other files."""
    number, is_here = 0, True
    for line in lines:
        number += 1
        if line.lstrip().startswith(b"#") and (found := _NUMBERS.match(line)):
            number = int(found[1]) - 1
            is_here = found[2] == name.encode() if found[2] is not None else is_here
        elif is_here:
            yield number, line


def viewed(line: str, column: int, width: int) -> View:
    """At most ``width`` cells of ``line``, those around ``column`` (from 1; 0: unknown) if it is longer."""
    position = min(column, len(line) + 1) - 1
    first, last = _window(line, max(position, 0), width)
    cells = list(_cells(line[first:last]))
    head = _DOTS if first else ""
    tail = _DOTS if last < len(line) else ""
    caret = sum(size for _, size in cells[: position - first]) + len(head) if column else None
    return View(head + "".join(text for text, _ in cells) + tail, caret)


def _window(line: str, position: int, width: int) -> tuple[int, int]:
    """First character and end of what is shown: two thirds of the room before ``position``, the rest after it."""
    room = max(width - 2 * len(_DOTS), 1)
    if sum(size for _, size in _cells(line[: width + 1])) <= width and len(line) <= width:
        return 0, len(line)
    first = position - _fitting(reversed(line[max(0, position - width) : position]), int(room * _BEFORE))
    shown = sum(size for _, size in _cells(line[first:position]))
    return first, position + _fitting(iter(line[position : position + width]), room - shown)


def _fitting(characters: Iterator[str], room: int) -> int:
    """How many of the characters fit into ``room`` cells."""
    count = 0
    for _, size in _cells(characters):
        room -= size
        if room < 0:
            break
        count += 1
    return count


def _cells(characters: Iterator[str] | str) -> Iterator[tuple[str, int]]:
    """Each character as shown, and its cells. Tab stops are counted from the start of what is shown."""
    from rich.cells import cell_len

    column = 0
    for character in characters:
        text = " " * (TAB - column % TAB) if character == "\t" else visible_character(character)
        size = cell_len(text)
        column += size
        yield text, size
