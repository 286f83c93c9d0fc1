"""What joins of paths and sums over them are made of means the same as what it was made from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.terms import BOOLEAN, TRUE, Term, variable
from tests.logic.evaluator import evaluate

WIDTH = 4
TESTS = tuple(variable(f"test {name}", BOOLEAN) for name in "abcd")
NUMBERS = tuple(variable(f"number {name}", WIDTH) for name in "xyz")
DEEP = 5_000

literals = st.sampled_from(TESTS).flatmap(lambda test: st.sampled_from((test, build.negate(test))))


def conjunction(parts: Sequence[Term]) -> Term:
    return reduce(build.conjoin, parts, TRUE)


paths = st.lists(literals, max_size=5).map(conjunction)
guards = st.one_of(paths, st.tuples(paths, paths, paths).map(lambda g: build.disjoin(build.conjoin(g[0], g[1]), g[2])))


@st.composite
def branches(draw: st.DrawFn) -> tuple[Term, Term]:
    """Two guards that begin alike."""
    before = draw(guards)
    return build.conjoin(before, draw(guards)), build.conjoin(before, draw(guards))


@given(branches())
def test_one_of_two_paths_and_which(two: tuple[Term, Term]) -> None:
    left, right = two
    is_left, either = build.joined(left, right)
    for values in itertools.product((0, 1), repeat=len(TESTS)):
        given_ = {str(test.payload): value for test, value in zip(TESTS, values, strict=True)}
        holds = {term: evaluate(term, given_) for term in (left, right, is_left, either)}
        assert holds[either] == (holds[left] or holds[right])
        if holds[either]:
            assert holds[left if holds[is_left] else right]


def test_branches_of_a_chain_leave_what_was_known_before_it() -> None:
    before, rest = conjunction(TESTS[:1]), TRUE
    tests = [variable(f"case {number}", BOOLEAN) for number in range(40)]
    ends = []
    for test in tests:
        ends.append(build.conjoin(build.conjoin(before, rest), test))
        rest = build.conjoin(rest, build.negate(test))
    ends.append(build.conjoin(before, rest))
    assert reduce(build.disjoin, ends) is before
    assert reduce(build.disjoin, reversed(ends)) is before


def test_long_paths_that_begin_alike() -> None:
    start = conjunction([variable(f"step {number}", BOOLEAN) for number in range(DEEP)])
    left, right = build.conjoin(start, TESTS[0]), build.conjoin(start, build.negate(TESTS[0]))
    assert build.joined(left, right) == (TESTS[0], start)
