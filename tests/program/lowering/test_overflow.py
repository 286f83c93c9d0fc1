"""Checks of overflow say exactly where the mathematical result does not fit, for all operators and types."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.errors import Span
from coveriflow.program.expressions.compile import Environment, compiled
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable
from coveriflow.program.lowering.overflow import negation_fits, operation_fits
from coveriflow.program.types.c_types import INT, INT128, LLONG, Integer, Rank

NOWHERE = Span("")
SCHAR = Integer(Rank.CHAR, 8, signed=True)
OPERATIONS: dict[BinaryOp, Callable[[int, int], int]] = {
    BinaryOp.ADD: lambda x, y: x + y,
    BinaryOp.SUB: lambda x, y: x - y,
    BinaryOp.MUL: lambda x, y: x * y,
    BinaryOp.DIV: lambda x, y: abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1),
    BinaryOp.SHL: lambda x, y: x << y,
}
FORMS = list(itertools.product((False, True), repeat=2))
"""Whether the left and the right operand are constants."""


def operands(type_: Integer) -> st.SearchStrategy[int]:
    edges = [type_.minimum, type_.maximum, -1, 0, 1, 2, -2, type_.minimum + 1, type_.maximum - 1, 1 << type_.width // 2]
    return st.sampled_from(edges) | st.integers(type_.minimum, type_.maximum) | st.integers(-9, 9)


def holds(condition: Expression | None, **values: int) -> bool:
    environment: Environment = {}
    environment.update(values)
    return condition is None or bool(compiled(condition)(environment))


def operand(name: str, value: int, type_: Integer, *, is_constant: bool) -> Expression:
    return Constant(value, type_) if is_constant else Variable(name, type_)


@pytest.mark.parametrize("type_", [INT, LLONG, INT128], ids=str)
@pytest.mark.parametrize("op", OPERATIONS, ids=str)
@given(data=st.data())
def test_an_operation_fits_if_its_mathematical_result_does(op: BinaryOp, type_: Integer, data: st.DataObject) -> None:
    x = data.draw(operands(type_))
    y = data.draw(st.integers(0, type_.width - 1) if op is BinaryOp.SHL else operands(type_))
    if op is BinaryOp.DIV and y == 0:
        return
    fits = type_.minimum <= OPERATIONS[op](x, y) <= type_.maximum
    for forms in FORMS:
        left, right = (
            operand(name, value, type_, is_constant=form) for name, value, form in zip("xy", (x, y), forms, strict=True)
        )
        if op is BinaryOp.MUL and type_ == INT128 and not any(forms):
            continue
        assert holds(operation_fits(op, left, right, NOWHERE), x=x, y=y) is fits, (op, x, y, forms)


@given(x=operands(INT))
def test_a_negation_fits_but_for_the_least_value(x: int) -> None:
    assert holds(negation_fits(Variable("x", INT)), x=x) is (x != INT.minimum)


@given(x=operands(SCHAR), y=operands(SCHAR))
def test_narrow_operands_are_promoted(x: int, y: int) -> None:
    for op in (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL):
        assert holds(operation_fits(op, Variable("x", SCHAR), Variable("y", SCHAR), NOWHERE), x=x, y=y)
