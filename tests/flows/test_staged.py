"""The default flow: what its stages decide, and what stands in for it where a part of the program is verified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from coveriflow.actors import Fallback, bmc, kinduction, original, value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, IfThenElse, Interleaved, Slice, actors_in
from coveriflow.actors.flow_files.questions import question_of, question_text
from coveriflow.actors.questions import ConditionHas, TimeLeft
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.program_features import Features
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import specification_named
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.batch.resources import width
from coveriflow.flows.catalogue.by_name import for_a_part, of_the_rest, usual_flow
from coveriflow.flows.ready import READY, staged, staged_for_memory
from coveriflow.flows.running.interleaving import planned
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.cfa.labels import EdgeLabel
from tests.actors.tasks import program

COUNTED = """
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), x = n, y = 0;
  while (x > 0) { x--; y++; }
  if (y != n) reach_error();
  return 0;
}
"""
"""No unwinding is enough, and explicit values do not close it: k-induction proves it."""


def ran(text: str, seconds: float = 20.0) -> Run:
    with Workers(MODULES) as workers:
        listener = Listener()
        flow, limits = READY["default"](), Limits(cpu=seconds)
        return run(flow, program(text), limits, in_workers(workers, listener), listener)


def chain(states: int) -> Condition:
    """An automaton of so many states, one after the other."""
    label = EdgeLabel("main", 1, "x = 1;")
    transitions = tuple(Transition(str(n), label, str(n + 1)) for n in range(states - 1))
    return Condition("0", frozenset({str(states - 1)}), transitions, "0" * 64)


def test_what_explicit_values_and_unwinding_do_not_decide_is_decided() -> None:
    done = ran(COUNTED)
    assert done.answer.verdict is Verdict.TRUE
    deciding = [turn.actor.name for turn in done.turns if turn.answer and turn.answer.verdict.decisive]
    assert deciding == ["kinduction"]
    assert not {"greybox", "predicate"} & {turn.actor.name for turn in done.turns}, "these come later"


def test_without_inputs_explicit_values_come_first() -> None:
    done = ran(COUNTED.replace("__VERIFIER_nondet_uint()", "3000000000u").replace("y != n", "x != 0"))
    assert done.answer.verdict is Verdict.TRUE
    names = [turn.actor.name for turn in done.turns]
    assert names[:2] == ["features", "value"]
    assert "reduce" not in names, "no residual program of a large condition"


WITH_LOOPS = Features(loops=2, inputs=1)
WITH_LISTS = Features(loops=2, inputs=1, pointers=3, heap=1)

HARD = """
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
  if (a > 1 && a < 4294967296 && b > 1 && b < 4294967296 && a * b == 9706959682116795949u) reach_error();
  return 0;
}
"""
"""The product of two primes of 32 bits: nobody finds them in a moment."""

LISTED = """
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 7;
    node->next = head;
    head = node;
  }
  for (; head; head = head->next)
    if (head->data != 7) reach_error();
  return 0;
}
"""


@pytest.fixture(scope="module")
def hard() -> Run:
    """What nobody finds, until the time is over."""
    return ran(HARD, 5.0)


def test_the_turns_of_a_second_come_whatever_the_program_has(hard: Run) -> None:
    names = {turn.actor.name for turn in hard.turns}
    assert hard.answer.verdict is Verdict.UNKNOWN
    assert {"greybox", "bmc", "kinduction"} <= names
    assert "shape" not in names


def test_in_half_a_minute_all_have_a_turn() -> None:
    turns = _turns(staged())
    for features, without in ((WITH_LOOPS, ["shape"]), (WITH_LISTS, ["predicate"])):
        parts = zip(turns.parts, planned(_turns_of(turns, features), len(turns.parts), 24.0), strict=True)
        short = [next(actors_in(part)).name for part, seconds in parts if seconds is not None and seconds < 0.5]
        assert short == without


def test_where_there_are_lists_bounded_model_checking_has_more_time_than_k_induction() -> None:
    turns = _turns(staged())
    of_lists = planned(_turns_of(turns, WITH_LISTS), len(turns.parts), 28.0)
    seconds = dict(zip((next(actors_in(part)).name for part in turns.parts), of_lists, strict=True))
    assert (seconds["bmc"] or 0.0) > 2 * (seconds["kinduction"] or 0.0) > 4.0
    assert (seconds["shape"] or 0.0) > 7.0


EVENT_MACHINE = Features(edges=600, loops=1, inputs=3, branches=80)


@pytest.mark.parametrize(
    ("features", "least", "most"),
    [
        (WITH_LOOPS, 2.0, 4.0),
        (EVENT_MACHINE, 5.0, 7.0),
        (replace(EVENT_MACHINE, bits=300), 2.0, 4.0),  # a model of hardware
        (replace(EVENT_MACHINE, bits=300, branches=900, edges=20_000), 2.0, 4.0),
        (replace(EVENT_MACHINE, bits=300, branches=900, edges=6_000, pointers=500), 6.0, 8.0),
        (replace(EVENT_MACHINE, edges=40_000, branches=9_000), 10.0, 15.0),
    ],
    ids=str,
)
def test_the_fuzzer_has_more_time_where_executions_go_further(features: Features, least: float, most: float) -> None:
    turns = _turns(staged())
    seconds = planned(_turns_of(turns, features), len(turns.parts), 24.0)
    (part,) = (n for n, each in enumerate(turns.parts) if next(actors_in(each)).name == "greybox")
    assert least <= (seconds[part] or 0.0) <= most


def test_without_loops_bounded_model_checking_has_most_of_the_time(hard: Run) -> None:
    """Greybox fuzzing comes before it, and all others after it."""
    turns = [turn for turn in hard.turns if turn.actor.name not in ("features", "original")]
    longest, second = sorted(turns, key=lambda turn: turn.resources.cpu)[:-3:-1]
    assert longest.actor.name == "bmc"
    assert longest.resources.cpu > 1.5 * second.resources.cpu


def test_lists_of_any_length_are_known_by_their_shape() -> None:
    done = ran(LISTED)
    assert done.answer.verdict is Verdict.TRUE
    assert [turn.actor.name for turn in done.turns if turn.answer and turn.answer.verdict.decisive] == ["shape"]


def test_where_a_part_is_verified_cmc_stands_in() -> None:
    of_a_part = of_the_rest(READY["default"](), Condition)
    assert original().name not in [each.name for each in actors_in(of_a_part.composition)]
    assert for_a_part(READY["predicate"]()) == READY["predicate"]()


def test_a_question_about_the_size_of_a_condition() -> None:
    question = ConditionHas(3)
    assert question_of(question_text(question)) == question
    assert [question.holds(chain(states)) for states in (1, 3, 4)] == [True, True, False]
    with pytest.raises(ValueError, match="at least one state"):
        ConditionHas(0)


def test_a_question_about_the_time_that_is_left() -> None:
    question = TimeLeft(2.5)
    assert question_of(question_text(question)) == question
    assert [question.holds(Limits(cpu=seconds)) for seconds in (None, 2.5, 2.4)] == [True, True, False]
    assert [question.holds(Limits(cpu=9.0, wall=seconds)) for seconds in (None, 2.5, 2.4)] == [True, True, False]
    with pytest.raises(ValueError, match="above 0"):
        TimeLeft(0)


def _turns_of(turns: Interleaved, features: Features) -> list[Slice]:
    """The turns where a program has these."""
    return [each for each in turns.slices if each.when is None or each.when.holds(features)]


def _turns(flow: Flow) -> Interleaved:
    composition: Composition = flow.composition
    while not isinstance(composition, Interleaved):
        composition = composition.children()[-1]
    return composition


@pytest.mark.parametrize("schedule", [staged, staged_for_memory])
@pytest.mark.parametrize("cores", [1, 2, 3, 4])
def test_longer_turns_are_taken_side_by_side(cores: int, schedule: Callable[[int], Flow]) -> None:
    """On each number of cores the same verifiers take part."""
    composition = schedule(cores).composition
    assert width(composition) == cores
    assert {each.name for each in actors_in(composition)} == {each.name for each in actors_in(staged().composition)}


@pytest.mark.parametrize("cores", [1, 2])
def test_for_accesses_of_memory_k_induction_has_most_of_the_time(cores: int) -> None:
    """For nothing else."""
    flow = usual_flow(specification_named("memory-safety"), cores)
    assert flow.composition == staged_for_memory(cores).composition
    assert _share_of_k_induction(flow) > 2 * _share_of_k_induction(staged(cores))
    for name in ("assertions", "no-overflow", "memory-safety,assertions"):
        assert usual_flow(specification_named(name), cores).composition == staged(cores).composition


def _share_of_k_induction(flow: Flow) -> float:
    """Of a minute in turns."""
    turns = _turns(flow)
    (part,) = (n for n, each in enumerate(turns.parts) if kinduction().name in {a.name for a in actors_in(each)})
    seconds = planned(_turns_of(turns, WITH_LISTS), len(turns.parts), 60.0)[part]
    assert seconds is not None
    return seconds / 60.0


@pytest.mark.parametrize(("seconds", "asked"), [(2.0, ["value", "bmc"]), (1000.0, ["bmc"])])
def test_a_turn_that_would_be_too_short_is_left_out(seconds: float, asked: list[str]) -> None:
    """The first part of a fallback that does nothing has not succeeded."""
    flow = Flow("turns", Fallback((IfThenElse(TimeLeft(seconds), value()), bmc(last_bound=1))))
    with Workers(MODULES) as workers:
        listener = Listener()
        done = run(flow, program(COUNTED), Limits(cpu=3.0), in_workers(workers, listener), listener)
    assert [turn.actor.name for turn in done.turns] == asked
