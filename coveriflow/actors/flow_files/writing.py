"""From a flow to the text of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard, assert_never

import yaml

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    Fallback,
    IfThenElse,
    Interleaved,
    Parallel,
    Parameter,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Slice,
    Splitting,
    Within,
    actors_in,
)
from coveriflow.actors.definition import known_actors
from coveriflow.actors.external import tool
from coveriflow.actors.flow_files.questions import question_text
from coveriflow.actors.questions import DECIDED, FeaturesAre
from coveriflow.actors.selectors import features
from coveriflow.actors.splitters import join_ranges
from coveriflow.artifacts.tasks import Task

FORMAT = "1.0"
_NEXT_LINE = "\x85"
"""The only character that PyYAML writes as it is, and reads as another one."""


def written_flow(flow: Flow, description: str = "") -> bytes:
    """The file of ``flow``, in UTF-8: reading it gives an equal one (where the modules of its actors are found).

    ``ValueError`` for a question of the user's that no module has a name for.
    """
    content: dict[str, Any] = {"format_version": FORMAT, "flow": flow.name}
    if description:
        content["description"] = description
    if uses := _uses(flow.composition):
        content["uses"] = uses
    if flow.takes != (Task,):
        content["takes"] = [kind.__name__ for kind in flow.takes]
    content["composition"] = _node(flow.composition)
    text = _dumped(content, plainly=True)
    return (_dumped(content, plainly=False) if _NEXT_LINE in text else text).encode("utf-8")


def _dumped(content: dict[str, Any], *, plainly: bool) -> str:
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=plainly, width=120)


def _uses(composition: Composition) -> list[str]:
    """The modules of actors that are not ours: reading imports them."""
    modules = {actor.definition.partition(":")[0] for actor in actors_in(composition)}
    return sorted(module for module in modules if module.partition(".")[0] != "coveriflow")


def _node(composition: Composition) -> Any:
    match composition:
        case Actor():
            return _actor(composition)
        case Sequence(parts):
            return list(_in_order(parts))
        case Parallel(parts):
            return {"parallel": [_node(part) for part in parts]}
        case Fallback(parts):
            return {"fallback": [_node(part) for part in parts]}
        case Portfolio(parts, wins):
            rule = {} if wins == DECIDED else {"wins": question_text(wins)}
            return {"portfolio": [_node(part) for part in parts]} | rule
        case Interleaved(parts, slices, cores):
            more = {} if cores == 1 else {"cores": cores}
            return {"interleaved": [_node(part) for part in parts], "slices": [_slice(each) for each in slices]} | more
        case IfThenElse(condition, then, otherwise):
            other = {} if otherwise is None else {"else": _node(otherwise)}
            return {"if": question_text(condition), "then": _node(then)} | other
        case Ranged(splitter, analyses, aggregator, splitting):
            joined = {} if aggregator == join_ranges() else {"join": _node(aggregator)}
            more = {} if splitting is Splitting.STATIC else {"splitting": splitting.value}
            return {"ranged": [_node(part) for part in analyses], "split": _node(splitter)} | joined | more
        case Within() | Retry() | Repeat():
            return _around(composition)
        case _:
            assert_never(composition)


def _slice(given: Slice) -> dict[str, Any]:
    """Parts are counted from 1 on."""
    usual = Slice(given.part)
    more = {name: getattr(given, name) for name in ("cpu", "share", "least")}
    asked = {} if given.when is None else {"when": question_text(given.when)}
    changed = {name: value for name, value in more.items() if value != getattr(usual, name)}
    return {"part": given.part + 1} | changed | asked


def _in_order(parts: tuple[Composition, ...]) -> Iterator[Any]:
    """A choice by features, with the actor before it that counts them, is a table of rules."""
    number = 0
    while number < len(parts):
        if parts[number] == features() and _is_choice(then := parts[number + 1] if number + 1 < len(parts) else None):
            yield {"select": list(_rules(then))}
            number += 2
        else:
            yield _node(parts[number])
            number += 1


def _is_choice(part: Composition | None) -> TypeGuard[IfThenElse]:
    return isinstance(part, IfThenElse) and isinstance(part.condition, FeaturesAre) and part.otherwise is not None


def _rules(choice: Composition) -> Iterator[Any]:
    while _is_choice(choice):
        yield {"when": question_text(choice.condition), "run": _node(choice.then)}
        assert choice.otherwise is not None
        choice = choice.otherwise
    yield {"run": _node(choice)}


def _actor(actor: Actor) -> Any:
    """Only its name, where there is nothing else to say."""
    if actor.definition.partition(":")[0] == tool.__module__:
        return _tool(actor)
    known = known_actors().get(actor.name)
    more = _more(actor, known.defaults if known else {}, usual_label="")
    return {"actor": actor.name} | more if more else actor.name


def _tool(actor: Actor) -> Any:
    """By its name and configuration, which are parameters of the actor that runs it."""
    name, configuration = (str(dict(actor.parameters)[each]) for each in ("name", "configuration"))
    usual = tool(name, configuration)
    chosen = {"configuration": configuration} if configuration else {}
    return {"tool": name} | chosen | _more(actor, dict(usual.parameters), usual.label)


def _more(actor: Actor, usual: Mapping[str, Parameter], usual_label: str) -> dict[str, Any]:
    given = {key: value for key, value in actor.parameters if key not in usual or usual[key] != value}
    more: dict[str, Any] = {"set": given} if given else {}
    more |= {"called": actor.label} if actor.label != usual_label else {}
    return more | ({"taking": dict(actor.sources)} if actor.sources else {})


def _around(composition: Within | Retry | Repeat) -> dict[str, Any]:
    match composition:
        case Within(part, limits, share):
            given = {"cpu": limits.cpu, "wall": limits.wall}
            given = {key: value for key, value in given.items() if value is not None}
            memory = {} if limits.memory is None else {"memory": f"{limits.memory}B"}
            return {"within": _node(part)} | given | memory | ({} if share == 1 else {"share": share})
        case Retry(part, times, wait, on):
            return {"retry": _node(part), "times": times, "wait": wait, "on": [end.value for end in on]}
        case Repeat(part, until, most, gathered):
            kinds = {"gathered": [kind.__name__ for kind in gathered]} if gathered else {}
            return {"repeat": _node(part), "until": question_text(until), "most": most} | kinds
