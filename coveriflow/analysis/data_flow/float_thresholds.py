"""Floating-point numbers at which growth may stop: those of the program text, and some of each magnitude."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from coveriflow.analysis.search.atoms import Vocabulary
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.expressions import scalar_type
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.float_sets import infinite, position_of
from coveriflow.program.expressions.softfloat import Format
from coveriflow.program.types.c_types import Floating

_MAGNITUDES = tuple(Fraction(16) ** n for n in range(-3, 17))
_MOST_INTEGERS = 40


def float_thresholds(vocabulary: Vocabulary) -> dict[str, Sequence[int]]:
    """Positions, ascending, by the name of the type; of the types that ``vocabulary`` has places of."""
    types = {scalar_type(place) for place in vocabulary.places}
    forms = {type_.name: format_of(type_) for type_ in types if isinstance(type_, Floating)}
    values = constants_of(vocabulary)
    return {name: _positions(form, values) for name, form in forms.items()}


def constants_of(vocabulary: Vocabulary) -> set[Fraction]:
    """The finite numbers of the program text, and some integers."""
    found = {Fraction(number) for number in vocabulary.constants()[:_MOST_INTEGERS]}
    for constant in vocabulary.numbers():
        assert isinstance(constant.type, Floating)
        form = format_of(constant.type)
        if not softfloat.is_nan(form, constant.value) and not softfloat.is_infinite(form, constant.value):
            found.add(softfloat.exact(form, constant.value))
    return found


def _positions(form: Format, values: set[Fraction]) -> Sequence[int]:
    found = {-1, 0, infinite(form) - 1, -infinite(form)}
    for value in (*values, *_MAGNITUDES):
        position = position_of(form, softfloat.nearest(form, abs(value)))
        found |= {position, -position - 1}
    return sorted(found)
