"""Edges of witnesses that are about a part of a statement: an argument of a call, one of several declarators, an
operand of a condition.

What they assume holds between the parts. A probe stands between statements, or before a condition: after a call within
it there is no place for one, and of several edges that are about one statement a visit passes one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from coveriflow.actors.work.validate.probes import Placed, ProgramText
from coveriflow.actors.work.validate.text_offsets import extent_of, head_part, said_extent
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge

_RESULT = "\\result"
_COMPOUND = frozenset({"if", "while", "for", "do", "switch", "case", "default", "return", "goto", "break", "continue"})
_WITH_CONDITION = frozenset({"if", "while", "for", "do", "switch"})
_NAME = re.compile(r"[A-Za-z_]\w*")


def said_of_statements(text: ProgramText, witness: Witness) -> Witness:
    """The same witness, where what is assumed after a part is assumed after the part that is evaluated next, or
    nowhere, if that is a call, or speaks of the same names.
    """
    sinks = {node.name for node in witness.nodes if node.sink}
    leaving: defaultdict[str, list[int]] = defaultdict(list)
    for number, edge in enumerate(witness.edges):
        if edge.target not in sinks:
            leaving[edge.source].append(number)
    edges = {n: _without(edge) if has_no_place(text, edge) else edge for n, edge in enumerate(witness.edges)}
    for number, edge in enumerate(witness.edges):
        following = leaving.get(edge.target, [])
        if len(following) == 1:
            edges[number], edges[following[0]] = _placed(text, edges[number], edges[following[0]])
    return replace(witness, edges=tuple(edges.values()))


def _placed(text: ProgramText, edge: WitnessEdge, after: WitnessEdge) -> tuple[WitnessEdge, WitnessEdge]:
    """Two edges, of which the second one comes next."""
    if _offsets(edge) == _offsets(after):
        return edge, after
    part = _statement(text, edge)
    is_one = part is not None and part == _statement(text, after)
    is_called_within = edge.return_from_function or (_RESULT in edge.assumption and _is_within(text, edge, after))
    if after.control and (is_one or is_called_within):
        return edge, _without(after)
    if not is_one or after.control or not _assumes_simply(edge):
        return edge, after
    if _assumes_simply(after) and not _names(edge) & _names(after):
        after = replace(after, assumption=f"{edge.assumption.rstrip().rstrip(';')}; {after.assumption}")
    return _without(edge), after


def is_in_statement(text: ProgramText, edge: WitnessEdge) -> bool:
    """Whether the offsets of ``edge`` are in one."""
    return _around(text, edge) is not None


def has_no_place(text: ProgramText, edge: WitnessEdge) -> bool:
    """Whether it assumes something between the parts of a condition, or where a loop begins: there is no place for a
    probe.
    """
    if edge.control or edge.return_from_function or not edge.assumption.strip() or _RESULT in edge.assumption:
        return False
    around = _around(text, edge)
    is_one = around is not None and around.statement.word in _WITH_CONDITION
    return is_one and around is not None and head_part(text, edge, around) is None


def _without(edge: WitnessEdge) -> WitnessEdge:
    return replace(edge, assumption="", assumption_scope="")


def _is_within(text: ProgramText, edge: WitnessEdge, other: WitnessEdge) -> bool:
    inner, outer = said_extent(text, edge), said_extent(text, other)
    return inner is not None and outer is not None and outer.start <= inner.start and inner.end <= outer.end


def _assumes_simply(edge: WitnessEdge) -> bool:
    """Something about variables, where nothing is decided, called or returned."""
    is_plain = not (edge.control or edge.enter_function or edge.return_from_function)
    return bool(edge.assumption.strip()) and _RESULT not in edge.assumption and is_plain


def _offsets(edge: WitnessEdge) -> tuple[int, int]:
    return edge.startoffset, edge.endoffset


def _names(edge: WitnessEdge) -> set[str]:
    return set(_NAME.findall(edge.assumption))


def _around(text: ProgramText, edge: WitnessEdge) -> Placed | None:
    """The innermost statement that the offsets of ``edge`` are in."""
    said = said_extent(text, edge)
    if said is None:
        return None
    around = [
        (extent.end - extent.start, number)
        for number, each in enumerate(text.statements)
        if (extent := extent_of(text, each)) is not None
        and extent.file == said.file
        and extent.start <= said.start
        and said.end <= extent.end
    ]
    return text.statements[min(around)[1]] if around else None


def _statement(text: ProgramText, edge: WitnessEdge) -> Placed | None:
    """The same, if it is a simple one."""
    found = _around(text, edge)
    if found is None or found.source.preprocessed[found.statement.start] == "{":
        return None
    return None if found.statement.word in _COMPOUND else found
