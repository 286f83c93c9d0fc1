"""What joins of paths and sums over them are made of means the same as what it was made from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.substitution import CommonAddends
from coveriflow.logic.terms import BOOLEAN, TRUE, Op, Term, bits, boolean, subterms, variable
from coveriflow.logic.z3_solver import Engine, Z3Solver
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


sums = st.recursive(
    st.one_of(st.sampled_from(NUMBERS), st.integers(0, 15).map(lambda value: bits(value, WIDTH))),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: build.arithmetic(Op.ADD, *t)),
        st.tuples(inner, inner).map(lambda t: build.arithmetic(Op.SUB, *t)),
        st.tuples(guards, inner, inner).map(lambda t: build.ite(*t)),
    ),
    max_leaves=12,
)


@given(sums, st.tuples(*[st.integers(0, 1)] * 4), st.tuples(*[st.integers(0, 15)] * 3))
def test_common_addends_outside_of_choices(term: Term, tests: Sequence[int], numbers: Sequence[int]) -> None:
    values = {str(each.payload): value for each, value in zip(TESTS, tests, strict=True)}
    values |= {str(each.payload): value for each, value in zip(NUMBERS, numbers, strict=True)}
    assert evaluate(CommonAddends().outside(term), values) == evaluate(term, values)


def test_what_a_branch_adds_is_all_that_is_chosen() -> None:
    x, y = NUMBERS[:2]
    added = build.arithmetic(Op.ADD, build.arithmetic(Op.ADD, x, y), bits(3, WIDTH))
    found = CommonAddends().outside(build.ite(TESTS[0], added, build.arithmetic(Op.ADD, y, x)))
    [choice] = [term for term in subterms([found]) if term.op is Op.ITE]
    assert {argument.constant for argument in choice.args[1:]} == {0, 3}


def test_a_sum_of_counters_one_of_which_a_chain_of_tests_increments() -> None:
    """The counters cancel; what is left to add up are ones and zeros."""
    total = variable("total", 32)
    counters = [variable(f"counter {number}", 32) for number in range(8)]
    known, after, before = TRUE, [], reduce(lambda a, b: build.arithmetic(Op.ADD, a, b), counters)
    for number, counter in enumerate(counters):
        rest = build.arithmetic(Op.UREM, total, bits(number + 2, 32))
        test = build.equal(rest, bits(0, 32)) if number + 1 < len(counters) else boolean(True)
        is_here = build.conjoin(known, test)
        after.append(build.ite(is_here, build.arithmetic(Op.ADD, counter, bits(1, 32)), counter))
        known = build.conjoin(known, build.negate(test))
    more = reduce(lambda a, b: build.arithmetic(Op.ADD, a, b), after)
    changed = build.negate(build.equal(more, build.arithmetic(Op.ADD, total, bits(1, 32))))
    assert Z3Solver(Engine.SUMS).check([build.equal(before, total), changed], 60.0) is Satisfiability.UNSAT
