"""Abstract reachability graphs as JSON: short keys, one node or arc a line, so that files stay small."""

from __future__ import annotations

import json

from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.formats.primitives.json_reading import Fields, loaded
from coveriflow.program.errors import InputError

SCHEMA_VERSION = 1
MAX_BYTES = 1 << 24


def read_graph_json(data: bytes, name: str) -> AbstractGraph:
    """The graph; its arcs join nodes that are there."""
    fields = loaded(data, name, MAX_BYTES)
    fields.version("schema_version", SCHEMA_VERSION)
    graph = AbstractGraph(
        title=fields.text("title"),
        nodes=tuple(map(_node, fields.records("nodes"))),
        arcs=tuple(map(_arc, fields.records("arcs"))),
        omitted=fields.count("omitted"),
    )
    if wrong := _defect(graph):
        raise InputError(wrong, fields.span)
    return graph


def write_graph_json(graph: AbstractGraph) -> bytes:
    """ASCII, keys in a fixed order."""
    if wrong := _defect(graph):
        raise ValueError(wrong)
    nodes = ",\n".join(json.dumps(_written_node(each)) for each in graph.nodes)
    arcs = ",\n".join(json.dumps(_written_arc(each)) for each in graph.arcs)
    head = json.dumps({"schema_version": SCHEMA_VERSION, "title": graph.title, "omitted": graph.omitted})
    return f'{head[:-1]}, "nodes": [\n{nodes}\n], "arcs": [\n{arcs}\n]}}\n'.encode("ascii")


def _defect(graph: AbstractGraph) -> str:
    names = {node.name for node in graph.nodes}
    if len(names) < len(graph.nodes):
        return "two nodes have one name"
    if any(arc.source not in names or arc.target not in names for arc in graph.arcs):
        return "an arc joins a node that is not there"
    return ""


def _written_node(node: GraphNode) -> dict[str, str | bool]:
    found: dict[str, str | bool] = {"name": node.name, "title": node.title}
    if node.state:
        found["state"] = node.state
    if node.role is not NodeRole.PLAIN:
        found["role"] = node.role.value
    return found | ({"framed": True} if node.framed else {})


def _written_arc(arc: GraphArc) -> dict[str, str | bool]:
    found: dict[str, str | bool] = {"source": arc.source, "target": arc.target}
    found |= {"label": arc.label} if arc.label else {}
    found |= {"covers": True} if arc.covers else {}
    return found | ({"verified": True} if arc.verified else {})


def _node(fields: Fields) -> GraphNode:
    return GraphNode(
        name=fields.text("name"),
        title=fields.text("title"),
        state=fields.text("state") if fields.says("state") else "",
        role=fields.choice("role", NodeRole) if fields.says("role") else NodeRole.PLAIN,
        framed=fields.says("framed") and fields.flag("framed"),
    )


def _arc(fields: Fields) -> GraphArc:
    label = fields.text("label") if fields.says("label") else ""
    covers = fields.says("covers") and fields.flag("covers")
    verified = fields.says("verified") and fields.flag("verified")
    return GraphArc(fields.text("source"), fields.text("target"), label, covers, verified)
