"""Every decisive answer has a witness that can be written (SV-COMP GraphML 1.0)."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, validate_witness, value
from coveriflow.actors.definition import performed
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Outcome
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from tests.actors.tasks import here
from tests.actors.validations import outcome

HEAD = "extern void reach_error(void); extern int foo(int); extern int __VERIFIER_nondet_int(void);\n"
PROGRAMS = {
    "two loops": "int main(void) { int i = 0; while (i < 3) i++; while (i < 6) i++; if (i != 6) reach_error(); }",
    "three loops on two lines": "int main(void) { int i, s = 0;\nfor (i = 0; i < 2; i++) do s++; while (s % 2);\n"
    "while (s) s--; if (s) reach_error(); }",
    "result of an undefined function": "int main(void) { if (foo(3) == 7) reach_error(); }",
    "input that no variable takes": "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }",
    "no return": "int f(int a) { if (a > 0) return 1; }\n"
    "int main(void) { if (f(__VERIFIER_nondet_int()) == 7) reach_error(); }",
    "shadowed variable without value": "int main(void) { int x = 1; { int x; if (x == 5) reach_error(); } return x; }",
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
@pytest.mark.parametrize("verifier", [value(), bmc()], ids=["value", "bmc"])
def test_the_witness_of_an_answer_can_be_written(text: str, verifier: object) -> None:
    produced = performed(verifier, (Task((Source("p.c", HEAD + text, HEAD + text),)),))  # type: ignore[arg-type]
    answer = next(p for p in produced if isinstance(p, Answer))
    witness = next(p for p in produced if isinstance(p, Witness))
    assert answer.verdict is not Verdict.UNKNOWN
    assert read_witness(write_witness(witness), "w.graphml") == witness


def branches(text: str) -> list[tuple[int, str]]:
    """Line and outcome of each branch that the witness of a violation tells."""
    produced = performed(bmc(), (Task((Source("p.c", HEAD + text, HEAD + text),)),))
    witness = next(p for p in produced if isinstance(p, Witness))
    return [(edge.startline, edge.control.removeprefix("condition-")) for edge in witness.edges if edge.control]


def test_a_condition_has_the_outcome_that_it_has_as_it_is_written() -> None:
    """Of ``!x`` that is not the one of ``x``; ``&&`` has one, where it is decided."""
    text = "int main(void) { int x = __VERIFIER_nondet_int();\nif (!x)\nif (x < 1 && !(x > 2))\nreach_error(); }"
    assert branches(text) == [(3, "true"), (4, "true")]


def test_what_is_decided_within_an_expression_is_not_told() -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int();\nx = (x == 3) != 99 && x;\nif (x)\nreach_error(); }"
    assert branches(text) == [(4, "true")]


def test_lines_are_those_of_files_of_the_task() -> None:
    """Our models of the library read inputs, and branch, on lines of their own."""
    text = "extern long time(long *);\nint main(void) { long t = time(0);\nif (t != 5) reach_error(); }"
    produced = performed(bmc(), (Task((Source("p.c", HEAD + text, HEAD + text),)),))
    witness = next(p for p in produced if isinstance(p, Witness))
    assert {edge.startline for edge in witness.edges} <= {3, 4}


@pytest.mark.parametrize(("type_", "number"), [("float", "0.9999f"), ("float", "1e-30f"), ("double", "0.1")])
def test_a_violation_by_a_number_is_confirmed_along_its_witness(type_: str, number: str) -> None:
    """``0.9999`` is no ``float``: a constraint that says so describes no execution."""
    text = (
        f"extern void reach_error(void); extern {type_} __VERIFIER_nondet_{type_}(void);\n"
        f"int main(void) {{ {type_} x = __VERIFIER_nondet_{type_}(); if (x == {number}) reach_error(); return 0; }}"
    )
    task = Task((Source("p.c", text, text),))
    for kind in (Witness, WitnessEntries):
        written = next(p for p in performed(bmc(), (task,)) if isinstance(p, kind))
        assert outcome(here(validate_witness(), task, written)) is Outcome.CONFIRMED
