"""Literals that may share their bytes: of strings, and compound ones of constant types. It is open whether they do (C11
6.4.5 p7, 6.5.2.5 p7). Here none does, unless it is a string of the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.expressions.expressions import Binary, Variable, is_pointer
from coveriflow.program.memory.adjacent_objects import EQUALITIES
from coveriflow.program.memory.layout import CONSTANT_PREFIX, LITERAL_PREFIX
from coveriflow.program.memory.points_to import PointsTo, Reference
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import Block


def assume_literals_are_apart(program: LoweredProgram, points_to: PointsTo, edges: Iterable[RawEdge]) -> None:
    """Where it is asked whether two pointers are equal that may point to the same value in two literals."""
    texts = {each.variable: _text(each.variable, each.initial or ()) for each in program.layout.objects.values()}
    for edge in edges:
        if edge.origin.file.startswith("<"):
            continue
        for part in parts_of(edge.operation):
            if isinstance(part, Binary) and (kind := _may_share(part, points_to, texts)):
                program.assume(f"{kind} do not share their bytes, as compared at {edge.origin}")


def _text(variable: Variable, initial: Iterable[tuple[int, int]]) -> bytes:
    if not variable.name.startswith(LITERAL_PREFIX) or not isinstance(variable.type, Block):
        return b""
    found = bytearray(variable.type.size)
    for offset, byte in initial:
        found[offset] = byte
    return bytes(found)


def _may_share(part: Binary, points_to: PointsTo, texts: dict[Variable, bytes]) -> str:
    """What kind of literals, if they may."""
    if part.operator not in EQUALITIES or not (is_pointer(part.left) and is_pointer(part.right)):
        return ""
    one, other = points_to.reference(part.left), points_to.reference(part.right)
    if one is None or other is None:
        return ""
    if _are_compound(one, other, texts) or _are_compound(other, one, texts):
        return "compound literals of constant types"
    others = list(_ends(other, texts))
    is_alike = any(
        first is not second and (text.endswith(end) or end.endswith(text)) and (at is None or to is None or at == to)
        for first, text, at in _ends(one, texts)
        for second, end, to in others
    )
    return "string literals whose ends are alike" if is_alike else ""


def _are_compound(one: Reference, other: Reference, texts: dict[Variable, bytes]) -> bool:
    """Whether one may be a constant compound literal, and the other one another literal."""
    constants = [each for each in one.area.objects if CONSTANT_PREFIX in each.name]
    literals = [each for each in other.area.objects if CONSTANT_PREFIX in each.name or texts.get(each)]
    return any(first is not second for first in constants for second in literals)


def _ends(place: Reference, texts: dict[Variable, bytes]) -> Iterator[tuple[Variable, bytes, int | None]]:
    """The literals to which a pointer may lead: and how far from the end, if that is known."""
    for variable, begin in place.area.objects.items():
        if text := texts.get(variable):
            yield variable, text, None if place.area.modulus else len(text) - (place.offset - begin)
