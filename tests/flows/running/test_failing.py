"""Each ready flow, with each of its actors failing in turn: there is an answer, never a wrong one, with the right exit
code; what the others found is there; no process is left; and the next run goes on behind what had finished.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from coveriflow.actors.composition.nodes import actors_in
from coveriflow.actors.definition import Produced
from coveriflow.artifacts.answers import ConfirmedTest
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.run import exit_code
from coveriflow.cli.contracts import Exit
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Progress, Request, working
from coveriflow.flows.running.run_folder import write_run_folder
from coveriflow.flows.running.runner import Listener, Run, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import ToolMissing
from tests.actors.tasks import example
from tests.execution.helpers import is_alive, recorded, wait_until
from tests.flows.failures import dies, stumbles
from tests.flows.killed import PROGRAM, limits, verified

DAILY = ("cmc",)
WAYS = {End.DIED: dies, End.FAILED: stumbles}
FLOWS = [pytest.param(name, marks=() if name in DAILY else pytest.mark.slow) for name in READY]
CLAIMS_NOTHING = ("eva",)
"""It finds no violations."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(MODULES) as those:
        yield those


def failing(
    name: str, actor: str, job: Callable[[str], Produced], folder: Path, workers: Workers, store: FileStore
) -> Run:
    """The flow, of which that actor fails whenever it is its turn."""

    def work(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        if request.actor.called == actor:
            return workers.submit(job, str(folder), limits=request.limits).result()
        return working(workers)(request, cancellation, progress)

    stored = remembered(work, store)
    perform = lambda request, cancellation: stored(request, cancellation, lambda _: None)  # noqa: E731
    return run(READY[name](), example(PROGRAM), limits(name), perform, Listener())


@pytest.mark.timeout(900)
@pytest.mark.parametrize("end", [End.DIED, pytest.param(End.FAILED, marks=pytest.mark.slow)], ids=lambda end: end.value)
@pytest.mark.parametrize("name", FLOWS)
def test_an_actor_that_fails(name: str, end: End, tmp_path: Path, workers: Workers) -> None:
    failed = 0
    for actor in dict.fromkeys(each.called for each in actors_in(READY[name]().composition)):
        folder = tmp_path / actor
        folder.mkdir()
        store = FileStore(folder / "cache").opened()
        try:
            done = failing(name, actor, WAYS[end], folder, workers, store)
        except ToolMissing as missing:
            assert name in WITH_TOOLS
            pytest.skip(missing.message.partition("\n")[0])
        turns = [turn for turn in done.turns if turn.actor.called == actor]
        failed += len(turns)
        assert all(turn.end in (end, End.CANCELLED) for turn in turns)
        assert wait_until(partial(nobody_is_left, folder)), "a process is left"
        answered_as_it_should(done, end, folder)
        if turns:
            goes_on(name, done, actor, workers, store)
    assert failed


def nobody_is_left(folder: Path) -> bool:
    return not any(map(is_alive, recorded(folder)))


def answered_as_it_should(done: Run, end: End, folder: Path) -> None:
    verdict, failed = done.answer.verdict, any(turn.end is End.FAILED for turn in done.turns)
    confirmed = isinstance(done.answer.evidence, ConfirmedTest)
    assert verdict is not Verdict.TRUE
    if confirmed:
        assert exit_code(done) == Exit.FALSE
    else:
        assert done.answer.reason or verdict is Verdict.FALSE
        assert exit_code(done) == (Exit.INTERNAL_ERROR if failed else Exit.UNKNOWN)
    write_run_folder(done, folder / "out")
    said = json.loads((folder / "out" / "result.json").read_text())
    assert (said["claimed"] or said["verdict"]) == verdict.value
    assert said["claimed"] is None or said["verdict"] == "unknown"
    for turn, each in zip(done.turns, said["actors"], strict=True):
        assert turn.end is None or each["end"] == turn.end.value
    assert all((folder / "out" / each["path"]).exists() or Path(each["path"]).exists() for each in said["evidence"])


def goes_on(name: str, done: Run, actor: str, workers: Workers, store: FileStore) -> None:
    """Nobody has stored what failed; the next run does the rest only, and comes to the verdict."""
    assert actor not in {each.about.actor for each in store.listed()}
    again = verified(name, workers, store)
    assert again.answer.verdict is (Verdict.UNKNOWN if name in CLAIMS_NOTHING else Verdict.FALSE)
    first = {turn.actor.called: turn for turn in reversed(again.turns)}
    assert actor not in first or first[actor].end in (End.FINISHED, End.CANCELLED)
    begun = next(number for number, turn in enumerate(done.turns) if turn.actor.called == actor)
    for before in done.turns[:begun]:
        if before.end is End.FINISHED and before.actor.called in first:
            assert first[before.actor.called].reused is not None
