"""Value sets: lattice laws, and operators that lose no number."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, covers, exactly
from coveriflow.program.expressions.expressions import BinaryOp
from coveriflow.program.expressions.integer_arithmetic import UndefinedOperation, apply_binary
from coveriflow.program.types.c_types import BOOL, CHAR, INT, UCHAR, UINT, Integer, Rank

SHAPES = [
    Shape(1, congruences=False),
    Shape(1, congruences=True),
    Shape(3, congruences=False),
    Shape(4, congruences=True),
]
NIBBLE, UNSIGNED_NIBBLE = Integer(Rank.CHAR, 4, signed=True), Integer(Rank.CHAR, 4, signed=False)
TYPES = [NIBBLE, UNSIGNED_NIBBLE, CHAR, UCHAR]

shapes = st.sampled_from(SHAPES)
short = settings(max_examples=60)


@st.composite
def sets(draw: st.DrawFn, low: int = -40, high: int = 40) -> ValueSet:
    """Any shape: operators also get what another precision has made."""
    ends = draw(st.lists(st.integers(low, high), min_size=1, max_size=8))
    parts = [(min(a, b), max(a, b)) for a, b in zip(ends, [*ends[1:], ends[-1]], strict=True)][::2]
    found = draw(shapes).made(parts, draw(st.integers(1, 8)), draw(st.integers(0, 7)))
    return exactly(ends[0]) if found is None else found


def members(value: ValueSet) -> set[int]:
    return {v for v in range(value.low, value.high + 1) if v in value}


@short
@given(shapes, sets(), sets())
def test_join_and_meet(shape: Shape, one: ValueSet, other: ValueSet) -> None:
    both = shape.joined(one, other)
    assert members(one) | members(other) <= members(both)
    assert covers(both, one)
    assert covers(both, other)
    assert shape.joined(one, one) is one
    common = shape.meet(one, other)
    assert members(one) & members(other) <= (members(common) if common is not None else set())
    assert common is None or members(common) <= members(one)


@short
@given(sets(), sets())
def test_order(one: ValueSet, other: ValueSet) -> None:
    assert not covers(one, other) or members(other) <= members(one)
    assert covers(one, one)
    assert one.few(100) == sorted(members(one))


@short
@given(shapes, st.lists(st.integers(-40, 40), min_size=1, max_size=12), st.integers(1, 8), st.integers(0, 7))
def test_form(shape: Shape, ends: list[int], modulus: int, rest: int) -> None:
    """What is asked for is there; the form is the one that ``ValueSet`` promises."""
    parts = [(min(a, b), max(a, b)) for a, b in pairwise(ends)]
    found = shape.made(parts, modulus, rest)
    wanted = {v for low, high in parts for v in range(low, high + 1) if (v - rest) % modulus == 0}
    assert wanted <= (members(found) if found is not None else set())
    if found is not None:
        assert len(found.ranges) <= shape.disjuncts
        assert all(end in found for part in found.ranges for end in part)
        assert (found.constant is not None) == (len(members(found)) == 1)
        assert all(after - before > max(1, found.modulus) for (_, before), (after, _) in pairwise(found.ranges))


@short
@given(shapes, st.lists(sets(), min_size=1, max_size=40), st.lists(st.integers(-40, 40), max_size=3))
def test_widening(shape: Shape, following: list[ValueSet], thresholds: list[int]) -> None:
    """An upper bound, and an ascending sequence that ends: ends come from few numbers, moduli from divisors."""
    current, steps = following[0], 0
    for new in following[1:]:
        wider = shape.widened(current, new, sorted(thresholds), (-50, 50))
        assert members(current) | members(new) <= members(wider)
        steps += wider != current
        current = wider
    assert steps <= 20


@short
@given(shapes, sets(), sets(), st.sampled_from(list(BinaryOp)), st.sampled_from(TYPES))
def test_binary_operators(shape: Shape, one: ValueSet, other: ValueSet, op: BinaryOp, type_: Integer) -> None:
    arithmetic = Arithmetic(shape)
    left, right = arithmetic.wrapped(one, type_), arithmetic.wrapped(other, type_)
    result = arithmetic.applied(op, left, right, type_)
    for a in members(left):
        for b in members(right):
            try:
                value = apply_binary(op, a, b, type_)
            except UndefinedOperation:
                continue
            assert value in result, (left, right, a, b)


@short
@given(
    shapes,
    st.integers(INT.minimum, INT.maximum),
    st.integers(INT.minimum, INT.maximum),
    st.sampled_from(list(BinaryOp)),
)
def test_constants_stay_constants(shape: Shape, left: int, right: int, op: BinaryOp) -> None:
    try:
        value = apply_binary(op, left, right, INT)
    except UndefinedOperation:
        return
    result = Arithmetic(shape).applied(op, exactly(left), exactly(right), INT)
    assert result.constant == value


@short
@given(shapes, sets(-1000, 1000), st.sampled_from([*TYPES, BOOL, INT, UINT]))
def test_conversions(shape: Shape, value: ValueSet, type_: Integer) -> None:
    arithmetic = Arithmetic(shape)
    result = arithmetic.wrapped(value, type_)
    negated, complemented = arithmetic.negated(value), arithmetic.complemented(value)
    for member in members(value):
        assert type_.wrap(member) in result
        assert -member in negated
        assert ~member in complemented
    assert result.within(type_.minimum, type_.maximum)
