"""What a worker does for a small program, so that it can be seen which memory that takes."""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import performed
from coveriflow.actors.verifiers import value
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.logic.z3_solver import shared_translator

_PROGRAM = "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"

shared_translator()
"""Once, before all workers are forked: a context of z3 takes 10 ms."""


def rehearse() -> None:
    """A program is read, analysed, and its evidence checked."""
    actor: Actor = value()
    performed(actor, (Task((Source("rehearsal.c", _PROGRAM, _PROGRAM),)),))
