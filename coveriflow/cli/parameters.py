"""Parameters of actors, by name: ``value.order=bfs``; and the list of what there is."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

from coveriflow.actors.algebra import Actor, Flow, Parameter, actors_in, mapped
from coveriflow.actors.contracts import Definition, known_actors
from coveriflow.cli.contracts import Exit
from coveriflow.program.errors import InputError

_SETTING = re.compile(r"([a-z-]+)\.([a-z_]+)=(.*)")
_WORDS: dict[str, Parameter] = {"none": None, "true": True, "false": False}
_READERS: tuple[tuple[type, Callable[[str], Parameter]], ...] = ((int, int), (float, float), (str, str))


def with_settings(flow: Flow, settings: Sequence[str]) -> Flow:
    """``flow`` with parameters as ``settings`` say; ``InputError`` for one that there is not."""
    for setting in settings:
        flow = _with_setting(flow, setting)
    return flow


def _with_setting(flow: Flow, setting: str) -> Flow:
    match = _SETTING.fullmatch(setting)
    if match is None:
        raise InputError(f"'{setting}' does not set a parameter: value.order=bfs does, say")
    name, parameter, text = match.groups()
    actors = {called: actor.name for actor in actors_in(flow.composition) for called in (actor.called, actor.name)}
    if name not in actors:
        raise InputError(f"flow '{flow.name}' has no actor '{name}': it has {', '.join(sorted(actors))}")
    value = _value(known_actors()[actors[name]], parameter, text)

    def change(actor: Actor) -> Actor:
        given = {**dict(actor.parameters), parameter: value}
        return replace(actor, parameters=tuple(sorted(given.items()))) if name in (actor.name, actor.called) else actor

    return replace(flow, composition=mapped(flow.composition, change))


def _value(definition: Definition, parameter: str, text: str) -> Parameter:
    if parameter not in definition.defaults:
        has = ", ".join(sorted(definition.defaults)) or "none"
        raise InputError(f"{definition.name} has no parameter '{parameter}' (it has: {has})")
    hint = definition.hints[parameter]
    types = get_args(hint) or (hint,)
    if text in _WORDS and type(_WORDS[text]) in types:
        return _WORDS[text]
    for type_, reader in _READERS:
        if type_ in types:
            try:
                return reader(text)
            except ValueError:
                continue
    raise InputError(f"'{text}' is no value of {definition.name}.{parameter} ({_kind(definition, parameter)})")


def _kind(definition: Definition, parameter: str) -> str:
    hint = definition.hints[parameter]
    return " or ".join(getattr(t, "__name__", str(t)).replace("NoneType", "none") for t in get_args(hint) or (hint,))


def list_actors() -> int:
    """``coveriflow actors``."""
    import coveriflow.actors  # noqa: F401
    from coveriflow.report.streams import put

    put("\n".join(described(definition) for _, definition in sorted(known_actors().items())), sys.stdout)
    return Exit.TRUE


def described(definition: Definition) -> str:
    """Name, what it does, and the parameters with their types and usual values."""
    text = [f"{definition.name}"]
    text += [f"  {line}".rstrip() for line in (inspect.getdoc(definition.function) or "").splitlines()]
    for name, usual in definition.defaults.items():
        shown = "none" if usual is None else str(usual).lower() if isinstance(usual, bool) else usual
        text.append(f"    {definition.name}.{name}={shown}  ({_kind(definition, name)})")
    return "\n".join(text).replace("``", "'") + "\n"
