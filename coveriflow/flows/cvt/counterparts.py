"""The actor that stands for one of CoVeriTeam's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from coveriflow.actors.definition import Definition, known_actors
from coveriflow.actors.external import tool
from coveriflow.artifacts.answers import Violation
from coveriflow.flows.compositions import confirmed
from coveriflow.flows.cvt.values import ACTORS, COUNTERPARTS, Part, Text, called, literal

CONFIRMING = ("ProgramVerifier", "ProgramTester")


def counterpart(kind: str, file: str, used: Mapping[str, str]) -> Part:
    """Of the actor that the definition ``file`` describes; ``used``: what the user wants for names of files.

    ``ValueError`` where there is none, ``CompositionError`` or ``InputError`` where what the user wants is none.
    """
    if kind not in COUNTERPARTS:
        raise ValueError(f"actors of the type {kind} have no counterpart")
    name = PurePath(file).stem
    wanted = used.get(name) or COUNTERPARTS[kind].get(name)
    if wanted is None:
        raise ValueError(f"'{name}' has no counterpart among the tools; --use {name}=ACTOR names one")
    own = known_actors().get(wanted)
    return _tool(wanted) if own is None else _own(own, kind)


def _tool(wanted: str) -> Part:
    name, _, configuration = wanted.partition(":")
    arguments = [literal(name), literal(configuration)] if configuration else [literal(name)]
    return Part(tool(name, configuration), called("tool", ACTORS, *map(Text, arguments)))


def _own(definition: Definition[...], kind: str) -> Part:
    """What a verifier or tester of our own claims is executed, as with those of others."""
    actor, text = definition(), called(definition.function.__name__, ACTORS)
    if kind in CONFIRMING and Violation in definition.provides:
        return Part(confirmed(actor), called("confirmed", "coveriflow.flows.compositions", text))
    return Part(actor, text)
