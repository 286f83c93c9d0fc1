"""Edges of witnesses that are about a part of a statement: an argument of a call, one of several declarators, an
operand of a condition.

What they assume holds between the parts. A probe stands between statements, or before a condition: after a call within
it there is no place for one, and of several edges that are about one statement a visit passes one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

from coveriflow.actors.work.validate.probes import Placed, ProgramText
from coveriflow.actors.work.validate.text_offsets import Extent, extent_of, head_part, said_extent
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge

_RESULT = "\\result"
COMPOUND = frozenset({"if", "while", "for", "do", "switch", "case", "default", "return", "goto", "break", "continue"})
"""Words with which statements begin that are no declarations or expressions."""
_WITH_CONDITION = frozenset({"if", "while", "for", "do", "switch"})
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class PartsOfStatements:
    """Of a program: the statements that edges of its witnesses are in."""

    text: ProgramText

    def of_whole_ones(self, witness: Witness) -> Witness:
        """The same witness, where what is assumed after a part is assumed after the part that is evaluated next, or
        nowhere, if that is a call, or speaks of the same names.
        """
        sinks = {node.name for node in witness.nodes if node.sink}
        leaving: defaultdict[str, list[int]] = defaultdict(list)
        for number, edge in enumerate(witness.edges):
            if edge.target not in sinks:
                leaving[edge.source].append(number)
        entering = Counter(edge.target for edge in witness.edges)
        edges = {n: _without(edge) if self.lack_a_place(edge) else edge for n, edge in enumerate(witness.edges)}
        for number, edge in enumerate(witness.edges):
            following = leaving.get(edge.target, [])
            is_chain = len(following) == entering[edge.target] == 1 and edge.target != witness.entry
            if is_chain and following[0] != number:
                edges[number], edges[following[0]] = self._placed(edges[number], edges[following[0]])
        return replace(witness, edges=tuple(edges.values()))

    def is_in_one(self, edge: WitnessEdge) -> bool:
        """Whether the offsets of ``edge`` are in a statement."""
        return self._around(edge) is not None

    def lack_a_place(self, edge: WitnessEdge) -> bool:
        """Whether ``edge`` assumes something between the parts of a condition, or where a loop begins: no probe can be
        there.
        """
        if edge.control or edge.return_from_function or not edge.assumption.strip() or _RESULT in edge.assumption:
            return False
        around = self._around(edge)
        if around is None or around.statement.word not in _WITH_CONDITION:
            return False
        return head_part(self.text, edge, around) is None

    def _placed(self, edge: WitnessEdge, after: WitnessEdge) -> tuple[WitnessEdge, WitnessEdge]:
        """Two edges, of which the second one comes next."""
        if _offsets(edge) == _offsets(after):
            return edge, after
        part = self._simple(edge)
        is_one = part is not None and part == self._simple(after)
        is_called = edge.return_from_function or (_RESULT in edge.assumption and self._is_within(edge, after))
        if after.control and (is_one or is_called):
            return edge, _without(after)
        if not is_one or after.control or not _assumes_simply(edge):
            return edge, after
        if _assumes_simply(after) and not _names(edge) & _names(after):
            after = replace(after, assumption=f"{edge.assumption.rstrip().rstrip(';')}; {after.assumption}")
        return _without(edge), after

    def _is_within(self, edge: WitnessEdge, other: WitnessEdge) -> bool:
        inner, outer = said_extent(self.text, edge), said_extent(self.text, other)
        return inner is not None and outer is not None and _has(outer, inner)

    def _simple(self, edge: WitnessEdge) -> Placed | None:
        """The innermost statement that the offsets of ``edge`` are in, if it is a simple one."""
        found = self._around(edge)
        if found is None or found.source.preprocessed[found.statement.start] == "{":
            return None
        return None if found.statement.word in COMPOUND else found

    def _around(self, edge: WitnessEdge) -> Placed | None:
        """The innermost statement that the offsets of ``edge`` are in."""
        said = said_extent(self.text, edge)
        if said is None:
            return None
        begins, statements = self._nested.get(said.file, ((), ()))
        number: int | None = bisect_right(begins, said.start) - 1
        while number is not None and number >= 0:
            extent, placed, outer = statements[number]
            if _has(extent, said):
                return placed
            number = outer
        return None

    @cached_property
    def _nested(self) -> dict[str, tuple[tuple[int, ...], tuple[tuple[Extent, Placed, int | None], ...]]]:
        """By file, in the order of where they begin: where, and the statements, each with the number of that around."""
        of_files: defaultdict[str, list[tuple[Extent, Placed]]] = defaultdict(list)
        for placed in self.text.statements:
            if (extent := extent_of(self.text, placed)) is not None:
                of_files[extent.file].append((extent, placed))
        return {file: _nesting(found) for file, found in of_files.items()}


def _nesting(
    found: list[tuple[Extent, Placed]],
) -> tuple[tuple[int, ...], tuple[tuple[Extent, Placed, int | None], ...]]:
    found.sort(key=lambda each: (each[0].start, -each[0].end))
    nested, around = list[tuple[Extent, Placed, int | None]](), list[int]()
    for number, (extent, placed) in enumerate(found):
        while around and not _has(found[around[-1]][0], extent):
            around.pop()
        nested.append((extent, placed, around[-1] if around else None))
        around.append(number)
    return tuple(extent.start for extent, _ in found), tuple(nested)


def _has(outer: Extent, inner: Extent) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _without(edge: WitnessEdge) -> WitnessEdge:
    return replace(edge, assumption="", assumption_scope="")


def _assumes_simply(edge: WitnessEdge) -> bool:
    """Something about variables, where nothing is decided, called or returned."""
    is_plain = not (edge.control or edge.enter_function or edge.return_from_function)
    return bool(edge.assumption.strip()) and _RESULT not in edge.assumption and is_plain


def _offsets(edge: WitnessEdge) -> tuple[int, int]:
    return edge.startoffset, edge.endoffset


def _names(edge: WitnessEdge) -> set[str]:
    return set(_NAME.findall(edge.assumption))
