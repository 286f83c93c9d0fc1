"""Dominators are what they are by definition, and found in time that hardly grows faster than the graph."""

from __future__ import annotations

import rustworkx
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.cfa.dominators import dominators_of

GRAPHS = st.integers(1, 9).flatmap(
    lambda count: st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=25)
)


def reachable(edges: list[tuple[int, int]], without: int | None = None) -> set[int]:
    found: set[int] = set()
    pending = [0]
    while pending:
        node = pending.pop()
        if node != without and node not in found:
            found.add(node)
            pending += [target for source, target in edges if source == node]
    return found


@given(GRAPHS)
def test_a_node_dominates_what_cannot_be_reached_without_it(edges: list[tuple[int, int]]) -> None:
    found = dominators_of(0, lambda node: [target for source, target in edges if source == node])
    everything = reachable(edges)
    assert found.immediate.keys() == everything
    for one in everything:
        left = reachable(edges, without=one)
        for other in everything:
            assert found.dominates(one, other) == (other not in left)


@given(GRAPHS)
def test_immediate_dominators_are_those_of_a_library(edges: list[tuple[int, int]]) -> None:
    graph: rustworkx.PyDiGraph[int | None, None] = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(10))
    graph.extend_from_edge_list(edges)
    found = dominators_of(0, lambda node: [target for source, target in edges if source == node])
    assert found.immediate == dict(rustworkx.immediate_dominators(graph, 0))


def test_many_exits_of_a_long_path_lead_to_one_place() -> None:
    length, asked = 30_000, 0

    def successors(node: int) -> list[int]:
        nonlocal asked
        asked += 1
        return [] if node == length else [node + 1, length]

    found = dominators_of(0, successors)
    assert asked == length + 1
    assert found.immediate[length] == 0
    assert all(found.immediate[node] == node - 1 for node in range(1, length))
    assert found.dominates(7, length - 1)
    assert not found.dominates(7, length)
