"""The ready flows on the program of which each verifier can do one half only."""

from __future__ import annotations

import pytest

from coveriflow.actors import Flow, bmc
from coveriflow.artifacts.answers import Composite, ConfirmedTest, Induction
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import along_witness
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.program.errors import ToolMissing
from tests.actors.tasks import example


def ran(flow: str, program: str, limits: Limits, workers: Workers) -> Run:
    listener = Listener()
    try:
        return run(READY[flow](), example(program), limits, in_workers(workers, listener), listener)
    except ToolMissing as missing:
        assert "cbmc" in flow
        pytest.skip(missing.message.partition("\n")[0])


@pytest.mark.parametrize("flow", ["value", "bmc"])
def test_each_verifier_alone_does_not_know(flow: str, workers: Workers) -> None:
    answer = ran(flow, "halves.c", Limits(cpu=2.0), workers).answer
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.reason


def test_the_default_does_by_induction(workers: Workers) -> None:
    answer = ran("default", "halves.c", Limits(cpu=30.0), workers).answer
    assert answer.verdict is Verdict.TRUE
    assert isinstance(answer.evidence, Induction)


@pytest.mark.parametrize("flow", ["cmc", "cmc-conditional"])
def test_together_they_do(flow: str, workers: Workers) -> None:
    answer = ran(flow, "halves.c", Limits(cpu=30.0), workers).answer
    assert answer.verdict is Verdict.TRUE
    assert isinstance(answer.evidence, Composite)
    assert answer.assumptions == ()


BUSY = (
    "test",
    "portfolio-validated",
    "ranged",
    "ranged-rounds",
    "ra-2se-dynamic",
    "ra-2se-rdm",
    "ra-3se",
    "ra-2bmc",
    "ra-se-pred",
)
"""Their parts have tests of their own every day."""
OF_OTHER_PROPERTIES = ("termination",)


@pytest.mark.parametrize(
    "flow",
    [
        pytest.param(n, marks=[pytest.mark.slow] * (n in BUSY))
        for n in READY
        if n not in (*WITH_TOOLS, *OF_OTHER_PROPERTIES)
    ],
)
def test_the_bug_is_found_and_executed(flow: str, workers: Workers) -> None:
    answer = ran(flow, "halves-bug.c", Limits(cpu=30.0), workers).answer
    assert answer.verdict is Verdict.FALSE
    assert isinstance(answer.evidence, ConfirmedTest)


def test_a_claimed_violation_is_found_along_its_witness(workers: Workers) -> None:
    listener, flow = Listener(), Flow("along", along_witness(bmc()))
    done = run(flow, example("halves-bug.c"), Limits(cpu=30.0), in_workers(workers, listener), listener)
    assert [turn.actor.name for turn in done.turns] == ["bmc", "validate-witness"]
    assert done.answer.verdict is Verdict.FALSE
    assert isinstance(done.answer.evidence, ConfirmedTest)
