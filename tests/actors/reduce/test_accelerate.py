"""Accelerated programs of what a condition or a range leaves: what is shown of them counts for that part."""

from __future__ import annotations

import pytest

from coveriflow.actors import accelerate_automata, bmc, range_program, reduce, value
from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.answers import Accelerated, Answer, Composite, Elsewhere, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.catalogue.given_ranges import in_a_range
from coveriflow.flows.ready import READY
from tests.actors.tasks import here, program

BRANCHES = """\
int main(void) {
  int which = __VERIFIER_nondet_int();
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (which) { int k = 0; while (k < 3) { k++; } if (k != 3) { reach_error(); } return 0; }
  while (i < n) { i++; }
  if (QUESTION) { reach_error(); }
  return 0;
}
"""


def _left(question: str) -> Residual:
    """What explicit values leave: the second loop."""
    task = program(BRANCHES.replace("QUESTION", question))
    residual = here(reduce(), task, here(value(repetitions=4), task)[Condition], None)[Residual]
    assert isinstance(residual, Residual)
    assert "k++" not in residual.task.sources[0].text
    return residual


def _places(residual: Residual) -> list[str]:
    proofs = [each.proof for each in residual.justifications if isinstance(each.proof, Accelerated)]
    return [place for proof in proofs for place, _ in proof.accelerators]


def test_what_a_condition_leaves_is_accelerated() -> None:
    """A proof rests on the condition, too; lines are those of the original."""
    residual = here(accelerate_automata(), _left("i != n"))[Residual]
    assert set(_places(residual)) == {"the loop at line 8"}
    answer = here(bmc(last_bound=8), residual)[Answer]
    assert answer.said == "true, unconfirmed"
    assert any("the condition written by" in each for each in answer.assumptions)


def test_a_violation_of_what_a_condition_leaves_is_one_of_the_original() -> None:
    """With the inputs of the original; what is accelerated again is all of that."""
    residual = here(accelerate_automata(), _left("i == 7000"))[Residual]
    found = here(bmc(last_bound=8), residual)
    assert found[Answer].said == "false"
    assert found[Violation].values == (0, 7000)
    again = here(accelerate_automata(), residual)[Residual]
    assert set(_places(again)) == {"the loop at line 7", "the loop at line 8"}


def test_what_a_range_leaves_is_accelerated() -> None:
    """A proof is one of the range only, also by a flow whose verifiers look at ranges themselves."""
    assert next(actors_in(in_a_range(READY["accelerate"]()).composition)).name == "range-program"
    task = program(BRANCHES.replace("QUESTION", "i == 2"))
    bound = TestCase((TestInput(0), TestInput(5)))
    for lower, upper, verdict in ((None, bound, Verdict.TRUE), (bound, None, Verdict.FALSE)):
        within = Range(lower, upper, task.program_hash)
        part = here(range_program(), task, within)[Residual]
        residual = here(accelerate_automata(), part)[Residual]
        assert "the loop at line 8" in _places(residual)
        answer = here(bmc(last_bound=8), residual)[Answer]
        assert answer.verdict is verdict
        if verdict is Verdict.TRUE:
            assert isinstance(answer.evidence, Composite)
            assert answer.evidence.covered == Elsewhere(within)


@pytest.mark.parametrize(("assumed", "verdict"), [("n < 9000", Verdict.TRUE), ("n < 900000000", Verdict.UNKNOWN)])
def test_an_overflow_at_the_end_of_an_iteration_stays(assumed: str, verdict: Verdict) -> None:
    """Where nobody looks behind an overflow, a proof says that there is none."""
    text = f"""int main(void) {{
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  int s = 0;
  if ({assumed}) {{ while (i < n) {{ i++; s += 3; }} }}
}}"""
    residual = here(accelerate_automata(), program(text))[Residual]
    assert here(bmc(last_bound=3, overflow=True), residual)[Answer].verdict is verdict


JUMPED = """\
int main(void) {
  unsigned int given = __VERIFIER_nondet_uint(), n = 0, *way = &given;
  while (n < 1000) { STEP }
  if (n == 1000 && *way == 237) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize(
    "step", ["switch (*way) { case 0: n = 9; break; default: n += 500; }", "next: n++; if (n < 7) goto next;"]
)
def test_what_only_the_printed_program_leaves_without_a_value_is_no_input(step: str) -> None:
    """Whether loops are accelerated or not: a jump might pass an initialisation, so there is none as printed."""
    found = here(bmc(last_bound=8), here(accelerate_automata(), program(JUMPED.replace("STEP", step)))[Residual])
    assert found[Answer].said == "false"
    assert found[Violation].values == (237,)


def test_a_violation_by_a_passed_initialisation_is_shown() -> None:
    """The printed program reads a value where the original does."""
    text = """int main(void) {
  unsigned int *way;
  switch (__VERIFIER_nondet_int()) {
    unsigned int passed = 5;
    case 2: way = &passed; if (*way == 7) reach_error(); break;
    default: ;
  }
}"""
    answer = here(bmc(), here(accelerate_automata(), program(text))[Residual])[Answer]
    assert answer.verdict is Verdict.FALSE
