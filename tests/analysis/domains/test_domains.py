"""The laws of domains and of their products (``analysis.cpa.contracts``), over states that explorations reach and
made-up ones.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import CallStackDomain, Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Silent, Step
from coveriflow.analysis.cpa.reached import Order, PlainGroup, Reached, Waitlist
from coveriflow.analysis.domains import value_group
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import AssumeEdges, LoopBound, PathLength, RepeatingLocations
from coveriflow.analysis.domains.value_group import ValueGroup
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.compile import Key
from tests.analysis.machines import machine
from tests.analysis.runs import automaton_of, condition_of, explicit

KEYS: list[Key] = ["x", "y", "z", ("a", 0), ("a", 1)]
VALUES = st.dictionaries(st.sampled_from(KEYS), st.integers(0, 2)).map(Values)
HERE, THERE = Position(Location(5, "main")), Position(Location(6, "main"))


def domains_of(cfa: Cfa, seed: int) -> list[Domain[Any]]:
    """All components that an analysis may have, but path formulas: these have tests of their own."""
    loops = loops_of(cfa)
    condition = condition_of(cfa, explicit(cfa, states=5 + seed % 20).automaton)
    monitors: list[Domain[Any]] = [
        LoopBound(loops, 2),
        PathLength(30),
        AssumeEdges(9),
        RepeatingLocations(loops, 2),
    ]
    return [ValueDomain(cfa), *monitors, ConditionDomain(condition), CallStackDomain(cfa)]


def explored(cfa: Cfa, domains: list[Domain[Any]], most: int = 150) -> Reached[CompositeState]:
    analysis = CompositeAnalysis(cfa, tuple(domains))
    reached = Reached(analysis, Waitlist[CompositeState](Order.BREADTH_FIRST), PlainGroup)
    watch = LimitWatch(SoftLimits(states=most), reached.__len__)
    while explore(analysis, reached, watch) is Outcome.TARGET:
        pass
    return reached


def programs() -> Iterator[tuple[int, Cfa]]:
    for seed in range(40):
        try:
            yield seed, automaton_of(machine(seed))
        except NotSupported:
            continue


@pytest.fixture(scope="module")
def samples() -> list[tuple[Domain[Any], list[Any]]]:
    """Domains with elements that they have reached."""
    found = []
    for seed, cfa in programs():
        domains = domains_of(cfa, seed)
        nodes = explored(cfa, domains).nodes
        chosen = random.Random(seed).sample(nodes, min(12, len(nodes)))
        for index, domain in enumerate(domains):
            found.append((domain, [node.state.elements[index] for node in chosen]))
    return found


def test_covers_is_a_preorder(samples: list[tuple[Domain[Any], list[Any]]]) -> None:
    for domain, elements in samples:
        assert all(domain.covers(a, a) for a in elements)
        for a, b, c in itertools.product(elements, repeat=3):
            if domain.covers(a, b) and domain.covers(b, c):
                assert domain.covers(a, c), domain


def test_elements_with_different_keys_have_nothing_to_do_with_each_other(
    samples: list[tuple[Domain[Any], list[Any]]],
) -> None:
    for domain, elements in samples:
        for a, b in itertools.permutations(elements, 2):
            if domain.key(a) != domain.key(b):
                assert not domain.covers(a, b), domain
                assert domain.merge(a, b) is b, domain


def test_a_merge_contains_both_or_changes_nothing(samples: list[tuple[Domain[Any], list[Any]]]) -> None:
    for domain, elements in samples:
        for new, old in itertools.permutations(elements, 2):
            merged = domain.merge(new, old)
            assert domain.covers(merged, old)
            assert merged is old or domain.covers(merged, new)


@given(VALUES, VALUES)
def test_knowing_less_covers_more(a: Values, b: Values) -> None:
    """The order of values: antisymmetric, and exactly the inclusion of what is meant."""
    domain = ValueDomain(automaton_of("int main(void) { return 0; }"))
    every = [dict(zip(KEYS, content, strict=True)) for content in itertools.product(range(3), repeat=len(KEYS))]
    meant_a, meant_b = ({i for i, memory in enumerate(every) if v.known.items() <= memory.items()} for v in (a, b))
    assert domain.covers(a, b) == (meant_b <= meant_a)
    assert (domain.covers(a, b) and domain.covers(b, a)) == (a == b)
    assert a != b or hash(a) == hash(b)


def test_successors_of_what_is_covered_are_covered() -> None:
    """Monotony: a state that stands for another also stands for what comes after that one."""
    checked = 0
    for seed, cfa in programs():
        domain, rng = ValueDomain(cfa), random.Random(seed)
        for node in explored(cfa, [domain]).nodes:
            smaller: Values = node.state.elements[0]
            larger = Values({k: v for k, v in smaller.known.items() if rng.random() < 0.6})
            for arc in node.arcs:
                checked += _check_monotony(domain, larger, smaller, arc.step)
    assert checked > 500


def _check_monotony(domain: ValueDomain, larger: Values, smaller: Values, step: Step) -> bool:
    after_smaller, after_larger = domain.successor(smaller, step), domain.successor(larger, step)
    if after_smaller is not None:
        assert after_larger is not None, step
        assert domain.covers(after_larger, after_smaller), step
    return after_smaller is not None


# --- groups and products ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compared", [100, 1])
@given(st.lists(VALUES, max_size=12), VALUES, st.data())
def test_a_group_finds_all_states_that_may_cover(
    compared: int, many: list[Values], one: Values, data: st.DataObject
) -> None:
    """``compared``: so many values make a state large, and so many of its cells are compared."""
    domain = ValueDomain(automaton_of("int main(void) { return 0; }"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_group, "_LARGE", compared)
        patch.setattr(value_group, "_MOST_CELLS", compared)
        check_group(domain, many, one, data)


def check_group(domain: ValueDomain, many: list[Values], one: Values, data: st.DataObject) -> None:
    group = ValueGroup()
    states = [CompositeState(HERE, (values, index)) for index, values in enumerate(many)]
    for state in states:
        group.add(state)
    gone = data.draw(st.lists(st.sampled_from(states), unique=True)) if states else []
    for state in gone:
        group.discard(state)
    candidates = list(group.candidates(CompositeState(HERE, (one, -1))))
    covering = [s for s in states if s not in gone and domain.covers(s.elements[0], one)]
    assert all(state in candidates for state in covering)
    assert not any(state in candidates for state in gone)


@dataclass(frozen=True)
class Subsets:
    """Sets by inclusion; two of them join where ``joins``."""

    joins: bool = False

    def initial(self) -> frozenset[int]:
        return frozenset()

    def successor(self, element: frozenset[int], step: Step) -> frozenset[int] | None:
        return element

    def merge(self, new: frozenset[int], old: frozenset[int]) -> frozenset[int]:
        return old | new if self.joins and not new <= old else old

    def covers(self, larger: frozenset[int], smaller: frozenset[int]) -> bool:
        return smaller <= larger

    def key(self, element: frozenset[int]) -> tuple[()]:
        return ()


def product(*domains: Domain[Any]) -> CompositeAnalysis:
    return CompositeAnalysis(automaton_of("int main(void) { return 0; }"), domains)


def state(*elements: object, at: Position = HERE, assumption: str | None = None) -> CompositeState:
    return CompositeState(at, tuple(elements), assumption)


BIG, SMALL = frozenset({1, 2}), frozenset({1})


def test_two_states_that_cover_a_component_each_cover_nothing_together() -> None:
    """Contract: a state counts as covered only by one single reached state that covers all its components."""
    analysis = product(Subsets(), Subsets())
    first, second = state(BIG, frozenset()), state(frozenset(), BIG)
    assert analysis.stop(state(SMALL, SMALL), [first, second]) is None
    both = state(BIG, BIG)
    assert analysis.stop(state(SMALL, SMALL), [first, second, both]) is both


def test_a_state_elsewhere_or_with_a_false_assumption_covers_nothing() -> None:
    analysis = product(Subsets())
    assert analysis.stop(state(SMALL), [state(BIG, at=THERE), state(BIG, assumption="too long")]) is None
    assert analysis.stop(state(SMALL, assumption="too long"), [state(BIG)]) is not None


def test_components_merge_together_or_not_at_all() -> None:
    analysis = product(Subsets(joins=True), Subsets())
    old = state(SMALL, SMALL)
    assert analysis.merge(state(BIG, BIG), old) is old, "the second component would keep its part"
    assert analysis.merge(state(BIG, frozenset()), old) == state(BIG, SMALL)
    assert analysis.merge(state(frozenset(), frozenset()), old) is old
    assert analysis.merge(state(BIG, SMALL, assumption="too long"), old) is old
    assert analysis.merge(state(BIG, SMALL, at=THERE), old) is old


def test_a_state_that_is_merged_into_the_one_being_expanded_is_expanded_again() -> None:
    """A loop of one step whose successor is merged into its source must not leave the source with old arcs."""

    @dataclass(frozen=True)
    class Growing(Subsets):
        def successor(self, element: frozenset[int], step: Step) -> frozenset[int] | None:
            return element | {min(len(element), 3)}

    cfa = automaton_of("extern int __VERIFIER_nondet_int(void); int main(void) { while (__VERIFIER_nondet_int()); }")
    analysis = CompositeAnalysis(cfa, (Growing(joins=True),))
    reached = Reached(analysis, Waitlist[CompositeState](Order.DEPTH_FIRST))
    assert explore(analysis, reached, Silent[CompositeState]()) is Outcome.CLOSED
    for node in reached.nodes:
        for step in analysis.steps(node.state):
            for successor in analysis.successors(node.state, step):
                (arc,) = (a for a in node.arcs if a.step == step)
                assert analysis.stop(successor, [arc.target.state]) is arc.target.state
