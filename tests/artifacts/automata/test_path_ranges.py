"""Ranges of paths: the order, what is in a range, and the observer that prunes the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import pairwise

import pytest

from coveriflow.analysis.testing.goals import values_called
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.automata.range_observer import ResolvedRange, in_range, outside, resolved_range
from coveriflow.artifacts.path_ranges import Range, Ranges, ranges_between
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import InputError
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.interpreter.path_order import InducedPath, at_most, decisions, induced_path, is_left, order_key
from tests.analysis.runs import (
    HASH,
    Runs,
    automaton_of,
    covered_after,
    daily_and_slow,
    model_of,
    runs_of,
    small_program,
)
from tests.places import ROOT

MID = ROOT / "examples" / "mid.c"
PATHS_OF_MID = ["TT", "TFT", "TFF", "FT", "FFT", "FFF"]
"""In the order of the paper."""


def case(*values: int) -> TestCase:
    return TestCase(tuple(TestInput(value) for value in values))


def between(lower: TestCase | None, upper: TestCase | None, cfa: Cfa) -> ResolvedRange:
    return resolved_range(Range(lower, upper, HASH), cfa)


def directions(path: Sequence[Edge], function: str = "main") -> str:
    return "".join("T" if is_left(edge) else "F" for edge in decisions(path) if edge.source.function == function)


def test_the_ranges_of_mid_are_those_of_the_paper() -> None:
    """Sect. 2.2: tests {x: 0, y: 2, z: 1} and {x: 1, y: 0, z: 2}."""
    cfa = automaton_of(MID.read_text())
    runs = {directions(e.trace, "mid"): e.trace for e in runs_of(cfa, 3, 30, 0).executions}
    assert sorted(runs, key=lambda name: order_key(runs[name])) == PATHS_OF_MID
    middle = between(case(0, 2, 1), case(1, 0, 2), cfa)
    assert middle.lower
    assert middle.upper
    assert [directions(bound.edges, "mid") for bound in (middle.lower, middle.upper)] == ["TFT", "FT"]
    for within, expected in (
        (middle, ["TFT", "TFF", "FT"]),
        (between(None, case(0, 2, 1), cfa), ["TT", "TFT"]),
        (between(case(1, 0, 2), None, cfa), ["FT", "FFT", "FFF"]),
        (between(None, None, cfa), PATHS_OF_MID),
    ):
        assert [name for name in PATHS_OF_MID if in_range(runs[name], within)] == expected
        observer = outside(within, cfa)
        assert [name for name in PATHS_OF_MID if covered_after(observer, runs[name]) is None] == expected


def test_one_condition_of_c_is_decided_in_the_order_of_its_evaluation() -> None:
    cfa = automaton_of(
        """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
          int r = a && b ? 1 : 2;
          switch (c) { case 3: r++; break; case 5: r--; default: ; }
          for (int i = 0; i < b; i++) { r = r || c; }
          return r;
        }
        """
    )
    in_order = [
        induced_path(cfa, values).edges for values in ([1, 2, 3], [1, 1, 5], [1, 1, 4], [1, 0, 3], [0, 1, 3], [0, 0, 3])
    ]
    assert sorted(in_order, key=order_key) == in_order


SHORT = """
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { return 1; }
    return 2;
  }
  if (__VERIFIER_nondet_int()) { return 3; }
  return 4;
}
"""


def test_where_inputs_are_exhausted_the_range_to_the_right_goes_on() -> None:
    """Paths of ``SHORT``: TT, TF, FT, FF; the test with the only input 0 begins the two last ones."""
    cfa = automaton_of(SHORT)
    runs = {directions(p.edges): p.edges for p in (induced_path(cfa, v) for v in ([1, 1], [1, 0], [0, 1], [0, 0]))}
    path = induced_path(cfa, [0])
    assert path.end is End.EXHAUSTED
    assert path.is_cut
    left, right = between(None, case(0), cfa), between(case(0), None, cfa)
    assert {name for name, run in runs.items() if in_range(run, left)} == {"TT", "TF"}
    assert {name for name, run in runs.items() if in_range(run, right)} == {"FT", "FF"}
    nothing = induced_path(cfa, [])
    assert not any(in_range(run, ResolvedRange(None, nothing)) for run in runs.values())
    assert all(in_range(run, ResolvedRange(nothing, None)) for run in runs.values())


def test_what_a_test_does_not_say_is_zero_on_its_path() -> None:
    """Results of undefined functions and variables that are not initialised are inputs, but none of the test's."""
    cfa = automaton_of(
        """
        extern int __VERIFIER_nondet_int(void);
        extern int unknown(void);
        int main(int argc, char **argv) {
          int x;
          if (unknown()) { return 1; }
          if (x) { return 2; }
          if (argc > 1) { return 3; }
          if (__VERIFIER_nondet_int() == 7) { return 4; }
          return 5;
        }
        """
    )
    path = induced_path(cfa, [7])
    assert (path.end, directions(path.edges)) == (End.RETURNED, "T" + "FFFT")  # first: argc is no negative number


