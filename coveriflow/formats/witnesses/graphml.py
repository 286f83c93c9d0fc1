"""GraphML with data on graph, nodes and edges: the common ground of conditions and witnesses (format version 1.0).

The reader is strict where a misreading would change the automaton: keys must be declared, boolean keys default to
false, node names are unique, edges join declared nodes, and nothing unexpected stands inside graph, node or edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from coveriflow.formats.primitives.text import shortened, whole_number
from coveriflow.formats.primitives.xml import MAX_BYTES, legal, line_of, original, parsed, written
from coveriflow.program.errors import InputError, Span

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"

_NAMESPACES: dict[Any, str] = {None: NAMESPACE, "xsi": "http://www.w3.org/2001/XMLSchema-instance"}
_NOWHERE = Span("")
_TAG = f"{{{NAMESPACE}}}"
_BOOLEANS = ("entry", "sink", "violation", "cyclehead", "enterLoopHead")


@dataclass(frozen=True, slots=True)
class Key:
    """A kind of data: for which elements (graph, node, edge), and of which type (string, int, boolean)."""

    name: str
    domain: str
    type: str = "string"


@dataclass(frozen=True, slots=True)
class Data:
    """Values by key, in document order; where an element of a file is meant, ``span`` says where it stands."""

    pairs: tuple[tuple[str, str], ...] = ()
    span: Span = _NOWHERE

    def texts(self, key: str) -> tuple[str, ...]:
        """All values of ``key``."""
        return tuple(value for each, value in self.pairs if each == key)

    def text(self, key: str, default: str = "") -> str:
        """The value of ``key``, which is not repeated."""
        values = self.texts(key)
        if len(values) > 1:
            raise InputError(f"'{key}' is given twice", self.span)
        return values[0] if values else default

    def required(self, key: str) -> str:
        """The value of ``key``, which is there once."""
        if not self.texts(key):
            raise InputError(f"'{key}' is missing", self.span)
        return self.text(key)

    def flag(self, key: str) -> bool:
        """The boolean value of ``key``, by default false."""
        value = self.text(key, "false").strip()
        if value not in ("true", "false"):
            raise InputError(f"'{key}' is neither true nor false but '{shortened(value)}'", self.span)
        return value == "true"

    def number(self, key: str, default: int) -> int:
        """The whole number of ``key``."""
        return whole_number(self.text(key), self.span) if self.texts(key) else default


@dataclass(frozen=True, slots=True)
class Node:
    """A node; ``name`` is its id."""

    name: str
    data: Data


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between the nodes named."""

    source: str
    target: str
    data: Data


@dataclass(frozen=True, slots=True)
class Graph:
    """A directed graph. ``defaults``: what keys mean where an element does not give them."""

    data: Data
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    defaults: Data = Data()

    def leaving(self) -> frozenset[str]:
        """The names of all nodes with leaving edges."""
        return frozenset(edge.source for edge in self.edges)

    def entry(self) -> str:
        """The name of the only node with ``entry``."""
        entries = [node for node in self.nodes if node.data.flag("entry")]
        if len(entries) > 1:
            raise InputError("there are several entry nodes", entries[1].data.span)
        if not entries:
            raise InputError("there is no entry node", self.data.span)
        return entries[0].name


def read_graph(data: bytes, name: str, limit: int = MAX_BYTES) -> Graph:
    """The only graph of a GraphML file."""
    root = parsed(data, name, limit)
    if root.tag != _TAG + "graphml":
        raise InputError(f"the root is '{shortened(str(root.tag))}', not graphml of {NAMESPACE}", _span(root, name))
    elements = _children(root, name, ("key", "graph", "desc", "data"))
    graphs = [each for each in elements if each.tag == _TAG + "graph"]
    if len(graphs) != 1:
        raise InputError(f"there are {len(graphs)} graphs here, and one is expected", _span(root, name))
    return _Reading(name, _keys(elements, name), _defaults(elements)).graph(graphs[0])


def write_graph(graph: Graph, keys: Sequence[Key]) -> bytes:
    """GraphML that declares all ``keys``, nodes before edges."""
    root = etree.Element(_TAG + "graphml", nsmap=_NAMESPACES)
    for key in keys:
        _write_key(root, key)
    element = etree.SubElement(root, _TAG + "graph", edgedefault="directed")
    _write_data(element, graph.data)
    for node in graph.nodes:
        _write_data(etree.SubElement(element, _TAG + "node", id=legal(node.name)), node.data)
    for edge in graph.edges:
        ends = {"source": legal(edge.source), "target": legal(edge.target)}
        _write_data(etree.SubElement(element, _TAG + "edge", ends), edge.data)
    return written(root)


