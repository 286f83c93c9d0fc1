"""An execution that seems to violate the property, and does not, hides no other one."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, execute, kinduction, value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition
from coveriflow.actors.work.load import automaton_of, automaton_to_search
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.found import violated
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.cfa.edges import Assume, Undefined, Unsupported

KEPT = """
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
static int *first;
int main(void) {
  first = malloc(4);
  if (!first) return 1;
  int *second = malloc(8);
  if (!second) return 1;
  *(int **)second = first;
  first = second;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 6; i++) if (i == 4) first[LAST] = 0;
  return 0;
}"""
"""At the end two objects are left, one of which only the other points to."""


def task(last: str) -> Task:
    text = KEPT.replace("LAST", last)
    return Task((Source("kept.c", text, text),), BY_NAME["memory-safety"])


@pytest.mark.parametrize("verifier", [bmc(), value() >> bmc(), kinduction()])
@pytest.mark.parametrize(("last", "verdict"), [("2", Verdict.FALSE), ("1", Verdict.UNKNOWN)])
def test_what_keeps_memory_hides_no_bug(verifier: Composition, last: str, verdict: Verdict) -> None:
    confirmed, listener = verifier >> execute(), Listener()
    flow = Flow("flow", confirmed >> confirmed)
    with Workers(MODULES) as workers:
        done = run(flow, task(last), Limits(cpu=60.0, wall=120.0), in_workers(workers, listener), listener)
    assert done.answer.verdict is verdict, done.answer.reason
    assert "past the object" in violated(done) if verdict is Verdict.FALSE else "pointer is left" in done.answer.reason
    opened = [each for each in done.artifacts if isinstance(each, Task) and each.left_open]
    assert {each.left_open for each in opened} == {frozenset({Undefined.LOST})}


def test_nothing_is_proved_where_it_is_left_open() -> None:
    """The side on which the check fails is not supported, in the place of the error."""
    whole = task("1")
    opened = Task(whole.sources, whole.specification, whole.data_model, frozenset({Undefined.LOST}))
    assert list(map(str, automaton_to_search(whole).edges)) == list(map(str, automaton_of(whole).edges))
    for cfa, is_error in ((automaton_of(opened), True), (automaton_to_search(opened), False)):
        failing = [
            edge
            for edge in cfa.edges
            if isinstance(edge.operation, Assume)
            and edge.operation.undefined is Undefined.LOST
            and not edge.operation.truth
        ]
        assert failing
        for edge in failing:
            assert (edge.target == cfa.error) is is_error
            assert is_error or all(isinstance(each.operation, Unsupported) for each in cfa.leaving[edge.target])
