"""Witness automata as graphs to draw."""

from __future__ import annotations

from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessNode


def witness_graph(witness: Witness) -> AbstractGraph:
    """States as nodes, with their invariants; transitions as arcs, with what they say of the step."""
    first = [node for node in witness.nodes if node.name == witness.entry]
    others = [node for node in witness.nodes if node.name != witness.entry]
    nodes = tuple(_node(node, witness) for node in (*first, *others))
    arcs = tuple(GraphArc(each.source, each.target, _label(each)) for each in witness.edges)
    return AbstractGraph(f"{witness.kind.value.replace('_', ' ')} by {witness.producer}", nodes, arcs)


def _node(node: WitnessNode, witness: Witness) -> GraphNode:
    role = NodeRole.TARGET if node.violation else NodeRole.LEFT_OUT if node.sink else NodeRole.PLAIN
    is_entry = node.name == witness.entry and role is NodeRole.PLAIN
    return GraphNode(node.name, node.name, node.invariant, NodeRole.START if is_entry else role, node.cyclehead)


def _label(edge: WitnessEdge) -> str:
    line = f"line {edge.startline}" if edge.startline > 0 else ""
    enters = f"{edge.enter_function} is called" if edge.enter_function else ""
    returns = f"{edge.return_from_function} returns" if edge.return_from_function else ""
    branch = edge.control.replace("condition-", "condition is ")
    return ", ".join(filter(None, (line, branch, edge.assumption, enters, returns)))
