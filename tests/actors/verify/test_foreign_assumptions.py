"""A proof of a residual program may assume only what the program itself needs, too."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from tests.actors.tasks import HEAD, here, program

_PROGRAM = """\
int main(void) {
  int d = __VERIFIER_nondet_int();
  int q = OPERATION;
  if (d == 0) { reach_error(); }
  return q;
}
"""
_OPERATION_AT = HEAD.count("\n") + 3
_DIVIDES, _COPIES = "7 / d", "7 + (d & 1)"


def _residual(printed: str, original: str) -> Residual:
    """A residual program with ``printed`` where the original has the operation ``original``."""
    task = _task(original)
    edges = [edge for edge in automaton_of(task).edges if edge.origin.line == _OPERATION_AT]
    return Residual(_task(printed), task, ((_OPERATION_AT, edges[-1].label),))


def _task(operation: str) -> Task:
    return program(_PROGRAM.replace("OPERATION", operation))


def test_an_assumption_that_the_program_does_not_need_is_no_proof() -> None:
    """The program violates the property with 0, where the residual program is undefined: nothing is known."""
    produced = here(bmc(), _residual(_DIVIDES, _COPIES))
    answer = produced[Answer]
    assert answer.said == "unknown"
    assert "does not need: no division by zero or overflowing division at program.c, line 6" in answer.reason
    assert Condition not in produced
    assert Justification not in produced
    assert here(bmc(), _task(_COPIES))[Answer].said == "false"


@pytest.mark.parametrize("printed", [_DIVIDES, f"({_DIVIDES}) + 0"])
def test_an_assumption_of_both_is_one_of_the_proof(printed: str) -> None:
    answer = here(bmc(), _residual(printed, _DIVIDES))[Answer]
    assert answer.said.startswith("true")
    assert answer.assumptions == ("no division by zero or overflowing division at program.c, line 6",)