def test_a_path_without_end_is_recorded_in_part() -> None:
    cfa = automaton_of("int main(void) { int i = 0; while (1) { if (i) { i = 0; } else { i = 1; } } }")
    path = induced_path(cfa, [], longest=50)
    assert path.is_cut
    assert path.end is End.TOO_LONG
    longer = induced_path(cfa, [], longest=60)
    assert in_range(longer.edges, ResolvedRange(path, None))
    assert not in_range(longer.edges, ResolvedRange(None, path))


def test_a_range_with_its_bounds_exchanged_is_refused() -> None:
    cfa = automaton_of(SHORT)
    with pytest.raises(InputError, match="is empty"):
        between(case(0, 0), case(1, 1), cfa)


def test_ranges_leave_nothing_out() -> None:
    task = Task((Source("a.c", SHORT, SHORT),))
    parts = ranges_between(task, [case(1, 0), case(0, 1)])
    assert [str(part) for part in parts.parts] == ["[start, (1, 0)]", "[(1, 0), (0, 1)]", "[(0, 1), end]"]
    assert parts.bounds == (case(1, 0), case(0, 1))
    first, middle, last = parts.parts
    for wrong in ((), (first,), (first, last), (middle, last), (last, middle, first)):
        with pytest.raises(ValueError, match="ranges that are not"):
            Ranges(wrong)


@pytest.mark.parametrize("seeds", daily_and_slow(30, 2, 150))
def test_every_path_is_in_one_range_or_is_a_bound(seeds: range) -> None:
    """By all executions over few inputs: the ranges between some of them, and their observers."""
    parted = 0
    for seed in seeds:
        text, values = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        runs = runs_of(cfa, values, 40, seed)
        whole = [e.trace for e in runs.executions if e.end is not End.TOO_LONG]
        _check_order(whole)
        bounds = _bounds(cfa, runs, seed)
        ranges = [ResolvedRange(lower, upper) for lower, upper in pairwise([None, *bounds, None])]
        observers = [outside(each, cfa) for each in ranges]
        found = [_checked(path, ranges, observers) for path in whole]
        parted += len(set(found)) > 1
    assert parted > len(seeds) // 3


def _checked(path: Sequence[Edge], ranges: Sequence[ResolvedRange], observers: Sequence[ResolvedCondition]) -> int:
    """The first range that a path lies in, which is the only one if it is no bound."""
    inside = [in_range(path, each) for each in ranges]
    equal = sum(each.lower is not None and each.lower.edges == path for each in ranges)
    assert sum(inside) == 1 + equal
    for within, observer, is_inside in zip(ranges, observers, inside, strict=True):
        covered = covered_after(observer, path) is not None
        begins = within.lower is not None and within.lower.edges[: len(path)] == path
        assert covered != is_inside or (begins and not covered)
    return inside.index(True)


def _bounds(cfa: Cfa, runs: Runs, seed: int) -> list[InducedPath]:
    """Paths of two of the executions' tests, one of them without its last input, in order and each once."""
    tests = [values_called(e.inputs) for e in runs.executions]
    chosen = [tests[seed % len(tests)], tests[seed * 7 % len(tests)][:-1]]
    paths = {order_key(path.edges): path for path in (induced_path(cfa, test) for test in chosen)}
    return [paths[key] for key in sorted(paths)]


def _compared(one: Sequence[Edge], other: Sequence[Edge]) -> int:
    return -1 if at_most(one, other) else 1


def _check_order(paths: Sequence[Sequence[Edge]]) -> None:
    by_definition = sorted(paths, key=cmp_to_key(_compared))
    assert [order_key(path) for path in by_definition] == sorted(map(order_key, paths))
    for one, other in pairwise(by_definition):
        assert at_most(one, other)
        assert at_most(other, one) == (one == other)
