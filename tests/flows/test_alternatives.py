"""Alternatives of a program, each verified apart: proofs, bugs, what is left; and the default flow."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, kinduction, range_program, reduce, split_alternatives, value, when_unknown
from coveriflow.actors.composition.nodes import Composition
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import ConfirmedTest, InRanges, is_claimed
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.compositions import confirmed, one_by_one, ranged
from coveriflow.program.interpreter.path_order import induced_path
from tests.actors.tasks import program
from tests.analysis.runs import covered_after
from tests.flows.test_ranged import called, ran

PARTS = """
int collatz(void) {
  unsigned n = 27, steps = 0;
  while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
  return steps;
}
void count(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0) return;
  while (i < n) i++;
  if (i != n) reach_error();
}
int main(void) {
  if (__VERIFIER_nondet_int()) { if (collatz() != 111) reach_error(); }
  else count();
  return 0;
}
"""
WHOLE = PARTS.replace("if (__VERIFIER_nondet_int()) {", "{").replace("else count();", "count();")
BUG = PARTS.replace("i != n", "i == 42")
"""In the second part."""


def apart(*verifiers: Composition) -> Composition:
    either = range_program() >> one_by_one(*map(confirmed, verifiers), shares=(0.4,) * (len(verifiers) - 1))
    return ranged(split_alternatives(), either, either)


def test_each_part_has_a_verifier_of_its_own() -> None:
    """Bounded explicit values for the long way, induction for the loop of any length; neither proves both."""
    task = program(PARTS)
    assert ran(value(states=500), task).answer.verdict is Verdict.UNKNOWN
    done = ran(apart(value(states=500, condition="never"), kinduction()), task)
    assert done.answer.verdict is Verdict.TRUE
    assert isinstance(done.answer.evidence, InRanges)
    assert not is_claimed(done.answer.evidence)
    parts = {str(turn.within) for turn in done.turns if turn.actor.called == "range-program"}
    assert parts == {"alternative 1 of 2", "alternative 2 of 2"}


@pytest.mark.usefixtures("compiler")
def test_a_bug_in_one_part_is_one_of_the_program() -> None:
    done = ran(apart(bmc()), program(BUG))
    assert done.answer.verdict is Verdict.FALSE
    assert isinstance(done.answer.evidence, ConfirmedTest)
    first, *_ = done.answer.evidence.case.inputs
    assert first.value == 0


def test_what_is_left_is_the_part_that_is_open() -> None:
    task = program(PARTS)
    done = ran(apart(value(states=500)) >> when_unknown(reduce(reducer="prune") >> kinduction()), task)
    assert done.answer.verdict is Verdict.TRUE
    assert not is_claimed(done.answer.evidence)
    joined = [turn for turn in done.turns if turn.actor.called == "join-ranges"]
    condition = next(each for each in joined[0].produced if isinstance(each, Condition))
    cfa = automaton_of(task)
    assert covered_after(resolved(condition, cfa), induced_path(cfa, [1]).edges) is not None
    assert covered_after(resolved(condition, cfa), induced_path(cfa, [0, 5]).edges) is None
    residual = done.latest(Residual)
    assert residual is not None
    assert "collatz" not in residual.task.sources[0].text


def test_a_program_that_does_not_choose_is_looked_at_as_a_whole() -> None:
    done = ran(ranged(split_alternatives(), value(states=50)), program(WHOLE))
    assert called(done) == ["split-alternatives", "value"]


def test_the_default_flow_parts_where_there_is_time() -> None:
    """On the whole program its turns take longer than a minute."""
    done = ran(flow_named("default").composition, program(PARTS), Limits(cpu=30.0, wall=300.0, memory=8 << 30))
    assert done.answer.verdict is Verdict.TRUE
    assert not is_claimed(done.answer.evidence)
    assert any(isinstance(turn.within, Range) for turn in done.turns)
    in_short = ran(flow_named("default").composition, program(PARTS), Limits(cpu=2.0, wall=300.0, memory=8 << 30))
    assert "split-alternatives" not in called(in_short)
