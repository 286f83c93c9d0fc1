"""Residual programs: they run as the original outside of the condition, and know what they come from."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from coveriflow.actors import bmc, execute, reduce, value
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.actors.options import ReducerName
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import (
    Answer,
    ClosedReachedSet,
    Composite,
    GivenCondition,
    Justification,
    UnwindingCertificate,
    Violation,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import REDUCERS, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.reducers.catalogue import NAMES
from tests.actors.tasks import Got, example, here, program

THIRDS = """\
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which == 0) {
    int red = 1, green = 0;
    while (1) {
      if (__VERIFIER_nondet_int()) { red = 1 - red; green = 1 - green; }
      if (red == green) reach_error();
    }
  } else if (which == 1) {
    unsigned int low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    if (low <= high && high <= 2147483647u && (low + high) / 2 < low) reach_error();
  } else {
    unsigned int n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) i++;
    if (i < n) reach_error();
  }
  return 0;
}
"""


def reduced(task: Task | Residual, first: Got) -> Residual:
    residual = here(reduce(), task, first[Condition], first.optional(Justification))[Residual]
    assert isinstance(residual, Residual)
    return residual


def test_what_is_left_is_a_task_of_its_own() -> None:
    task = example("halves.c")
    residual = reduced(task, here(value(), task))
    assert residual.original == task
    assert residual.task.name == "halves.residual.c"
    assert residual.task.specification == task.specification
    assert residual.task.data_model is task.data_model
    assert residual.task.program_hash != task.program_hash
    assert "middle" in residual.task.sources[0].text
    assert "while" not in residual.task.sources[0].text


@pytest.mark.parametrize("name", [name for name in NAMES if name != "identity"])
def test_each_reducer_leaves_what_bmc_proves(name: str) -> None:
    task = example("halves.c")
    first = here(value(), task)
    residual = here(reduce.chosen({"reducer": name}), task, first[Condition], first[Justification])[Residual]
    answer = here(bmc(), residual)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == ()
    assert isinstance(answer.evidence, Composite)


def test_recursive_programs_are_refused_but_by_the_monitor() -> None:
    task = program("""\
unsigned sum(unsigned n) {
  if (n == 0) return 0;
  unsigned m = sum(n - 1);
  return m + n;
}
int main(void) {
  if (sum(__VERIFIER_nondet_uint()) == 3) reach_error();
  return 0;
}
""")
    first = here(value(states=30), task)
    with pytest.raises(NotSupported, match="recursive calls of 'sum' inlined") as refused:
        here(reduce(), task, first[Condition], None)
    assert refused.value.span is not None
    assert "m = sum(n - 1)" in task.sources[0].text.splitlines()[refused.value.span.line - 1]
    residual = here(reduce(reducer="monitor"), task, first[Condition], None)[Residual]
    assert "sum(" in residual.task.sources[0].text
    found = here(bmc(), residual)
    assert found[Answer].verdict is Verdict.FALSE
    assert here(execute(), task, found[Violation])[Answer].verdict is Verdict.FALSE


def test_parameters_that_mean_nothing_are_refused() -> None:
    task = example("halves.c")
    condition = here(value(), task)[Condition]
    with pytest.raises(CompositionError, match=r"'lhx' is no value of reduce.reducer \(sep, cfa, lh"):
        reduce.chosen({"reducer": "lhx"})
    lines = {heads[-1]: loops_of(automaton_of(task)) for heads in loops_of(automaton_of(task)).heads.values() if heads}
    (line,) = {loops.lines[head].line for head, loops in lines.items()}
    with pytest.raises(InputError, match=rf"no loop begins at line '1': they begin at {line}"):
        here(reduce(reducer="lh", heads=f"{line},1"), task, condition, None)
    assert Residual in here(reduce(reducer="lh", heads=f" {line}"), task, condition, None)


def test_lines_of_the_original_stand_behind_those_of_the_residual_program() -> None:
    task = program(THIRDS)
    once = reduced(task, here(value(states=60), task))
    twice = reduced(once, here(bmc(last_bound=4), once))
    original = task.sources[0].text.splitlines()
    for residual in (once, twice):
        lines = dict(residual.origin)
        said = {}
        for number, text in enumerate(residual.task.sources[0].text.splitlines(), start=1):
            if match := re.search(r"  // line (\d+)$", text):
                said[number] = int(match[1])
        assert len(said) > 5
        assert all(lines[number].line == line for number, line in said.items())
        if residual is once:
            assert any("low <= high" in original[line - 1] for line in said.values())


def test_a_slice_proves_the_same() -> None:
    task = program("""\
