"""The verifier of termination as an actor: it has a property of its own, and no conditions."""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.confirmers import what_links
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import TerminationOptions
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.specifications import PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries


def _asks_for_ends(_actor: Actor, specification: Specification) -> str:
    kinds = [one.kind for one in specification.properties]
    return "" if kinds == [PropertyKind.TERMINATION] else "it shows that executions end, and nothing else"


@actor(
    version="3",
    provides=(Answer, ErrorPath, Witness, WitnessEntries),
    refuses=_asks_for_ends,
    options=TerminationOptions,
    besides=what_links,
)
def termination(task: Task, *, options: TerminationOptions) -> Produced:
    """Whether every execution ends: by lexicographic ranking functions, shown bit by bit with the invariants that they
    need; or that one does not, by a state that recurs, or by states that are never left.

    ``cpu``: soft limit in seconds; ``share``: of what is left of the budget.
    """
    from coveriflow.actors.work.termination.answers import answered
    from coveriflow.actors.work.verify.soft_limits import soft_limits

    return answered(task, soft_limits(options.cpu, options.share))
