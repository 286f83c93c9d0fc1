"""Which properties a flow can be asked about: one that could never decide is refused before anything runs."""

from __future__ import annotations

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, CompositionError, actors_in
from coveriflow.actors.definition import definition_of
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.specifications import Specification


def check_property(flow: Flow, specification: Specification) -> None:
    """Raise ``CompositionError``, with the reason of each, where none of the actors of ``flow`` that give answers can
    be asked about ``specification``.

    Where some of them can, the others answer ``unknown``. One whose definition is not here may know every property.
    """
    answering = [actor for actor in actors_in(flow.composition) if Answer in actor.provides]
    reasons = {actor.called: _refusal(actor, specification) for actor in answering}
    if not all(reasons.values()):
        return
    by_reason: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        by_reason.setdefault(reason, []).append(name)
    why = "".join(f"\n{', '.join(names)}: {reason}" for reason, names in by_reason.items())
    asked = " and ".join(dict.fromkeys(one.kind.value for one in specification.properties))
    raise CompositionError(f"the flow '{flow.name}' cannot decide {asked}{why}")


def _refusal(actor: Actor, specification: Specification) -> str:
    try:
        return definition_of(actor).refuses(actor, specification)
    except (ImportError, AttributeError):
        return ""
