"""Actors as tasks of ordinary Prefect flows: they compose as actors do, and Prefect's options work."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from coveriflow.actors import bmc, execute, reduce, value, when_false
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.artifacts.answers import Composite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import read_run_record
from tests.actors.defined import dies, says_what_it_got
from tests.actors.tasks import EXAMPLES

pytestmark = pytest.mark.prefect
HALVES, BUG = str(EXAMPLES / "halves.c"), str(EXAMPLES / "halves-bug.c")


def records(client: Any, flow_run: str, expected: int) -> list[Any]:
    from tests.flows.prefect_backend.test_prefect import task_runs

    class Run:
        id = flow_run

    return list(task_runs(client, Run(), expected))


@pytest.fixture
def client(prefect_server: str) -> Any:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as found:
        yield found


def test_tasks_compose_as_actors_do(client: Any, tmp_path: Path) -> None:
    """A proof of the residual program by another task rests on the condition of the first."""
    from prefect import flow, task
    from prefect.runtime import flow_run

    from coveriflow.flows.verify import as_task, read_program

    ids: list[str] = []

    @flow
    def mine(programs: list[str]) -> list[Any]:
        ids.append(flow_run.id)
        tasks = task(read_program).map(programs)
        first = as_task(value(), cpu=20, tags=["explicit"]).map(tasks)
        rest = as_task(reduce(), name="rest").map(first)
        last = as_task(bmc() >> when_false(execute()), out=str(tmp_path)).map(rest[:1])
        return [last[0].result(), first[1].result(), rest[1].result()]

    proved, violated, skipped = mine([HALVES, BUG])
    assert proved.answer.verdict is Verdict.TRUE
    assert isinstance(proved.answer.evidence, Composite)
    assert [turn.actor.called for turn in proved.turns] == ["value", "reduce", "bmc"]
    assert violated.answer.verdict is skipped.answer.verdict is Verdict.FALSE
    assert skipped.turns[-1].hindrance == "there is no Condition"
    assert read_run_record((tmp_path / "result.json").read_bytes(), "result.json").verdict is Verdict.TRUE
    names = {(each.name, each.state) for each in records(client, ids[0], 7)}
    assert {("value halves.c", "unknown"), ("rest halves.c", "unknown"), ("bmc execute halves.c", "true")} <= names
    tags = [each.tags for each in client.read_task_runs() if each.name == "value halves.c"]
    assert "explicit" in tags[0]
    assert pickle.loads(pickle.dumps(proved)).answer == proved.answer


def test_an_actor_that_dies_is_tried_again(client: Any) -> None:
    from prefect import flow
    from prefect.runtime import flow_run

    from coveriflow.flows.verify import ActorFailed, as_task

    @flow
    def mine() -> Any:
        ids.append(flow_run.id)
        return as_task(dies(), retries=1, cache=False)(HALVES)

    ids: list[str] = []
    with pytest.raises(ActorFailed, match="dies: "):
        mine()
    (died,) = records(client, ids[0], 1)
    assert died.type == "FAILED"
    assert client.read_task_runs()[0] is not None


def test_results_are_persisted_where_that_is_wanted(client: Any, tmp_path: Path) -> None:
    from prefect import flow
    from prefect.filesystems import LocalFileSystem

    from coveriflow.flows.verify import as_task

    LocalFileSystem(basepath=str(tmp_path)).save("results", overwrite=True)

    @flow
    def mine() -> Any:
        step = as_task(says_what_it_got(), cache=False, persist_result=True, result_storage="local-file-system/results")
        return step(HALVES, return_state=True)

    state = mine()
    assert any(tmp_path.iterdir())
    assert state.result().answer.reason == "Task, None, hello, None"


def test_a_task_that_lacks_its_input_is_refused(client: Any) -> None:
    from prefect import flow

    from coveriflow.flows.verify import as_task

    @flow
    def mine() -> Any:
        return as_task(reduce())(HALVES)

    with pytest.raises(CompositionError, match="reduce needs a Condition"):
        mine()
