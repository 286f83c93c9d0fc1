"""Intervals along paths: true of every execution, and enough where only bounds count, however long the path is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.bounds import Bounds, bounds_along
from coveriflow.logic.interpolation.chain import Chain, bit_precise_engines
from coveriflow.logic.interpolation.checking import entailed
from coveriflow.logic.interpolation.path import path_of
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import BOOLEAN, FALSE, Op, Term, bits, variable
from tests.logic.interpolation.paths import Shape, assert_interpolants, paths

ROUNDS = 40


def x(step: int) -> Term:
    return variable(f"x@{step}", 32)


def plus(term: Term, value: int) -> Term:
    return build.arithmetic(Op.ADD, term, bits(value, 32))


def at_least(term: Term, value: int, *, is_signed: bool) -> Term:
    return build.negate(build.less(term, bits(value, 32), is_signed=is_signed))


def chosen(step: int, one: Term, other: Term) -> Term:
    return build.ite(variable(f"choice@{step}", BOOLEAN), one, other)


def rounds_of(first: int, step: int, other: int, wrong: Term) -> list[Term]:
    steps = [build.equal(x(i + 1), chosen(i, plus(x(i), step), plus(x(i), other))) for i in range(ROUNDS)]
    return [build.equal(x(0), bits(first, 32)), *steps, wrong]


@pytest.mark.parametrize("is_signed", [True, False])
def test_choices_that_only_bounds_keep_apart(is_signed: bool) -> None:
    parts = rounds_of(0, 1, 2, build.negate(at_least(x(ROUNDS), ROUNDS, is_signed=is_signed)))
    found = Chain([Bounds()]).sequence(parts, 60)
    assert found is not None
    assert_interpolants(parts, found)


def test_below_zero() -> None:
    parts = rounds_of(-5, -1, -2, at_least(x(ROUNDS), -5 - ROUNDS + 1, is_signed=True))
    found = Chain([Bounds()]).sequence(parts, 60)
    assert found is not None
    assert_interpolants(parts, found)


def test_what_wraps_is_not_bounded() -> None:
    first = build.equal(x(0), bits((1 << 31) - 3, 32))
    parts = [first, *rounds_of(0, 1, 2, FALSE)[1:-1], build.less(x(ROUNDS), bits(0, 32), is_signed=True)]
    assert Chain([Bounds()]).sequence(parts, 60) is None


def test_the_chain_finds_loop_invariants_first() -> None:
    steps = [
        conjunction([build.less(x(i), bits(9, 32), is_signed=True), build.equal(x(i + 1), plus(x(i), 1))])
        for i in range(9)
    ]
    chain = Chain(bit_precise_engines())
    assert chain.sequence([build.equal(x(0), bits(0, 32)), *steps, at_least(x(9), 10, is_signed=True)], 60)
    assert chain.answered == "loop spacer"


@pytest.mark.parametrize(
    "shape",
    [Shape(4), Shape(4, bitwise=True), Shape(4, memory=True), Shape(32)],
    ids=["linear", "bits", "arrays", "wide"],
)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_bounds_are_true(shape: Shape, data: st.DataObject) -> None:
    path = path_of(data.draw(paths(shape)))
    deadline = cpu_time.now() + 60
    for cut, said in enumerate(bounds_along(path, deadline)):
        before = [c for part in path.parts[: cut + 1] for c in part]
        assert entailed(before, said, cpu_time.now() + 5) is not Satisfiability.SAT
