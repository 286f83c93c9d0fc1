"""Graphs of what analyses reached: their limits, who is covered, which states are abstractions."""

from __future__ import annotations

from typing import Any

import pytest

from coveriflow.actors import bmc, impact, kinduction, predicate, value
from coveriflow.analysis.cpa.reached import Arc, Node
from coveriflow.analysis.search.abstract_graphs import _chosen
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, NodeRole
from tests.actors.tasks import example, here, program

LOOP = program(
    "int main(void) { int i = 0; while (i < 400) { i++; if (__VERIFIER_nondet_int()) i++; }\n"
    "if (__VERIFIER_nondet_int()) reach_error(); }"
)


@pytest.mark.parametrize("actor", [value(), bmc(), kinduction(), predicate(), impact()], ids=lambda actor: actor.name)
def test_every_analysis_shows_what_it_reached(actor: object) -> None:
    graph: AbstractGraph = here(actor, example("halves-bug.c"))[AbstractGraph]  # type: ignore[arg-type]
    names = {node.name for node in graph.nodes}
    assert graph.nodes[0].role is NodeRole.START
    assert any(node.role is NodeRole.TARGET and node.title == "error" for node in graph.nodes)
    assert all(arc.source in names and arc.target in names for arc in graph.arcs)
    assert any("low <= high" in arc.label for arc in graph.arcs)


def test_of_many_states_the_path_to_the_error_is_kept() -> None:
    graph = here(value(), LOOP)[AbstractGraph]
    assert len(graph.nodes) == 200
    assert graph.omitted > 0
    small = here(value(), program("int main(void) { int i = 0; while (i < 90) i++; reach_error(); }"))[AbstractGraph]
    assert small.omitted == 0
    assert NodeRole.TARGET in {node.role for node in small.nodes}


class _Counted(Node[Any]):
    """A node that counts how often somebody goes on to its parent."""

    steps = 0

    def __getattribute__(self, name: str) -> Any:
        _Counted.steps += name == "parent"
        return super().__getattribute__(name)


def _tree(depth: int, targets: int, leaves: int = 0) -> list[Node[Any]]:
    """A path, targets behind its end, and leaves that begin at its beginning."""
    nodes: list[Node[Any]] = [_Counted(0, None)]
    for number in range(1, depth + targets + leaves):
        leaf = number >= depth + targets
        source = nodes[0 if leaf else min(number, depth) - 1]
        node = _Counted(number, None, target=number >= depth and not leaf)
        node.parent = Arc(source, (), None, node)
        source.arcs.append(node.parent)
        nodes.append(node)
    return nodes


def test_paths_to_errors_share_their_beginning() -> None:
    chosen = _chosen(_tree(depth=150, targets=2, leaves=300), most=200)
    assert {150, 151} <= chosen.keys()


def test_many_deep_errors_are_looked_at_as_far_as_there_is_room() -> None:
    nodes = _tree(depth=2000, targets=300)
    _Counted.steps = 0
    assert len(_chosen(nodes, most=50)) == 50
    assert _Counted.steps < 300 * 2 * 60


def test_covered_states_point_to_who_covers_them() -> None:
    text = "int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 1 - x; if (x > 1) reach_error(); }"
    graph = here(value(), program(text))[AbstractGraph]
    assert any(arc.covers for arc in graph.arcs)
    assert not any(arc.covers for arc in here(bmc(last_bound=2), program(text))[AbstractGraph].arcs)


def test_abstraction_states_are_framed() -> None:
    text = "int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 1 - x; if (x > 1) reach_error(); }"
    graph = here(predicate(), program(text))[AbstractGraph]
    framed = [node for node in graph.nodes if node.framed]
    assert framed
    assert len(framed) < len(graph.nodes)
    assert any("x" in node.state for node in framed)
    assert any(node.role is NodeRole.COVERED for node in graph.nodes)


def test_the_kinds_of_nodes_have_colours_of_their_own() -> None:
    graph = here(value(loop_bound=2), LOOP)[AbstractGraph]
    assert NodeRole.LEFT_OUT in {node.role for node in graph.nodes}
