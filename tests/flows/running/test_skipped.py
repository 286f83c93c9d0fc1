"""A transformation that is not possible is skipped: the run goes on with the original program, in every composition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coveriflow.actors.composition.flow import Flow, when_unknown
from coveriflow.actors.composition.nodes import Composition, Fallback, IfThenElse, Need, Repeat, Retry, Within
from coveriflow.actors.questions import TimeLeft
from coveriflow.actors.verifiers import predicate_given, value
from coveriflow.artifacts.answers import is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.result import row_of
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import conditional, ranged
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.run_folder import write_run_folder
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import NotSupported, Span
from tests.actors.tasks import program
from tests.flows.running.test_runner import (
    FALSE,
    LIMITS,
    TASK,
    TRUE,
    UNKNOWN,
    A,
    Stage,
    actor,
    condition,
    done,
    ran,
    staged,
)

Outcomes = Outcome[tuple[object, ...]]
PROGRAM = Need("program", (Task, Residual))
IMPOSSIBLE: Outcomes = Outcome(End.FAILED, error=NotSupported("inlining", Span("a.c", 3)))
EARLIER = Residual(Task((Source("r.c", "int main(void) { return 1; }", ""),)), TASK, ())

first = actor("first", PROGRAM, provides=(type(UNKNOWN), Condition))
reducer = actor("reducer", PROGRAM, Condition, provides=(Residual,))
again = actor("again", PROGRAM, provides=(Residual,))
verifier = actor("verifier", PROGRAM)
back = actor("back", Residual, Condition, provides=(Condition,))
splitter = actor("splitter", Task, provides=(Ranges,))
searcher = actor("searcher", PROGRAM, Need("within", (Range,), optional=True))
of_range = actor("of_range", PROGRAM, Range, provides=(Residual,))
FOUND = done(UNKNOWN, condition("1"))


def in_all_ways() -> dict[str, Composition]:
    left = reducer >> verifier
    return {
        "sequence": first >> left,
        "when unknown": first >> when_unknown(left),
        "within": first >> Within(left, share=0.5),
        "retry": first >> Retry(left),
        "repeat": first >> Repeat(left, most=1),
        "portfolio": first >> (left | actor("other", Task)),
        "parallel": first >> (left & actor("other", Task)),
        "named": first >> reducer.named("mine") >> verifier.taking(program="mine"),
        "fallback": first >> Fallback((left, actor("other", Task))),
    }


@pytest.mark.parametrize("way", in_all_ways())
@pytest.mark.parametrize(
    "failed", [IMPOSSIBLE, Outcome(End.OUT_OF_CPU), Outcome(End.DIED)], ids=["skipped", "cpu", "died"]
)
def test_the_next_one_gets_the_original(way: str, failed: Outcomes) -> None:
    result, stage = staged(in_all_ways()[way], first=FOUND, reducer=failed, verifier=done(TRUE), other=done(UNKNOWN))
    assert stage.inputs_of("verifier") == (TASK,)
    assert result.answer == TRUE


def test_what_is_skipped_is_told() -> None:
    turn = ran(first >> reducer >> verifier, first=FOUND, reducer=IMPOSSIBLE, verifier=done(TRUE)).turns[1]
    row = row_of(turn)
    assert (row.outcome, row.end) == ("skipped", "skipped")
    assert "inlining is not supported (a.c, line 3)" in row.why
    assert "the original program" in row.why


def test_the_residual_program_of_an_earlier_stage_is_not_the_current_one(tmp_path: Path) -> None:
    """Nor is it written as what is left, nor a condition carried back from it."""
    flow = reducer >> first.named("second") >> again >> verifier >> back
    result, stage = staged(
        flow,
        condition("given"),
        first=FOUND,
        reducer=done(EARLIER),
        again=IMPOSSIBLE,
        verifier=done(TRUE),
        back=done(),
    )
    assert stage.inputs_of("verifier") == (TASK,)
    assert result.turns[-1].missing == "Residual"
    write_run_folder(result, tmp_path)
    assert not (tmp_path / "residual.c").exists()
    said = [each["end"] for each in json.loads((tmp_path / "result.json").read_text())["actors"]]
    assert said == ["finished", "finished", "skipped", "finished", "not run"]


def test_a_transformation_that_is_not_possible_falls_back_to_another_one() -> None:
    flow = first >> Fallback((reducer, again)) >> verifier
    _, stage = staged(flow, first=FOUND, reducer=IMPOSSIBLE, again=done(EARLIER), verifier=done(TRUE))
    assert stage.inputs_of("verifier") == (EARLIER,)


def test_a_part_whose_verifier_had_no_turn_falls_back_to_the_next_one() -> None:
    """What it transformed decides nothing."""
    flow = first >> Fallback((again >> IfThenElse(TimeLeft(1e9), verifier), verifier))
    result, _ = staged(flow, first=FOUND, again=done(EARLIER), verifier=done(TRUE))
    assert [turn.actor.called for turn in result.turns] == ["first", "again", "verifier"]
    assert result.answer == TRUE


def test_a_transformation_that_is_not_possible_is_not_tried_again() -> None:
    _, stage = staged(
        first >> Retry(reducer, times=3) >> verifier, first=FOUND, reducer=IMPOSSIBLE, verifier=done(TRUE)
    )
    assert [name for name, _, _ in stage.calls] == ["first", "reducer", "verifier"]


def test_in_later_rounds_the_program_of_an_earlier_one_is_not_taken() -> None:
    outcomes = [done(EARLIER), IMPOSSIBLE]

    class Rounds(dict[str, Outcomes]):
        def __getitem__(self, name: str) -> Outcomes:
            return outcomes.pop(0) if name == "again" else super().__getitem__(name)

    stage = Stage(Rounds(verifier=done(UNKNOWN)))
    flow = Flow("flow", Repeat(again >> verifier, most=2))
    run(flow, TASK, LIMITS, stage, Listener())
    assert [inputs for name, inputs, _ in stage.calls if name == "verifier"] == [(EARLIER,), (TASK,)]


def test_ranges() -> None:
    """Without ranges the first analysis looks at all; without a program of the range, the verifier at the original."""
    analysis = of_range >> verifier
    whole, stage = staged(
        ranged(splitter, analysis, searcher), splitter=IMPOSSIBLE, of_range=done(), verifier=done(TRUE)
    )
    assert stage.inputs_of("verifier") == (TASK,)
    assert whole.answer == TRUE


def test_a_condition_of_the_user_is_not_about_a_residual_program() -> None:
    """A verifier of the residual program was killed and left none: nothing is carried back, and nothing refused."""
    killed: Outcomes = Outcome(End.OUT_OF_CPU)
    flow = reducer >> first >> when_unknown(back >> reducer.named("next") >> verifier)
    given = condition("given")
    result, stage = staged(flow, given, reducer=done(EARLIER), first=killed, verifier=done(TRUE))
    assert [turn.missing for turn in result.turns] == ["", "", "Condition", "Condition", ""]
    assert stage.inputs_of("verifier") == (EARLIER,)


@pytest.mark.parametrize("outcome", [Outcome(End.OUT_OF_CPU), IMPOSSIBLE, done(UNKNOWN)])
def test_without_a_condition_the_next_verifies_the_whole(outcome: Outcomes) -> None:
    given = actor("given", Task, Condition)
    result, stage = staged(conditional(first, given), first=outcome, given=done(TRUE))
    task, nothing = stage.inputs_of("given")
    assert task == TASK
    assert isinstance(nothing, Condition)
    assert not nothing.accepting
    assert nothing.program_hash == TASK.program_hash
    assert result.answer == TRUE


def test_a_condition_of_before_stays() -> None:
    middle, last = (actor(name, Task, Condition, provides=(type(UNKNOWN), Condition)) for name in ("middle", "last"))
    killed: Outcomes = Outcome(End.OUT_OF_CPU)
    _, stage = staged(conditional(first, middle, last), first=FOUND, middle=killed, last=done(TRUE))
    assert stage.inputs_of("last") == (TASK, condition("1"))


def test_without_a_condition_a_verdict_is_shown_in_full() -> None:
    text = """extern int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}"""
    flow = Flow("flow", conditional(Within(value(), Limits(memory=20_000_000)), predicate_given()))
    with Workers(MODULES) as workers:
        found = run(flow, program(text, "up.c"), Limits(cpu=60.0), in_workers(workers, Listener()), Listener())
    assert found.turns[0].end is End.OUT_OF_MEMORY
    assert found.answer.verdict is Verdict.TRUE
    assert not is_claimed(found.answer.evidence)


def test_a_verdict_of_the_original_is_not_weakened_by_an_answer_that_it_lacks() -> None:
    confirmer = actor("confirmer", Task)
    result = ran(A >> confirmer, a=done(FALSE), confirmer=IMPOSSIBLE)
    assert result.answer.verdict is Verdict.UNKNOWN


RECURSIVE = """
unsigned fall(unsigned n) { return n < 2 ? n : 1 + fall(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 4 && fall(n) == 3) reach_error();
  return 0;
}
"""
NESTED = (
    "int f0(int x) { return x; }"
    + "".join(f"int f{n}(int x) {{ return f{n - 1}(x) + 1; }}\n" for n in range(1, 260))
    + "int main(void) { int n = __VERIFIER_nondet_int(); if (f259(n) == 7) reach_error(); return 0; }"
)
DAILY = ("default",)
OURS = [name for name in READY if name not in WITH_TOOLS and name not in ("test", "termination")]


@pytest.mark.parametrize("text", [RECURSIVE, NESTED], ids=["recursive", "nested"])
@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in DAILY else pytest.mark.slow) for n in OURS])
def test_ready_flows_come_to_an_answer_where_calls_cannot_be_inlined(name: str, text: str) -> None:
    limits = Limits(30.0, 60.0, 2 << 30)
    with Workers(MODULES) as workers:
        found: Run = run(READY[name](), program(text), limits, in_workers(workers, Listener()), Listener())
    assert all(turn.end is not End.FAILED for turn in found.turns)
    assert found.answer.verdict is not Verdict.TRUE
    if name == "default":
        assert found.answer.verdict is Verdict.FALSE
