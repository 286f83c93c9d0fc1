"""``coveriflow explain``: drawings of what a run left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.cli.contracts import Exit, ExplainOptions
from coveriflow.flows.tasks.load import read
from coveriflow.program.errors import InputError, Span
from coveriflow.report.streams import say

_SOURCES = frozenset({".c", ".i", ".yml", ".yaml", ".h"})


def explain(options: ExplainOptions) -> int:
    """Draw each graph beside its file, or in the folder that was named; the exit code."""
    from coveriflow.report.svg.graphs import graph_svg

    for target, file in _targets(options).items():
        graph = _graph(file)
        write_drawing(target, graph_svg(graph, options.nodes, with_dot=options.with_dot))
        say(f"{target}: {graph.title}, {counted(graph, options.nodes)}", sys.stdout)
    return Exit.TRUE


def _targets(options: ExplainOptions) -> dict[Path, Path]:
    """Files by their drawings; in one folder those of several paths are distinguished by numbers."""
    found: dict[Path, Path] = {}
    for path in options.paths:
        for file in _files(path):
            folder, name, number = options.out or file.parent, file.stem, 1
            while folder / f"{name}.svg" in found:
                number += 1
                name = f"{file.stem}-{number}"
            found[folder / f"{name}.svg"] = file
    return found


def counted(graph: AbstractGraph, most: int, noun: str = "states") -> str:
    """How many nodes are drawn, and of how many."""
    whole = len(graph.nodes) + graph.omitted
    shown = min(len(graph.nodes), most)
    return f"{whole} {noun}" if shown == whole else f"{shown} of {whole} {noun}"


def _files(path: Path) -> Iterator[Path]:
    """The graphs of a run folder, and its condition; or the file itself."""
    if not path.is_dir():
        yield path
        return
    found = sorted((path / "graphs").glob("*.json"))
    condition = path / "condition.graphml"
    if not found and not condition.is_file():
        raise InputError("this is no run folder with anything to draw: 'coveriflow verify' makes one", Span(str(path)))
    yield from found
    if condition.is_file():
        yield condition


def _graph(file: Path) -> AbstractGraph:
    if file.suffix in _SOURCES:
        message = "'coveriflow verify' first: what is drawn is the run folder that it leaves"
        raise InputError(message, Span(str(file)))
    data = read(file)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        from coveriflow.formats.conditions.graphml_condition import read_condition
        from coveriflow.report.svg.condition_graphs import condition_graph

        return condition_graph(read_condition(data, str(file)))
    from coveriflow.formats.results.graph_json import read_graph_json

    return read_graph_json(data, str(file))


def write_drawing(target: Path, drawn: bytes) -> None:
    """Write a file, and its folder; ``InputError`` where that cannot be done."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(drawn)
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", Span(str(target))) from None
