"""What becomes of a proof that presumes what the property asks (docs/decisions: no-proof-presumes-its-property)."""

from __future__ import annotations

import pytest

from coveriflow.actors.termination import termination
from coveriflow.actors.verifiers import bmc
from coveriflow.artifacts.answers import Answer, UnwindingCertificate
from coveriflow.artifacts.specifications import specification_named
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.contracts import End
from coveriflow.flows.running.turns import Turn, presuming
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.cfa.presumptions import ACCESSES, CONSTANT, ENDED, IN_ANY_ORDER, REUSED, WRITTEN, left_out
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import failing_checks
from coveriflow.program.types.data_model import DataModel

SENTENCES = [f"an object {ending}" for ending in (ACCESSES, ENDED, IN_ANY_ORDER, REUSED, WRITTEN)] + [CONSTANT]
PROPERTIES = (
    "assertions",
    "no-overflow",
    "valid-deref",
    "valid-free",
    "memory-safety",
    "memory-cleanup",
    "undefined-behaviour",
)


def task_for(name: str) -> Task:
    text = "int main(void) { return 0; }"
    return Task((Source("p.c", text, text),), specification_named(name), DataModel.LP64)


@pytest.mark.parametrize("name", PROPERTIES)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_proof_is_an_answer_only_if_it_does_not_presume_what_the_property_asks(name: str, sentence: str) -> None:
    task, kind = task_for(name), left_out(sentence)
    assert kind is not None
    proof = Answer(Verdict.TRUE, "", UnwindingCertificate(1), ("the memory suffices", sentence))
    turn = Turn(bmc(), End.FINISHED, produced=(proof, "a witness of it"))
    found = presuming(turn, task)
    if kind in violations_of(task).checks:
        assert found.answer is not None
        assert found.answer.verdict is Verdict.UNKNOWN
        assert sentence in found.answer.reason
        assert len(found.produced) == 1  # a witness of what is no proof shows nothing
    else:
        assert found is turn


@pytest.mark.parametrize("sentence", SENTENCES)
def test_that_executions_end_is_shown_whatever_a_proof_presumes_of_accesses(sentence: str) -> None:
    turn = Turn(termination(), End.FINISHED, produced=(Answer(Verdict.TRUE, "", UnwindingCertificate(1), (sentence,)),))
    assert presuming(turn, task_for("termination")) is turn


def test_a_violation_stands_whatever_it_assumes() -> None:
    said = Answer(Verdict.FALSE, "", None, tuple(SENTENCES))
    turn = Turn(bmc(), End.FINISHED, produced=(said,))
    assert presuming(turn, task_for("undefined-behaviour")) is turn


KEPT = """
int *kept;
void keep(int value) { int own = value; kept = &own; }
int main(void) { keep(1); keep(2); return *kept; }
"""
RECURSIVE = """
int *kept;
int again(int depth) {
  if (depth == 0) return 0;
  { int own = depth; kept = &own; }
  return again(depth - 1);
}
int main(void) { return again(2); }
"""
ALLOCATED = """
extern void *alloca(unsigned long);
char *kept;
void more(int count) { while (count-- > 0) kept = alloca(1); }
int main(void) { more(2); return 0; }
"""
READING = """
extern unsigned long wcslen(const int *);
int main(void) { int text[2] = {1, 2}; return wcslen(text) > 2; }
"""


@pytest.mark.parametrize("text", [KEPT, RECURSIVE, ALLOCATED, READING])
def test_the_front_end_says_what_it_cannot_tell_about_accesses(text: str) -> None:
    asked = failing_checks(frozenset({Undefined.DEREFERENCE}))
    cfa = program_cfa([("p.c", text)], DataModel.LP64, asked)
    assert Undefined.DEREFERENCE in {left_out(each) for each in cfa.assumptions}
