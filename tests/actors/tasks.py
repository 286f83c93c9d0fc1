"""Tasks for tests of actors, and actors that work right here."""

from __future__ import annotations

from typing import TypeVar

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import performed
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest
from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.types.data_model import DataModel
from tests.places import ROOT

Kind = TypeVar("Kind")
EXAMPLES = ROOT / "examples"
HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
"""


def program(
    text: str, name: str = "program.c", model: DataModel = DataModel.LP64, specification: Specification = REACH_ERROR
) -> Task:
    """The task of a program without includes."""
    whole = HEAD + text
    return Task((Source(name, whole, whole),), specification, model)


def example(name: str) -> Task:
    """One of the example programs, none of which includes anything."""
    text = (EXAMPLES / name).read_text()
    return Task((Source(name, text, text),))


class Got:
    """What an actor produced, by type."""

    def __init__(self, produced: tuple[object, ...]) -> None:
        self.produced = produced

    def __getitem__(self, kind: type[Kind]) -> Kind:
        (found,) = [p for p in self.produced if isinstance(p, kind)]
        return found

    def optional(self, kind: type[Kind]) -> Kind | None:
        return next((p for p in self.produced if isinstance(p, kind)), None)

    def __contains__(self, kind: type) -> bool:
        return any(isinstance(p, kind) for p in self.produced)


def confirmation_of(answer: Answer) -> Confirmation:
    """How the test was confirmed by which the answer is justified."""
    assert isinstance(answer.evidence, ConfirmedTest)
    return answer.evidence.confirmation


def here(actor: Actor, *inputs: object) -> Got:
    """Have ``actor`` work in this process."""
    return Got(performed(actor, inputs))
