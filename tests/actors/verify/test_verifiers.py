"""The embedded verifiers as actors: every verdict has its evidence, every ``unknown`` a reason and a condition."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from functools import partial

import pytest

from coveriflow.actors import bmc, bmc_given, horn, impact, kinduction, predicate, symbolic, value, value_given
from coveriflow.actors.composition.nodes import Actor, CompositionError
from coveriflow.actors.definition import Definition
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify import solver_based
from coveriflow.actors.work.verify.explicit_values import explicit
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.value_precision import Scope
from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import Merge
from coveriflow.analysis.horn.verifier import Asked
from coveriflow.analysis.induction.strengthening import InvariantSource
from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.unwinding.bmc import UnwindingLimits
from coveriflow.artifacts.answers import (
    Answer,
    ClosedReachedSet,
    Composite,
    Confirmation,
    ConfirmedTest,
    GivenCondition,
    Justification,
    UnwindingCertificate,
    Violation,
    given_condition,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessKind
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.conditions.comparison import Relation, compared
from tests.actors.tasks import example, here, program

SAFE = "int main(void) { int i = 0; while (i < 3) i++; if (i != 3) reach_error(); return 0; }"
WRONG_IN_A_LOOP = "int main(void) { int i = 0; while (i < 3) i++; if (i == 3) reach_error(); return 0; }"
UNSAFE = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }"
ENDLESS = """\
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i != n) i++;
  if (i != n) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize(
    ("actor", "parameter", "words"),
    [
        (value, "order", Order),
        (value, "merge", Merge),
        (value, "refinement", Refinement),
        (value, "precision", Scope),
        (kinduction, "invariants", InvariantSource),
        (predicate, "block", (BlockOperator.LF, BlockOperator.L)),
        (predicate, "combination", Combination),
        (predicate, "order", Order),
        (predicate, "arithmetic", Arithmetic),
        (impact, "block", (BlockOperator.LF, BlockOperator.L)),
        (impact, "order", Order),
        (impact, "arithmetic", Arithmetic),
        (horn, "arithmetic", Asked),
    ],
)
def test_a_word_that_stands_for_nothing_is_refused_before_anything_runs(
    actor: Definition[...], parameter: str, words: Iterable[Enum]
) -> None:
    """And all that stand for something are taken."""
    there = [word.value for word in words]
    assert sorted(actor.values[parameter].words) == sorted(there)
    for word in there:
        actor(**{parameter: word})
    with pytest.raises(CompositionError, match=f"'xyz' is no value of {actor.name}.{parameter}"):
        actor(**{parameter: "xyz"})


@pytest.mark.parametrize(
    "actor", [value, bmc, kinduction, predicate, impact, symbolic, horn], ids=lambda actor: actor.name
)
def test_numbers_are_not_negative(actor: Definition[...]) -> None:
    """A k below zero would prove everything: there is no visit of a loop head to look at."""
    numbers = {name for name, values in actor.values.items() if values.kinds & {int, float}}
    assert {"cpu", "share", "states"} <= numbers
    for name in numbers - {"seed"}:
        with pytest.raises(CompositionError, match=f"{actor.name}.{name} is -1: it must be a number from 0 on"):
            actor(**{name: -1})
        below = replace(actor(), parameters=((name, -1),))
        with pytest.raises(InputError, match=f"{actor.name}.{name} is -1: it must be a number from 0 on"):
            here(below, program(WRONG_IN_A_LOOP))


@pytest.mark.parametrize("actor", [bmc, symbolic, kinduction], ids=lambda actor: actor.name)
def test_bounds_that_begin_at_zero_grow(actor: Definition[...]) -> None:
    got = here(actor(first_bound=0, cpu=20.0), program(WRONG_IN_A_LOOP))
    assert got[Answer].verdict is Verdict.FALSE


@pytest.mark.parametrize(("actor", "evidence"), [(value(), ClosedReachedSet), (bmc(), UnwindingCertificate)])
def test_true_has_evidence_that_was_checked_and_a_witness(actor: Actor, evidence: type) -> None:
    got = here(actor, program(SAFE))
    assert got[Answer].verdict is Verdict.TRUE
    assert isinstance(got[Answer].evidence, evidence)
    assert got[Answer].assumptions == ()
    assert got[Witness].kind is WitnessKind.CORRECTNESS
    assert Violation not in got
    assert Condition not in got


