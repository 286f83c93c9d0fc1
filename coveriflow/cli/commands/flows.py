"""Flows by the name that a user gives: ready ones and those of files. Listed, shown, and drawn."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from coveriflow.cli.contracts import Exit, FlowsOptions
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.catalogue.flow_paths import YAML
from coveriflow.flows.ready import READY
from coveriflow.flows.tasks.load import read
from coveriflow.program.errors import InputError, Span


def described(name: str, instead: str = "") -> str:
    """The flow's name, and what it stands for if that is another one: ``instead``, where something else is given."""
    if instead:
        return f"{name} ({instead}, for the part that is to be verified)"
    own = READY[name]().name if name in READY else name
    return name if own == name else f"{name} ({own})"


def flows(options: FlowsOptions) -> int:
    """``coveriflow flows``."""
    match options.action:
        case "list":
            return _list()
        case "show":
            return _show(options)
        case _:
            return _draw(options)


def _list() -> int:
    from coveriflow.report.terminal.console import show
    from coveriflow.report.terminal.trees import flows_page

    show(flows_page((name, build(), _sentence(build)) for name, build in READY.items()), sys.stdout)
    return Exit.TRUE


def _show(options: FlowsOptions) -> int:
    name = options.name
    flow, sentence = flow_named(name, options.code), _described(name)
    if options.yaml:
        from coveriflow.actors.flow_files.writing import written_flow
        from coveriflow.report.streams import put

        try:
            put(written_flow(flow, sentence).decode(), sys.stdout)
        except ValueError as error:
            raise InputError(str(error), Span(name)) from None
        return Exit.TRUE
    from coveriflow.report.terminal.console import show
    from coveriflow.report.terminal.trees import flow_tree

    show((flow_tree(flow, sentence),), sys.stdout)
    return Exit.TRUE


def _draw(options: FlowsOptions) -> int:
    from coveriflow.cli.commands.explain import write_drawing
    from coveriflow.report.streams import say
    from coveriflow.report.svg.compositions import flow_svg

    name = options.name
    flow = flow_named(name, options.code)
    target = options.out or Path(f"{Path(name).stem}.svg")
    write_drawing(target, flow_svg(flow, _described(name)))
    say(f"{target}: flow {flow.name}", sys.stdout)
    return Exit.TRUE


def _described(name: str) -> str:
    """What a flow says of itself."""
    if name in READY:
        return _sentence(READY[name])
    if name.endswith(YAML):
        from coveriflow.actors.flow_files.reading import description_of

        return description_of(read(Path(name)), name)
    return ""


def _sentence(build: object) -> str:
    """The first paragraph of what its function says of itself."""
    return " ".join((inspect.getdoc(build) or "").partition("\n\n")[0].split())