def given(*pairs: tuple[str, str | int]) -> Data:
    """Data of those pairs that say something: not the empty text, not -1, not false."""
    return Data(tuple((key, _spelled(value)) for key, value in pairs if _says_something(value)))


def _says_something(value: str | int) -> bool:
    return value if isinstance(value, bool) else value not in ("", -1)


def _spelled(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_key(root: etree._Element, key: Key) -> None:
    names = {"id": key.name, "for": key.domain, "attr.name": key.name, "attr.type": key.type}
    element = etree.SubElement(root, _TAG + "key", names)
    if key.type == "boolean":
        etree.SubElement(element, _TAG + "default").text = "false"


def _write_data(element: etree._Element, data: Data) -> None:
    for key, value in data.pairs:
        etree.SubElement(element, _TAG + "data", key=key).text = legal(value)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file being read: its name, the domain of each key it declares, and the defaults of keys."""

    name: str
    keys: dict[str, str]
    defaults: Data

    def graph(self, element: etree._Element) -> Graph:
        if element.get("edgedefault") != "directed":
            raise InputError("the edges are not directed", _span(element, self.name))
        elements = _children(element, self.name, ("node", "edge", "data", "desc"))
        nodes = tuple(self.node(each) for each in elements if each.tag == _TAG + "node")
        edges = tuple(self.edge(each) for each in elements if each.tag == _TAG + "edge")
        _check_names(nodes, edges)
        return Graph(self.data(element, "graph"), nodes, edges, self.defaults)

    def node(self, element: etree._Element) -> Node:
        _children(element, self.name, ("data", "desc"))
        return Node(self.attribute(element, "id"), self.data(element, "node"))

    def edge(self, element: etree._Element) -> Edge:
        _children(element, self.name, ("data", "desc"))
        if element.get("directed", "true") != "true":
            raise InputError("this edge is not directed", _span(element, self.name))
        ends = self.attribute(element, "source"), self.attribute(element, "target")
        return Edge(*ends, self.data(element, "edge"))

    def data(self, element: etree._Element, domain: str) -> Data:
        found = element.findall(_TAG + "data")
        return Data(tuple(self.pair(each, domain) for each in found), _span(element, self.name))

    def pair(self, element: etree._Element, domain: str) -> tuple[str, str]:
        key = self.attribute(element, "key")
        if self.keys.get(key) not in (domain, "all"):
            message = f"the key '{shortened(key)}' is not declared for {domain} elements"
            raise InputError(message, _span(element, self.name))
        return key, _content(element, self.name)

    def attribute(self, element: etree._Element, attribute: str) -> str:
        value = element.get(attribute)
        if value is None:
            raise InputError(f"'{attribute}' is missing", _span(element, self.name))
        return original(value)


def _keys(elements: Iterable[etree._Element], name: str) -> dict[str, str]:
    keys: dict[str, str] = {}
    for element in elements:
        if element.tag != _TAG + "key":
            continue
        key = element.get("id", "")
        if key in keys:
            raise InputError(f"the key '{shortened(key)}' is declared twice", _span(element, name))
        _check_default(key, element, name)
        keys[key] = element.get("for", "all")
    return keys


def _defaults(elements: Iterable[etree._Element]) -> Data:
    keys = (each for each in elements if each.tag == _TAG + "key")
    said = ((key.get("id", ""), key.findtext(_TAG + "default")) for key in keys)
    return Data(tuple((key, original(text)) for key, text in said if text is not None))


def _check_default(key: str, element: etree._Element, name: str) -> None:
    default = element.findtext(_TAG + "default", "false")
    if key in _BOOLEANS and default.strip() != "false":
        raise InputError(f"'{key}' is false by default, not '{shortened(default)}'", _span(element, name))


def _check_names(nodes: Iterable[Node], edges: Iterable[Edge]) -> None:
    names: set[str] = set()
    for node in nodes:
        if node.name in names:
            raise InputError(f"there are two nodes '{shortened(node.name)}'", node.data.span)
        names.add(node.name)
    for edge in edges:
        if missing := {edge.source, edge.target} - names:
            raise InputError(f"there is no node '{shortened(min(missing))}'", edge.data.span)


def _children(element: etree._Element, name: str, expected: Sequence[str]) -> list[etree._Element]:
    tags = {_TAG + each for each in expected}
    for child in element:
        if child.tag not in tags:
            raise InputError(f"'{shortened(str(child.tag))}' is not expected here", _span(child, name))
    return list(element)


def _content(element: etree._Element, name: str) -> str:
    if len(element):
        raise InputError("a text is expected here", _span(element, name))
    return original(element.text or "")


def _span(element: etree._Element, name: str) -> Span:
    return Span(name, line_of(element))
