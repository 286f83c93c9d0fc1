"""Violation and correctness witnesses 1.0 in GraphML (sv-witnesses, README-GraphML; rules of the SV-COMP linter).

Not kept on reading: threads, token lists, source text of edges, and keys of other tools.
"""

from __future__ import annotations

import re
from dataclasses import replace

from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.formats.primitives.xml import MAX_BYTES
from coveriflow.formats.witnesses.graphml import Data, Edge, Graph, Key, Node, given, read_graph, write_graph
from coveriflow.formats.witnesses.graphml_metadata import PROVENANCE_KEYS, Provenance, provenance_data, provenance_of
from coveriflow.program.errors import InputError, Span

WITNESS_KEYS = (
    *PROVENANCE_KEYS,
    *(Key(name, "node", "boolean") for name in ("entry", "sink", "violation", "cyclehead")),
    *(Key(name, "node") for name in ("invariant", "invariant.scope")),
    *(Key(name, "edge", "int") for name in ("startline", "endline", "startoffset", "endoffset")),
    *(Key(name, "edge") for name in ("control", "assumption", "assumption.scope", "assumption.resultfunction")),
    *(Key(name, "edge") for name in ("enterFunction", "returnFromFunction", "originfile")),
    Key("enterLoopHead", "edge", "boolean"),
)

_ABOUT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", re.ASCII)
_UNKNOWN, _UNKNOWN_TIME = "unknown", "1970-01-01T00:00:00Z"
_CREATED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)", re.ASCII)


def read_witness(data: bytes, name: str, limit: int = MAX_BYTES) -> Witness:
    """The witness of a GraphML file of at most ``limit`` bytes that keeps the linter's rules on automata."""
    graph = read_graph(data, name, limit)
    witness = _witness(graph)
    if defect := _defect(witness):
        raise InputError(defect, Span(name, graph.data.span.line))
    return _passed_on(witness)


def _passed_on(witness: Witness) -> Witness:
    """The witness as it can be written again: others say less of where it comes from, or say it otherwise."""
    created, about = witness.created, _ABOUT.match(witness.created)
    if not _CREATED.fullmatch(created):
        created = f"{about[0]}Z" if about else _UNKNOWN_TIME
    file, producer = witness.program_file or _UNKNOWN, witness.producer or _UNKNOWN
    return replace(witness, created=created, program_file=file, producer=producer)


def write_witness(witness: Witness) -> bytes:
    """GraphML that SV-COMP's linter has nothing against."""
    if defect := _defect(witness) or _unwritable(witness):
        raise ValueError(defect)
    provenance = Provenance(
        kind=witness.kind.value,
        program_file=witness.program_file,
        program_hash=witness.program_hash,
        specification=witness.specification,
        data_model=witness.data_model,
        producer=witness.producer,
        created=witness.created,
    )
    nodes = tuple(Node(node.name, _node_data(node, witness.entry)) for node in witness.nodes)
    edges = tuple(Edge(edge.source, edge.target, _edge_data(edge)) for edge in witness.edges)
    return write_graph(Graph(provenance_data(provenance), nodes, edges), WITNESS_KEYS)


def _witness(graph: Graph) -> Witness:
    provenance = provenance_of(graph.data)
    kind = next((each for each in WitnessKind if each.value == provenance.kind), None)
    if kind is None:
        raise InputError("the witness-type is neither violation_witness nor correctness_witness", graph.data.span)
    return Witness(
        kind=kind,
        entry=graph.entry(),
        nodes=tuple(_node(node) for node in graph.nodes),
        edges=tuple(_edge(edge, graph.defaults.text("originfile")) for edge in graph.edges),
        program_file=provenance.program_file,
        program_hash=provenance.program_hash,
        specification=provenance.specification,
        data_model=provenance.data_model,
        producer=provenance.producer,
        created=provenance.created,
    )


def _node(node: Node) -> WitnessNode:
    data = node.data
    return WitnessNode(
        name=node.name,
        violation=data.flag("violation"),
        sink=data.flag("sink"),
        cyclehead=data.flag("cyclehead"),
        invariant=data.text("invariant"),
        invariant_scope=data.text("invariant.scope"),
    )


