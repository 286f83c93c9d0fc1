"""Validators: they show again, with evidence of their own, the external evidence, or that it is wrong."""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.confirmers import what_links
from coveriflow.actors.definition import Produced, actor, asks_for_places
from coveriflow.actors.options import ConditionValidationOptions, TestValidationOptions
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.violations import is_termination
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Validation
from coveriflow.artifacts.witnesses.yaml import WitnessEntries


def _knows_ends(asked: Actor, specification: Specification) -> str:
    """Termination has witnesses of its own."""
    return "" if is_termination(specification) else asks_for_places(asked, specification)


@actor(
    version="5",
    provides=(Answer, Validation, TestSuite),
    besides=what_links,
    refuses=_knows_ends,
    confirms=True,
)
def validate_witness(task: Task, witness: Witness | WitnessEntries) -> Produced:
    """Validate a witness, in GraphML or YAML.

    Of a violation: the program is searched along the witness, and what is found is executed. Of correctness: its
    invariants become assertions, and the program is verified together with them. Of termination: what decreases is
    shown to hold and to be well-founded, or states are shown never to be left. The answer is what was shown again.
    """
    from coveriflow.actors.work.validate.dispatch import validated_witness

    return validated_witness(task, witness)


@actor(
    version="1",
    provides=(Answer, Validation, TestSuite),
    besides=what_links,
    options=TestValidationOptions,
    confirms=True,
)
def validate_tests(task: Task, suite: TestSuite, *, options: TestValidationOptions) -> Produced:
    """Execute the tests of a suite: does one of them reach the error?

    ``sanitize``: execute them again with gcc's sanitizers of undefined behaviour and addresses; their reports are
    notes, which decide nothing.
    """
    from coveriflow.actors.work.validate.tests import validated_tests

    return validated_tests(task, suite, sanitize=options.sanitize)


@actor(
    version="2",
    provides=(Answer, Validation, Justification, TestSuite),
    besides=what_links,
    options=ConditionValidationOptions,
)
def validate_condition(task: Task, condition: Condition, *, options: ConditionValidationOptions) -> Produced:
    """Justify an external condition: verify what it covers, and not the rest (roles swapped).

    ``samples``: so many executions with random inputs come before.
    """
    from coveriflow.actors.work.validate.conditions import validated_condition

    return validated_condition(task, condition, options.samples)
