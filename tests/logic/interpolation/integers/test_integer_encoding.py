"""Bit-vectors as integers and back: true wherever nothing wraps."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.interpolation.integers.encoding import Integers
from coveriflow.logic.terms import Op, Term, bits
from tests.logic.evaluator import evaluate
from tests.logic.interpolation.paths import Shape, State, comparisons

HERE = State(0, 4)


@settings(max_examples=60, deadline=None)
@given(comparisons(Shape(4).terms(HERE)), st.integers(-3, 3), st.integers(-3, 3))
def test_comparisons_read_from_integers_hold_where_nothing_wraps(atom: Term, x: int, y: int) -> None:
    """Between -3 and 3 a sum or difference of two fits into four bits."""
    assume(Op.ULT not in {t.op for t in (atom, *atom.args)})
    encoding = Integers([atom])
    read = encoding.term(encoding.formula([atom]))
    unknowns = {"x@0": x & 15, "y@0": y & 15}
    assert evaluate(read, unknowns) <= evaluate(atom, unknowns)


def test_products_of_variables_are_no_integers() -> None:
    product = build.arithmetic(Op.MUL, HERE["x"], HERE["y"])
    with pytest.raises(Inapplicable):
        Integers().formula([build.equal(product, bits(1, 4))])