@pytest.mark.parametrize("actor", [value(), bmc()])
def test_false_has_a_test_a_violation_and_a_witness(actor: Actor) -> None:
    task = program(UNSAFE)
    got = here(actor, task)
    assert got[Answer].verdict is Verdict.FALSE
    evidence = got[Answer].evidence
    assert isinstance(evidence, ConfirmedTest)
    assert evidence.confirmation is Confirmation.INTERPRETED
    assert [each.value for each in evidence.case.inputs] == [4711]
    assert got[Violation].values == (4711,)
    assert got[Witness].kind is WitnessKind.VIOLATION
    assert got[Witness].program_hash == task.program_hash


@pytest.mark.parametrize(
    ("limits", "clock"), [(SoftLimits(cpu=50), "process_time"), (SoftLimits(wall=50), "monotonic")]
)
@pytest.mark.parametrize("analysis", [explicit, partial(solver_based.bounded, unwinding=UnwindingLimits())])
def test_building_the_automaton_takes_from_the_time(
    analysis: Callable[[SoftLimits], Callable[..., Findings]],
    limits: SoftLimits,
    clock: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = analysis(limits)
    cfa = automaton_of(program(ENDLESS))
    now = getattr(time, clock)
    monkeypatch.setattr(time, clock, lambda: now() + 60)
    findings = run(cfa, None)
    assert findings.verdict is Verdict.UNKNOWN
    assert "the search stopped after 0 s" in findings.reason


@pytest.mark.parametrize("actor", [value(states=40), value(loop_bound=2), bmc(last_bound=4)])
def test_a_limit_leaves_a_reason_and_a_condition(actor: Actor) -> None:
    task = program(ENDLESS)
    got = here(actor, task)
    answer, condition = got[Answer], got[Condition]
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.reason
    assert answer.evidence is None
    assert (condition.program_hash, condition.specification) == (task.program_hash, task.specification)
    assert condition.data_model is task.data_model
    assert condition.producer == f"coveriflow {actor.name}"
    assert not condition.covers_everything
    if Justification in got:
        assert got[Justification].condition == condition.digest


def test_the_data_model_is_the_task_s() -> None:
    text = "int main(void) { if (sizeof(long) == 8) reach_error(); return 0; }"
    assert here(value(), program(text, model=DataModel.LP64))[Answer].verdict is Verdict.FALSE
    assert here(value(), program(text, model=DataModel.ILP32))[Answer].verdict is Verdict.TRUE


@pytest.mark.parametrize("actor", [value(), bmc()])
def test_what_is_not_supported_is_unknown_with_the_place(actor: Actor) -> None:
    got = here(actor, program("int main(void) {\n  __float128 d = 0;\n  return d != 1;\n}", "wide.c"))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert got[Answer].reason.endswith("is not supported")
    place = got[Answer].place
    assert place is not None
    file, line, _ = place
    assert (file, line) == ("wide.c", 5)
    assert {type(each) for each in got.produced} == {Answer, Condition, Justification, AbstractGraph}


def test_another_property_is_not_supported() -> None:
    races = Specification((Property(PropertyKind.NO_DATA_RACE),))
    answer = here(value(), program(SAFE, specification=races))[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "no-data-race" in answer.reason


@pytest.mark.parametrize("actor", [value(), bmc()])
def test_what_is_not_c_is_bad_input(actor: Actor) -> None:
    with pytest.raises(InputError) as refused:
        here(actor, program("int main(void) { return 0 }"))
    assert refused.value.span is not None
    assert refused.value.span.line == 4


def halves_and_condition() -> tuple[Task, Condition, Justification]:
    task = example("halves.c")
    got = here(value(), task)
    assert got[Answer].verdict is Verdict.UNKNOWN
    return task, got[Condition], got[Justification]


@pytest.mark.parametrize("actor", [bmc_given(last_bound=2), value_given()])
@pytest.mark.parametrize("other", ["program", "specification", "data model"])
def test_a_condition_about_something_else_is_refused(actor: Actor, other: str) -> None:
    task, condition, justification = halves_and_condition()
    entry = Specification(task.specification.properties, "start")
    another = {
        "program": Task((example("halves-bug.c").sources[0],)),
        "specification": Task(task.sources, entry),
        "data model": Task(task.sources, task.specification, DataModel.ILP32),
    }[other]
    with pytest.raises(InputError, match=f"the condition is about another {other} than the task"):
        here(actor, another, condition, justification)


def test_a_justified_condition_and_the_rest_are_composite_evidence() -> None:
    task, condition, justification = halves_and_condition()
    answer = here(bmc_given(), task, condition, justification)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert isinstance(answer.evidence, Composite)
    assert answer.evidence.covered == justification.proof
    assert isinstance(answer.evidence.covered, ClosedReachedSet)
    assert isinstance(answer.evidence.residual, UnwindingCertificate)
    assert answer.assumptions == ()


def test_what_a_justification_assumes_is_assumed_of_the_whole() -> None:
    task, condition, justification = halves_and_condition()
    assuming = Justification(justification.condition, justification.proof, ("the moon is full",))
    answer = here(bmc_given(), task, condition, assuming)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == ("the moon is full",)


@pytest.mark.parametrize("with_one_for_another", [False, True])
def test_a_stranger_s_condition_is_an_assumption(with_one_for_another: bool) -> None:
    task, condition, justification = halves_and_condition()
    one_for_another = Justification("0" * 64, justification.proof) if with_one_for_another else None
    answer = here(bmc_given(), task, condition, one_for_another)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == ("the condition written by coveriflow value is true",)
    assert answer.said == "true, unconfirmed"
    assert isinstance(answer.evidence, Composite)
    assert answer.evidence.covered == GivenCondition("coveriflow value")


def test_a_condition_that_the_user_trusts_is_only_an_assumption() -> None:
    task, condition, _ = halves_and_condition()
    trusted = given_condition(condition.digest, condition.producer, is_trusted=True)
    answer = here(bmc_given(), task, condition, trusted)[Answer]
    assert answer.said == "true"
    assert answer.assumptions == ("the condition written by coveriflow value is true",)


def test_a_false_condition_hides_a_violation_only_as_an_assumption() -> None:
    task = example("halves-bug.c")
    everything = Condition("all", frozenset({"all"}), (), task.program_hash, producer="a liar")
    answer = here(bmc_given(), task, everything, None)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == ("the condition written by a liar is true",)
    assert answer.said == "true, unconfirmed"


def test_a_condition_that_covers_nothing_changes_nothing() -> None:
    task = program(UNSAFE)
    nothing = Condition("nothing", frozenset(), (), task.program_hash)
    assert here(bmc_given(), task, nothing, None)[Violation] == here(bmc(), task)[Violation]
    assert here(value_given(), task, nothing, None)[Violation] == here(value(), task)[Violation]
    safe = program(UNSAFE.replace("reach_error();", ";"))
    proved = here(bmc_given(), safe, replace(nothing, program_hash=safe.program_hash), None)[Answer]
    assert (proved.said, proved.assumptions) == ("true", ())


@pytest.mark.parametrize(
    "verifier",
    [partial(value, states=60), partial(bmc, last_bound=3)],
)
def test_a_smaller_condition_covers_less(verifier: Callable[..., Actor]) -> None:
    """Law: what it covers the whole one covers."""
    task = program(
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;\n  if (n == 7) return 0;\n"
        "  while (i < n) { i++; s += i; if (s == 3 && i == 1) return 1; }\n"
        "  if (2u * s != n * (n + 1u)) reach_error();\n  return 0; }\n"
    )
    whole, small, none = (here(verifier(condition_size=size), task)[Condition] for size in (None, 8, 0))
    assert len(small.states) < len(whole.states)
    cfa = automaton_of(task)
    assert compared(cfa, small, whole).relation in (Relation.STRONGER, Relation.EQUAL)
    assert compared(cfa, none, small).relation in (Relation.STRONGER, Relation.EQUAL)
    assert none.transitions == ()


STOPPED = [partial(value, states=60), partial(bmc, cpu=0.2), partial(symbolic, cpu=0.2), partial(kinduction, cpu=0.2)]
ENDED = [
    partial(bmc, last_bound=3),
    partial(symbolic, first_bound=3, last_bound=3),
    partial(kinduction, last_bound=2, invariants="none"),
]
COUNTING = "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;\n  while (i < n) { i++; s += i; }\n"
"""Nothing here closes it within a fifth of a second."""
LARGE = COUNTING + "  if (s > 1000000u && s * n == 1234567891u) reach_error();\n  return 0; }\n"


@pytest.mark.parametrize(
    ("verifier", "wanted", "written"),
    [
        *((each, word, word == "always") for each in STOPPED for word in ("always", "finished", "never")),
        *((each, word, word != "never") for each in ENDED for word in ("always", "finished", "never")),
    ],
)
def test_a_condition_is_written_when_it_is_wanted(verifier: Callable[..., Actor], wanted: str, written: bool) -> None:
    found = here(verifier(condition=wanted), program(LARGE))
    assert found[Answer].verdict is Verdict.UNKNOWN
    assert (Condition in found) is written


def test_a_proof_is_checked_where_no_condition_is_wanted() -> None:
    text = "int main(void) { int n = 0; for (int i = 0; i < 9; i++) n++; if (n != 9) reach_error(); return 0; }\n"
    for verifier in (value, bmc, symbolic, kinduction, predicate):
        found = here(verifier(condition="never"), program(text))[Answer]
        assert found.verdict is Verdict.TRUE
        assert found.evidence is not None
