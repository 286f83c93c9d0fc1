"""Questions answered by integers are answered as bits would."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.integer_solver import check_by_integers, solved_by_integers
from coveriflow.logic.terms import Op, bits, variable
from coveriflow.logic.z3_solver import Z3Solver
from coveriflow.program.types.c_types import Region
from tests.logic.test_build import Pair, booleans

X, Y = variable("x", 8), variable("y", 8)


@given(booleans(3))
@settings(max_examples=120, deadline=None)
def test_integers_never_contradict_bits(formula: Pair) -> None:
    found = check_by_integers([formula.term], 1.0)
    if found is not Satisfiability.UNKNOWN:
        assert found is Z3Solver().check([formula.term])


@pytest.mark.parametrize("is_signed", [False, True])
@pytest.mark.parametrize(
    ("op", "constant"),
    [
        *((op, c) for op in (Op.ADD, Op.SUB, Op.MUL) for c in (3, 128, 255)),
        *((op, c) for op in (Op.UDIV, Op.UREM, Op.SDIV, Op.SREM) for c in (3, 16, 200)),
        *((op, c) for op in (Op.SHL, Op.LSHR, Op.ASHR) for c in (0, 1, 7)),
        *((Op.BVAND, c) for c in (1, 15, 127)),
    ],
)
def test_each_operation_gives_the_value_that_it_has_in_bits(op: Op, constant: int, *, is_signed: bool) -> None:
    """At the edges of what 8 bits hold, read as signed and as unsigned numbers."""
    is_known = op not in (Op.SDIV, Op.SREM) or constant < 128
    expected = Satisfiability.UNSAT if is_known else Satisfiability.UNKNOWN
    for value in (0, 3, 126, 127, 128, 200, 255):
        right = build.arithmetic(op, bits(value, 8), bits(constant, 8))
        assert right.constant is not None
        fixed = build.equal(X, bits(value, 8))
        result = build.arithmetic(op, X, bits(constant, 8))
        some_order = build.less(Y, bits(5, 8), is_signed=is_signed)
        wrong = [fixed, some_order, build.negate(build.equal(result, right))]
        assert check_by_integers(wrong, 20.0) is expected
        assert check_by_integers([fixed, some_order, build.equal(result, right)], 5.0) is not Satisfiability.UNSAT


def test_of_many_bits_the_multiples_that_a_sum_may_be_are_too_many_to_count() -> None:
    x, y = variable("wide x", 128), variable("wide y", 128)
    shifted = build.arithmetic(Op.MUL, x, bits(1 << 90, 128))
    same = build.equal(build.arithmetic(Op.ADD, shifted, y), y)
    one = build.equal(x, bits(1, 128))
    assert check_by_integers([same, one], 5.0) is Satisfiability.UNSAT
    assert check_by_integers([same, build.equal(x, bits(0, 128))], 5.0) is not Satisfiability.UNSAT


def test_what_a_question_does_not_speak_of_is_zero() -> None:
    answer, value = solved_by_integers([build.less(bits(3, 8), X, is_signed=False)], 5.0)
    assert answer is Satisfiability.SAT
    assert value is not None
    memory = variable("memory", sort_of(Region(8)))
    assert (value(Y), value(build.select(memory, bits(5, 64)))) == (0, 0)
    assert value(X) > 3


def test_what_wraps_is_no_proof() -> None:
    """``x + 1 > x`` holds of integers only."""
    for is_signed in (False, True):
        larger = build.less(X, build.arithmetic(Op.ADD, X, bits(1, 8)), is_signed=is_signed)
        assert check_by_integers([build.negate(larger)], 5.0) is Satisfiability.SAT
        guarded = build.less(X, Y, is_signed=is_signed)
        assert check_by_integers([guarded, build.negate(larger)], 5.0) is Satisfiability.UNSAT


def test_sums_in_many_bits_are_decided() -> None:
    a, b, c = (variable(name, 64) for name in "abc")
    left = build.arithmetic(Op.ADD, build.arithmetic(Op.ADD, a, b), c)
    right = build.arithmetic(Op.ADD, a, build.arithmetic(Op.ADD, c, b))
    assert check_by_integers([build.negate(build.equal(left, right))], 20.0) is Satisfiability.UNSAT
