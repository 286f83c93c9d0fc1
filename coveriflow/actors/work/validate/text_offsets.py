"""What the offsets of a witness's edges are about, in the file as the user wrote it.

An offset that does not stand on the line that the edge names is one of another text, and tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from coveriflow.actors.work.validate.probes import Placed, ProgramText
from coveriflow.actors.work.validate.waypoints import closing
from coveriflow.artifacts.witnesses.graphml import WitnessEdge
from coveriflow.program.errors import Span
from coveriflow.transform.probes import Probe

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extent:
    """The offsets from ``start`` to before ``end`` of a source file."""

    file: str
    start: int
    end: int

    def meets(self, other: Extent) -> bool:
        """Whether something is in both."""
        return self.file == other.file and self.start < other.end and other.start < self.end

    def has(self, file: str, offset: int) -> bool:
        """Whether it is in there."""
        return self.file == file and self.start <= offset < self.end


def said_extent(text: ProgramText, edge: WitnessEdge) -> Extent | None:
    """What the edge names, whose last offset belongs to it; ``None`` where that does not fit its line, or where it is
    not known in which file it is.
    """
    files = text.files_named(edge.origin_file)
    sources = [each for each in text.task.sources if each.name in files]
    if not 0 <= edge.startoffset <= edge.endoffset or len(sources) != 1:
        return None
    (source,) = sources
    if (
        edge.endoffset >= len(source.text)
        or text.originals.text(source.name).place(edge.startoffset)[0] != edge.startline
    ):
        return None
    return Extent(source.name, edge.startoffset, edge.endoffset + 1)


def extent_of(text: ProgramText, placed: Placed) -> Extent | None:
    """Of a statement; ``None`` where the text as it is analysed is another one there."""
    return _original(text, placed, placed.statement.start, placed.statement.end)


def condition_of(text: ProgramText, placed: Placed) -> Extent | None:
    """Of the condition of a statement that has one."""
    assert placed.statement.condition is not None
    return _original(text, placed, *placed.statement.condition)


def _original(text: ProgramText, placed: Placed, start: int, end: int) -> Extent | None:
    place, statement, written = placed.place, placed.statement, text.originals.text(placed.source.name)
    first = written.offset(place.line, place.column) if place.column else None
    if first is None:
        return None
    begin = first + start - statement.start
    same = written.text[first : begin + end - start] == placed.source.preprocessed[statement.start : end]
    return Extent(placed.source.name, begin, begin + end - start) if same else None


def of_offsets(text: ProgramText, edge: WitnessEdge, found: Iterable[tuple[T, Extent | None]]) -> list[T]:
    """Those of ``found`` that may be what the offsets of ``edge`` name."""
    said = said_extent(text, edge)
    return [each for each, extent in found if said is None or extent is None or extent.meets(said)]


def conditions_at(text: ProgramText, edge: WitnessEdge) -> list[Extent]:
    """The conditions that the offsets of ``edge`` are in; none where that is not known."""
    said = said_extent(text, edge)
    extents = (condition_of(text, each) for each in text.statements if each.statement.condition is not None)
    return [extent for extent in extents if extent is not None and said is not None and extent.meets(said)]


def offset_of(text: ProgramText, origin: Span) -> int | None:
    """Of a place of the program as it is analysed; ``None`` where it may be another one in the file."""
    if origin.file not in text.originals.files:
        return None
    written = text.originals.text(origin.file)
    return written.offset(origin.line, origin.column) if written.is_same(origin.line) else None


def operand_of(text: ProgramText, edge: WitnessEdge, placed: Placed) -> tuple[int, int]:
    """Where in the text as it is analysed the operand of ``&&`` or ``||`` is that the offsets of ``edge`` name; the
    whole condition of ``placed`` where they name none.
    """
    assert placed.statement.condition is not None
    start, end = placed.statement.condition
    said, extent = said_extent(text, edge), condition_of(text, placed)
    if said is None or extent is None or not extent.start <= said.start < said.end <= extent.end:
        return start, end
    written = placed.source.preprocessed
    first, last = start + said.start - extent.start, start + said.end - extent.start
    is_whole = _BEFORE_OPERAND.search(written[start:first]) and _BEHIND_OPERAND.match(written[last:end])
    return (first, last) if is_whole and _is_balanced(written[first:last]) else (start, end)


_BEFORE_OPERAND = re.compile(r"(?:^|&&|\|\|)[\s(!]*\Z")
_BEHIND_OPERAND = re.compile(r"[\s)]*(?:\Z|&&|\|\|)")
"""Nothing but ``&&``, ``||`` and ``!`` takes the value of what is between."""


def _is_balanced(text: str) -> bool:
    """Each parenthesis has its other one; literals, in which there may be some, are not looked through."""
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0 or character in "\"'":
            return False
    return depth == 0


@dataclass(frozen=True, slots=True)
class HeadPart:
    """A part of the head of a ``for``: what comes first, or the step. ``end``: after it, in the text as analysed."""

    end: int
    is_declaration: bool


def head_part(text: ProgramText, edge: WitnessEdge, placed: Placed) -> HeadPart | None:
    """The part of the head of the ``for`` that the offsets of ``edge`` are in; ``None`` if they are in none."""
    said, extent = said_extent(text, edge), extent_of(text, placed)
    if placed.statement.word != "for" or placed.statement.condition is None or said is None or extent is None:
        return None
    written, (start, end) = placed.source.preprocessed, placed.statement.condition
    opening, before = written.find("(", placed.statement.start), written.rfind(";", placed.statement.start, start)
    behind, closed = written.find(";", end), closing(written, opening)
    if before < 0 or behind < 0 or closed is None:
        return None
    first, last = (placed.statement.start + offset - extent.start for offset in (said.start, said.end))
    if opening < first < last <= before:
        return HeadPart(before, _DECLARATION.match(written[opening + 1 : before]) is not None)
    return HeadPart(closed, is_declaration=False) if behind < first < last <= closed else None


def after_part(part: HeadPart, text: str) -> Probe:
    """``text`` is executed after it. A declaration gets another declarator, whose type does not matter."""
    if part.is_declaration:
        return Probe(part.end, f", *coveriflow_part_{part.end} = ({{ {text} (void *)0; }})")
    return Probe(part.end, f", ({{ {text} 1; }})")


_DECLARATION = re.compile(r"\s*[A-Za-z_]\w*[\s*]+[A-Za-z_]")
