"""Graphs as SVG: abstract reachability graphs, conditions, programs. No font, script or other file is needed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import quoteattr

from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.report.sanitising import in_markup, visible
from coveriflow.report.svg.layered_layout import layered_layout
from coveriflow.report.svg.layout import Box, Layout, Link, Point, dot_layout

_CHARACTER = 6.7
_LINE = 15.0
_WIDEST = 34
_STATE_LINES = 3
_LABEL = 30
_HEAD = 58.0
_TITLE = 8.4
_LEAST = 560.0
_STYLE = """
svg { --back: #fff; --text: #1c2127; --quiet: #5d6773; --edge: #7a8591; --plain: #f5f7f9; --start: #dcecfb;
  --target: #f9d3cf; --left: #fbe6b8; --waiting: #eceaf8; --covered: #d5efd9; --frame: #0b5cad;
  --done: #2e8b47; }
@media (prefers-color-scheme: dark) { svg { --back: #14181d; --text: #e4e8ec; --quiet: #98a3af; --edge: #77828e;
  --plain: #222930; --start: #1d3a55; --target: #5b2622; --left: #54430f; --waiting: #35305a; --covered: #1f4527;
  --frame: #7db7f5; --done: #5fbf78; } }
.back { fill: var(--back); }
text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--text); }
.title { font: 600 14px system-ui, sans-serif; } .legend text { font: 11px system-ui, sans-serif; }
.state { fill: var(--quiet); } .label { fill: var(--quiet); font-size: 10px; paint-order: stroke;
  stroke: var(--back); stroke-width: 4px; stroke-linejoin: round; }
rect { fill: var(--plain); stroke: var(--edge); } path { fill: none; stroke: var(--edge); }
.start rect { fill: var(--start); } .target rect { fill: var(--target); } .left-out rect { fill: var(--left); }
.waiting rect { fill: var(--waiting); } .covered rect { fill: var(--covered); }
.framed rect { stroke: var(--frame); stroke-width: 2.5px; } .covers path { stroke-dasharray: 5 4; }
.verified path { stroke: var(--done); stroke-width: 2.2px; }
marker path { fill: var(--edge); stroke: none; }
"""
_LEGEND = {
    NodeRole.START: "start",
    NodeRole.TARGET: "error",
    NodeRole.LEFT_OUT: "left out",
    NodeRole.WAITING: "not explored",
    NodeRole.COVERED: "verified",
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """A node with its lines of text."""

    node: GraphNode
    lines: tuple[str, ...]

    @property
    def box(self) -> Box:
        return Box(max(map(len, self.lines)) * _CHARACTER + 18, len(self.lines) * _LINE + 10)


def graph_svg(graph: AbstractGraph, most: int, *, with_dot: bool = True, noun: str = "states") -> bytes:
    """The drawing of at most ``most`` nodes; graphviz arranges it if it may and can. ``noun``: what the nodes are."""
    shown, arcs, omitted = _cut(graph, most)
    shapes = [_Shape(node, _lines(node)) for node in shown]
    places = {node.name: number for number, node in enumerate(shown)}
    links = [Link(places[a.source], places[a.target], min(len(a.label), _LABEL), loose=a.covers) for a in arcs]
    boxes = [shape.box for shape in shapes]
    layout = dot_layout(boxes, links) if with_dot else None
    if layout is None:
        layout = layered_layout(boxes, links)
        arcs = [replace(arc, label="") if arc.covers else arc for arc in arcs]  # there is no room kept for these
    return _page(graph.title, (omitted, noun), shapes, arcs, layout).encode("utf-8", "backslashreplace")


def _cut(graph: AbstractGraph, most: int) -> tuple[list[GraphNode], list[GraphArc], int]:
    """Error nodes and what leads there first, then in the order of the graph."""
    parents: dict[str, str] = {}
    for arc in graph.arcs:
        if not arc.covers:
            parents.setdefault(arc.target, arc.source)
    chosen: dict[str, None] = {node.name: None for node in graph.nodes[:1]}
    for node in graph.nodes:
        path, name = list[str](), node.name if node.role is NodeRole.TARGET else None
        while name is not None and name not in chosen and name not in path:
            path.append(name)
            name = parents.get(name)
        if len(chosen) + len(path) <= most:
            chosen.update(dict.fromkeys(path))
    for node in graph.nodes:
        if len(chosen) < most:
            chosen[node.name] = None
    nodes = [node for node in graph.nodes if node.name in chosen]
    arcs = [arc for arc in graph.arcs if arc.source in chosen and arc.target in chosen]
    return nodes, arcs, graph.omitted + len(graph.nodes) - len(nodes)


def _lines(node: GraphNode) -> tuple[str, ...]:
    state = visible(node.state)
    return (_short(visible(node.title), _WIDEST), *textwrap.wrap(state, _WIDEST)[:_STATE_LINES])


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "\u2026"


def _page(title: str, rest: tuple[int, str], shapes: Sequence[_Shape], arcs: Sequence[GraphArc], layout: Layout) -> str:
    omitted, noun = rest
    more = f", {omitted} more are not drawn" if omitted else ""
    said = visible(f"{title}: {len(shapes)} {noun}{more}")
    width, height = max(layout.width, _LEAST, len(said) * _TITLE + 32), layout.height + _HEAD
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f"<title>{in_markup(title)}</title><style>{_STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'markerUnits="userSpaceOnUse" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
        f'<rect class="back" x="0" y="0" width="{width:.0f}" height="{height:.0f}" stroke="none"/>',
        f'<text class="title" x="16" y="24">{in_markup(said)}</text>',
        *_legend(shapes, arcs),
        f'<g transform="translate(0 {_HEAD:.0f})">',
        *(_arc(arc, curve) for arc, curve in zip(arcs, layout.curves, strict=True)),
        *(_node(shape, centre) for shape, centre in zip(shapes, layout.centres, strict=True)),
        *(_label(arc, centre) for arc, centre in zip(arcs, layout.labels, strict=True) if arc.label),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


def _legend(shapes: Sequence[_Shape], arcs: Sequence[GraphArc]) -> list[str]:
    """What of the colours and strokes is there."""
    roles = {shape.node.role for shape in shapes}
    parts, x = [], 16.0
    for role, text in _LEGEND.items():
        if role in roles:
            sample = f'<rect x="{x:.0f}" y="34" width="14" height="12" rx="2"/>'
            parts.append(f'<g class="legend {_class(role)}">{sample}<text x="{x + 19:.0f}" y="44">{text}</text></g>')
            x += 34 + 6.2 * len(text)
    if any(arc.covers for arc in arcs):
        line = f'<path d="M{x:.0f} 40 h22"/>'
        parts.append(f'<g class="legend covers">{line}<text x="{x + 27:.0f}" y="44">part of</text></g>')
        x += 80
    if any(shape.node.framed for shape in shapes):
        frame = f'<rect x="{x:.0f}" y="34" width="14" height="12" rx="2"/>'
        parts.append(f'<g class="legend framed">{frame}<text x="{x + 19:.0f}" y="44">abstraction</text></g>')
    return parts


def _class(role: NodeRole) -> str:
    return role.value.replace(" ", "-")


def _node(shape: _Shape, centre: Point) -> str:
    box, (x, y) = shape.box, centre
    left, top = x - box.width / 2, y - box.height / 2
    framed = " framed" if shape.node.framed else ""
    hint = f"<title>{in_markup(shape.node.title)}\n{in_markup(shape.node.state)}</title>"
    texts = [
        f'<text x="{left + 9:.1f}" y="{top + 5 + _LINE * (number + 0.75):.1f}"{_STATE if number else ""}>'
        f"{in_markup(line)}</text>"
        for number, line in enumerate(shape.lines)
    ]
    rect = f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4"/>'
    return f'<g class="{_class(shape.node.role)}{framed}">{hint}{rect}{"".join(texts)}</g>'


_STATE = ' class="state"'


def _arc(arc: GraphArc, curve: Sequence[Point]) -> str:
    start, *rest = curve
    steps = " ".join(f"{x:.1f} {y:.1f}" for x, y in rest)
    covers = ' class="covers"' if arc.covers else ' class="verified"' if arc.verified else ""
    hint = f"<title>{in_markup(arc.label)}</title>" if arc.label else ""
    path = f'<path d="M{start[0]:.1f} {start[1]:.1f} C{steps}" marker-end={quoteattr("url(#head)")}/>'
    return f"<g{covers}>{hint}{path}</g>"


def _label(arc: GraphArc, centre: Point) -> str:
    text = in_markup(_short(visible(arc.label), _LABEL))
    return f'<text class="label" x="{centre[0]:.1f}" y="{centre[1] + 3:.1f}" text-anchor="middle">{text}</text>'
