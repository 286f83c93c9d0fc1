"""Programs of ranges as artifacts: what verifiers show of them counts for the range."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, execute, inside_range, range_program, reduce, split_loops, tool, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition, CompositionError, Parameter, actors_in
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.answers import (
    Answer,
    Claim,
    Composite,
    ConfirmedTest,
    Elsewhere,
    InRanges,
    Justification,
    UnwindingCertificate,
    Violation,
    is_claimed,
)
from coveriflow.artifacts.automata.range_observer import in_range, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.execution.benchexec.tool_info import is_installed
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.catalogue.given_ranges import in_a_range
from coveriflow.flows.compositions import behind_range_reducer, ranged
from coveriflow.flows.ready import READY
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import InputError, ToolMissing
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.actors.defined import sleeps
from tests.actors.tasks import example, here, program

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


@pytest.fixture(params=["bmc", "cbmc"])
def verifier(request: pytest.FixtureRequest) -> Actor:
    """One of ours, and a stranger."""
    if request.param == "bmc":
        return bmc()
    if not is_installed():
        pytest.skip("BenchExec is missing (pip install benchexec)")
    try:
        found(defined("cbmc"))
    except ToolMissing as missing:
        pytest.skip(f"{missing.message.partition(chr(10))[0]} ('make tools' installs it)")
    return tool("cbmc")


every_form = pytest.mark.parametrize("form", ["residual", "instrumented"])


def within(task: Task, lower: int | None, upper: int | None) -> Range:
    tests = [None if value is None else TestCase((TestInput(value),)) for value in (lower, upper)]
    return Range(tests[0], tests[1], task.program_hash)


def made(task: Task | Residual, bounds: Range, form: str = "instrumented", **chosen: Parameter) -> Residual:
    part = here(range_program.chosen({"form": form, **chosen}), task, bounds)[Residual]
    assert isinstance(part, Residual)
    return part


@every_form
def test_a_violation_is_found_in_its_range_only(verifier: Actor, form: str) -> None:
    task = program(PARTED)
    left, right = within(task, None, 9), within(task, 9, None)
    wrong = here(verifier, made(task, left, form))
    assert wrong[Answer].verdict is Verdict.FALSE
    assert not is_claimed(wrong[Answer].evidence)
    cfa = automaton_of(task)
    execution = Interpreter(cfa).run(wrong[Violation].values)
    assert execution.end is End.ERROR
    assert in_range(execution.trace, resolved_range(left, cfa))
    assert here(execute(), task, wrong[Violation])[Answer].verdict is Verdict.FALSE
    assert here(verifier, made(task, right, form))[Answer].verdict is Verdict.TRUE


@every_form
def test_a_proof_is_one_of_the_range_only(verifier: Actor, form: str) -> None:
    task = program(PARTED)
    right = within(task, 9, None)
    proved = here(verifier, made(task, right, form))
    evidence = proved[Answer].evidence
    assert proved[Answer].said == "true, unconfirmed"
    assert isinstance(evidence, Composite)
    assert evidence.covered == Elsewhere(right)
    assert proved.optional(Witness) is None
    assert proved.optional(WitnessEntries) is None


def test_all_paths_are_the_program() -> None:
    task = program(
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) { reach_error(); } return 0; }"
    )
    whole = made(task, within(task, None, None))
    assert whole.justifications == ()
    assert here(bmc(), whole)[Answer].said == "true"


def test_lines_are_those_of_the_original_and_the_observer_has_none() -> None:
    task = program(PARTED)
    part = made(task, within(task, None, 12))
    text, origin = part.task.sources[0].text.splitlines(), dict(part.origin)
    first = next(number for number, line in enumerate(text, start=1) if "if (x < 10)" in line)
    assert text[first - 1].endswith("// line 6")
    assert origin[first].line == 6
    begin = text.index("void range_step(int left) {")
    end = text.index("}", begin)
    assert not any(begin < number <= end + 1 for number in origin)


def test_a_range_of_what_a_condition_leaves() -> None:
    task = example("halves.c")
    first = here(value(), task)
    residual = here(reduce(), task, first[Condition], first[Justification])[Residual]
    part = made(residual, within(residual.task, 0, None))
    assert part.original == task
    kinds = [type(each.proof).__name__ for each in part.justifications]
    assert kinds == ["ClosedReachedSet", "Elsewhere"]
    assert {label.file for _, label in part.origin} <= {task.name, ""}


def test_what_is_refused() -> None:
    task, other = program(PARTED), program("int main(void) { return 0; }")
    with pytest.raises(InputError, match="the range is about another program"):
        made(other, within(task, 1, None))
    with pytest.raises(CompositionError, match=r"'best' is no value of range-program\.form"):
        made(task, within(task, 1, None), "best")
    with pytest.raises(InputError, match="is empty"):
        made(task, within(task, 12, 3))


def test_a_slice_keeps_what_is_wrong_in_the_range() -> None:
    task = program(PARTED)
    for form in ("residual", "instrumented"):
        cut = made(task, within(task, None, 9), form, slice=True)
        assert "i++" not in cut.task.sources[0].text
        assert here(bmc(), cut)[Answer].verdict is Verdict.FALSE


COUNTING = """\
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  if (n > 6) { return 0; }
  while (i < n) { i++; s += i; }
  if (s != n * (n + 1) / 2) { reach_error(); }
  return 0;
}
"""


def answered(task: Task, *analyses: Composition) -> Answer:
    listener = Listener()
    flow = Flow("parts", ranged(split_loops(), *map(behind_range_reducer, analyses)))
    with Workers(MODULES) as workers:
        return run(flow, task, Limits(cpu=100.0), in_workers(workers, listener), listener).answer


def test_verifiers_that_know_no_ranges_are_composed(verifier: Actor) -> None:
    """A proof needs all ranges, and is confirmed if each part of it is."""
    proved = answered(program(COUNTING), bmc(), verifier)
    assert proved.verdict is Verdict.TRUE
    assert isinstance(proved.evidence, InRanges)
    assert len(proved.evidence.parts) == 2
    first, second = proved.evidence.parts
    assert isinstance(first, UnwindingCertificate)
    assert isinstance(second, UnwindingCertificate if verifier == bmc() else Claim)
    assert is_claimed(proved.evidence) is (verifier != bmc())
    wrong = answered(program(COUNTING.replace("s != n", "n == 1 || s != n")), bmc(), verifier)
    assert wrong.verdict is Verdict.FALSE
    assert isinstance(wrong.evidence, ConfirmedTest)


def test_a_flow_that_knows_no_ranges_gets_the_program_of_one() -> None:
    for name in ("cbmc", "eva"):
        flow = in_a_range(READY[name]())
        assert next(actors_in(flow.composition)).name == "range-program"
    bounded = in_a_range(READY["bmc"]()).composition
    assert bounded == READY["bmc"]().composition >> when_unknown(inside_range())
    with pytest.raises(InputError, match="no actor that looks at a range"):
        in_a_range(Flow("sleeps", sleeps()))
