"""Immediate dominators against their definition, on all sorts of graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.dominators import Graph, immediate_dominators


def _reachable(graph: Graph, without: int | None = None) -> set[int]:
    seen, pending = {0} - {without}, [0] * (without != 0)
    while pending:
        for target in graph[pending.pop()]:
            if target not in seen and target != without:
                seen.add(target)
                pending.append(target)
    return seen


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Whose nodes can all be reached from the first one: those that cannot are left away."""
    count = draw(st.integers(1, 14))
    edges = st.lists(st.integers(0, count - 1), max_size=4)
    graph = [draw(edges) for _ in range(count)]
    kept = sorted(_reachable(graph))
    return [[kept.index(target) for target in graph[node]] for node in kept]


@given(graphs())
def test_they_are_what_the_definition_says(graph: Graph) -> None:
    everything = set(range(len(graph)))
    dominated = {node: everything - _reachable(graph, node) - {node} for node in everything}
    found = immediate_dominators(graph)
    assert found[0] == 0
    for node in everything - {0}:
        strict = {each for each in everything if node in dominated[each]}
        assert found[node] in strict
        assert all(found[node] in dominated[each] or each == found[node] for each in strict)


def test_a_deep_graph_takes_no_quadratic_time() -> None:
    """Each of so many nodes may leave the chain: to follow all of them up would take a day."""
    count = 200_000
    graph = [[node + 1, count] for node in range(count)] + [[]]
    graph[count - 1] = [count]
    assert immediate_dominators(graph) == [0, *range(count - 1), 0]
