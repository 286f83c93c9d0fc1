"""The partitioners of the seven fold-reducers (fold paper, Sects. 3 and 4.1).

Loop heads are those of the original, unless the user chooses others (L'): then only these count.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.transform.contracts import Blocks, Partitioner, Unfolding, by_key
from coveriflow.transform.reducers.contexts import Marking, by_place, contexts, counted, once

BOUND = 10
"""How many iterations LHB and LHBC keep apart (fold paper, Sect. 4.1)."""

Heads = Collection[Location] | None
"""Loop heads L' that the user chose; ``None``: all."""


class Folder(Enum):
    """The partitioners by the paper's names; values complete the sentence 'it unites ...'."""

    CFA = "all places with the same location: the part of the original that is not covered"
    LH = "loop heads: unrolled loops become loops again"
    LHC = "loop heads that are reached by the same branches, but for those in loops that have ended"
    LHB = "loop heads in the same iteration, and all iterations from a bound on"
    LHBC = "as LHB those that are reached by the same branches, but for those in loops that have ended"
    NLH = "all but loop heads, in the same iteration: branches join again, unrolled loops stay"
    SEP = "nothing: the parallel composition itself"


BOUNDED = ("lhb", "lhbc")
"""Those that count iterations, up to a bound."""
BY_CONTEXT = ("lhb", "lhbc", "nlh")
"""Those for which the smallest condition need not have the smallest residual program."""


def partitioner(folder: Folder, bound: int = BOUND, heads: Heads = None) -> Partitioner:
    """The one of this name. ``bound`` is for LHB and LHBC; ``heads`` for all that look at loop heads."""
    match folder:
        case Folder.CFA:
            return united
        case Folder.SEP:
            return separate
        case Folder.LH:
            return lambda graph: _loop_heads(graph, heads, None)
        case Folder.LHC:
            return lambda graph: _loop_heads(graph, heads, Marking(once, with_directions=True))
        case Folder.LHB:
            return lambda graph: _loop_heads(graph, heads, Marking(counted(bound)))
        case Folder.LHBC:
            return lambda graph: _loop_heads(graph, heads, Marking(counted(bound), with_directions=True))
        case Folder.NLH:
            return lambda graph: _other_locations(graph, heads)


def united(graph: Unfolding) -> Blocks:
    """``cfa``: all places with the same location."""
    return by_key(graph, [None] * len(graph.places))


def separate(graph: Unfolding) -> Blocks:
    """``sep``: each place is a block."""
    return [[number] for number in range(len(graph.places))]


def _loop_heads(graph: Unfolding, heads: Heads, marking: Marking | None) -> Blocks:
    """Loop heads with the same context, or with any if there is no ``marking``."""
    loops = _loops(graph.original, heads)
    context: Sequence[Hashable] = [None] * len(graph.places)
    if marking is not None:
        context = contexts(graph, loops, marking)
    united = (_is_head(place.location, loops, heads) for place in graph.places)
    return by_key(graph, _keys(united, context))


def _other_locations(graph: Unfolding, heads: Heads) -> Blocks:
    """All but loop heads, if the same places at heads began the iterations around them."""
    loops = _loops(graph.original, heads)
    united = (not _is_head(place.location, loops, heads) for place in graph.places)
    return by_key(graph, _keys(united, contexts(graph, loops, Marking(by_place))))


def _keys(united: Iterable[bool], context: Sequence[Hashable]) -> list[Hashable]:
    """By context where places are united, else one for each place."""
    return [(True, context[number]) if is_united else (False, number) for number, is_united in enumerate(united)]


def _is_head(location: Location, loops: Loops, heads: Heads) -> bool:
    return loops.is_head(location) if heads is None else location in heads


def _loops(cfa: Cfa, heads: Heads) -> Loops:
    """The loops around each location, of those whose heads count."""
    loops = loops_of(cfa)
    if heads is None:
        return loops
    around: Mapping[Location, tuple[Location, ...]] = {
        location: tuple(head for head in outer if head in heads) for location, outer in loops.heads.items()
    }
    return replace(loops, heads=around)
