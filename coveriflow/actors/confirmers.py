"""Confirming a violation by compiling and running the program (contract: evidence for ``false``), and a proof that is
only claimed by another one.
"""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import ProofOptions
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.definedness import Definedness
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.execution.native.compiler import linkage


def what_links(_actor: Actor, inputs: tuple[object, ...]) -> tuple[str, ...]:
    """For ``@actor(besides=...)`` of who executes programs: a library for the data model may be installed, or removed,
    and the compiler is still the same.
    """
    tasks = (given.original if isinstance(given, Residual) else given for given in inputs)
    return tuple(linkage(task.data_model).value for task in tasks if isinstance(task, Task))


@actor(
    version="8",
    provides=(Answer, TestSuite, Definedness, ErrorPath, Witness, WitnessEntries, Task),
    besides=what_links,
    confirms=True,
)
def execute(task: Task, violation: Violation) -> Produced:
    """Replay ``violation`` in the automaton, then run the compiled program with its inputs.

    Where the program hides inputs (uninitialised variables, undefined functions) or leaves their order open, the
    printed program, which makes them explicit, is compiled instead. Where the system has no C library for the data
    model, programs are linked with coveriflow's own. Without a compiler, or where that does not suffice, the replay
    stands, and the answer reports it. Inputs are made smaller first, as long as the same violation follows; then
    path and witnesses are those of the smaller ones.
    """
    from coveriflow.actors.work.checks.violations import smallest

    return smallest(task, violation)


@actor(version="1", provides=(Answer, Witness, WitnessEntries), options=ProofOptions)
def confirm_proof(task: Task, claimed: Answer, *, options: ProofOptions) -> Produced:
    """A proof of the program itself by k-induction with invariants, where ``claimed`` is ``true`` and unconfirmed (that
    of an accelerated program, say). Without one what was claimed stays, and stays unconfirmed.
    """
    from coveriflow.actors.work.confirm.proofs import proved_again

    return proved_again(task, claimed, options.cpu, options.share)
