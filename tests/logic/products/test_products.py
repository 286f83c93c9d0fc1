"""Algebra says only what holds for all values: narrow bit-vectors are tried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.products.audit import Audit, NotShown
from coveriflow.logic.products.check import check_by_products
from coveriflow.logic.products.linear import has_products, linearised
from coveriflow.logic.products.normal import Known, Normal
from coveriflow.logic.products.polynomials import Polynomial, TooLarge, inverse, quotient
from coveriflow.logic.terms import Op, Term, bits, make, variable
from coveriflow.logic.z3_solver import Z3Solver
from tests.logic.evaluator import evaluate

WIDTH, NARROW = 3, 2
NAMES = ("x", "y", "z")
X, Y, Z = (variable(f"products {name}", WIDTH) for name in NAMES)
SMALL = variable("products small", NARROW)
UNKNOWNS = (X, Y, Z, SMALL)
_RING = (Op.ADD, Op.SUB, Op.MUL)
_DIVISIONS = (Op.UDIV, Op.UREM, Op.SDIV, Op.SREM)


def assignments() -> Iterator[dict[str, int]]:
    """All values of all unknowns."""
    for values in product(*(range(1 << each.sort) for each in UNKNOWNS)):
        yield dict(zip((str(each.payload) for each in UNKNOWNS), values, strict=True))


def applied(op: Op, left: Term, right: Term) -> Term:
    return build.arithmetic(op, left, right)


def numbers(most: int = 4) -> st.SearchStrategy[Term]:
    """Bit-vectors of that width, sums and products for the most part."""
    wide = build.resized(SMALL, WIDTH, is_signed=True)
    leaves = st.sampled_from([X, X, Y, Z, wide, build.resized(SMALL, WIDTH, is_signed=False)])
    constants = st.integers(0, (1 << WIDTH) - 1).map(lambda value: bits(value, WIDTH))

    def larger(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        divisors = st.sampled_from([2, 3, 4]).map(lambda value: bits(value, WIDTH))
        narrow = st.builds(applied, st.sampled_from(_RING), parts, parts).map(
            lambda term: build.resized(term, NARROW, is_signed=False)
        )
        return st.one_of(
            st.builds(applied, st.sampled_from(_RING), parts, parts),
            st.builds(applied, st.sampled_from(_DIVISIONS), parts, divisors),
            st.builds(build.complement, parts),
            st.builds(build.ite, st.builds(lambda a, b: build.less(a, b, is_signed=True), parts, parts), parts, parts),
            st.builds(lambda term, signed: build.resized(term, WIDTH, is_signed=signed), narrow, st.booleans()),
        )

    return st.recursive(leaves | constants, larger, max_leaves=most)


def conditions(most: int = 4) -> st.SearchStrategy[Term]:
    some = numbers(most)
    compared = st.one_of(
        st.builds(build.equal, some, some),
        st.builds(build.equal, some, some).map(build.negate),
        st.builds(lambda a, b, signed: build.less(a, b, is_signed=signed), some, some, st.booleans()),
    )
    return st.one_of(compared, compared, st.builds(build.disjoin, compared, compared))


def holds(question: Sequence[Term], values: dict[str, int]) -> bool:
    return all(evaluate(each, values) for each in question)


def can_hold(question: Sequence[Term]) -> bool:
    return any(holds(question, values) for values in assignments())


@pytest.mark.parametrize("again", [False, True])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_algebra_excludes_never_holds(again: bool, data: st.DataObject) -> None:
    question = data.draw(st.lists(conditions(), min_size=2, max_size=4))
    if check_by_products(question, 5.0, again=again) is Satisfiability.UNSAT:
        assert not can_hold(question)


@pytest.mark.parametrize("again", [False, True])
@settings(max_examples=30, deadline=None)
@given(
    premises=st.lists(st.tuples(numbers(), numbers(), numbers()), min_size=1, max_size=2),
    error=st.sampled_from([0, 0, 1, 4]),
)
def test_consequences_of_equations_are_told_from_others(
    again: bool, premises: list[tuple[Term, Term, Term]], error: int
) -> None:
    """A sum of multiples of what is equal, and one that is wrong by ``error``."""
    left, right = bits(error, WIDTH), bits(0, WIDTH)
    for one, other, factor in premises:
        left = applied(Op.ADD, left, applied(Op.MUL, factor, one))
        right = applied(Op.ADD, right, applied(Op.MUL, factor, other))
    question = [build.equal(one, other) for one, other, _ in premises]
    question.append(build.negate(build.equal(left, right)))
    if check_by_products(question, 5.0, again=again) is Satisfiability.UNSAT:
        assert not can_hold(question)


@settings(max_examples=30, deadline=None)
@given(condition=conditions(6))
def test_the_normal_form_has_the_same_value(condition: Term) -> None:
    found = Normal(Known(Audit(is_on=False)))(condition)
    for values in assignments():
        assert evaluate(condition, values) == evaluate(found, values)


@settings(max_examples=30, deadline=None)
@given(question=st.lists(conditions(), min_size=1, max_size=3))
def test_without_products_more_holds_and_not_less(question: list[Term]) -> None:
    linear = linearised(question)
    assert not any(map(has_products, linear))
    if can_hold(question):
        assert Z3Solver().check(linear, 5.0) is Satisfiability.SAT


def square(term: Term) -> Term:
    return build.arithmetic(Op.MUL, term, term)


A, S, T, N = (variable(f"products {name}", 64) for name in "astn")


def plus(term: Term, number: int) -> Term:
    return build.arithmetic(Op.ADD, term, bits(number, 64))


@pytest.mark.parametrize("again", [False, True])
def test_a_step_of_squares_by_odd_numbers(again: bool) -> None:
    """s = (a + 1)^2 and t = 2a + 1 stay so when t grows by two, and s by t."""
    odd = build.equal(T, plus(build.arithmetic(Op.MUL, A, bits(2, 64)), 1))
    known = [odd, build.equal(S, square(plus(A, 1)))]
    after = build.arithmetic(Op.ADD, S, plus(T, 2))
    right = build.negate(build.equal(after, square(plus(A, 2))))
    wrong = build.negate(build.equal(after, plus(square(plus(A, 2)), 1)))
    assert check_by_products([*known, right], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([*known, wrong], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_an_equation_with_even_factors_is_used_as_a_whole(again: bool) -> None:
    """12 x = 2 y^2 says what 24 x is, and not what 6 x is: modulo 2^64 these may differ by 2^63."""
    twelve, double = (build.arithmetic(Op.MUL, term, bits(number, 64)) for term, number in ((A, 12), (square(T), 2)))
    known = build.equal(twelve, double)
    more = build.equal(build.arithmetic(Op.MUL, A, bits(24, 64)), build.arithmetic(Op.MUL, square(T), bits(4, 64)))
    less = build.equal(build.arithmetic(Op.MUL, A, bits(6, 64)), square(T))
    assert check_by_products([known, build.negate(more)], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([known, build.negate(less)], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_bounds_that_touch_are_an_equation(again: bool) -> None:
    below = build.negate(build.less(N, S, is_signed=True))
    known = [below, build.negate(build.less(S, N, is_signed=True))]
    differ = build.negate(build.equal(build.arithmetic(Op.MUL, S, T), build.arithmetic(Op.MUL, N, T)))
    assert check_by_products([*known, differ], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([below, differ], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_halves_of_odd_numbers(again: bool) -> None:
    """With n odd, a + 2a (n / 2) is a n. For a negative odd n the remainder is -1, and it is not so."""
    two = bits(2, 64)
    odd = build.equal(build.arithmetic(Op.SREM, N, two), bits(1, 64))
    half = build.arithmetic(Op.SDIV, N, two)
    total = build.arithmetic(Op.ADD, A, build.arithmetic(Op.MUL, build.arithmetic(Op.MUL, A, two), half))
    differ = build.negate(build.equal(total, build.arithmetic(Op.MUL, A, N)))
    assert check_by_products([odd, differ], 5.0, again=again) is Satisfiability.UNSAT
    negative = build.equal(build.arithmetic(Op.SREM, N, two), bits(-1, 64))
    assert check_by_products([negative, differ], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_halves_of_even_factors(again: bool) -> None:
    """4 a b c (n / 2) is 2 a b c n where n is even. For an odd n it is not so."""
    two, product = bits(2, 64), reduce(lambda one, other: build.arithmetic(Op.MUL, one, other), (A, S, T))
    rest = build.arithmetic(Op.SREM, N, two)
    four, half = build.arithmetic(Op.MUL, product, bits(4, 64)), build.arithmetic(Op.SDIV, N, two)
    whole = build.arithmetic(Op.MUL, build.arithmetic(Op.MUL, product, two), N)
    differ = build.negate(build.equal(build.arithmetic(Op.MUL, four, half), whole))
    even, odd = (build.equal(rest, bits(number, 64)) for number in (0, 1))
    assert check_by_products([even, differ], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([odd, differ], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_a_multiple_that_does_not_wrap_is_extended(again: bool) -> None:
    """6 n in 32 bits, times a, is 6 a n in 64 bits if n is small."""
    n = variable("products narrow", 32)
    multiple = build.resized(build.arithmetic(Op.MUL, n, bits(6, 32)), 64, is_signed=True)
    wide = build.arithmetic(Op.MUL, build.resized(n, 64, is_signed=True), bits(6, 64))
    differ = build.negate(build.equal(*(build.arithmetic(Op.MUL, each, A) for each in (multiple, wide))))
    small = [
        build.less(n, bits(1000, 32), is_signed=True),
        build.negate(build.less(n, bits(-1000, 32), is_signed=True)),
    ]
    assert check_by_products([*small, differ], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([small[0], differ], 5.0, again=again) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_an_extension_that_is_known_is_still_in_its_range(again: bool) -> None:
    """What equals an extended sum of 32 bits is not 2^40, also where a product equals it."""
    one, other = variable("products i", 32), variable("products k", 32)
    extended = build.resized(build.arithmetic(Op.ADD, one, other), 64, is_signed=True)
    product = build.arithmetic(Op.MUL, A, S)
    large = build.less(bits(1 << 40, 64), N, is_signed=True)
    known = [build.equal(N, extended), build.equal(product, N)]
    assert check_by_products([*known, large], 5.0, again=again) is Satisfiability.UNSAT
    small = build.less(bits(1 << 30, 64), N, is_signed=True)
    assert check_by_products([*known, small], 5.0, again=again) is Satisfiability.UNKNOWN


def test_many_alternatives_are_no_depth() -> None:
    alternatives = [build.equal(X, bits(0, WIDTH)), *(variable(f"products flag {n}", 0) for n in range(600))]
    either = reduce(build.disjoin, alternatives)
    equation = build.equal(build.arithmetic(Op.MUL, A, S), T)
    assert check_by_products([either, equation], 20.0) is Satisfiability.UNKNOWN


def test_what_an_equation_says_is_not_put_within_itself() -> None:
    """A square is its quotient, times the divisor, and a remainder; and the quotient has the square in it. By one that
    is not folded yet, this went on without end.
    """
    quotient_of_square = make(Op.UDIV, (square(A), bits(1, 64)), "", 64)
    small = build.negate(build.less(quotient_of_square, bits(4, 64), is_signed=True))
    assert check_by_products([small], 5.0) is Satisfiability.UNKNOWN


@pytest.mark.parametrize("again", [False, True])
def test_what_is_known_of_a_number_is_known_of_its_low_bits(again: bool) -> None:
    """Also where an equation becomes trivial by that."""
    low_a, low_s = (build.resized(term, 32, is_signed=False) for term in (A, S))
    factor = build.resized(T, 32, is_signed=False)
    four = build.equal(A, build.arithmetic(Op.MUL, S, bits(4, 64)))
    left = build.arithmetic(Op.MUL, low_a, factor)
    right = build.arithmetic(Op.MUL, build.arithmetic(Op.MUL, low_s, bits(4, 32)), factor)
    same = build.equal(left, right)
    assert check_by_products([four, build.negate(same)], 5.0, again=again) is Satisfiability.UNSAT
    assert check_by_products([four, same], 5.0, again=again) is Satisfiability.UNKNOWN


def test_another_engine_sees_what_is_not_the_same() -> None:
    audit = Audit(is_on=True)
    audit.same(
        square(plus(A, 1)), plus(build.arithmetic(Op.ADD, square(A), build.arithmetic(Op.MUL, A, bits(2, 64))), 1)
    )
    with pytest.raises(AssertionError, match="different"):
        audit.same(square(plus(A, 1)), plus(square(plus(A, 1)), 1))
    with pytest.raises(NotShown):
        audit.same(square(A), square(S))


@settings(max_examples=100, deadline=None)
@given(dividend=st.integers(0, 255), divisor=st.integers(1, 255))
def test_a_quotient_is_a_factor(dividend: int, divisor: int) -> None:
    found = quotient(dividend, divisor, 8)
    factors = [factor for factor in range(256) if factor * divisor % 256 == dividend]
    assert (found in factors) if factors else found is None
    if found is not None:
        assert min(min(each, 256 - each) for each in factors) == min(found, 256 - found), "the nearest to zero"
    if divisor % 2:
        assert inverse(divisor, 8) * divisor % 256 == 1


def test_a_polynomial_that_grows_too_large_is_given_up() -> None:
    factors = [Polynomial.of(variable(f"many {number}", 64)).plus(Polynomial.constant(1, 64)) for number in range(40)]
    with pytest.raises(TooLarge):
        reduce(Polynomial.times, factors)
