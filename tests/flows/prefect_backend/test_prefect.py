"""Flows under Prefect: the same run, and people see in Prefect what happened."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from coveriflow.actors import value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.definition import Produced
from coveriflow.artifacts.answers import Composite
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.store.files import FileStore
from coveriflow.flows import ready
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Progress, Request
from coveriflow.flows.running.runner import Listener, Turn
from coveriflow.flows.tasks.load import Asked
from coveriflow.formats.results.result_json import Failure, read_run_record
from coveriflow.program.errors import InputError
from tests.actors.defined import dies, sleeps, stumbles
from tests.actors.tasks import EXAMPLES
from tests.places import ROOT

pytestmark = pytest.mark.prefect
HALVES = Asked((EXAMPLES / "halves.c",))
LIMITS = Limits(cpu=60.0, memory=4 << 30)
PATIENCE = 30.0


@dataclass(frozen=True)
class Record:
    """A run as the server has it."""

    name: str
    type: str
    state: str
    message: str


@pytest.fixture
def server(prefect_server: str) -> Iterator[Any]:
    """A client of the server."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        yield client


def record(run: Any) -> Record:
    return Record(run.name, run.state.type.value, run.state.name, run.state.message or "")


def last_flow_run(server: Any) -> Any:
    from prefect.client.schemas.sorting import FlowRunSort

    return server.read_flow_runs(limit=1, sort=FlowRunSort.START_TIME_DESC)[0]


def task_runs(server: Any, flow_run: Any, expected: int) -> list[Record]:
    """In the order in which they began. The server takes a moment to write them down."""
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId

    deadline = time.monotonic() + PATIENCE
    mine = FlowRunFilter(id=FlowRunFilterId(any_=[flow_run.id]))
    while time.monotonic() < deadline:
        runs = server.read_task_runs(flow_run_filter=mine)
        if len(runs) == expected and all(run.state and run.state.is_final() for run in runs):
            return [record(run) for run in sorted(runs, key=lambda run: run.start_time or run.expected_start_time)]
        time.sleep(0.1)
    raise AssertionError(f"the server has not {expected} task runs that ended: {runs}")


def pages(server: Any, flow_run: Any) -> list[Any]:
    found = server.request("POST", "/artifacts/filter", json={"flow_runs": {"id": {"any_": [str(flow_run.id)]}}})
    return list(found.json())