int main(void) {
  int n = __VERIFIER_nondet_int(), m = 0;
  if (n < 3) { while (m < 1000) m += n > 0 ? n : 1; return m; }
  if (n == 2) reach_error();
  return 0;
}
""")
    whole, cut = (
        here(reduce(reducer="cfa", slice=is_cut), task, nothing(task), None)[Residual] for is_cut in (False, True)
    )
    assert "while" in whole.task.sources[0].text
    assert "while" not in cut.task.sources[0].text
    answer = here(bmc(last_bound=2), cut)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == cut.assumptions
    assert here(bmc(last_bound=2), whole)[Answer].verdict is Verdict.UNKNOWN


def test_lines_know_the_edges_that_they_come_from() -> None:
    task = example("halves.c")
    residual = reduced(task, here(value(), task))
    text = residual.task.sources[0].text.splitlines()
    original = task.sources[0].text.splitlines()
    assert residual.origin
    for line, label in residual.origin:
        assert 1 <= line <= len(text)
        assert 1 <= label.line <= len(original)
    assert any("middle" in original[label.line - 1] for _, label in residual.origin)


def test_a_proof_of_what_is_left_is_one_of_the_whole_together_with_the_justification() -> None:
    task = example("halves.c")
    first = here(value(), task)
    answer = here(bmc(), reduced(task, first))[Answer]
    assert answer.verdict is Verdict.TRUE
    assert isinstance(answer.evidence, Composite)
    assert answer.evidence.covered == first[Justification].proof
    assert isinstance(answer.evidence.covered, ClosedReachedSet)
    assert isinstance(answer.evidence.residual, UnwindingCertificate)
    assert answer.assumptions == ()


def test_an_unjustified_condition_is_assumed_by_the_residual_program() -> None:
    task = example("halves.c")
    residual = here(reduce(), task, here(value(), task)[Condition], None)[Residual]
    assert [each.proof for each in residual.justifications] == [GivenCondition("coveriflow value")]
    assert residual.assumptions == ("the condition written by coveriflow value is true",)
    answer = here(bmc(), residual)[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.assumptions == residual.assumptions
    assert answer.said == "true, unconfirmed"


@pytest.mark.usefixtures("compiler")
def test_a_violation_of_what_is_left_is_one_of_the_original() -> None:
    task = example("halves-bug.c")
    first = here(value(path_length=8), task)
    assert first[Answer].verdict is Verdict.UNKNOWN
    found = here(bmc(), reduced(task, first))
    assert found[Answer].verdict is Verdict.FALSE
    confirmed = here(execute(), task, found[Violation])
    assert confirmed[Answer].verdict is Verdict.FALSE
    assert confirmed[TestSuite].program_hash == task.program_hash


def test_a_residual_program_of_a_residual_program() -> None:
    task = program(THIRDS)
    first = here(value(states=60), task)
    once = reduced(task, first)
    second = here(bmc(last_bound=4), once)
    assert second[Answer].verdict is Verdict.UNKNOWN
    assert second[Condition].program_hash == once.task.program_hash
    twice = reduced(once, second)
    assert twice.original == task
    assert twice.justifications[: len(once.justifications)] == once.justifications
    assert {label for _, label in twice.origin} <= set(automaton_of(task).by_label)


def nothing(task: Task) -> Condition:
    return Condition("nothing", frozenset(), (), task.program_hash, task.specification, task.data_model)


def everything(task: Task) -> Condition:
    return Condition("all", frozenset({"all"}), (), task.program_hash, task.specification, task.data_model)


def test_nothing_is_left_of_what_is_covered() -> None:
    task = example("halves-bug.c")
    residual = here(reduce(), task, everything(task), None)[Residual]
    assert "reach_error()" not in residual.task.sources[0].text.partition("main")[2]
    assert here(value(), residual)[Answer].verdict is Verdict.TRUE


@pytest.mark.parametrize("name", ["halves.c", "halves-bug.c", "abspow.c", "cmc-fig3.c"])
def test_all_is_left_where_nothing_is_covered(name: str) -> None:
    task = example(name)
    residual = here(reduce(), task, nothing(task), None)[Residual]
    assert here(bmc(last_bound=2), residual)[Answer].verdict is here(bmc(last_bound=2), task)[Answer].verdict


def test_a_condition_about_something_else_is_refused() -> None:
    task = example("halves.c")
    condition = here(value(), task)[Condition]
    for another, what in (
        (example("halves-bug.c"), "program"),
        (Task(task.sources, data_model=DataModel.ILP32), "data model"),
    ):
        with pytest.raises(InputError, match=f"about another {what}"):
            here(reduce(), another, condition, None)
    with pytest.raises(InputError, match="about another program"):
        here(reduce(), reduced(task, here(value(), task)), condition, None)


@pytest.mark.parametrize("name", ["halves.c", "abspow.c", "cmc-fig2.c", "cmc-fig3.c", "trace-fig1.c"])
@pytest.mark.parametrize("first", [value(states=30), value(loop_bound=1), bmc(last_bound=1)], ids=str)
def test_a_condition_that_was_written_and_read_reduces_to_the_same_program(name: str, first: object) -> None:
    task = example(name)
    got = here(first, task)  # type: ignore[arg-type]
    if Condition not in got:
        assert got[Answer].verdict.decisive
        return
    condition = got[Condition]
    again = read_condition(write_condition(condition), "condition.graphml")
    assert again == condition
    assert again.digest == condition.digest
    assert here(reduce(), task, again, None)[Residual] == here(reduce(), task, condition, None)[Residual]


def test_conditions_are_minimised_before() -> None:
    """Paths are written by themselves in the condition, though the same is left behind them."""
    task = example("approaches/symbolic-tree.c")
    written = here(value(states=300), task)[Condition]
    assert len(written.states) > 500
    left = here(reduce(reducer="lhb"), task, written, None)[Residual]
    assert len(left.task.sources[0].text.splitlines()) < 200


def test_a_condition_may_be_taken_as_it_is_written() -> None:
    """Then what its writer kept apart stays apart, though the same is left behind it."""
    task = example("approaches/symbolic-tree.c")
    written = here(value(states=300), task)[Condition]
    left = here(reduce(minimise=False), task, written, None)[Residual]
    assert len(left.task.sources[0].text.splitlines()) > 500


INITIALISED = """\
int main(void) {
  unsigned int read = __VERIFIER_nondet_uint(), *way = &read;
  int w = 3;
  switch (*way) { case 0: w = 0; break; default: w--; }
  if (read * read == 28561 && *way == 65367 + w - w) reach_error();
  if (read * read == 28561 && *way == 169) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("by", ["identity", "sep", "lh"])
def test_what_only_the_printed_program_leaves_without_a_value_is_no_input(by: str) -> None:
    """A jump might pass an initialisation: the object is declared without a value, and the original reads none."""
    task = program(INITIALISED)
    written = here(value(), task)[Condition]
    found = here(bmc(), here(reduce.chosen({"reducer": by}), task, written, None)[Residual])
    assert found[Violation].values == (169,)
    assert here(execute(), task, found[Violation])[Answer].said == "false"


def test_type_checkers_know_all_reducers() -> None:
    assert set(get_args(ReducerName)) == set(NAMES) == set(REDUCERS)
