"""Which properties a flow can be asked about: one that could never decide is refused before anything runs."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, CompositionError, Need, actors_in
from coveriflow.actors.definition import definition_of
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.specifications import Specification


def check_property(flow: Flow, specification: Specification) -> None:
    """Raise ``CompositionError``, with the reason of each, where none of the actors of ``flow`` that give answers can
    be asked about ``specification``.

    Where some of them can, the others answer ``unknown``. One whose definition is not here may know every property.
    One that checks what only those find who cannot be asked will have nothing to check. A flow that takes an answer and
    gives none decides nothing itself.
    """
    answering = [actor for actor in actors_in(flow.composition) if Answer in actor.provides]
    reasons = {actor.called: _refusal(actor, specification) for actor in answering}
    refusing = [actor for actor in answering if reasons[actor.called]]
    for actor in answering if refusing else ():
        if not reasons[actor.called] and any(_is_only_from(need, actor, answering, refusing) for need in actor.needs):
            reasons[actor.called] = "it checks what the others find"
    if not all(reasons.values()) or (not answering and Answer in flow.takes):
        return
    by_reason: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        by_reason.setdefault(reason, []).append(name)
    why = "".join(f"\n{', '.join(names)}: {reason}" for reason, names in by_reason.items())
    asked = " and ".join(dict.fromkeys(one.kind.value for one in specification.properties))
    raise CompositionError(f"the flow '{flow.name}' cannot decide {asked}{why}")


def _is_only_from(need: Need, actor: Actor, some: Sequence[Actor], refusing: Sequence[Actor]) -> bool:
    """Whether ``some`` give what ``actor`` needs, and all of these are among ``refusing``."""
    giving = [each for each in some if each != actor and set(need.types) & set(each.provides)]
    return not need.optional and bool(giving) and all(each in refusing for each in giving)


def _refusal(actor: Actor, specification: Specification) -> str:
    try:
        return definition_of(actor).refuses(actor, specification)
    except (ImportError, AttributeError):
        return ""
