"""Ranges contradict only what cannot hold."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from coveriflow.logic import build, float_terms
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.ranges.check import check_by_ranges, has_floats
from coveriflow.logic.terms import Op, Term, bits, subterms, variable
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.softfloat import DOUBLE, FORMATS
from tests.analysis.runs import daily_and_slow
from tests.generators.patterns import anything
from tests.logic.evaluator import evaluate
from tests.logic.test_floats import Terms, contents

X, Y = variable("x", 64), variable("y", 64)


def number(value: float) -> Term:
    return bits(softfloat.nearest(DOUBLE, Fraction(value)), 64)


def between(term: Term, low: float, high: float) -> Term:
    least, most = float_terms.compared(Op.FLE, number(low), term), float_terms.compared(Op.FLE, term, number(high))
    return build.conjoin(least, most)


def true_of(term: Term, values: dict[str, int]) -> Term:
    """``term`` or its negation, whichever ``values`` make true."""
    return term if evaluate(term, values) else build.negate(term)


def near(leaf: Term, value: int, rng: random.Random) -> list[Term]:
    """Conditions on ``leaf`` that hold where it has this value."""
    other = bits(anything(FORMATS[leaf.sort], rng), leaf.sort) if leaf.sort in FORMATS else bits(value ^ 3, leaf.sort)
    found = [build.less(leaf, other, is_signed=rng.random() < 0.5)]
    if leaf.sort in FORMATS:
        found += [float_terms.compared(rng.choice([Op.FLE, Op.FLT]), leaf, other), float_terms.is_nan(leaf)]
    return found


@pytest.mark.parametrize("seeds", daily_and_slow(150, 10, 1000))
def test_what_holds_is_never_contradicted(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        terms = Terms(rng)
        question = [build.disjoin(terms.truth(2), build.conjoin(terms.truth(1), terms.truth(2))) for _ in range(3)]
        leaves = [t for t in subterms(question) if t.op is Op.VARIABLE]
        values = contents(rng)
        question += [c for v in leaves for c in near(v, values[str(v.payload)], rng)]
        told = [true_of(each, values) for each in question]
        assert check_by_ranges(told, 60) is Satisfiability.UNKNOWN, seed


def test_a_filter_keeps_its_bounds() -> None:
    step = float_terms.binary(
        Op.FADD,
        float_terms.binary(Op.FMUL, number(0.9), X),
        float_terms.binary(Op.FMUL, number(0.1), Y),
    )
    assumed = [between(X, -10, 10), between(Y, -1, 1)]
    assert check_by_ranges([*assumed, build.negate(between(step, -10, 10))], 60) is Satisfiability.UNSAT
    assert check_by_ranges([*assumed, build.negate(between(step, -9, 9))], 60) is Satisfiability.UNKNOWN


def test_what_occurs_twice_is_added_up_first() -> None:
    moved = float_terms.binary(Op.FMUL, number(0.1), float_terms.binary(Op.FSUB, Y, X))
    step = float_terms.binary(Op.FADD, X, moved)
    assumed = [between(X, -101, 101), between(Y, -100, 100)]
    assert check_by_ranges([*assumed, build.negate(between(step, -101, 101))], 60) is Satisfiability.UNSAT


def test_a_clamp_limits_numbers_but_no_nan() -> None:
    inner = build.ite(float_terms.compared(Op.FLT, X, number(-1)), number(-1), X)
    clamped = build.ite(float_terms.compared(Op.FLT, number(1), X), number(1), inner)
    fails = build.negate(between(clamped, -1, 1))
    assert check_by_ranges([build.negate(float_terms.is_nan(X)), fails], 60) is Satisfiability.UNSAT
    assert check_by_ranges([fails], 60) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("engine", [Engine.COMBINED, Engine.BLASTED])
def test_each_engine_of_the_portfolio_finds_and_excludes_numbers(engine: Engine) -> None:
    total = float_terms.binary(Op.FADD, X, Y)
    assumed = [between(X, 0, 1), between(Y, 0, 1)]
    solver = Portfolio(engine)
    assert solver.check([*assumed, float_terms.compared(Op.FLT, number(2), total)], 60) is Satisfiability.UNSAT
    question = [*assumed, float_terms.compared(Op.FLT, number(1.5), total)]
    assert all(map(has_floats, question))
    assert solver.check(question, 60) is Satisfiability.SAT
    assert all(solver.model().value(each) for each in question)
