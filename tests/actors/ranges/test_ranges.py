"""Verifiers within ranges of paths: what they say of them, and what that is worth."""

from __future__ import annotations

from itertools import pairwise

import pytest

from coveriflow.actors import bmc, bmc_given, horn, impact, kinduction, predicate, reduce, symbolic, value
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Definition
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Composite, Elsewhere, Justification, Violation, is_claimed
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.automata.range_observer import in_range, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.program.errors import InputError
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.interpreter.path_order import induced_path
from tests.actors.tasks import example, here, program

ALL = [value, symbolic, bmc, kinduction, predicate, impact, horn]
every_verifier = pytest.mark.parametrize("verifier", ALL, ids=lambda each: each.name)

PARTED = """\
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0;
  if (x < 10) { if (x == 5) { reach_error(); } return 0; }
  while (i < 3) { i++; if (x > 20) { i++; } }
  if (i < 3) { reach_error(); }
  return 0;
}
"""
"""Wrong only where the first branch is taken: left of the path of 10."""


def case(*values: int) -> TestCase:
    return TestCase(tuple(TestInput(value) for value in values))


def within(task: Task, lower: TestCase | None, upper: TestCase | None) -> Range:
    return Range(lower, upper, task.program_hash)


@every_verifier
def test_a_violation_is_found_in_its_range_only(verifier: Definition[...]) -> None:
    task = program(PARTED)
    left, right = within(task, None, case(9)), within(task, case(9), None)
    wrong = here(verifier(), task, left)
    assert wrong[Answer].verdict is Verdict.FALSE
    cfa = automaton_of(task)
    execution = Interpreter(cfa).run(wrong[Violation].values)
    assert execution.end is End.ERROR
    assert in_range(execution.trace, resolved_range(left, cfa))
    assert here(verifier(), task, right)[Answer].verdict is Verdict.TRUE


@every_verifier
def test_true_within_a_range_is_confirmed_by_nobody_yet(verifier: Definition[...]) -> None:
    task = program(PARTED)
    right = within(task, case(9), None)
    found = here(verifier(), task, right)
    evidence = found[Answer].evidence
    assert isinstance(evidence, Composite)
    assert evidence.covered == Elsewhere(right)
    assert is_claimed(evidence)
    assert not is_claimed(evidence.residual)
    assert Witness not in found
    assert here(verifier(), task, within(task, None, None))[Answer].verdict is not Verdict.TRUE


@pytest.mark.parametrize(
    "verifier",
    [
        value(loop_bound=2),
        symbolic(last_bound=2, first_bound=2),
        bmc(last_bound=2),
        kinduction(last_bound=4, invariants="none"),
    ],
    ids=lambda each: each.name,
)
def test_the_condition_of_a_range_covers_what_is_outside_and_what_was_verified(verifier: Actor) -> None:
    """Which is left to others; so the justification, and a proof that rests on it, are not confirmed."""
    task = program(
        """\
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
          while (i != n % 8) { i++; s += i; }
          if (s > 28) { reach_error(); }
          return 0;
        }
        """
    )
    cfa = automaton_of(task)
    middle = within(task, case(5), case(1))
    found = here(verifier, task, middle)
    assert found[Answer].verdict is Verdict.UNKNOWN
    condition, bounds = resolved(found[Condition], cfa), resolved_range(middle, cfa)
    verified = []
    for n in range(8):
        path = induced_path(cfa, [n]).edges
        states = condition.initial
        for edge in path:
            if condition.accepts(states):
                break
            states = condition.after(states, edge)
        covered = condition.accepts(states)
        assert covered or in_range(path, bounds)
        verified.append(covered and in_range(path, bounds))
    assert any(verified)
    assert is_claimed(found[Justification].proof)
    rest = here(reduce(), task, found[Condition], found[Justification])[Residual]
    proof = here(bmc(), rest)[Answer]
    assert proof.verdict is Verdict.TRUE
    assert is_claimed(proof.evidence)


def test_what_rests_on_a_range_is_unconfirmed_however_long_the_chain() -> None:
    """Each condition covers all that the one before it does; so what justifies it needs all that justifies that one."""
    task = program(PARTED.replace("x == 5", "0"))
    begun = here(value(states=3), task, within(task, case(9), None))
    assert begun[Answer].verdict is Verdict.UNKNOWN
    left = here(bmc_given(last_bound=1), task, begun[Condition], begun[Justification])
    assert left[Answer].verdict is Verdict.UNKNOWN
    assert is_claimed(left[Justification].proof)
    rest = here(reduce(), task, left[Condition], left[Justification])[Residual]
    proof = here(kinduction(), rest)[Answer]
    assert proof.verdict is Verdict.TRUE
    assert is_claimed(proof.evidence)


def test_all_ranges_of_mid_are_verified_apart() -> None:
    task = example("mid.c")
    bounds = [case(0, 2, 1), case(1, 0, 2)]
    for lower, upper in pairwise([None, *bounds, None]):
        assert here(symbolic(), task, within(task, lower, upper))[Answer].verdict is Verdict.TRUE


def test_a_range_of_another_program_is_refused() -> None:
    task = program(PARTED)
    with pytest.raises(InputError, match="the range is about another program"):
        here(symbolic(), task, within(example("mid.c"), case(9), None))
