"""State conditions of a condition (fold paper, Def. 2) as branches of the program.

A transition with an assumption covers what satisfies it after the edge. Here the program gets a branch on it there,
with both directions going on as the edge did, and the condition follows the directions: so whatever follows edges
honours assumptions. An assumption that cannot be read there covers nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return, Stop, Unsupported
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.expressions.expressions import Expression
from coveriflow.transform.conditions.state_expressions import StateExpressions

_MOST = 4
"""Different assumptions after one edge; further ones cover nothing."""

Test = tuple[str, bool]
"""An assumption, and whether it holds."""

_Asked = Mapping[Edge, Mapping[str, Expression]]


@dataclass(frozen=True)
class WithBranches:
    """``cfa``: the program with branches on assumptions; ``conditions``: over its edges, in the order given.

    ``origin``: by edge of ``cfa`` the edge of the program, of a branch on an assumption that before it. ``tests``: what
    these branches ask, by label.
    """

    cfa: Cfa
    conditions: tuple[ResolvedCondition, ...]
    origin: Mapping[Edge, Edge]
    tests: Mapping[EdgeLabel, Test]

    @property
    def condition(self) -> ResolvedCondition:
        """The only one."""
        (found,) = self.conditions
        return found

    def over_program(self, transitions: Iterable[Transition]) -> tuple[Transition, ...]:
        """Transitions over edges of ``cfa`` as ones over the program's, with further assumptions."""
        if not self.tests:
            return tuple(transitions)
        leaving: defaultdict[str, list[Transition]] = defaultdict(list)
        kept = []
        for each in transitions:
            if each.guard in self.tests:
                leaving[each.source].append(each)
            else:
                kept.append(each)
        return tuple(found for each in kept for found in self._joined(each, leaving))

    def _joined(self, start: Transition, leaving: Mapping[str, list[Transition]]) -> Iterator[Transition]:
        pending: list[tuple[Transition, tuple[str, ...]]] = [(start, _assumed(start))]
        while pending:
            transition, assumed = pending.pop()
            following = leaving.get(transition.target, ())
            if not following:
                yield replace(start, target=transition.target, assumption=" && ".join(assumed))
            for each in following:
                text, holds = self.tests[each.guard]
                pending.append((each, (*assumed, f"({text})" if holds else f"!({text})", *_assumed(each))))


def _assumed(transition: Transition) -> tuple[str, ...]:
    return (f"({transition.assumption})",) if transition.assumption else ()


def with_branches(cfa: Cfa, conditions: Sequence[Condition]) -> WithBranches:
    """Program and conditions with branches in the place of assumptions; the program itself where there are none."""
    if not any(each.assumption for condition in conditions for each in condition.transitions):
        return WithBranches(cfa, tuple(resolved(each, cfa) for each in conditions), {e: e for e in cfa.edges}, {})
    reading = StateExpressions(cfa)
    asked = [_asked(reading, condition) for condition in conditions]
    together: dict[Edge, dict[str, Expression]] = {}
    for own in asked:
        for edge, texts in own.items():
            together.setdefault(edge, {}).update(texts)
    branching = _Branching(cfa, together)
    changed = branching.automaton()
    found = tuple(_resolved(*each, cfa, branching) for each in zip(conditions, asked, strict=True))
    return WithBranches(changed, found, branching.origin, branching.tests)


def _asked(reading: StateExpressions, condition: Condition) -> _Asked:
    """By edge, the assumptions of the condition that can be read after it."""
    found = defaultdict[Edge, dict[str, Expression]](dict)
    for each in condition.transitions:
        edge = reading.cfa.by_label.get(each.guard) if each.assumption else None
        if edge is None or isinstance(edge.operation, Call | Return | Stop | Unsupported) or len(found[edge]) == _MOST:
            continue
        expression = reading.at(edge.target, each.assumption)
        if expression is not None:
            found[edge][each.assumption] = expression
    return {edge: texts for edge, texts in found.items() if texts}


