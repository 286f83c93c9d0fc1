"""Condition automata in GraphML: the vocabulary of witnesses, with keys of our own for what makes a guard exact.

An accepting state is a ``sink``; a state that neither accepts nor has leaving transitions is a ``violation`` (not
verified). Where a transition covers only states that satisfy an assumption, an edge marked ``condition.negation``
tells readers of witnesses that its negation leads to a node not verified; it says nothing to readers of conditions.
"""

from __future__ import annotations

from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.xml import MAX_BYTES
from coveriflow.formats.witnesses.graphml import Data, Edge, Graph, Key, Node, given, read_graph, write_graph
from coveriflow.formats.witnesses.graphml_metadata import Provenance, provenance_data, provenance_of
from coveriflow.formats.witnesses.graphml_witness import WITNESS_KEYS
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.errors import InputError

SCHEMA = "1"

CONDITION_KEYS = (
    *WITNESS_KEYS,
    Key("condition.schema", "graph"),
    Key("condition.preprocessedhash", "graph"),
    Key("condition.sha256", "graph"),
    *(Key(f"condition.{name}", "edge") for name in ("function", "statement", "file", "assumption")),
    Key("condition.ordinal", "edge", "int"),
    Key("condition.negation", "edge", "boolean"),
)


def read_condition(data: bytes, name: str, limit: int = MAX_BYTES) -> Condition:
    """The condition of a GraphML file of at most ``limit`` bytes; a witness of another tool is not a condition.

    States without transitions that are neither initial nor accepting are dropped: they cover nothing.
    """
    graph = read_graph(data, name, limit)
    if (schema := graph.data.required("condition.schema").strip()) != SCHEMA:
        raise InputError(f"conditions of schema '{shortened(schema)}' are not read, only {SCHEMA}", graph.data.span)
    _check_ends(graph)
    provenance = provenance_of(graph.data)
    return Condition(
        initial=graph.entry(),
        accepting=frozenset(node.name for node in graph.nodes if node.data.flag("sink")),
        transitions=tuple(_transition(edge) for edge in graph.edges if not edge.data.flag("condition.negation")),
        program_hash=provenance.program_hash,
        specification=provenance.specification,
        data_model=provenance.data_model,
        producer=provenance.producer,
        preprocessed_hash=graph.data.text("condition.preprocessedhash"),
        files=tuple(_named_file(text, graph.data) for text in graph.data.texts("condition.sha256")),
    )


def write_condition(condition: Condition) -> bytes:
    """GraphML that ``read_condition`` reads back and that readers of witnesses can load."""
    sources = {transition.source for transition in condition.transitions}
    if not condition.accepting.isdisjoint(sources):
        raise ValueError("an accepting state has leaving transitions")
    nodes = [Node(state, _state_data(state, condition, sources)) for state in condition.states]
    edges = [_edge(transition) for transition in condition.transitions]
    if any(transition.assumption for transition in condition.transitions):
        outside = _fresh("not-verified", condition.states)
        nodes.append(Node(outside, given(("violation", True))))
        edges += [_negation(each, outside) for each in condition.transitions if each.assumption]
    return write_graph(Graph(_graph_data(condition), tuple(nodes), tuple(edges)), CONDITION_KEYS)


def _check_ends(graph: Graph) -> None:
    leaving = graph.leaving()
    for node in graph.nodes:
        accepting, not_verified = node.data.flag("sink"), node.data.flag("violation")
        if accepting and not_verified:
            raise InputError(f"the state '{shortened(node.name)}' is both verified and not", node.data.span)
        if (accepting or not_verified) and node.name in leaving:
            raise InputError(f"the final state '{shortened(node.name)}' has leaving transitions", node.data.span)


def _named_file(text: str, data: Data) -> tuple[str, str]:
    digest, blank, name = text.partition(" ")
    if not blank:
        raise InputError(f"this is no hash with the name of a file: '{shortened(text)}'", data.span)
    return name, digest


def _transition(edge: Edge) -> Transition:
    return Transition(edge.source, _guard(edge.data), edge.target, edge.data.text("condition.assumption"))


def _guard(data: Data) -> EdgeLabel:
    data.required("startline")
    branch = data.text("control", Branch.NONE.value).strip()
    if branch not in {each.value for each in Branch}:
        raise InputError(f"control is neither condition-true nor condition-false but '{shortened(branch)}'", data.span)
    return EdgeLabel(
        function=data.required("condition.function"),
        line=data.number("startline", 0),
        statement=data.required("condition.statement"),
        branch=branch,
        ordinal=data.number("condition.ordinal", 0),
        file=data.text("condition.file"),
    )


def _graph_data(condition: Condition) -> Data:
    files = (transition.guard.file for transition in condition.transitions if transition.guard.file)
    provenance = Provenance(
        kind="violation_witness",
        program_file=next(files, "unknown"),
        program_hash=condition.program_hash,
        specification=condition.specification,
        data_model=condition.data_model,
        producer=condition.producer,
        created="1970-01-01T00:00:00Z",
    )
    own = given(("condition.schema", SCHEMA), ("condition.preprocessedhash", condition.preprocessed_hash))
    named = (("condition.sha256", f"{digest} {name}") for name, digest in condition.files)
    return Data((*own.pairs, *named, *provenance_data(provenance).pairs))


def _state_data(state: str, condition: Condition, sources: set[str]) -> Data:
    accepting = state in condition.accepting
    return given(
        ("entry", state == condition.initial),
        ("sink", accepting),
        ("violation", not accepting and state not in sources),
    )


def _edge(transition: Transition) -> Edge:
    assumption = given(("condition.assumption", transition.assumption)).pairs
    return Edge(transition.source, transition.target, Data(_guard_pairs(transition.guard) + assumption))


def _negation(transition: Transition, outside: str) -> Edge:
    negation = ("assumption", f"!({transition.assumption})"), ("condition.negation", "true")
    return Edge(transition.source, outside, Data(_guard_pairs(transition.guard) + negation))


def _guard_pairs(guard: EdgeLabel) -> tuple[tuple[str, str], ...]:
    control = Branch(guard.branch)
    return (
        *((key, str(guard.line)) for key in ("startline", "endline")),
        *((("control", control.value),) if control is not Branch.NONE else ()),
        ("condition.function", guard.function),
        ("condition.statement", guard.statement),
        *given(("condition.file", guard.file)).pairs,
        ("condition.ordinal", str(guard.ordinal)),
    )


def _fresh(name: str, taken: tuple[str, ...]) -> str:
    while name in taken:
        name += "'"
    return name
