"""Laws of the operations on conditions, on random automata over small programs and by executions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest

from coveriflow.analysis.search.findings import NOTHING
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.conditions.comparison import Relation, compared, coverage
from coveriflow.transform.conditions.operations import intersected, minimised, united
from tests.analysis.runs import HASH, automaton_of, bounded, covered_after, explicit, runs_of, small_program

_PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int step(int x) { if (x > 1) return x - 2; return x; }
int main(void) {
  int x = __VERIFIER_nondet_int() & 3, y = 0;
  while (y < x) { y++; x = step(x); }
  if (x == y) y = 4; else y = 5;
  if (y == 4 && x == 1) reach_error();
  return y;
}
"""


@cache
def program() -> tuple[Cfa, tuple[tuple[Edge, ...], ...]]:
    cfa = automaton_of(_PROGRAM)
    return cfa, tuple(execution.trace for execution in runs_of(cfa, 4, 40, 0).executions)


def random_condition(rng: random.Random) -> Condition:
    """States that stay, mostly, so that long paths are covered too."""
    cfa, _ = program()
    states = [f"s{n}" for n in range(rng.randint(1, 4))]
    transitions = []
    for state in states:
        for edge in cfa.edges:
            for _ in range(rng.choice([1, 1, 1, 2])):
                target = rng.choice([state] * 5 + states + ["T"] * (rng.random() < 0.3))
                if rng.random() < 0.93:
                    transitions.append(Transition(state, edge.label, target))
    named = Condition("s0", frozenset({"T"}), tuple(transitions), HASH)
    return named if rng.random() < 0.5 else _renamed(named, {"s0": "T", "s1": "q0", "T": "s0"})


def _renamed(condition: Condition, names: Mapping[str, str]) -> Condition:
    """Whatever states are called, they are what they were."""

    def name(state: str) -> str:
        return names.get(state, state)

    transitions = tuple(replace(t, source=name(t.source), target=name(t.target)) for t in condition.transitions)
    return replace(
        condition,
        initial=name(condition.initial),
        accepting=frozenset(map(name, condition.accepting)),
        transitions=transitions,
    )


def covers(condition: Condition, trace: Sequence[Edge]) -> int | None:
    cfa, _ = program()
    return covered_after(resolved(condition, cfa), trace)


def paths(rng: random.Random) -> Iterator[tuple[Edge, ...]]:
    """Executions, and random paths that no execution takes."""
    cfa, traces = program()
    yield from traces
    for _ in range(25):
        place = cfa.entry
        taken: list[Edge] = []
        while cfa.leaving[place] and len(taken) < 40:
            taken.append(rng.choice(cfa.leaving[place]))
            place = taken[-1].target
        yield tuple(taken)


def test_operations_cover_what_they_say_after_as_many_edges() -> None:
    figures: Counter[tuple[bool, bool]] = Counter()
    for seed in range(8):
        rng = random.Random(seed)
        one, other = random_condition(rng), random_condition(rng)
        small, either, both = minimised(one), united(one, other), intersected(one, other)
        for path in paths(rng):
            first, second = covers(one, path), covers(other, path)
            figures[first is None, second is None] += 1
            known = [n for n in (first, second) if n is not None]
            assert covers(small, path) == first
            assert covers(either, path) == (min(known) if known else None)
            assert covers(both, path) == (max(known) if len(known) == 2 else None)
    assert min(figures[one, other] for one in (True, False) for other in (True, False)) > 5, figures


@pytest.mark.parametrize("seed", range(5))
def test_laws_of_a_lattice(seed: int) -> None:
    """Minimal automata are equal where what is covered is: laws are equations between files."""
    rng = random.Random(100 + seed)
    a, b, c = (random_condition(rng) for _ in range(3))
    small = minimised(a)
    assert minimised(small) == small
    assert united(a, b) == united(b, a)
    assert intersected(a, b) == intersected(b, a)
    assert united(a, a) == small == intersected(a, a)
    assert united(united(a, b), c) == united(a, united(b, c))
    assert intersected(intersected(a, b), c) == intersected(a, intersected(b, c))
    assert united(a, intersected(a, b)) == small == intersected(a, united(a, b))
    everything = Condition("T", frozenset({"T"}), (), HASH)
    nothing = Condition("n", frozenset(), (), HASH)
    assert united(a, everything) == minimised(everything)
    assert united(a, nothing) == small == intersected(a, everything)
    assert not intersected(a, nothing).transitions