def _edge(edge: Edge, usual_file: str) -> WitnessEdge:
    data = edge.data
    return WitnessEdge(
        source=edge.source,
        target=edge.target,
        startline=_position(data, "startline"),
        endline=_position(data, "endline"),
        startoffset=_position(data, "startoffset"),
        endoffset=_position(data, "endoffset"),
        control=data.text("control").strip(),
        assumption=data.text("assumption"),
        assumption_scope=data.text("assumption.scope"),
        assumption_resultfunction=data.text("assumption.resultfunction"),
        enter_function=data.text("enterFunction"),
        return_from_function=data.text("returnFromFunction") or data.text("returnFrom"),
        enter_loop_head=data.flag("enterLoopHead"),
        origin_file=data.text("originfile", usual_file),
    )


def _position(data: Data, key: str) -> int:
    number = data.number(key, -1)
    if number < -1:
        raise InputError(f"'{key}' is negative", data.span)
    return number


def _node_data(node: WitnessNode, entry: str) -> Data:
    return given(
        ("entry", node.name == entry),
        ("sink", node.sink),
        ("violation", node.violation),
        ("cyclehead", node.cyclehead),
        ("invariant", node.invariant),
        ("invariant.scope", node.invariant_scope),
    )


def _edge_data(edge: WitnessEdge) -> Data:
    return given(
        ("startline", edge.startline),
        ("endline", edge.endline),
        ("startoffset", edge.startoffset),
        ("endoffset", edge.endoffset),
        ("control", edge.control),
        ("assumption", edge.assumption),
        ("assumption.scope", edge.assumption_scope),
        ("assumption.resultfunction", edge.assumption_resultfunction),
        ("enterFunction", edge.enter_function),
        ("returnFromFunction", edge.return_from_function),
        ("enterLoopHead", edge.enter_loop_head),
        ("originfile", edge.origin_file),
    )


def _defect(witness: Witness) -> str:
    """What the linter has against the automaton, in words; empty if nothing."""
    sinks = {node.name for node in witness.nodes if node.sink}
    if any(edge.source in sinks for edge in witness.edges):
        return "a sink has a leaving edge"
    if any(edge.control not in ("", "condition-true", "condition-false") for edge in witness.edges):
        return "control is neither condition-true nor condition-false"
    if any("\\result" in edge.assumption and not edge.assumption_resultfunction for edge in witness.edges):
        return "an assumption speaks of \\result without assumption.resultfunction"
    if sum(node.cyclehead for node in witness.nodes) > 1:
        return "there are several cycle heads"
    return _misplaced(witness)


def _misplaced(witness: Witness) -> str:
    """What a witness of this kind must not say; invariants are allowed in violation witnesses for termination."""
    if witness.kind is WitnessKind.CORRECTNESS:
        if any(node.sink or node.violation for node in witness.nodes):
            return "a correctness witness has neither sinks nor violation nodes"
        if any(edge.assumption or edge.assumption_scope or edge.assumption_resultfunction for edge in witness.edges):
            return "a correctness witness has no assumptions"
        return ""
    if any(node.invariant or node.invariant_scope for node in witness.nodes) and not _on_termination(witness):
        return "a violation witness has no invariants"
    return ""


def _on_termination(witness: Witness) -> bool:
    properties = witness.specification.properties
    return any(each.kind is PropertyKind.TERMINATION for each in properties) or any(n.cyclehead for n in witness.nodes)


def _unwritable(witness: Witness) -> str:
    """Why the witness would not be read again as it is, or not be accepted by the linter."""
    names = [node.name for node in witness.nodes]
    used = {witness.entry} | {edge.source for edge in witness.edges} | {edge.target for edge in witness.edges}
    if len(set(names)) < len(names) or not used <= set(names):
        return "the nodes of a witness have names of their own, and entry and edges name nodes"
    if any(min(e.startline, e.endline, e.startoffset, e.endoffset) < -1 for e in witness.edges):
        return "a line or an offset is negative"
    if not _CREATED.fullmatch(witness.created):
        return "the time of creation is not ISO 8601 with a zone"
    if not (witness.program_file and witness.program_hash and witness.producer):
        return "program file, program hash and producer are mandatory"
    return ""
