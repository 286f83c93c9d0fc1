"""Drawings of graphs: well-formed, complete up to the limit, and boxes do not lie on each other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.artifacts.specifications import REACH_ERROR
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.types.data_model import DataModel
from coveriflow.report.svg.condition_graphs import condition_graph
from coveriflow.report.svg.graphs import graph_svg
from coveriflow.report.svg.layered_layout import layered_layout
from coveriflow.report.svg.layout import Box, Layout, Link, dot_layout, has_dot
from tests.formats import strategies

SVG = "{http://www.w3.org/2000/svg}"
sizes = st.builds(Box, st.floats(20, 200), st.floats(15, 60))


@st.composite
def drawings(draw: st.DrawFn) -> tuple[list[Box], list[Link]]:
    boxes = draw(st.lists(sizes, min_size=1, max_size=10))
    ends = st.integers(0, len(boxes) - 1)
    return boxes, draw(st.lists(st.builds(Link, ends, ends, st.integers(0, 20), st.booleans()), max_size=14))


def check_layout(boxes: list[Box], links: list[Link], layout: Layout) -> None:
    assert len(layout.centres) == len(boxes)
    assert len(layout.curves) == len(layout.labels) == len(links)
    assert all(len(curve) % 3 == 1 and len(curve) > 3 for curve in layout.curves)
    for box, (x, y) in zip(boxes, layout.centres, strict=True):
        assert box.width / 2 <= x <= layout.width - box.width / 2
        assert box.height / 2 <= y <= layout.height - box.height / 2
    for (one, (x, y)), (other, (u, v)) in combinations(zip(boxes, layout.centres, strict=True), 2):
        beside = abs(x - u) >= (one.width + other.width) / 2 - 1
        assert beside or abs(y - v) >= (one.height + other.height) / 2 - 1


@settings(max_examples=60, deadline=None)
@given(drawing=drawings())
def test_boxes_do_not_lie_on_each_other(drawing: tuple[list[Box], list[Link]]) -> None:
    check_layout(*drawing, layered_layout(*drawing))


@settings(max_examples=40, deadline=None)
@given(drawing=drawings())
def test_links_lead_downwards_where_there_is_no_cycle(drawing: tuple[list[Box], list[Link]]) -> None:
    boxes, links = drawing
    links = [link for link in links if link.source < link.target and not link.loose]
    layout = layered_layout(boxes, links)
    assert all(layout.centres[link.source][1] < layout.centres[link.target][1] for link in links)


@pytest.mark.skipif(not has_dot(), reason="graphviz is not installed")
@settings(max_examples=8, deadline=None)
@given(drawing=drawings())
def test_graphviz_keeps_the_same_contract(drawing: tuple[list[Box], list[Link]]) -> None:
    layout = dot_layout(*drawing)
    assert layout is not None
    check_layout(*drawing, layout)


@settings(max_examples=30, deadline=None)
@given(graph=strategies.graphs)
def test_any_graph_gives_well_formed_svg(graph: AbstractGraph) -> None:
    root = etree.fromstring(graph_svg(graph, 10, with_dot=False))
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}script", f"{SVG}image", f"{SVG}use"))


def chain(length: int, target: int) -> AbstractGraph:
    nodes = [
        GraphNode(str(n), f"main line {n}", role=NodeRole.TARGET if n == target else NodeRole.PLAIN)
        for n in range(length)
    ]
    arcs = [GraphArc(str((n - 1) // 2), str(n), f"x = {n}") for n in range(1, length)]
    return AbstractGraph("a tree", tuple(nodes), (*arcs, GraphArc("3", "1", "again", covers=True)), 5)


def test_of_many_states_the_way_to_the_error_is_drawn() -> None:
    drawn = graph_svg(chain(100, 90), 12, with_dot=False).decode()
    assert "12 states, 93 more are not drawn" in drawn
    for number in (0, 90, 44, 21, 10, 4, 1):
        assert f"main line {number}</text>" in drawn
    assert drawn.count('class="covers"') == 1
    assert 'class="target"' in drawn


def test_two_drawings_of_a_graph_are_the_same() -> None:
    assert graph_svg(chain(60, 7), 60, with_dot=False) == graph_svg(chain(60, 7), 60, with_dot=False)


def test_texts_are_escaped() -> None:
    node = GraphNode("0", "<script>&\x1b", 'x = "<"')
    drawn = graph_svg(AbstractGraph("</svg>", (node,), (GraphArc("0", "0", "a < b && c"),)), 5, with_dot=False)
    root = etree.fromstring(drawn)
    texts = ["".join(map(str, each.itertext())) for each in root.iter(f"{SVG}text")]
    assert "<script>&\u241b" in texts
    assert "a < b && c" in texts


def test_a_condition_is_drawn_with_what_it_covers() -> None:
    label = EdgeLabel("main", 7, "x > 0", "condition-true")
    other = EdgeLabel("main", 7, "x > 0", "condition-false")
    transitions = (Transition("q0", label, "T"), Transition("q0", other, "q1"), Transition("q0", label, "T", "y != 1"))
    condition = Condition("q0", frozenset({"T"}), transitions, "h", REACH_ERROR, DataModel.LP64, "somebody")
    graph = condition_graph(condition)
    roles = {node.name: node.role for node in graph.nodes}
    assert roles == {"q0": NodeRole.START, "T": NodeRole.COVERED, "q1": NodeRole.LEFT_OUT}
    assert {arc.label for arc in graph.arcs} == {"[x > 0]; [x > 0] if y != 1", "[!(x > 0)]"}
