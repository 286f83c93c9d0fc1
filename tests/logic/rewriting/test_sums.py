"""Laws: sums in the other form have the same values; equal sums in any order and any choices become one term."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.rewriting.sums import CommonAddends, has_sums_of_choices
from coveriflow.logic.terms import BOOLEAN, TRUE, Op, Term, bits, boolean, subterms, variable
from coveriflow.logic.z3_solver import Engine, Z3Solver
from tests.logic.evaluator import evaluate

WIDTH, NARROW = 5, 3
TESTS = tuple(variable(f"test {name}", BOOLEAN) for name in "abcd")
NUMBERS = tuple(variable(f"number {name}", WIDTH) for name in "xyz")
MANY = 300


def added(left: Term, right: Term) -> Term:
    return build.arithmetic(Op.ADD, left, right)


literals = st.sampled_from(TESTS).flatmap(lambda test: st.sampled_from((test, build.negate(test))))
guards = st.one_of(literals, st.tuples(literals, literals).map(lambda two: build.conjoin(*two)))
constants = st.integers(0, 2**WIDTH - 1).map(lambda value: bits(value, WIDTH))
sums = st.recursive(
    st.one_of(st.sampled_from(NUMBERS), constants),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: added(*t)),
        st.tuples(inner, inner).map(lambda t: build.arithmetic(Op.SUB, *t)),
        st.tuples(inner, constants).map(lambda t: build.arithmetic(Op.MUL, *t)),
        inner.map(build.negative),
        st.tuples(guards, inner, inner).map(lambda t: build.ite(*t)),
        st.tuples(guards, constants, constants).map(lambda t: build.ite(*t)),
        inner.map(lambda t: build.resized(build.resized(t, NARROW, is_signed=False), WIDTH, is_signed=True)),
    ),
    max_leaves=16,
)
values = st.tuples(st.tuples(*[st.integers(0, 1)] * 4), st.tuples(*[st.integers(0, 2**WIDTH - 1)] * 3))


def _given(drawn: tuple[Sequence[int], Sequence[int]]) -> dict[str, int]:
    tests, numbers = drawn
    found = {str(each.payload): value for each, value in zip(TESTS, tests, strict=True)}
    return found | {str(each.payload): value for each, value in zip(NUMBERS, numbers, strict=True)}


@given(sums, values)
def test_the_value_stays(term: Term, drawn: tuple[Sequence[int], Sequence[int]]) -> None:
    assert evaluate(CommonAddends().outside(term), _given(drawn)) == evaluate(term, _given(drawn))


@given(sums, sums, values)
def test_what_is_compared_stays(left: Term, right: Term, drawn: tuple[Sequence[int], Sequence[int]]) -> None:
    form = CommonAddends()
    for question in (build.equal(left, right), build.less(left, right, is_signed=True)):
        assert evaluate(form.outside(question), _given(drawn)) == evaluate(question, _given(drawn))
    narrow = [build.resized(each, NARROW, is_signed=False) for each in (left, right)]
    question = build.equal(*narrow)
    assert evaluate(form.outside(question), _given(drawn)) == evaluate(question, _given(drawn))


@given(st.permutations(range(10)))
def test_counters_of_any_order_are_one_term(order: Sequence[int]) -> None:
    """One more or one less for each element, as a loop over an array adds them up."""
    elements = [build.equal(variable(f"element {number}", 8), bits(0, 8)) for number in range(10)]

    def total(tests: Sequence[Term]) -> Term:
        found = bits(0, 64)
        for test in tests:
            found = build.ite(test, added(found, bits(1, 64)), added(found, bits(2**64 - 1, 64)))
        return build.resized(found, 32, is_signed=False)

    form = CommonAddends()
    assert form.outside(total(elements)) is form.outside(total([elements[place] for place in order]))


def test_many_addends() -> None:
    numbers = [variable(f"number {number}", 32) for number in range(MANY)]
    forwards, backwards = reduce(added, numbers), reduce(added, reversed(numbers))
    found = CommonAddends().outside(build.equal(forwards, backwards))
    chosen = {str(number.payload): 7 * place for place, number in enumerate(numbers)}
    assert evaluate(found, chosen) == 1


def test_what_a_branch_adds_is_all_that_is_chosen() -> None:
    x, y = NUMBERS[:2]
    one = added(added(x, y), bits(3, WIDTH))
    found = CommonAddends().outside(build.ite(TESTS[0], one, added(y, x)))
    [choice] = [term for term in subterms([found]) if term.op is Op.ITE]
    assert {argument.constant for argument in choice.args[1:]} == {0, 3}


def test_whether_it_may_make_a_difference() -> None:
    x, y = NUMBERS[:2]
    assert has_sums_of_choices([build.ite(TESTS[0], added(x, y), y)])
    assert not has_sums_of_choices([added(x, y), build.ite(TESTS[0], x, y)])


def test_a_sum_of_counters_one_of_which_a_chain_of_tests_increments() -> None:
    """The counters cancel; what is left to add up are ones and zeros."""
    total = variable("total", 32)
    counters = [variable(f"counter {number}", 32) for number in range(8)]
    known, after, before = TRUE, [], reduce(added, counters)
    for number, counter in enumerate(counters):
        rest = build.arithmetic(Op.UREM, total, bits(number + 2, 32))
        test = build.equal(rest, bits(0, 32)) if number + 1 < len(counters) else boolean(True)
        is_here = build.conjoin(known, test)
        after.append(build.ite(is_here, added(counter, bits(1, 32)), counter))
        known = build.conjoin(known, build.negate(test))
    changed = build.negate(build.equal(reduce(added, after), added(total, bits(1, 32))))
    assert Z3Solver(Engine.SUMS).check([build.equal(before, total), changed], 60.0) is Satisfiability.UNSAT
