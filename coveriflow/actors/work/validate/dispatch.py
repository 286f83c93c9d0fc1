"""Witnesses of any kind, and whether they are about the task at all."""

from __future__ import annotations

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.validate import endings, endless, proofs, violations
from coveriflow.actors.work.validate.file_names import is_about, with_names_of
from coveriflow.actors.work.validate.graphml_guards import observed_automaton
from coveriflow.actors.work.validate.said_lassos import lasso_in, lasso_of
from coveriflow.actors.work.validate.waypoints import described, observed_sequence
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import is_termination, means_by_convention, means_the_same
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessKind
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import InvariantSet, ViolationSequence, WitnessEntries, WitnessPlace
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel


def validated_witness(task: Task, witness: Witness | WitnessEntries) -> Produced:
    """Validate; a witness about something else is refused (``InputError``)."""
    check_witness_about(task, witness)
    named = with_names_of(task, witness)
    try:
        if isinstance(named, WitnessEntries):
            return _entries(task, named)
        return _automaton(task, named)
    except NotSupported as error:
        answer = not_supported(error)
        return Validation(Outcome.UNKNOWN, "witness", answer.reason, answer.place), answer


def _automaton(task: Task, witness: Witness) -> Produced:
    if witness.kind is WitnessKind.CORRECTNESS and is_termination(task.specification):
        return endings.validated(task, proofs.of_automaton(task, witness))
    if witness.kind is WitnessKind.CORRECTNESS:
        return proofs.validated(task, proofs.of_automaton(task, witness))

    if is_termination(task.specification):
        return endless.validated(task, lasso_of(task, witness))

    def place(number: int) -> WitnessPlace | None:
        return WitnessPlace(witness.program_file, max(0, witness.edges[number - 1].startline)) if number else None

    subject = "violation witness (GraphML)"
    return violations.validated(task, subject, lambda given: observed_automaton(given, witness), place)


def _entries(task: Task, witness: WitnessEntries) -> Produced:
    contents = [entry.content for entry in witness.entries]
    sequences = [each for each in contents if isinstance(each, ViolationSequence)]
    invariants = [each for each in contents if isinstance(each, InvariantSet)]
    if invariants and not sequences and is_termination(task.specification):
        return endings.validated(task, proofs.of_entries(invariants))
    if invariants and not sequences:
        return proofs.validated(task, proofs.of_entries(invariants))
    if len(contents) != 1:
        raise InputError("a witness is one violation sequence, or it is sets of invariants")
    (content,) = sequences

    if is_termination(task.specification):
        return endless.validated(task, lasso_in(content))

    def place(number: int) -> WitnessPlace | None:
        return described(content, number).place if number else None

    subject = "violation witness (YAML)"
    return violations.validated(task, subject, lambda given: observed_sequence(given, content), place)


def check_witness_about(task: Task, witness: Witness | WitnessEntries) -> None:
    """``InputError`` for one about another program, specification or data model."""
    if not is_about(task, witness):
        raise InputError(f"the witness is about another program than '{task.name}': it has another hash")
    if isinstance(witness, Witness):
        _check(task, witness.specification, witness.data_model)
        return
    for entry in witness.entries:
        _check(task, entry.metadata.specification, entry.metadata.data_model)


def _check(task: Task, specification: Specification, model: DataModel) -> None:
    if not means_the_same(task, specification) and not means_by_convention(task, specification):
        raise InputError("the witness is about another specification than the task")
    if model is not task.data_model:
        raise InputError(
            f"the witness is about the data model {model.value}, and the task has {task.data_model.value}\n"
            f"If {model.value} is what you want, give --data-model {model.value}."
        )
