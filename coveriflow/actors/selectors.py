"""What compositions choose by: features of the program, and tables of rules over them (algorithm selection)."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.actors.composition.nodes import Composition, IfThenElse
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.questions import Question
from coveriflow.artifacts.program_features import Features
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task


@actor(version="2", provides=(Features,))
def features(task: Task | Residual) -> Produced:
    """How many loops, inputs, floating computations and so on the program has."""
    from coveriflow.actors.work.inspect.features import features_of

    return (features_of(task),)


def selected(rules: Sequence[tuple[Question, Composition]], otherwise: Composition) -> Composition:
    """The composition of the first rule whose question holds, ``otherwise`` if none does."""
    chosen = otherwise
    for question, composition in reversed(rules):
        chosen = IfThenElse(question, composition, chosen)
    return features() >> chosen
