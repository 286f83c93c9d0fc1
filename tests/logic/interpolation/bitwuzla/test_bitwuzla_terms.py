"""What bitwuzla is given can be read back."""

from __future__ import annotations

from hypothesis import given, settings

from coveriflow.logic.terms import Term
from tests.logic.interpolation.paths import Shape, State, comparisons
from tests.logic.interpolation.test_parts import assert_equivalent

HERE = State(0, 4)


@settings(max_examples=60, deadline=None)
@given(comparisons(Shape(4, bitwise=True).terms(HERE)))
def test_what_bitwuzla_is_told_can_be_read_back(atom: Term) -> None:
    import bitwuzla

    from coveriflow.logic.interpolation.bitwuzla.terms import Translator as BitwuzlaTranslator

    translate = BitwuzlaTranslator(bitwuzla.TermManager())
    assert_equivalent(translate.term(translate(atom)), atom)
