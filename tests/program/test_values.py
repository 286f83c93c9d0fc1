"""Values that are quick to make are like those of any other frozen dataclass."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from coveriflow.program.cfa.edges import Assign, Location, Skip
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Constant, Variable
from coveriflow.program.types.c_types import INT
from coveriflow.program.values import many


def test_values_are_frozen_and_compared_as_before() -> None:
    span = Span("a.c", 3)
    assert (span.line, span.column, span.called) == (3, 0, "")
    assert span == Span("a.c", 3, called="f") < Span(column=1, file="a.c", line=3)
    assert replace(span, line=4) == Span("a.c", 4)
    with pytest.raises(FrozenInstanceError):
        span.line = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        Span()  # type: ignore[call-arg]
    assert list(inspect.signature(Span).parameters) == ["file", "line", "column", "called"]


@pytest.mark.parametrize(
    "value", [Span("a.c", 3, 4, "f"), Skip(), Location(7, "f"), Assign(Variable("x", INT), Constant(1, INT))]
)
def test_values_are_copied_with_all_that_they_are(value: object) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert again == value
        assert repr(again) == repr(value)


def test_shared_values_stay_shared() -> None:
    place = Location(1, "f")
    one, other = pickle.loads(pickle.dumps((place, place)))
    assert one is other


def test_what_is_more_than_its_fields_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Listing:
        parts: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="no plain parameters"):
        many(Listing)
