"""Immediate dominators of a graph (Lengauer, Tarjan 1979, in the variant SEMI-NCA of Georgiadis 2005).

Residual programs are unfolded, so that their functions are deep: what goes up from each edge to a dominator, as simpler
algorithms do, takes quadratic time there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Graph = Sequence[Sequence[int]]
"""The successors of each node, in order."""


def immediate_dominators(graph: Graph) -> list[int]:
    """For each node the last other one that is on all paths to it from node 0; for node 0, which leads to all others,
    itself.
    """
    order, parents = _depth_first(graph)
    number = {node: place for place, node in enumerate(order)}
    entering: list[list[int]] = [[] for _ in order]
    for source in order:
        for target in graph[source]:
            entering[number[target]].append(number[source])
    up = [number[parents[node]] for node in order]
    semi = _semidominators(entering, up)
    found = list(up)
    for place in range(1, len(order)):
        while found[place] > semi[place]:
            found[place] = found[found[place]]
    return [order[found[number[node]]] for node in range(len(order))]


def _depth_first(graph: Graph) -> tuple[list[int], list[int]]:
    """The nodes as a depth-first search meets them, and from where."""
    order, parents, seen = list[int](), [0] * len(graph), [False] * len(graph)
    pending: list[tuple[int, Iterator[int]]] = []

    def meet(node: int) -> None:
        seen[node] = True
        order.append(node)
        pending.append((node, iter(graph[node])))

    meet(0)
    while pending:
        node, rest = pending[-1]
        following = next((each for each in rest if not seen[each]), None)
        if following is None:
            pending.pop()
        else:
            parents[following] = node
            meet(following)
    return order, parents


def _semidominators(entering: Graph, parents: Sequence[int]) -> list[int]:
    """By places in depth-first order: the first node from which a path leads here over nodes that come later."""
    semi, best, above = list(range(len(parents))), list(range(len(parents))), list(parents)
    for place in range(len(parents) - 1, 0, -1):
        for source in entering[place]:
            semi[place] = min(semi[place], semi[_best(source, place, semi, best, above)])
    return semi


def _best(source: int, linked: int, semi: Sequence[int], best: list[int], above: list[int]) -> int:
    """The node with the least semidominator on the way up from ``source`` over nodes behind ``linked``, which are those
    that have one; the way is shortened.
    """
    way = []
    at = source
    while at > linked and above[at] > linked:
        way.append(at)
        at = above[at]
    for node in reversed(way):
        upper = above[node]
        if semi[best[upper]] < semi[best[node]]:
            best[node] = best[upper]
        above[node] = above[upper]
    return best[source]
