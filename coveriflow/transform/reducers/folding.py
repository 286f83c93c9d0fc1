"""FRed: fold-reducers, which coarsen what a path-preserving reducer constructs (fold paper, Sect. 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Return
from coveriflow.transform.contracts import Blocks, Partitioner, Place, Step, Transformed, Unfolder, Unfolding
from coveriflow.transform.reducers.inlining import inlined_program
from coveriflow.transform.reducers.parallel_composition import product
from coveriflow.transform.reducers.partition_refinement import Classes


class NotAReducerError(ValueError):
    """A partitioner is not location-consistent, or the basis of a fold-reducer not path-preserving."""


@dataclass(frozen=True, slots=True)
class Fold:
    """The deterministic fold-reducer of ``partitioner`` and a path-preserving reducer ``basis`` (Def. 8).

    Law: it is a reducer (Cor. 1), and its residual programs are deterministic (Prop. 1). Raises ``NotAReducerError``
    where ``partitioner`` or ``basis`` is not what it must be, and ``NotSupported`` as ``basis`` does.
    """

    partitioner: Partitioner
    basis: Unfolder = product

    def __call__(self, cfa: Cfa, condition: ResolvedCondition) -> Transformed:
        return inlined_program(self.folded(cfa, condition))

    def folded(self, cfa: Cfa, condition: ResolvedCondition) -> Unfolding:
        """The residual program as a graph."""
        graph = self.basis(cfa, condition)
        if self.basis is not product:
            check_path_preserving(cfa, graph)
        return fold(graph, determinised(graph, self.partitioner(graph)))


def fold(graph: Unfolding, blocks: Blocks) -> Unfolding:
    """The graph whose places are ``blocks`` (Def. 6); it may be nondeterministic. ``NotAReducerError``."""
    block_of = _checked(graph, blocks)
    renumbered: dict[int, int] = {}
    for block in block_of:
        renumbered.setdefault(block, len(renumbered))
    number = [renumbered[block] for block in block_of]
    first: dict[int, Place] = {}
    for block, place in zip(number, graph.places, strict=True):
        first.setdefault(block, place)
    places = tuple(Place(place.location, place.stack, block) for block, place in first.items())
    known: dict[tuple[int, int, int], Step] = {}
    for step in graph.steps:
        source, target = number[step.source], number[step.target]
        key = (source, step.edge.number, target)
        if key not in known:
            known[key] = Step(source, step.edge, target)
    return Unfolding(graph.original, places, tuple(known.values()))


def determinised(graph: Unfolding, blocks: Blocks) -> list[list[int]]:
    """The finest partition that ``blocks`` refines and that makes ``graph`` deterministic (Algorithm 1).

    As long as an edge leads from one block to two of them, these are united; by a union-find, so that the time grows
    with the size of ``graph``. Law (Lemma 1): it is location-consistent if ``blocks`` is.
    """
    merging = _Merging(graph)
    merging.unite(_checked(graph, blocks))
    found: dict[int, list[int]] = {}
    for number in range(len(graph.places)):
        found.setdefault(merging.block(number), []).append(number)
    return list(found.values())


class _Merging:
    """Blocks by one of their places; ``targets``: of each block, by edge, a place that it leads to."""

    def __init__(self, graph: Unfolding) -> None:
        self.classes = Classes(len(graph.places))
        self.targets: list[dict[int, int]] = [{} for _ in graph.places]
        self.pending: list[tuple[int, int]] = []
        for step in graph.steps:
            self._add(step.source, step.edge.number, step.target)

    def block(self, number: int) -> int:
        return self.classes.of(number)

    def unite(self, block_of: Sequence[int]) -> None:
        """Unite the places of one block, and whatever must be united then."""
        first: dict[int, int] = {}
        for number, block in enumerate(block_of):
            self.pending.append((first.setdefault(block, number), number))
        while self.pending:
            self._unite(*self.pending.pop())

    def _unite(self, one: int, other: int) -> None:
        one, other = self.block(one), self.block(other)
        if one == other:
            return
        if len(self.targets[one]) < len(self.targets[other]):
            one, other = other, one
        self.classes.add(other, to=one)
        moved, self.targets[other] = self.targets[other], {}
        for edge, target in moved.items():
            self._add(one, edge, target)

    def _add(self, source: int, edge: int, target: int) -> None:
        known = self.targets[source].setdefault(edge, target)
        if known != target:
            self.pending.append((known, target))


def _checked(graph: Unfolding, blocks: Blocks) -> list[int]:
    """The number of each place's block; ``NotAReducerError`` if it is no location-consistent partition (Def. 5)."""
    found = [-1] * len(graph.places)
    for number, block in enumerate(blocks):
        first: Place | None = None
        for member in block:
            if not 0 <= member < len(found) or found[member] >= 0:
                raise NotAReducerError(
                    f"the partitioner gives no partition: place {member} is in two blocks, or not there"
                )
            place = graph.places[member]
            first = first or place
            if place.location != first.location or place.stack != first.stack:
                raise NotAReducerError(
                    f"the partitioner is not location-consistent: it unites the locations {first.location.number} and "
                    f"{place.location.number}, or the same one in two calls"
                )
            found[member] = number
    if -1 in found:
        raise NotAReducerError(f"the partitioner gives no partition: place {found.index(-1)} is in no block")
    return found


def check_path_preserving(cfa: Cfa, graph: Unfolding) -> None:
    """Raise ``NotAReducerError`` unless ``graph`` begins where ``cfa`` does and has only edges of it (Def. 4)."""
    if not graph.places or graph.places[0].inlined != (cfa.entry, ()):
        raise NotAReducerError("the basis is not path-preserving: it begins elsewhere")
    edges = set(cfa.edges)
    for step in graph.steps:
        source, target = graph.places[step.source], graph.places[step.target]
        leads = (step.edge.source, step.edge.target) == (source.location, target.location)
        if step.edge not in edges or not leads or not _keeps_stack(cfa, step, source, target):
            raise NotAReducerError(f"the basis is not path-preserving: it has the edge {step.edge} elsewhere")


def _keeps_stack(cfa: Cfa, step: Step, source: Place, target: Place) -> bool:
    if target.location in (cfa.error, cfa.halt, cfa.exit):
        return target.stack == ()
    match step.edge.operation:
        case Call(return_to=back):
            return target.stack == (*source.stack, back)
        case Return():
            return source.stack == (*target.stack, step.edge.target)
        case _:
            return target.stack == source.stack
