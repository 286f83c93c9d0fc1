"""What is shown counts and orders what there is."""

from __future__ import annotations

from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.artifacts.display.shapes import Shape


def step(line: int, *events: Event) -> PathStep:
    return PathStep("a.c", line, "main", 0, events)


def test_inputs_of_an_error_path_are_those_read_in_order() -> None:
    first, second = (Event(EventKind.INPUT, "nondet_int", str(number)) for number in (1, 2))
    call = Event(EventKind.CALL, "f", "1")
    path = ErrorPath((step(1, first), step(2, call), step(3, call, second), step(4, Event(EventKind.ERROR, "error"))))
    assert path.inputs == (first, second)
    assert ErrorPath(()).inputs == ()


def test_a_shape_has_each_location_at_one_distance() -> None:
    assert Shape("a", (1, 2, 3)).locations == 6
    assert Shape("a", (), "too large").locations == 0
