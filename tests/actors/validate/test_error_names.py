"""Witnesses that call the error function by another name than the program: only one that the program does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import bmc, validate_witness
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.specifications import BY_NAME, Property, PropertyKind, Specification
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.program.errors import InputError
from tests.actors.tasks import here, program

_BODY = "int main(void) { if (__VERIFIER_nondet_int() == 4711) reach_error(); return 0; }"
_FORMER = Specification((Property(PropertyKind.UNREACH_CALL, "__VERIFIER_error"),))


def _named(specification: Specification, text: str = _BODY) -> Verdict:
    task = program(text)
    witness = replace(here(bmc(), task)[Witness], specification=specification)
    return here(validate_witness(), task, witness)[Answer].verdict


def test_an_error_function_that_the_program_does_not_mention_is_its_own() -> None:
    """ESBMC always writes this name in GraphML."""
    assert _named(_FORMER) is Verdict.FALSE


@pytest.mark.parametrize(
    ("specification", "text"),
    [
        (_FORMER, "void __VERIFIER_error(void) {}\n" + _BODY),
        (Specification((Property(PropertyKind.UNREACH_CALL, "other"),)), _BODY),
        (Specification((Property(PropertyKind.NO_OVERFLOW),)), _BODY),
        (replace(_FORMER, entry="f"), _BODY),
        (Specification((*_FORMER.properties, Property(PropertyKind.NO_OVERFLOW))), _BODY),
    ],
)
def test_others_are_about_something_else(specification: Specification, text: str) -> None:
    """Where the program has that function, where it is no convention, and where more is asked."""
    with pytest.raises(InputError, match="about another specification"):
        _named(specification, text)


def test_a_task_about_something_else_is_not_meant() -> None:
    """An overflow is no call."""
    task = program(
        "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > x; }", specification=BY_NAME["no-overflow"]
    )
    witness = replace(here(bmc(), task)[Witness], specification=_FORMER)
    with pytest.raises(InputError, match="about another specification"):
        here(validate_witness(), task, witness)
