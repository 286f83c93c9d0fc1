"""Parameters of actors, by name, as a user sets them: ``value.order=bfs``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, actors_in, mapped
from coveriflow.actors.definition import known_actors
from coveriflow.actors.flow_files.parameters import parameter_of
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
