"""Compositions drawn as trees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    Fallback,
    IfThenElse,
    Interleaved,
    Parallel,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Splitting,
    Within,
    actors_in,
)
from coveriflow.actors.definition import known_actors
from coveriflow.actors.questions import DECIDED
from coveriflow.program.wording import counted


def flows_page(flows: Iterable[tuple[str, Flow, str]]) -> tuple[RenderableType, ...]:
    """A line for each flow: the name it is asked for, and its first sentence; one of another name is that one."""
    page = Table.grid(padding=(0, 2, 0, 0))
    page.add_column(no_wrap=True)
    page.add_column(ratio=1)
    for name, flow, sentence in flows:
        told = f"is {flow.name}" if flow.name != name else f"{sentence.partition('. ')[0].rstrip('.')}."
        page.add_row(Text(name, "bold"), told)
    return (page,)


def flow_tree(flow: Flow, sentence: str) -> Tree:
    """The flow's name and sentence, and below them its parts in the order in which they run."""
    tree = Tree(Text.assemble((flow.name, "bold"), f"  {sentence}"), guide_style="dim")
    _grow(tree, flow.composition, [])
    return tree


def _grow(tree: Tree, composition: Composition, turns: list[tuple[object, ...]]) -> None:
    """``turns``: those that are drawn already, which are not drawn again."""
    match composition:
        case Actor():
            tree.add(_actor(composition))
            return
        case Sequence():
            inner = tree
        case IfThenElse(condition, then, otherwise):
            _grow(tree.add(Text(f"if the {condition}", "italic")), then, turns)
            if otherwise is not None:
                _grow(tree.add(Text("else", "italic")), otherwise, turns)
            return
        case Ranged(splitting=splitting):
            _grow_ranged(tree.add(Text(in_ranges(splitting), "italic")), composition, turns)
            return
        case Interleaved(parts, slices) if (parts, slices) in turns:
            tree.add(Text(f"{heading(composition).partition(',')[0]}, the same as above", "italic"))
            return
        case Parallel() | Portfolio() | Fallback() | Interleaved() | Within() | Retry() | Repeat():
            inner = tree.add(Text(heading(composition), "italic"))
            if isinstance(composition, Interleaved):
                inner.add(Text(turns_text(composition), "dim"))
                turns.append((composition.parts, composition.slices))
        case _:
            assert_never(composition)
    for part in composition.children():
        is_branch = isinstance(composition, Parallel | Portfolio | Fallback | Interleaved) and isinstance(
            part, Sequence
        )
        _grow(inner.add(Text("in order", "italic")) if is_branch else inner, part, turns)


def turns_text(interleaved: Interleaved) -> str:
    """Who has which turn: ``bmc 1.5 s, kinduction 2.5 s (20 %), then bmc``, with the share of what is left."""
    names = [next(actors_in(part)).called for part in interleaved.parts]
    told = []
    for each in interleaved.slices:
        most = f" {each.cpu:g} s" if each.cpu is not None else ""
        share = f" ({100 * each.share:.0f} %)" if each.share < 1 else ""
        asked = f" if the {each.when}" if each.when is not None else ""
        told.append(f"{names[each.part]}{most}{share}{asked}")
    return "turns: " + ", ".join(told)


A_RANGE_EACH = "side by side, a range each"


def in_ranges(splitting: Splitting) -> str:
    """What a composition of ranged analyses does."""
    match splitting:
        case Splitting.STATIC:
            return "in ranges of the paths"
        case Splitting.DYNAMIC:
            return "in ranges of the paths, divided again when a worker is idle"


def _grow_ranged(tree: Tree, ranged: Ranged, turns: list[tuple[object, ...]]) -> None:
    _grow(tree, ranged.splitter, turns)
    beside = tree.add(Text(A_RANGE_EACH, "italic"))
    for part in ranged.analyses:
        _grow(beside.add(Text("in order", "italic")) if isinstance(part, Sequence) else beside, part, turns)
    _grow(tree, ranged.aggregator, turns)


def heading(composition: Parallel | Portfolio | Fallback | Interleaved | Within | Retry | Repeat) -> str:
    """What is done with the parts."""
    match composition:
        case Parallel():
            return "side by side, all of"
        case Portfolio(_, wins):
            return "side by side, the first that decides of" if wins == DECIDED else f"side by side, until the {wins}"
        case Interleaved(_, slices, cores):
            beside = "" if cores == 1 else f", {cores} at a time"
            return f"in turns ({counted(len(slices), 'slice')}{beside}), the first that decides of"
        case Fallback():
            return "the first that succeeds of"
        case Within(_, limits, share):
            given = [f"{share:.3g} of what is left"] if share < 1 else []
            given += [f"{limits.cpu:g} s of CPU time"] if limits.cpu is not None else []
            given += [f"{limits.wall:g} s"] if limits.wall is not None else []
            given += [f"{limits.memory / 1e6:.0f} MB"] if limits.memory is not None else []
            return f"within {' and '.join(given) or 'the budget'}"
        case Retry(_, times, wait, on):
            pause = f", {wait:g} s between" if wait else ""
            return f"again, up to {times} times{pause}, where one ends {' or '.join(end.value for end in on)}"
        case Repeat(_, until, most):
            return f"up to {most} times, until the {until}"


def _actor(actor: Actor) -> Text:
    called, given = actor_text(actor)
    label, _, name = called.rpartition(": ")
    return Text.assemble(f"{label}: " if label else "", (name, "cyan"), f"({', '.join(given)})" if given else "")


def actor_text(actor: Actor) -> tuple[str, list[str]]:
    """Its name, with its own one before it, and the parameters that are not the usual ones."""
    known = known_actors().get(actor.name)
    usual = known.defaults if known else {}
    given = [f"{key}={_value(value)}" for key, value in actor.parameters if usual.get(key) != value]
    given += [f"{name} of {source}" for name, source in actor.sources]
    return f"{actor.label}: {actor.name}" if actor.label else actor.name, given


def _value(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