def test_results_that_are_there_are_shown_as_such(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    store = FileStore(tmp_path).opened()
    verify_under_prefect(ready.cmc(), HALVES, LIMITS, store=store)
    run = verify_under_prefect(ready.cmc(), HALVES, LIMITS, store=store)
    assert run.answer.verdict is Verdict.TRUE
    assert all(turn.reused is not None for turn in run.turns)
    flow_run = last_flow_run(server)
    messages = [each.message for each in task_runs(server, flow_run, 3)]
    assert all("; reused, took " in message for message in messages)
    (page,) = pages(server, flow_run)
    assert page["data"].count("(reused, took ") == 3


def test_a_flow_run_with_a_task_run_for_each_actor(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    run = verify_under_prefect(ready.cmc(), HALVES, LIMITS, tmp_path)
    assert run.answer.verdict is Verdict.TRUE
    assert isinstance(run.answer.evidence, Composite)
    assert {path.name for path in tmp_path.iterdir()} == {
        "result.json",
        "condition.graphml",
        "residual.c",
        "witness.graphml",
        "witness.yml",
        "graphs",
    }
    flow_run = last_flow_run(server)
    assert (flow_run.name, flow_run.state.type.value, flow_run.state.name) == ("cmc halves.c", "COMPLETED", "true")
    assert flow_run.state.message.startswith("a fixed point of ")
    value_run, reduce_run, bmc_run = task_runs(server, flow_run, 3)
    assert (value_run.name, value_run.type, value_run.state) == ("value halves.c", "COMPLETED", "unknown")
    assert value_run.message.endswith("; made: condition")
    assert reduce_run == Record("reduce halves.c", "COMPLETED", "Completed", "made: residual program")
    assert (bmc_run.name, bmc_run.type, bmc_run.state) == ("bmc halves.residual.c", "COMPLETED", "true")
    (page,) = pages(server, flow_run)
    assert page["key"] == "cmc-halves-c"
    assert page["data"].startswith("# true: halves.c\n")
    assert str(tmp_path / "condition.graphml") in page["data"].replace("\\", "")


def test_the_listener_hears_the_same_as_without_prefect(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    heard: list[str] = []

    class Ear(Listener):
        def started(self, actor: Any) -> None:
            heard.append(f"{actor.name} started")

        def finished(self, turn: Turn) -> None:
            heard.append(f"{turn.actor.name} {turn.end.value if turn.end else ''}")

    verify_under_prefect(ready.value_alone(), HALVES, LIMITS, None, Ear())
    assert heard == ["value started", "value finished"]


def test_an_actor_that_fails_is_seen_and_the_composition_goes_on(server: Any) -> None:
    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    flow = Flow("bumpy", dies() >> stumbles() >> value())
    run = verify_under_prefect(flow, HALVES, LIMITS)
    assert [turn.end for turn in run.turns] == [End.DIED, End.FAILED, End.FINISHED]
    flow_run = last_flow_run(server)
    assert (flow_run.name, flow_run.state.name) == ("bumpy halves.c", "unknown")
    died, stumbled, third = task_runs(server, flow_run, 3)
    assert (died.type, died.state) == ("CRASHED", "died")
    assert "SIGKILL" in died.message
    assert (stumbled.type, stumbled.state) == ("CRASHED", "internal error")
    assert stumbled.message == "ZeroDivisionError: on purpose"
    assert (third.name, third.state) == ("value halves.c", "unknown")


def test_who_cancels_all_stops_what_works_and_what_would_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a server: the tasks of a flow run that was cancelled."""
    from coveriflow.flows.prefect_backend import tasks as prefect_tasks

    def works(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        begun.set()
        return Outcome(End.CANCELLED if cancellation.wait(PATIENCE) else End.FINISHED)

    monkeypatch.setattr(prefect_tasks, "get_run_logger", lambda: logging.getLogger("test"))
    begun, ends = threading.Event(), list[End]()
    tasks, request = prefect_tasks.TaskRuns(works, Listener()), Request(value(), (), LIMITS, LIMITS)
    turn = threading.Thread(target=lambda: ends.append(tasks._outcome(request, Cancellation()).end))
    turn.start()
    assert begun.wait(PATIENCE)
    tasks.cancel()
    turn.join(PATIENCE)
    begun.clear()
    assert ends == [End.CANCELLED]
    assert tasks._outcome(request, Cancellation()).end is tasks(request, Cancellation()).end is End.CANCELLED
    assert not begun.is_set()


def test_a_cancelled_flow_run_leaves_no_process(server: Any, tmp_path: Path) -> None:
    from prefect.states import Cancelling

    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    flow = Flow("patient", sleeps(folder=str(tmp_path)) >> value())
    runs: list[Any] = []
    thread = threading.Thread(target=lambda: runs.append(verify_under_prefect(flow, HALVES, LIMITS)))
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    (left,) = tmp_path.iterdir()
    flow_run = last_flow_run(server)
    assert flow_run.name == "patient halves.c"
    server.set_flow_run_state(flow_run.id, Cancelling())
    thread.join(PATIENCE)
    (run,) = runs
    assert not psutil.pid_exists(int(left.name))
    assert run.answer.verdict is Verdict.UNKNOWN
    assert [turn.end for turn in run.turns] == [End.CANCELLED, End.CANCELLED]
    assert record(server.read_flow_run(flow_run.id)) == Record(
        "patient halves.c", "CANCELLED", "Cancelled", "cancelled: sleeps, value"
    )
    (slept,) = task_runs(server, flow_run, 1)
    assert (slept.name, slept.type) == ("sleeps halves.c", "CANCELLED")


def test_the_flow_cmc_is_called_as_any_flow(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.cmc import cmc

    run = cmc(str(EXAMPLES / "halves.yml"), data_model="ILP32", out=str(tmp_path))
    assert run.answer.verdict is Verdict.TRUE
    assert run.task.data_model.value == "ILP32"
    assert (tmp_path / "result.json").is_file()
    flow_run = last_flow_run(server)
    assert (flow_run.name, flow_run.state.name) == ("cmc halves.yml", "true")


def test_the_form_says_how_the_program_is_put_together(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.cmc import cmc
    from coveriflow.flows.prefect_backend.forms import BuildForm

    (tmp_path / "a.c").write_text("void g(int); void f(int x) { if (x == LIMIT) g(x); }\n")
    (tmp_path / "b.c").write_text("#include <assert.h>\nvoid g(int x) { assert(0); }\n")
    form = BuildForm(files=[str(tmp_path / "b.c")], defines=["LIMIT=7"], entry="f")
    run = cmc(str(tmp_path / "a.c"), out=str(tmp_path / "out"), build=form)
    assert run.answer.verdict is Verdict.FALSE
    assert run.task.entry == "f"


def test_bad_input_fails_the_flow_run_and_is_raised(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.cmc import cmc

    with pytest.raises(InputError, match="No such file"):
        cmc(str(tmp_path / "missing.c"), out=str(tmp_path / "out"))
    left = read_run_record((tmp_path / "out" / "result.json").read_bytes(), "result.json")
    assert (left.verdict, left.error) == (Verdict.UNKNOWN, Failure.BAD_INPUT)
    failed = last_flow_run(server)
    assert (failed.name, failed.state.type.value) == ("cmc missing.c", "FAILED")
    assert failed.state.message.startswith("bad input: No such file")


def test_the_form_of_a_deployment_says_what_to_fill_in() -> None:
    from coveriflow.flows.cmc import cmc

    schema = cmc.parameters.model_dump()
    assert schema["required"] == ["program"]
    assert all(each.get("description") for each in schema["properties"].values())


def test_the_deployment_s_entry_point_is_the_flow() -> None:
    import yaml
    from prefect.flows import load_flow_from_entrypoint

    from coveriflow.flows.cmc import cmc

    content = yaml.safe_load((ROOT / "prefect.yaml").read_text())
    deployment = next(each for each in content["deployments"] if each["name"] == "cmc")
    assert load_flow_from_entrypoint(deployment["entrypoint"]) is cmc


@pytest.mark.usefixtures("compiler")
def test_the_script_runs_with_the_options_of_the_command_line(prefect_server: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "coveriflow" / "flows" / "cmc.py"), str(EXAMPLES / "halves-bug.c")]
    environment = os.environ | {"PREFECT_API_URL": prefect_server}
    done = subprocess.run(
        [*command, "--cpu", "60s", "--out", str(tmp_path)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 10, done.stderr
    assert "FALSE" in done.stdout
    assert "testcase-1.xml" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_server_that_cannot_be_reached_is_said() -> None:
    from prefect.settings import PREFECT_API_URL, temporary_settings

    from coveriflow.flows.prefect_backend.run import ServerUnavailable, verify_under_prefect

    with temporary_settings({PREFECT_API_URL: "http://127.0.0.1:9/api"}), pytest.raises(ServerUnavailable) as failed:
        verify_under_prefect(ready.cmc(), HALVES, LIMITS)
    assert str(failed.value).startswith("Prefect's server at http://127.0.0.1:9/api cannot be reached: ")


@pytest.mark.slow
def test_without_a_server_a_temporary_one_comes_and_goes(prefect_server: str) -> None:
    """On the database of the other server, since making one takes longer than all of this."""
    from prefect.settings import PREFECT_API_URL, PREFECT_SERVER_EPHEMERAL_ENABLED, temporary_settings

    from coveriflow.flows.prefect_backend.run import verify_under_prefect

    before = {child.pid for child in psutil.Process().children(recursive=True)}
    said: list[str] = []
    with temporary_settings({PREFECT_SERVER_EPHEMERAL_ENABLED: True}, restore_defaults={PREFECT_API_URL}):
        run = verify_under_prefect(ready.value_alone(), HALVES, LIMITS, notify=said.append)
    assert run.answer.verdict is Verdict.UNKNOWN
    assert len(said) == 1
    assert "temporary Prefect server" in said[0]
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before


@pytest.mark.slow
def test_a_temporary_server_that_does_not_start_is_said() -> None:
    from coveriflow.flows.prefect_backend.temporary_server import ServerUnavailable, temporary_server

    nowhere = {"PREFECT_SERVER_DATABASE_CONNECTION_URL": "sqlite+aiosqlite:////nowhere/at/all.db"}
    with (
        pytest.raises(ServerUnavailable, match=r"did not start: .*unable to open database file"),
        temporary_server(nowhere),
    ):
        pass
