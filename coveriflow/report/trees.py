"""Compositions drawn as trees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from coveriflow.actors.algebra import Actor, Composition, Flow, IfThenElse, Sequence
from coveriflow.actors.contracts import known_actors


def flows_page(flows: Iterable[tuple[str, Flow, str]]) -> tuple[RenderableType, ...]:
    """Each flow by the name it is asked for, with its sentence and its composition; one of another name is that one."""
    page: list[RenderableType] = []
    for name, flow, sentence in flows:
        if flow.name != name:
            page += [Text.assemble((name, "bold"), "  is ", (flow.name, "bold")), Text()]
        else:
            page += [flow_tree(flow, sentence), Text()]
    return tuple(page[:-1])


def flow_tree(flow: Flow, sentence: str) -> Tree:
    """The flow's name and sentence, and below them its parts in the order in which they run."""
    tree = Tree(Text.assemble((flow.name, "bold"), f"  {sentence}"), guide_style="dim")
    _grow(tree, flow.composition)
    return tree


def _grow(tree: Tree, composition: Composition) -> None:
    match composition:
        case Actor():
            tree.add(_actor(composition))
        case Sequence(parts):
            for part in parts:
                _grow(tree, part)
        case IfThenElse(condition, then, otherwise):
            _grow(tree.add(Text(f"if the {condition}", "italic")), then)
            if otherwise is not None:
                _grow(tree.add(Text("else", "italic")), otherwise)
        case _:
            assert_never(composition)


def _actor(actor: Actor) -> Text:
    """Its name, with the parameters that are not the usual ones."""
    known = known_actors().get(actor.name)
    usual = known.defaults if known else {}
    given = [f"{key}={_value(value)}" for key, value in actor.parameters if usual.get(key) != value]
    return Text.assemble((actor.name, "cyan"), f"({', '.join(given)})" if given else "")


def _value(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