@pytest.mark.parametrize("seed", range(8))
def test_comparison_agrees_with_the_operations_and_with_paths(seed: int) -> None:
    rng = random.Random(200 + seed)
    cfa, _ = program()
    one, other = random_condition(rng), random_condition(rng)
    assert compared(cfa, one, minimised(one)).relation is Relation.EQUAL
    assert compared(cfa, united(one, other), one).relation in (Relation.WEAKER, Relation.EQUAL)
    assert compared(cfa, intersected(one, other), one).relation in (Relation.STRONGER, Relation.EQUAL)
    found = compared(cfa, one, other)
    for path, first, second in ((found.only_first, one, other), (found.only_second, other, one)):
        edges = [step.edge for step in path] if path is not None else None
        if edges is not None:
            assert covers(first, edges) == len(edges)
            assert covers(second, edges) is None
    if found.relation in (Relation.EQUAL, Relation.STRONGER):
        for trace in program()[1]:
            mine, theirs = covers(one, trace), covers(other, trace)
            assert mine is None or (theirs is not None and theirs <= mine)


def test_coverage_of_all_and_nothing_and_a_branch() -> None:
    cfa, _ = program()
    everything, nothing = Condition("T", frozenset({"T"}), (), HASH), Condition("n", frozenset(), (), HASH)
    assert coverage(cfa, everything).paths == 1.0
    assert coverage(cfa, everything).edges.share == coverage(cfa, everything).branches.share == 1.0
    assert coverage(cfa, nothing).paths == 0.0
    assert coverage(cfa, nothing).edges.covered == coverage(cfa, nothing).locations.covered == 0
    half = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x) { x = 3; x = 4; } else x = 5; return 0; }""")
    transitions = [Transition(f"l{e.source.number}", e.label, f"l{e.target.number}") for e in half.edges]
    taken = [replace(t, target="T") if t.guard.branch == "condition-true" else t for t in transitions]
    measured = coverage(half, Condition(f"l{half.entry.number}", frozenset({"T"}), tuple(taken), HASH))
    assert measured.paths == 0.5
    assert (measured.branches.covered, measured.branches.total) == (1, 2)
    assert measured.edges.covered == 3


def test_a_measure_of_an_unwinding_grows_with_its_bound() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int main(void) {
          int x = __VERIFIER_nondet_int(), y = 0;
          while (y < x) y++;
          if (y < 0) reach_error();
          return 0;
        }""")
    shares = []
    for bound in (1, 2, 3):
        automaton = bounded(cfa, first=bound, last=bound).automaton
        condition = Condition(automaton.initial, automaton.accepting, automaton.transitions, HASH)
        shares.append(coverage(cfa, condition).paths)
    assert 0 < shares[0] < shares[1] < shares[2] < 1, shares


def test_conditions_of_analyses_are_minimised_to_equal_ones() -> None:
    """And to smaller ones: what an analysis writes has a state for each of its own."""
    before = after = 0
    for seed in range(12):
        try:
            cfa = automaton_of(small_program(seed)[0])
        except NotSupported:
            continue
        for found in (explicit(cfa, 600, loop_bound=1), bounded(cfa, first=1, last=1)):
            automaton = found.automaton
            if automaton == NOTHING:
                continue
            condition = Condition(automaton.initial, automaton.accepting, automaton.transitions, HASH)
            small = minimised(condition)
            assert compared(cfa, condition, small).relation is Relation.EQUAL
            assert len(small.states) <= len(condition.states)
            before, after = before + len(condition.states), after + len(small.states)
    assert after < before


def test_what_is_about_different_programs_is_not_put_together() -> None:
    one = Condition("T", frozenset({"T"}), (), HASH)
    for other in (replace(one, program_hash="1"), replace(one, data_model=DataModel.ILP32)):
        with pytest.raises(InputError, match="different"):
            united(one, other)
        with pytest.raises(InputError, match="different"):
            intersected(one, other)
