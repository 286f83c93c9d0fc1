"""Drawings of compositions: well-formed, every actor is in them, and nothing lies where something else does."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, actors_in
from coveriflow.flows.ready import READY
from coveriflow.report.svg.compositions import flow_svg
from tests.actors.flow_files.test_flow_files import compositions

SVG = "{http://www.w3.org/2000/svg}"
Rectangle = tuple[float, float, float, float]


def rectangles(data: bytes, kind: str) -> list[Rectangle]:
    groups = [g for g in etree.fromstring(data).iter(f"{SVG}g") if g.get("class") == kind]
    places = [next(iter(group)) for group in groups]
    return [tuple(float(r.get(n) or 0) for n in ("x", "y", "width", "height")) for r in places]  # type: ignore[misc]


def apart(one: Rectangle, other: Rectangle) -> bool:
    return any(one[n] + one[n + 2] <= other[n] + 0.2 or other[n] + other[n + 2] <= one[n] + 0.2 for n in (0, 1))


def inside(one: Rectangle, other: Rectangle) -> bool:
    return all(other[n] <= one[n] + 0.2 and one[n] + one[n + 2] <= other[n] + other[n + 2] + 0.2 for n in (0, 1))


def check(composition: Composition, data: bytes) -> None:
    actors, frames = rectangles(data, "actor"), rectangles(data, "frame")
    assert len(actors) == len(list(actors_in(composition)))
    assert all(apart(one, other) for one, other in combinations(actors, 2))
    for one, other in combinations(frames, 2):
        assert apart(one, other) or inside(one, other) or inside(other, one)
    assert all(apart(one, other) or inside(one, other) for one in actors for other in frames)


def flow_of(composition: Composition) -> Flow:
    """One that need not work."""
    flow = object.__new__(Flow)
    object.__setattr__(flow, "name", "<x> & y")
    object.__setattr__(flow, "composition", composition)
    return flow


@given(compositions, st.text())
def test_any_composition_is_drawn(composition: Composition, sentence: str) -> None:
    check(composition, flow_svg(flow_of(composition), sentence))


@pytest.mark.parametrize("name", READY)
def test_ready_flows_are_drawn(name: str) -> None:
    flow = READY[name]()
    check(flow.composition, flow_svg(flow, "A sentence."))
    assert flow_svg(flow) == flow_svg(flow)


def test_actors_that_solved_something_stand_out() -> None:
    flow = READY["cmc"]()
    text = flow_svg(flow, "", {"value": "solved 3"}).decode()
    assert text.count('<g class="actor noted">') == 1
    assert ">solved 3</text>" in text
    assert flow_svg(flow, "", {"nobody": "solved 3"}) == flow_svg(flow)
