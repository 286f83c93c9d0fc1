"""Actors as tasks of ordinary Prefect flows: they compose as actors do, and Prefect's options work."""

from __future__ import annotations

import functools
import operator
import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from coveriflow.actors import bmc, execute, reduce, value, when_false
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.artifacts.answers import Composite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.direct import verify
from coveriflow.formats.results.result_json import read_run_record
from tests.actors.defined import dies, says_what_it_got, sleeps
from tests.actors.tasks import EXAMPLES
from tests.places import ROOT

pytestmark = pytest.mark.prefect
PATIENCE = 60.0
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
    def proof(run: Any) -> Any:
        """A subflow takes the result of a task."""
        return as_task(bmc() >> when_false(execute()), out=str(tmp_path))(run)

    @flow
    def mine(programs: list[str]) -> list[Any]:
        ids.append(flow_run.id)
        tasks = task(read_program).map(programs)
        first = as_task(value(), cpu=20, tags=["explicit"]).map(tasks)
        rest = as_task(reduce(), name="rest").map(first)
        return [proof(rest[0].result()), first[1].result(), rest[1].result()]

    proved, violated, skipped = mine([HALVES, BUG])
    assert proved.answer.verdict is Verdict.TRUE
    assert isinstance(proved.answer.evidence, Composite)
    assert [turn.actor.called for turn in proved.turns] == ["value", "reduce", "bmc"]
    assert violated.answer.verdict is skipped.answer.verdict is Verdict.FALSE
    assert skipped.turns[-1].hindrance == "there is no Condition: the verdict is false already"
    assert proved.verdict is Verdict.TRUE
    assert proved.because.startswith("a fixed point of")
    assert proved.condition is not None
    assert proved.record.flow == "value >> reduce >> bmc execute"
    assert read_run_record((tmp_path / "result.json").read_bytes(), "result.json").verdict is Verdict.TRUE
    names = {(each.name, each.state) for each in records(client, ids[0], 7)}
    assert {("value halves.c", "unknown"), ("rest halves.c", "unknown"), ("rest halves-bug.c", "false")} <= names
    tags = [each.tags for each in client.read_task_runs() if each.name == "value halves.c"]
    assert "explicit" in tags[0]
    assert pickle.loads(pickle.dumps(proved)).answer == proved.answer


def test_conditions_of_residual_programs_are_passed_over_as_in_a_composition(client: Any) -> None:
    """A second reducer takes the condition of the program as written, though one of its residual program came later."""
    from prefect import flow

    from coveriflow.flows.verify import as_task

    steps = (value(states=3), reduce(), bmc(last_bound=1), reduce(), bmc(last_bound=2))

    @flow
    def mine() -> Any:
        run: Any = str(EXAMPLES / "abspow.c")
        for step in steps:
            run = as_task(step, cpu=20).with_options(tags=["step"])(run)
        return run

    together = verify(Flow("together", functools.reduce(operator.rshift, steps)), EXAMPLES / "abspow.c")
    apart: Any = mine()
    assert [turn.end for turn in apart.turns] == [turn.end for turn in together.turns]
    assert [turn.hindrance for turn in apart.turns] == [turn.hindrance for turn in together.turns]
    assert apart.answer.verdict is together.answer.verdict


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

    state: Any = mine()
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


def test_a_later_task_takes_no_confirmed_verdict_back(client: Any, tmp_path: Path) -> None:
    """As in a composition; programs that share a folder for evidence are refused."""
    from prefect import flow

    from coveriflow.flows.verify import as_task

    steps = (value(), says_what_it_got(), says_what_it_got())
    program = tmp_path / "safe.c"
    program.write_text(
        "void reach_error(void) {}\nint main(void) { int x = 3; if (x != 3) reach_error(); return 0; }\n"
    )

    @flow
    def mine() -> Any:
        run: Any = program
        for step in steps:
            run = as_task(step, cache=False, out=str(tmp_path / "out" / "{program}"))(run)
        state = as_task(steps[1], cache=False, out=str(tmp_path / "out" / "safe"))(HALVES, return_state=True)
        return run, state

    together = verify(Flow("together", functools.reduce(operator.rshift, steps)), program)
    found: Any = mine()
    apart, refused = found
    assert together.answer.verdict is apart.verdict is Verdict.TRUE
    assert apart.because == read_run_record((tmp_path / "out/safe/result.json").read_bytes(), "").confirmed_by
    assert refused.is_failed()
    assert "has the evidence of" in refused.message


def test_a_cancelled_flow_run_ends_subflows_and_is_cancelled(client: Any, tmp_path: Path) -> None:
    """Without a worker, which would end the process. What the flow begins afterwards ends at once."""
    from prefect import flow
    from prefect.exceptions import CancelledRun
    from prefect.runtime import flow_run
    from prefect.states import Cancelling

    from coveriflow.flows.verify import as_task

    ids: list[str] = []
    step = as_task(sleeps(folder=str(tmp_path)), cache=False)

    @flow
    def inner() -> Any:
        ids.append(flow_run.id)
        return step(HALVES)

    @flow
    def outer() -> Any:
        ids.append(flow_run.id)
        beside = step.submit(HALVES)
        with pytest.raises(CancelledRun):
            inner()
        with pytest.raises(CancelledRun):
            step(HALVES)
        return beside.result()

    def cancel() -> None:
        deadline = time.monotonic() + PATIENCE
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        client.set_flow_run_state(ids[0], Cancelling())

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(CancelledRun, match="cancelled: sleeps"):
        outer()
    thread.join()
    processes = [int(each.name) for each in tmp_path.iterdir()]
    assert len(processes) == 2
    assert not any(map(psutil.pid_exists, processes))
    for each in ids:
        assert client.read_flow_run(each).state.type.value == "CANCELLED"
    states = {each.type for each in records(client, ids[0], 3)}
    assert states == {"CANCELLED"}


def test_the_served_example_of_the_docs_runs(client: Any, prefect_server: str, tmp_path: Path) -> None:
    """A served flow is sent to its process by value, with the actors that it makes."""
    page = (ROOT / "docs" / "howto" / "prefect.md").read_text()
    example = page.partition("```python\n")[2].partition("if __name__")[0]
    script = tmp_path / "mine.py"
    script.write_text(f"{example}\nif __name__ == '__main__':\n    mine.serve('docs', pause_on_shutdown=False)\n")
    environment = os.environ | {"PREFECT_API_URL": prefect_server, "PREFECT_RUNNER_POLL_FREQUENCY": "1"}
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen([sys.executable, script], env=environment, stdout=log, stderr=log, cwd=tmp_path)
    try:
        deadline = time.monotonic() + 2 * PATIENCE
        while not (found := [each for each in client.read_deployments() if each.name == "docs"]):
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.5)
        run = client.create_flow_run_from_deployment(found[0].id, parameters={"programs": [BUG]})
        while not (state := client.read_flow_run(run.id).state).is_final():
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.5)
    finally:
        server.terminate()
        server.wait(PATIENCE)
    assert state.is_completed(), (tmp_path / "log").read_text()
    assert "false" in (tmp_path / "log").read_text()
