"""Lexicographic ranking functions, found by examples and shown by a solver, bit by bit.

In a component of the graph of heads, a function that never increases and sometimes decreases removes the steps in which
it decreases: no execution takes infinitely many of these and stays in the component. What is left has smaller
components; when there is none, every execution ends (Bradley, Manna, Sipma 2005; Ben-Amram and Genaim 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import rustworkx

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.search.solver_schedule import answered
from coveriflow.analysis.termination.examples import Example, Examples
from coveriflow.analysis.termination.features import Combination, Feature
from coveriflow.analysis.termination.relation import Relation, Transition
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.linear_inequalities import factors
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Engine

Edge = tuple[Position, Position, int]
"""A transition: from where to where, and its number, since there may be several."""
Rank = dict[Position, Combination]
"""One component of a lexicographic ranking function: a number at each head of a component of the graph."""

_ROUNDS = 40
_SECONDS = 5.0
_FITTING = 2.0
_MOST_FEATURES = 60


@dataclass(frozen=True, slots=True)
class Stage:
    """``rank`` never increases in a step between its heads that is left by the stages before, and each step in which
    it decreases is removed.
    """

    rank: Rank


@dataclass(slots=True)
class Ranking:
    """One search. ``left``: of each transition, the steps that have not been removed; what a solver did not find to be
    impossible in time counts as possible.
    """

    relation: Relation
    examples: Examples
    features: Mapping[Position, Sequence[Feature]]
    watch: LimitWatch
    stages: list[Stage] = field(default_factory=list)
    left: dict[Edge, tuple[Transition, Term]] = field(init=False)
    _impossible: set[Term] = field(default_factory=set)
    _possible: set[Term] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.left = {edge: (t, t.holds) for edge, t in numbered(self.relation).items()}

    def search(self) -> frozenset[Position]:
        """The heads that may be visited for ever; none: every execution ends."""
        while cyclic := self._components():
            improved = [self._improve(component) for component in cyclic if self.watch.check_now() is None]
            if not any(improved):
                return frozenset().union(*cyclic)
        return frozenset()

    def _components(self) -> list[frozenset[Position]]:
        """The strongly connected components with a cycle of steps that are left."""
        within = self._graph(list(self.left))
        open_edges = [e for e in within if self._may_hold(self.left[e][1])]
        while len(open_edges) < len(within):
            within = self._graph(open_edges)
            open_edges = within
        return cyclic(within)

    def _graph(self, edges: Sequence[Edge]) -> list[Edge]:
        """Those of ``edges`` that lie on a cycle."""
        components = cyclic(edges)
        return [e for e in edges if any(e[0] in c and e[1] in c for c in components)]

    def _may_hold(self, formula: Term) -> bool:
        if formula in self._impossible:
            return False
        if formula not in self._possible:
            answer = Portfolio().check([formula], self.watch.seconds_left(_SECONDS))
            (self._impossible if answer is Satisfiability.UNSAT else self._possible).add(formula)
        return formula in self._possible

    def _improve(self, component: frozenset[Position]) -> bool:
        """Find one more component of the ranking function; whether there is one."""
        edges = [e for e in self.left if e[0] in component and e[1] in component]
        features = self._shared(component)
        if self._found(component, edges, features, self._simplest):
            return True
        for size in dict.fromkeys((min(8, len(features)), min(24, len(features)), len(features))):
            if self._found(component, edges, features[:size], self._fitting):
                return True
        return False

    def _shared(self, component: frozenset[Position]) -> list[Feature]:
        """What can be read at all heads, the most useful first; what never changes is not useful."""
        first, *others = component
        everywhere = set(self.features[first]).intersection(*(self.features[p] for p in others))
        shared = [f for f in self.features[first] if f in everywhere]
        known = self.examples.between(component)
        if not known:
            return shared[:_MOST_FEATURES]
        useful = sorted(shared, key=lambda f: _rank_of(f, known))
        return useful[:_MOST_FEATURES]

    def _found(
        self,
        component: frozenset[Position],
        edges: Sequence[Edge],
        features: Sequence[Feature],
        proposed: Callable[[Sequence[Position], Sequence[Feature]], Rank | None],
    ) -> bool:
        """Whether what is ``proposed``, with more and more examples, becomes a component of the ranking function."""
        heads = sorted(component, key=lambda p: (p.location.number, len(p.stack)))
        for _ in range(_ROUNDS):
            if self.watch.check_now() is not None:
                return False
            rank = proposed(heads, features) or (None if self.examples.between(component) else {})
            if rank is None:
                return False
            if not rank:
                if not self._seek_example(edges):
                    return False
                continue
            failing = self._increasing(edges, rank)
            if failing is Satisfiability.UNSAT:
                self._remove(edges, rank)
                return True
            if failing is Satisfiability.UNKNOWN:
                return False
        return False

    def _seek_example(self, edges: Sequence[Edge]) -> bool:
        """One step that is left."""
        for edge in edges:
            transition, holds = self.left[edge]
            answer, model = answered([holds], self.watch, ((Engine.COMBINED, _SECONDS),))
            if answer is Satisfiability.SAT and model is not None and self._take(transition, model):
                return True
        return False

    def _take(self, transition: Transition, model: Model) -> bool:
        return self.examples.take(transition, model, self.features)

    def _simplest(self, heads: Sequence[Position], features: Sequence[Feature]) -> Rank | None:
        """A single number, or the opposite of one, that decreases in most examples and increases in none."""
        examples = self.examples.between(frozenset(heads))
        best, most = None, 0
        for feature in features:
            changes = [e.after[feature] - e.before[feature] for e in examples]
            for sign in (1, -1):
                decreasing = sum(sign * change < 0 for change in changes)
                if decreasing > most and all(sign * change <= 0 for change in changes):
                    best, most = Combination(((sign, feature),)), decreasing
        return None if best is None else dict.fromkeys(heads, best)

    def _fitting(self, heads: Sequence[Position], features: Sequence[Feature]) -> Rank | None:
        """A function that does what it should in all examples."""
        chosen = set(heads)
        rows = []
        for example in self.examples.between(frozenset(chosen)):
            change = [a - b for a, b in zip(example.of(features, 0), example.of(features, 1), strict=True)]
            place = [int(p == example.source) - int(p == example.target) for p in heads[1:]]
            rows.append((*change, *place))
        found = factors(rows, self.watch.seconds_left(_FITTING))
        if found is None:
            return None
        terms = tuple((f, feature) for f, feature in zip(found, features, strict=False) if f)
        offsets = (0, *found[len(features) :])
        return {p: Combination(terms, offset) for p, offset in zip(heads, offsets, strict=True)}

    def _increasing(self, edges: Sequence[Edge], rank: Rank) -> Satisfiability:
        """Whether ``rank`` may increase; then there is one more example."""
        unknown = False
        for edge in edges:
            transition, holds = self.left[edge]
            question = [holds, build.less(*values(transition, rank), is_signed=True)]
            answer, model = answered(question, self.watch, ((Engine.COMBINED, _SECONDS), (Engine.BLASTED, _SECONDS)))
            if answer is Satisfiability.SAT and model is not None:
                if not self._take(transition, model):
                    return Satisfiability.UNKNOWN
                return Satisfiability.SAT
            unknown = unknown or answer is Satisfiability.UNKNOWN
        return Satisfiability.UNKNOWN if unknown else Satisfiability.UNSAT

    def _remove(self, edges: Sequence[Edge], rank: Rank) -> None:
        """The steps in which ``rank`` decreases are gone."""
        for edge in edges:
            transition, holds = self.left[edge]
            self.left[edge] = transition, build.conjoin(holds, build.equal(*values(transition, rank)))
        self.stages.append(Stage(rank))
        self.examples.keep(lambda example: not _decreases(example, rank))


def _rank_of(feature: Feature, examples: Sequence[Example]) -> tuple[bool, int]:
    """Better is less: what changes, and in one direction only."""
    changes = [b - a for e in examples for a, b in [(e.before[feature], e.after[feature])]]
    if not any(changes):
        return True, 2
    is_monotone = all(c >= 0 for c in changes) or all(c <= 0 for c in changes)
    return False, 0 if is_monotone else 1


def values(transition: Transition, rank: Rank) -> tuple[Term, Term]:
    """The rank before and after a step, in bits enough for both."""
    before, after = rank[transition.source], rank[transition.target]
    width = max(before.width, after.width)
    return before.term(transition.before, width), after.term(transition.after, width)


def _decreases(example: Example, rank: Rank) -> bool:
    if example.source not in rank or example.target not in rank:
        return False
    before, after = (
        rank[p].constant + sum(factor * values[feature] for factor, feature in rank[p].terms)
        for p, values in ((example.source, example.before), (example.target, example.after))
    )
    return after < before


def numbered(relation: Relation) -> dict[Edge, Transition]:
    """The transitions with their ends."""
    return {(t.source, t.target, number): t for number, t in enumerate(relation.transitions)}


def cyclic(edges: Sequence[Edge]) -> list[frozenset[Position]]:
    """The strongly connected components that have a cycle."""
    nodes = list(dict.fromkeys(p for edge in edges for p in edge[:2]))
    graph = rustworkx.PyDiGraph()
    index = dict(zip(nodes, graph.add_nodes_from(nodes), strict=True))
    graph.add_edges_from_no_data([(index[a], index[b]) for a, b, _ in edges])
    loops = {a for a, b, _ in edges if a == b}
    found = [frozenset(nodes[i] for i in members) for members in rustworkx.strongly_connected_components(graph)]
    return [c for c in found if len(c) > 1 or c & loops]
