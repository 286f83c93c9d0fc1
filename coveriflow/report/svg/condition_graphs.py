"""Condition automata as graphs to draw."""

from __future__ import annotations

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.program.cfa.labels import Branch, EdgeLabel

_TOGETHER = 3


def condition_graph(condition: Condition) -> AbstractGraph:
    """States as nodes; transitions between the same two states are one arc."""
    nodes = tuple(_node(condition, state) for state in condition.states)
    labels: dict[tuple[str, str], list[str]] = {}
    for each in condition.transitions:
        labels.setdefault((each.source, each.target), []).append(_label(each.guard, each.assumption))
    arcs = tuple(GraphArc(source, target, _joined(texts)) for (source, target), texts in labels.items())
    return AbstractGraph(f"condition by {condition.producer}", nodes, arcs)


def _node(condition: Condition, state: str) -> GraphNode:
    if state in condition.accepting:
        return GraphNode(state, state, "verified from here on", NodeRole.COVERED)
    leaves = any(each.source == state for each in condition.transitions)
    if state == condition.initial:
        return GraphNode(state, state, "" if leaves else "nothing is verified", NodeRole.START)
    if not leaves:
        return GraphNode(state, state, "not verified", NodeRole.LEFT_OUT)
    lines = sorted({each.guard.line for each in condition.transitions if each.source == state})
    return GraphNode(state, state, f"line {', '.join(map(str, lines[:_TOGETHER]))}")


def _label(guard: EdgeLabel, assumption: str) -> str:
    text = {Branch.TRUE.value: f"[{guard.statement}]", Branch.FALSE.value: f"[!({guard.statement})]"}.get(
        guard.branch, guard.statement
    )
    return f"{text} if {assumption}" if assumption else text


def _joined(texts: list[str]) -> str:
    more = f" and {len(texts) - _TOGETHER} more" if len(texts) > _TOGETHER else ""
    return "; ".join(texts[:_TOGETHER]) + more
