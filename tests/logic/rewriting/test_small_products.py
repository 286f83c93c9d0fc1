"""Law: the other form of a question holds for the same values; and what it says of ranges follows from the question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.portfolio import Portfolio, in_small_products
from coveriflow.logic.rewriting.small_products import SmallProducts, with_small_products
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, is_product, subterms, variable
from coveriflow.logic.z3_solver import Engine, Z3Solver
from tests.logic.evaluator import evaluate

WIDTH = 12
NUMBERS = tuple(variable(f"number {name}", WIDTH) for name in "xyz")
TEST = variable("test", BOOLEAN)
ZERO = bits(0, WIDTH)

small = st.integers(-9, 9)
constants = small.map(lambda value: bits(value, WIDTH))
names = st.sampled_from(NUMBERS)
factors = st.one_of(
    names,
    st.tuples(st.sampled_from((Op.ADD, Op.SUB)), names, st.one_of(names, constants)).map(
        lambda t: build.arithmetic(*t)
    ),
    st.tuples(names, names).map(lambda t: build.ite(TEST, *t)),
    names.map(lambda t: build.resized(build.resized(t, 5, is_signed=False), WIDTH, is_signed=True)),
)
products = st.tuples(factors, factors).map(lambda t: build.arithmetic(Op.MUL, *t))
numbers = st.one_of(
    products,
    st.tuples(products, factors).map(lambda t: build.arithmetic(Op.MUL, *t)),
    st.tuples(st.sampled_from((Op.ADD, Op.SUB)), products, st.one_of(factors, products)).map(
        lambda t: build.arithmetic(*t)
    ),
    products.map(build.negative),
    st.tuples(products, factors).map(lambda t: build.ite(TEST, *t)),
)


def less(left: Term, right: Term) -> Term:
    return build.less(left, right, is_signed=True)


def below(left: Term, right: Term) -> Term:
    return build.less(left, right, is_signed=False)


comparisons = st.tuples(
    st.sampled_from((build.equal, less, below)),
    numbers,
    st.one_of(st.just(ZERO), constants, factors, numbers),
    st.booleans(),
).map(lambda t: t[0](t[1], t[2]) if t[3] else t[0](t[2], t[1]))
few = st.tuples(small, st.integers(0, 9))
bounds = st.one_of(
    few, few, few, st.tuples(st.integers(-(2 ** (WIDTH - 1)), 2 ** (WIDTH - 1) - 1), st.integers(0, 2**WIDTH))
)


def inside(number: Term, bound: tuple[int, int]) -> list[Term]:
    """``number`` is not less than the first, and not more than that and the second."""
    low, high = bound[0], min(sum(bound), 2 ** (WIDTH - 1) - 1)
    pairs = ((number, bits(low, WIDTH)), (bits(high, WIDTH), number))
    return [build.negate(less(*pair)) for pair in pairs]


def assigned(values: Sequence[int], test: int) -> dict[str, int]:
    found = {str(n.payload): value % 2**WIDTH for n, value in zip(NUMBERS, values, strict=True)}
    return {**found, "test": test}


def holds(question: Sequence[Term], values: dict[str, int]) -> bool:
    return all(evaluate(each, values) for each in question)


def rewritten(question: Sequence[Term]) -> SmallProducts | None:
    return with_small_products(question, in_seconds(60))


@given(st.tuples(bounds, bounds, bounds), st.lists(comparisons, min_size=1, max_size=3), st.data())
def test_it_holds_for_the_same_values(
    around: tuple[tuple[int, int], ...], asked: Sequence[Term], data: st.DataObject
) -> None:
    question = [each for number, bound in zip(NUMBERS, around, strict=True) for each in inside(number, bound)]
    question += asked
    found = rewritten(question)
    if found is None:
        return
    near = [st.one_of(st.integers(low, low + width), small) for low, width in around]
    for _ in range(20):
        values = assigned(data.draw(st.tuples(*near)), data.draw(st.integers(0, 1)))
        assert holds(found.question, values) == holds(question, values)
        if holds(question, values):
            assert holds(found.ranges, values)


@given(st.tuples(small, st.integers(0, 4)), st.tuples(small, st.integers(0, 4)), comparisons)
def test_all_values_of_two_small_numbers(one: tuple[int, int], other: tuple[int, int], asked: Term) -> None:
    """And of some values beyond."""
    question = [*inside(NUMBERS[0], one), *inside(NUMBERS[1], other), build.equal(NUMBERS[2], ZERO), asked]
    found = rewritten(question)
    if found is not None:
        around = (range(low - 1, low + width + 2) for low, width in (one, other))
        for x, y, test in product(*around, (0, 1)):
            values = assigned((x, y, 0), test)
            assert holds(found.question, values) == holds(question, values)


def apart(count: int, most: int, width: int = 32) -> list[Term]:
    """So many numbers from zero to ``most``, each two of which differ, as a product says: that its square is more than
    zero.
    """
    every = [variable(f"one of {count}: {place}", width) for place in range(count)]
    found = [
        build.negate(less(*pair)) for each in every for pair in ((bits(most, width), each), (each, bits(0, width)))
    ]
    for place, one in enumerate(every):
        for other in every[:place]:
            pair = build.arithmetic(Op.SUB, one, other), build.arithmetic(Op.SUB, other, one)
            found.append(less(build.arithmetic(Op.MUL, *pair), bits(0, width)))
    return found


def test_products_are_small() -> None:
    found = rewritten(apart(5, 4))
    assert found is not None
    assert not any(map(is_product, subterms(found.question)))  # all were compared with zero
    square = variable("side", 32)
    area = build.arithmetic(Op.MUL, square, square)
    bound = [below(square, bits(100, 32)), build.equal(area, bits(2025, 32))]
    found = rewritten(bound)
    assert found is not None
    assert [each.sort for each in subterms(found.question) if is_product(each)] == [15]


def test_what_may_overflow_stays() -> None:
    number = variable("number", 32)
    square = build.arithmetic(Op.MUL, number, number)
    assert rewritten([below(number, bits(1 << 20, 32)), less(square, number)]) is None


def test_more_numbers_than_values_are_not_apart() -> None:
    """Of nine numbers with eight values two are equal."""
    question = in_small_products(apart(7, 5), 10.0)
    assert question is not None
    assert Z3Solver(Engine.COMBINED).check(question, 60.0) is Satisfiability.UNSAT


def test_a_model_is_one_of_the_question() -> None:
    question = in_small_products(apart(6, 5), 10.0)
    assert question is not None
    solver = Z3Solver(Engine.COMBINED)
    assert solver.check(question, 60.0) is Satisfiability.SAT
    assert solver.model().value(conjunction(apart(6, 5))) == 1


def test_it_is_asked_in_turn() -> None:
    assert Portfolio().check(apart(9, 7), 60.0) is Satisfiability.UNSAT
