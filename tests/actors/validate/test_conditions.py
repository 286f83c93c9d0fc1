"""Conditions of strangers: justified by a proof of what they cover, refuted by an execution in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import bmc, bmc_given, reduce, validate_condition, value, value_given
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.answers import Answer, Composite, Justification
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Validation
from coveriflow.execution.processes import worker
from coveriflow.program.cfa.edges import Assume
from coveriflow.program.errors import InputError
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.reducers.parallel_composition import covered_part, parallel_composition
from tests.actors.tasks import example, here, program
from tests.actors.validations import CONFIRMED, REFUTED, UNKNOWN, outcome

TEXT = """\
int id(int a) { return a; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    if (id(x) == 1000003) reach_error();
  } else {
    while (x < -5) x = x + 1;
    if (x == 7) reach_error();
  }
  return 0;
}
"""


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=20))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((2.0, 1.0),))


@pytest.fixture
def task() -> Task:
    return program(TEXT)


def covering(task: Task, text: str, *, holds: bool) -> Condition:
    """What begins with a branch, in one direction."""
    cfa = program_cfa([(task.name, task.sources[0].preprocessed)], task.data_model)
    path = []
    location = cfa.entry
    while True:
        edges = cfa.leaving[location]
        chosen = next((e for e in edges if isinstance(e.operation, Assume) and e.operation.truth is holds), edges[0])
        path.append(chosen)
        location = chosen.target
        if chosen.label.statement.startswith(text):
            break
    moves = [Transition(f"q{n}", edge.label, f"q{n + 1}") for n, edge in enumerate(path[:-1])]
    moves.append(Transition(f"q{len(path) - 1}", path[-1].label, "T"))
    return Condition("q0", frozenset("T"), tuple(moves), task.program_hash, producer="stranger")


def test_a_condition_that_is_true_is_justified_and_supports_a_proof(task: Task) -> None:
    condition = covering(task, "x > 0", holds=False)
    got = here(validate_condition(), task, condition)
    assert outcome(got) is CONFIRMED
    justification: Justification = got[Justification]
    assert justification.condition == condition.digest
    assert got[Answer].verdict is Verdict.UNKNOWN
    safe = program(TEXT.replace("== 1000003", "== -3"))
    about = replace(covering(safe, "x > 0", holds=False))
    alone = here(bmc_given(), safe, about, None)[Answer]
    assert any("stranger" in each for each in alone.assumptions)
    own = here(validate_condition(), safe, about)[Justification]
    supported: Answer = here(bmc_given(), safe, about, own)[Answer]
    assert supported.verdict is Verdict.TRUE
    assert isinstance(supported.evidence, Composite)
    assert not any("stranger" in each for each in supported.assumptions)


@pytest.mark.usefixtures("compiler")
def test_a_condition_that_covers_a_violation_is_refuted_by_its_execution(task: Task) -> None:
    for condition in (
        covering(task, "x > 0", holds=True),
        Condition("T", frozenset("T"), (), task.program_hash),
    ):
        got = here(validate_condition(), task, condition)
        assert outcome(got) is REFUTED
        assert got[Answer].verdict is Verdict.FALSE
        assert [each.value for each in got[TestSuite].cases[0].inputs] == [1000003]
        assert got.optional(Justification) is None


def test_one_that_covers_nothing_is_true(task: Task) -> None:
    nothing = Condition("q0", frozenset("T"), (), task.program_hash)
    assert outcome(here(validate_condition(), task, nothing)) is CONFIRMED
    false = covering(task, "x > 0", holds=True)
    unread = replace(false, transitions=tuple(replace(t, assumption="z == 3") for t in false.transitions))
    assert outcome(here(validate_condition(), task, unread)) is CONFIRMED


def under(condition: Condition, assumption: str) -> Condition:
    """Covers only the states behind its last edge that satisfy this."""
    *others, last = condition.transitions
    return replace(condition, transitions=(*others, replace(last, assumption=assumption)))


@pytest.mark.usefixtures("compiler")
def test_an_assumption_decides_whether_a_condition_is_true(task: Task) -> None:
    covers = covering(task, "x > 0", holds=True)
    justified = here(validate_condition(), task, under(covers, "x < 1000003"))
    assert outcome(justified) is CONFIRMED
    refuted = here(validate_condition(), task, under(covers, "x >= 1000003 && x < 2000000"))
    assert outcome(refuted) is REFUTED
    assert [each.value for each in refuted[TestSuite].cases[0].inputs] == [1000003]


def test_verifiers_and_reducers_look_at_what_does_not_satisfy_an_assumption(task: Task) -> None:
    covers = covering(task, "x > 0", holds=True)
    for assumption, violated in (("x < 1000003", True), ("x != 1000003", True), ("x > 1000", False)):
        condition = under(covers, assumption)
        answer = here(bmc_given(last_bound=1), task, condition, None)[Answer]
        residual = here(reduce(), task, condition, None)[Residual]
        assert (answer.verdict is Verdict.FALSE) is violated
        assert (here(bmc(last_bound=1), residual)[Answer].verdict is Verdict.FALSE) is violated
        lines = residual.task.sources[0].text.splitlines()
        assert any("if" in lines[line - 1] and label.statement == "x > 0" for line, label in residual.origin)


def test_a_verifier_says_what_it_did_beyond_an_assumption_over_the_edges_of_the_program() -> None:
    square = program(TEXT.replace("id(x) == 1000003", "id(x) * id(x) == 9 * 1000003"))
    condition = under(covering(square, "x > 0", holds=True), "x < 1000")
    found: Condition = here(value_given(), square, condition, None)[Condition]
    labels = automaton_of(square).by_label
    assert all(each.guard in labels for each in found.transitions)
    assert any(each.assumption == "(x < 1000)" for each in found.transitions)


def test_one_that_covers_a_safe_program_is_a_proof() -> None:
    task = program(TEXT.replace("== 1000003", "== -3"))
    got = here(validate_condition(), task, Condition("T", frozenset("T"), (), task.program_hash))
    assert outcome(got) is CONFIRMED
    assert got[Answer].verdict is Verdict.TRUE
    assert got[Answer].evidence is not None


def test_a_condition_about_something_else_is_refused(task: Task) -> None:
    honest = covering(task, "x > 0", holds=False)
    for wrong in (replace(honest, program_hash="0" * 64), replace(honest, data_model=DataModel.ILP32)):
        with pytest.raises(InputError, match="the condition is about another"):
            here(validate_condition(), task, wrong)


@pytest.mark.slow
def test_a_condition_of_ours_is_justified() -> None:
    task = example("halves.c")
    condition: Condition = here(value(), task)[Condition]
    assert outcome(here(validate_condition(), task, condition)) is CONFIRMED


def test_recursion_that_is_not_inlined_is_unknown() -> None:
    task = program(
        "int f(int a) { return a > 0 ? f(a - 1) : a; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    )
    got = here(validate_condition(), task, Condition("T", frozenset("T"), (), task.program_hash))
    assert outcome(got) is UNKNOWN
    assert "not supported" in got[Validation].reason


@pytest.mark.parametrize("holds", [True, False])
def test_what_is_covered_and_what_is_left_are_the_program(task: Task, holds: bool) -> None:
    cfa = program_cfa([(task.name, task.sources[0].preprocessed)], task.data_model)
    condition = resolved(covering(task, "x > 0", holds=holds), cfa)
    covered, left = covered_part(cfa, condition).cfa, parallel_composition(cfa, condition).cfa
    for number in (1000003, -3, 0, 12, -9):
        ends = [Interpreter(part).run([number]).end for part in (cfa, covered, left)]
        assert (ends[0] is End.ERROR) == (End.ERROR in ends[1:])
        assert ends[1:].count(End.ERROR) <= 1