@dataclass(slots=True)
class _Branching:
    cfa: Cfa
    asked: _Asked
    changed: dict[Edge, Edge] = field(default_factory=dict)
    chains: dict[Edge, list[tuple[str, Edge, Edge]]] = field(default_factory=dict)
    """By edge of the program: assumptions, and the edges on which they hold and do not."""
    origin: dict[Edge, Edge] = field(default_factory=dict)
    tests: dict[EdgeLabel, Test] = field(default_factory=dict)

    def automaton(self) -> Cfa:
        edges, further = [], list[Edge]()
        locations = count(max(location.number for location in self.cfa.locations) + 1)
        numbers = count(max((edge.number for edge in self.cfa.edges), default=0) + 1)
        for edge in self.cfa.edges:
            texts = self.asked.get(edge)
            if texts is None:
                edges.append(edge)
                self.changed[edge] = self.origin[edge] = edge
                continue
            places = [Location(next(locations), edge.target.function) for _ in texts]
            self.changed[edge] = replace(edge, target=places[0])
            self.chains[edge] = []
            edges.append(self.changed[edge])
            self.origin[self.changed[edge]] = edge
            for (text, expression), source, target in zip(
                texts.items(), places, [*places[1:], edge.target], strict=True
            ):
                holds, fails = (
                    self._test(edge, (text, way), expression, source, target, next(numbers)) for way in (True, False)
                )
                self.chains[edge].append((text, holds, fails))
                further += [holds, fails]
        return replace(self.cfa, edges=(*edges, *further))

    def _test(
        self, edge: Edge, test: Test, expression: Expression, source: Location, target: Location, number: int
    ) -> Edge:
        text, holds = test
        branch = Branch.TRUE if holds else Branch.FALSE
        label = EdgeLabel(
            edge.label.function, edge.label.line, f"assuming {text}", branch.value, number, edge.label.file
        )
        found = Edge(number, source, Assume(expression, holds), target, edge.origin, label)
        self.origin[found] = edge
        self.tests[label] = test
        return found


def _resolved(condition: Condition, asked: _Asked, cfa: Cfa, branching: _Branching) -> ResolvedCondition:
    """Over the edges of the program with branches; assumptions that are not asked cover nothing."""
    moves: defaultdict[tuple[str, Edge], AutomatonStates] = defaultdict(frozenset)
    asking: defaultdict[tuple[str, Edge], list[Transition]] = defaultdict(list)
    for each in condition.transitions:
        edge = cfa.by_label.get(each.guard)
        if edge is None or (each.assumption and each.assumption not in asked.get(edge, ())):
            continue
        if edge in branching.chains:
            asking[each.source, edge].append(each)
        else:
            moves[each.source, branching.changed[edge]] |= {each.target}
    for (source, edge), transitions in asking.items():
        chain, changed = branching.chains[edge], branching.changed[edge]
        for place, taken, targets in _asking(source, changed, transitions, chain, condition.accepting):
            moves[place, taken] |= targets
    return ResolvedCondition(frozenset({condition.initial}), condition.accepting, dict(moves))


def _asking(
    source: str,
    edge: Edge,
    transitions: Sequence[Transition],
    chain: Sequence[tuple[str, Edge, Edge]],
    accepting: frozenset[str],
) -> Iterator[tuple[str, Edge, AutomatonStates]]:
    """From ``source`` over ``edge`` and the branches after it, with a state for each way through these; what is
    covered already goes no further.
    """
    start = f"{source}?{edge.number}?"
    plain = frozenset(each.target for each in transitions if not each.assumption)
    yield source, edge, (plain & accepting) or frozenset({start})
    if plain & accepting:
        return
    texts = [text for text, _, _ in chain]
    for length in range(len(chain)):
        for way in product((True, False), repeat=length + 1):
            place = start + "".join("t" if holds else "f" for holds in way[:-1])
            taken = chain[length][1] if way[-1] else chain[length][2]
            held = {text for text, holds in zip(texts, way, strict=False) if holds}
            reached = frozenset(each.target for each in transitions if each.assumption in held)
            is_last = length + 1 == len(chain)
            further = plain | reached if is_last else frozenset({place + ("t" if way[-1] else "f")})
            yield place, taken, (reached & accepting) or further
