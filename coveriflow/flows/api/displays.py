"""How values look in a notebook, by MIME type; found as ``coveriflow.mime_bundle``."""

from __future__ import annotations

from collections.abc import Iterable

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composable, Composition, actors_in
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.flows.api.results import BatchRun, Counterexample, Verification
from coveriflow.flows.running.run_folder import record_of
from coveriflow.flows.running.runner import Run
from coveriflow.program.wording import counted
from coveriflow.report import notebook
from coveriflow.report.counterexamples.as_html import counterexample_html
from coveriflow.report.sanitising import visible, visible_lines
from coveriflow.report.svg.compositions import composition_svg, flow_svg
from coveriflow.report.svg.condition_graphs import condition_graph
from coveriflow.report.svg.graphs import graph_svg
from coveriflow.report.svg.witness_graphs import witness_graph

HTML, PLAIN = "text/html", "text/plain"

LINES = 200
"""Of a program, as many as a cell shows."""
_WIDEST = 300
NODES = 60
"""Of an automaton or a graph, as many as a cell shows."""


def mime_bundle(value: object) -> dict[str, str]:
    """The texts by which a notebook shows ``value``, by MIME type: HTML, and plain text."""
    drawn = _drawing(value, NODES)
    if drawn is not None:
        return {PLAIN: f"<{drawn[1]}>", HTML: notebook.image_html(*drawn)}
    if isinstance(value, Residual):
        return _program(value)
    return {PLAIN: str(value), **_page(value)}


def svg(value: object, nodes: int = NODES) -> bytes:
    """The drawing of a flow, a composition, a condition, a witness or a graph. ``nodes``: of a graph at most.

    Raises ``TypeError`` for anything else.
    """
    drawn = _drawing(value, nodes)
    if drawn is None:
        raise TypeError(f"a {type(value).__name__} has no drawing: flows, conditions, witnesses and graphs have")
    return drawn[0]


def _drawing(value: object, nodes: int) -> tuple[bytes, str] | None:
    """The drawing, and what it is."""
    match value:
        case Flow():
            return flow_svg(value), f"the flow {visible(value.name)}"
        case Composable():
            whole: Composition = value  # type: ignore[assignment]
            return composition_svg("composition", whole), f"a composition of {_number(actors_in(whole), 'actor')}"
        case Condition():
            return graph_svg(condition_graph(value), nodes), f"a condition of {_number(value.states, 'state')}"
        case Witness():
            return graph_svg(witness_graph(value), nodes), f"a witness of {_number(value.nodes, 'state')}"
        case AbstractGraph():
            return graph_svg(value, nodes), visible(value.title)
        case _:
            return None


def _program(residual: Residual) -> dict[str, str]:
    """The residual program as C; of a long one, the beginning."""
    source = residual.task.sources[0]
    lines = visible_lines(source.text).splitlines()
    about = f"residual program of {visible(residual.original.name)}: {counted(len(lines), 'line')} of C"
    rest = f"\n/* {len(lines) - LINES} more lines: .task.sources[0].text */" if len(lines) > LINES else ""
    text = "\n".join(line[:_WIDEST] for line in lines[:LINES]) + rest
    return {PLAIN: f"{about}\n{text}", HTML: notebook.code_html(about, text)}


def _number(things: Iterable[object], noun: str) -> str:
    return counted(len(list(things)), noun)


def _page(value: object) -> dict[str, str]:
    match value:
        case Verification():
            return {HTML: notebook.run_html(value.record)}
        case Run():
            return {HTML: notebook.run_html(record_of(value))}
        case BatchRun():
            return {HTML: notebook.batch_html(value)}
        case Counterexample():
            page = counterexample_html(value.path, dict(value.texts), value.facts)
            return {HTML: notebook.frame_html(page, "a counterexample")}
        case _:
            return {}
