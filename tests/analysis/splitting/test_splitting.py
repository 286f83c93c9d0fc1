"""Splitters: tests whose paths are what the splitter says, different, and in order."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from random import Random

import pytest

from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.splitting.enumeration import enumerated
from coveriflow.analysis.splitting.splitters import (
    Bounds,
    by_estimated_paths,
    by_loop_bounds,
    by_random_walks,
)
from coveriflow.analysis.splitting.walks import Branching, Choice, Walk, Walker
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.interpreter.path_order import at_most, decisions, induced_path, is_left, order_key
from tests.analysis.runs import automaton_of, daily_and_slow, model_of, small_program
from tests.places import ROOT

MID = ROOT / "examples" / "mid.c"
NESTED = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void assume(int c) { if (!c) { abort(); } }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), rounds = 0, steps = 0;
  assume(n < 1000 && m < 1000);
  for (unsigned i = 0; i < n; i++) {
    rounds++;
    for (unsigned j = 0; j < m; j++) { steps++; }
  }
  return 0;
}
"""


def watch() -> LimitWatch:
    return LimitWatch(SoftLimits(cpu=30.0))


def paths(cfa: Cfa, bounds: Bounds) -> list[str]:
    found = [induced_path(cfa, [value for _, value in test]) for test in bounds.tests]
    assert [order_key(p.edges) for p in found] == sorted({order_key(p.edges) for p in found})
    return ["".join("T" if is_left(edge) else "F" for edge in path.decisions) for path in found]


def test_loops_are_entered_as_often_as_the_bounds_say_and_inner_ones_in_each_round_of_outer_ones() -> None:
    cfa = automaton_of(NESTED)
    found = by_loop_bounds(cfa, [2, 4], watch())
    inputs = [[value for _, value in test] for test in found.tests]
    assert inputs == [[4, 4], [2, 2]]
    assert len(paths(cfa, found)) == 2
    assert found.reason == ""


@pytest.mark.parametrize("text", [MID.read_text(), "int main(void) { int i = 0; while (i < 9) { i++; } return i; }"])
def test_without_a_loop_or_without_an_input_there_is_no_bound(text: str) -> None:
    found = by_loop_bounds(automaton_of(text), [3], watch())
    assert found.tests == ()
    assert found.reason in ("the program has no loop", "0 of 1 bounds were found: no input is read on the way")


def test_an_endless_loop_is_left_by_the_splitter() -> None:
    """The path is a prefix: its test has the inputs of three rounds."""
    cfa = automaton_of(
        "extern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int s = 0; while (1) { if (__VERIFIER_nondet_int() > 5) { s++; } } }"
    )
    (test,) = by_loop_bounds(cfa, [3], watch()).tests
    path = induced_path(cfa, [value for _, value in test])
    assert path.end is End.EXHAUSTED
    assert 3 <= len(test) <= 4
    assert all(value > 5 for _, value in test[:3])


def test_random_paths_depend_on_the_seed_only_and_lean_to_the_side_that_is_wanted() -> None:
    cfa = automaton_of(NESTED)
    found = [by_random_walks(cfa, 3, 0.5, seed, watch()) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0] != found[2]
    assert len(set(paths(cfa, found[0]))) == 3
    left, right = (by_random_walks(cfa, 1, probability, 3, watch()) for probability in (0.95, 0.05))
    assert len(paths(cfa, left)[0]) > len(paths(cfa, right)[0])
    assert by_random_walks(automaton_of("int main(void) { return 0; }"), 2, 0.5, 0, watch()).tests == ()


def test_the_balanced_bound_of_a_lopsided_tree_is_where_its_paths_are() -> None:
    """One path on the left, 64 on the right."""
    branch = "if (__VERIFIER_nondet_int()) { s++; }\n"
    cfa = automaton_of(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { int s = 0;\n"
        "if (__VERIFIER_nondet_int()) { return 1; }\n" + 6 * branch + "return s; }"
    )
    (path,) = paths(cfa, by_estimated_paths(cfa, 1, 40, 5, watch()))
    assert 64 // 4 <= int(path[1:].replace("T", "0").replace("F", "1"), 2) <= 3 * 64 // 4


LEANING = (
    "extern int __VERIFIER_nondet_int(void);\nint main(void) { int s = 0;\n"
    + 6 * "if (__VERIFIER_nondet_int()) { return s; }\nif (__VERIFIER_nondet_int()) { s++; }\n"
    + "return s; }"
)
"""Of each level two nodes in three go on to the next one: 1 + 2 * (1 + 2 * ...) = 127 paths."""


def paths_of(walker: Walker, most: int, seed: int = 0) -> list[tuple[Walk, float]]:
    start = walker.start()
    assert start is not None
    return [(each.walk(), n) for each, n in enumerated([start], most, walker.watch.check_now, Random(seed))]


def test_all_paths_are_enumerated_where_there_is_room() -> None:
    found = paths_of(Walker(automaton_of(LEANING), watch()), 1_000)
    assert {weight for _, weight in found} == {1.0}
    assert len({order_key(walk.edges) for walk, _ in found}) == len(found) == 127


def test_the_number_of_paths_is_right_in_the_mean_and_the_bound_nearly_in_the_middle() -> None:
    """As estimated from six prefixes of each level, of up to 64."""
    walker = Walker(automaton_of(LEANING), watch())
    keys = sorted(order_key(walk.edges) for walk, _ in paths_of(walker, 1_000))
    seeds = range(30)
    sums = [sum(weight for _, weight in paths_of(walker, 6, seed)) for seed in seeds]
    assert 110 < statistics.mean(sums) < 145
    assert len(set(sums)) > 5
    for seed in seeds[:6]:
        (test,) = by_estimated_paths(walker.cfa, 1, 16, seed, watch()).tests
        key = order_key(induced_path(walker.cfa, [value for _, value in test]).edges)
        assert 0.25 < keys.index(key) / len(keys) < 0.75


def test_where_the_time_is_over_prefixes_are_taken_for_paths() -> None:
    """Those of one level, and what ended before."""

    @dataclass
    class Short(LimitWatch):
        looks: int = 0

        def check_now(self) -> str | None:
            self.looks += 1
            return "over" if self.looks > 9 else None

    found = paths_of(Walker(automaton_of(LEANING), Short(SoftLimits())), 1_000)
    lengths = sorted(len(walk.inputs) for walk, _ in found)
    assert lengths == [1, 3, 3, 4, 4, 4, 5]  # one of the last level had been walked on
    assert sum(weight for _, weight in found) == 7


@pytest.mark.parametrize("seeds", daily_and_slow(8, 3, 60))
def test_the_test_of_a_walk_takes_it(seeds: range) -> None:
    """Over generated programs, to the left wherever that is feasible."""
    for seed in seeds:
        text, _ = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        walk = Walker(cfa, watch(), most_branches=60).walk(_leftmost)
        assert walk is not None
        path = induced_path(cfa, [value for _, value in walk.inputs])
        assert path.edges[: len(walk.edges)] == walk.edges
        zeros = induced_path(cfa, [0] * 100)
        taken = decisions(walk.edges)
        if len(taken) < 60 and not zeros.is_cut:
            assert at_most(walk.edges, zeros.edges)
        assert all(isinstance(edge.operation, Assume) for edge in taken)


def _leftmost(branching: Branching) -> Choice:
    return Choice(branching.left)
