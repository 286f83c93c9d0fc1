"""Branches with real actors: who wins, who fails, and that nobody is left behind."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from coveriflow.actors import Fallback, Repeat, Retry, Within, bmc, execute, reduce, value, when_false, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.definedness import Definedness
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.defined import dies, excludes_and_sleeps, sleeps, stumbles
from tests.actors.tasks import example

LIMITS = Limits(cpu=60.0, wall=120.0, memory=8 << 30)

CONFIRMED = value() >> when_false(execute())


def ran(composition: Composition, program: str = "halves-bug.c", limits: Limits = LIMITS) -> Run:
    listener = Listener()
    with Workers(MODULES) as workers:
        return run(Flow("flow", composition), example(program), limits, in_workers(workers, listener), listener)


def ends(run: Run) -> dict[str, End | None]:
    return {turn.actor.called: turn.end for turn in run.turns}


def test_the_losers_are_gone_soon(tmp_path: Path) -> None:
    listener = Listener()
    composition = sleeps(folder=str(tmp_path)) | sleeps(folder=str(tmp_path)).named("other") | CONFIRMED
    with Workers(MODULES) as workers:
        done = run(Flow("flow", composition), example("halves-bug.c"), LIMITS, in_workers(workers, listener), listener)
        assert not any(psutil.pid_exists(int(left.name)) for left in tmp_path.iterdir())
    assert done.answer.verdict is Verdict.FALSE
    assert ends(done)["sleeps"] is ends(done)["other"] is End.CANCELLED


def test_a_branch_that_dies_is_no_winner() -> None:
    done = ran(dies() | stumbles() | CONFIRMED)
    assert done.answer.verdict is Verdict.FALSE
    assert ends(done)["dies"] is End.DIED
    assert ends(done)["stumbles"] is End.FAILED


def test_verifiers_in_parallel_agree() -> None:
    done = ran(CONFIRMED & (bmc() >> when_false(execute())))
    assert done.answer.verdict is Verdict.FALSE
    assert [turn.actor.called for turn in done.turns] == ["value", "execute", "bmc", "execute"]


def test_a_condition_of_a_branch_drives_the_next_verifier() -> None:
    """Neither half of the program is too much for one of them."""
    both = value(cpu=3.0) & bmc(cpu=3.0)
    done = ran(both >> when_unknown(reduce().taking(condition="value") >> bmc()), "halves.c")
    assert done.answer.verdict is Verdict.TRUE
    assert len([each for each in done.artifacts if isinstance(each, Condition)]) >= 2


def test_a_fallback_for_what_dies() -> None:
    done = ran(Fallback((dies(), stumbles(), CONFIRMED)))
    assert done.answer.verdict is Verdict.FALSE
    assert list(ends(done).values()) == [End.DIED, End.FAILED, End.FINISHED, End.FINISHED]


def test_what_dies_is_tried_again_and_stays_unknown() -> None:
    done = ran(Retry(dies(), times=2))
    assert done.answer == Answer(Verdict.UNKNOWN, "dies: died")
    assert [turn.end for turn in done.turns] == [End.DIED] * 3


def test_a_budget_of_its_own_is_hard(tmp_path: Path) -> None:
    done = ran(Within(sleeps(folder=str(tmp_path)), Limits(wall=0.5)) >> CONFIRMED)
    assert ends(done)["sleeps"] is End.OUT_OF_WALL
    assert done.answer.verdict is Verdict.FALSE


@pytest.mark.parametrize(("ends", "left"), [(False, [Definedness(("one", "two"))]), (True, [])])
def test_what_was_found_before_a_limit_is_kept(ends: bool, left: list[object]) -> None:
    """What it reported last; nothing of an actor that fails."""
    done = ran(Within(excludes_and_sleeps(ends=ends), Limits(wall=0.5)) >> CONFIRMED)
    assert [each for each in done.artifacts if isinstance(each, Definedness)] == left
    assert done.answer.verdict is Verdict.FALSE


def test_rounds_with_a_real_actor() -> None:
    done = ran(Repeat(bmc(last_bound=1), most=3), "halves.c")
    assert len(done.turns) == 3
    assert done.answer.verdict is Verdict.UNKNOWN


@pytest.mark.prefect
def test_a_portfolio_under_prefect(prefect_server: str, tmp_path: Path) -> None:
    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    flow = Flow("side by side", sleeps(folder=str(tmp_path)) | CONFIRMED)
    done = verify_under_prefect(flow, example("halves-bug.c"), LIMITS)
    assert done.answer.verdict is Verdict.FALSE
    assert ends(done) == {"sleeps": End.CANCELLED, "value": End.FINISHED, "execute": End.FINISHED}
    assert not any(psutil.pid_exists(int(left.name)) for left in tmp_path.iterdir())
