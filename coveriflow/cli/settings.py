"""Parameters of actors, by name: ``value.order=bfs``; and the list of what there is."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from dataclasses import replace

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, actors_in, mapped
from coveriflow.actors.definition import Definition, known_actors
from coveriflow.actors.flow_files.parameters import parameter_kind, parameter_of
from coveriflow.cli.contracts import Exit
from coveriflow.program.errors import InputError

_ACCOUNTING = "accounting"
_SETTING = re.compile(r"([a-z-]+)\.([a-z_]+)=(.*)")


def with_settings(flow: Flow, settings: Sequence[str]) -> Flow:
    """``flow`` with parameters as ``settings`` say; ``InputError`` for one that there is not."""
    for setting in settings:
        flow = _with_setting(flow, setting)
    return flow


def with_accounting(flow: Flow, accounting: str) -> Flow:
    """``flow`` with external tools counted as ``accounting`` says, if that is not empty; ``InputError`` where runexec
    shall count, and the flow runs none.
    """
    counted = [each for each in actors_in(flow.composition) if _ACCOUNTING in known_actors()[each.name].defaults]
    if not accounting or not counted:
        if accounting == "runexec":
            raise InputError(f"flow '{flow.name}' runs no external tool: --accounting {accounting} is for these")
        return flow

    def change(actor: Actor) -> Actor:
        given = {**dict(actor.parameters), _ACCOUNTING: accounting}
        return replace(actor, parameters=tuple(sorted(given.items()))) if actor in counted else actor

    return replace(flow, composition=mapped(flow.composition, change))


def _with_setting(flow: Flow, setting: str) -> Flow:
    match = _SETTING.fullmatch(setting)
    if match is None:
        raise InputError(f"'{setting}' does not set a parameter; an example is value.order=bfs")
    name, parameter, text = match.groups()
    actors = {called: actor.name for actor in actors_in(flow.composition) for called in (actor.called, actor.name)}
    if name not in actors:
        raise InputError(f"flow '{flow.name}' has no actor '{name}': it has {', '.join(sorted(actors))}")
    try:
        value = parameter_of(known_actors()[actors[name]], parameter, text)
    except ValueError as error:
        raise InputError(str(error)) from None

    def change(actor: Actor) -> Actor:
        given = {**dict(actor.parameters), parameter: value}
        return replace(actor, parameters=tuple(sorted(given.items()))) if name in (actor.name, actor.called) else actor

    return replace(flow, composition=mapped(flow.composition, change))


def list_actors() -> int:
    """``coveriflow actors``."""
    import coveriflow.actors  # noqa: F401
    from coveriflow.report.streams import put

    put("\n".join(described(definition) for _, definition in sorted(known_actors().items())), sys.stdout)
    return Exit.TRUE


def described(definition: Definition[...]) -> str:
    """Name, what it does, and the parameters with their types and usual values."""
    text = [f"{definition.name}"]
    text += [f"  {line}".rstrip() for line in (inspect.getdoc(definition.function) or "").splitlines()]
    for name, usual in definition.defaults.items():
        shown = "none" if usual is None else str(usual).lower() if isinstance(usual, bool) else usual
        text.append(f"    {definition.name}.{name}={shown}  ({parameter_kind(definition, name)})")
    return "\n".join(text).replace("``", "'") + "\n"
