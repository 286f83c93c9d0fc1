"""The tables of ready flows, actors, reducers and external tools, from where the program has them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import coveriflow.actors  # noqa: F401  (the actors that are known)
from coveriflow.actors.composition.nodes import Actor, Need, actors_in
from coveriflow.actors.definition import Definition, known_actors
from coveriflow.actors.flow_files.parameters import parameter_kind
from coveriflow.actors.tool_catalogue import defined, names
from coveriflow.artifacts.residual_programs import REDUCERS
from coveriflow.flows.ready import READY, WITH_TOOLS
from tools.site.markup import code, inline, prose, table

_KINDS = {
    "verifiers": "Verifiers",
    "termination": "Termination",
    "reducers": "Reducers, and what else changes programs",
    "testers": "Testers",
    "validators": "Validators",
    "confirmers": "Confirmers",
    "definedness": "Undefined behaviour",
    "splitters": "Splitters, and what joins ranges",
    "selectors": "Features of programs",
    "external": "External tools",
}
"""Modules of actors, in the order of their sections."""


def flows() -> str:
    """Name, sentence and actors of each ready flow."""
    return table(("flow", "what it does", "actors", "needs"), map(_flow, READY))


def _flow(name: str) -> tuple[str, str, str, str]:
    flow = READY[name]()
    uses = list(dict.fromkeys(map(_use, actors_in(flow.composition))))
    needs = sorted({_tool(each) for each in actors_in(flow.composition)} - {""})
    said = f"is {code(flow.name)}" if flow.name != name else prose(_first(READY[name]))
    return code(name), said, ", ".join(uses), ", ".join(needs) or ("clang" if name in WITH_TOOLS else "")


def _use(actor: Actor) -> str:
    called = str(dict(actor.parameters)["name"]) if _tool(actor) else actor.name
    return f"[{code(called)}](actors.md#{actor.name})"


def _tool(actor: Actor) -> str:
    """The external tool that the actor runs; empty if it runs none."""
    called = dict(actor.parameters).get("name")
    return defined(called).name if actor.name.startswith("external") and isinstance(called, str) else ""


def _first(build: object) -> str:
    return " ".join((inspect.getdoc(build) or "").partition("\n\n")[0].split())


def actors() -> str:
    """A section for each actor, below one for each kind."""
    return "\n".join(_section(kind, title) for kind, title in _KINDS.items())


def _section(kind: str, title: str) -> str:
    own = [each for each in known_actors().values() if each.function.__module__ == f"coveriflow.actors.{kind}"]
    return "\n".join([f"## {title}\n", *map(_actor, own)])


def unsorted_actors() -> list[str]:
    """Actors that no section has."""
    modules = {f"coveriflow.actors.{kind}" for kind in _KINDS}
    ours = (each for each in known_actors().values() if each.function.__module__.startswith("coveriflow."))
    return sorted(each.name for each in ours if each.function.__module__ not in modules)


def _actor(definition: Definition[...]) -> str:
    takes = ", ".join(map(_need, definition.needs))
    gives = ", ".join(code(kind.__name__) for kind in definition.provides)
    rows = [*_parameters(definition)]
    parts = [f"### `{definition.name}` {{ #{definition.name} }}\n", prose(inspect.getdoc(definition.function) or "")]
    parts += [f"Takes {takes}. Provides {gives}.\n"]
    parts += [table(("parameter", "values", "default"), rows)] if rows else []
    return "\n".join(parts)


def _need(need: Need) -> str:
    kinds = " or ".join(code(kind.__name__) for kind in need.types)
    return f"{kinds} (if there is one)" if need.optional else kinds


def _parameters(definition: Definition[...]) -> Iterator[tuple[str, str, str]]:
    for name, usual in definition.defaults.items():
        shown = "none" if usual is None else str(usual).lower() if isinstance(usual, bool) else str(usual)
        yield code(name), parameter_kind(definition, name), code(shown) if shown else "empty"


def reducers() -> str:
    """Name and sentence of each reducer."""
    return table(("reducer", "what it makes"), ((code(name), inline(said)) for name, said in REDUCERS.items()))


def tools() -> str:
    """The external tools that are defined."""
    return table(("tool", "what it does", "properties", "reads", "writes"), map(_tool_row, names()))


def _tool_row(name: str) -> tuple[str, ...]:
    tool = defined(name)
    kinds = ", ".join(code(kind.value) for kind, _ in tool.properties)
    reads = ", ".join(each.value for each, _ in tool.reads) or "the program"
    writes = ", ".join(each.value for each, _ in tool.writes)
    return code(name), inline(tool.about), kinds, reads, writes
