"""Long and deep programs: whatever the budget, a verifier decides them or gives up. It does not fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coveriflow.actors.properties import check_property
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.run import exit_code
from coveriflow.cli.contracts import Exit
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.tasks import program
from tests.generators.deep import DEEP, HEAD

DAILY = [("predicate", "event_conditions"), ("impact", "else_ifs"), ("default", "sums")]
FLOWS = [name for name in READY if name not in WITH_TOOLS and name not in ("test", "termination")]
SIZE = 1200
BUDGET = Limits(4.0, 60.0, 2 << 30)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(MODULES) as those:
        yield those


@pytest.mark.parametrize(("name", "kind"), DAILY)
def test_no_flow_fails(name: str, kind: str, workers: Workers) -> None:
    assert_no_failure(kind, [name], workers, SIZE // 12)


@pytest.mark.parametrize("name", FLOWS)
def test_each_flow_can_be_asked(name: str) -> None:
    check_property(READY[name](), program("").specification)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", DEEP)
def test_no_flow_fails_on_larger_ones(kind: str, workers: Workers) -> None:
    assert_no_failure(kind, FLOWS, workers, SIZE)


def assert_no_failure(kind: str, flows: list[str], workers: Workers, size: int) -> None:
    task = program(DEEP[kind](size).removeprefix(HEAD))
    for name in flows:
        done = run(READY[name](), task, BUDGET, in_workers(workers, Listener()), Listener())
        assert not [turn for turn in done.turns if turn.end is End.FAILED], name
        assert exit_code(done) in (Exit.TRUE, Exit.FALSE, Exit.UNKNOWN)
        assert done.answer.verdict is not Verdict.UNKNOWN or done.answer.reason
