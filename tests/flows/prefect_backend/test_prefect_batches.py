"""Nights under Prefect: a task run for each job, artifacts for people, and records that are counted."""

from __future__ import annotations

import base64
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from coveriflow.artifacts.batch.results import Job, JobResult
from coveriflow.flows.batch.planning import begun
from coveriflow.flows.batch.scheduler import Silent
from coveriflow.report.batch.summary import FLOW_COLUMNS
from tests.cli.helpers import SLOW
from tests.flows.batch.helpers import BROKEN, SAFE, UNSAFE, order, told, write_tasks
from tests.places import ROOT

pytestmark = pytest.mark.prefect
PATIENCE = 60.0
PROGRAMS = {"safe": SAFE, "unsafe": UNSAFE, "broken": BROKEN}


@pytest.fixture
def server(prefect_server: str) -> Any:
    """A client of the server."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        yield client


def last_flow_run(server: Any) -> Any:
    from prefect.client.schemas.sorting import FlowRunSort

    return server.read_flow_runs(limit=1, sort=FlowRunSort.START_TIME_DESC)[0]


def task_runs(server: Any, flow_run: Any, expected: int) -> dict[str, tuple[str, str]]:
    """By name: type and name of the state."""
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId

    mine = FlowRunFilter(id=FlowRunFilterId(any_=[flow_run.id]))
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        runs = server.read_task_runs(flow_run_filter=mine)
        if len(runs) == expected and all(run.state and run.state.is_final() for run in runs):
            return {run.name: (run.state.type.value, run.state.name) for run in runs}
        time.sleep(0.1)
    raise AssertionError(f"the server has not {expected} task runs that ended: {runs}")


def artifacts(server: Any, flow_run: Any) -> dict[str, Any]:
    found = server.request("POST", "/artifacts/filter", json={"flow_runs": {"id": {"any_": [str(flow_run.id)]}}})
    return {each["key"]: each for each in found.json()}


def test_a_night_that_is_begun_again_has_only_what_is_left(server: Any, tmp_path: Path) -> None:
    from coveriflow.flows.prefect_backend.batch import verify_batch

    write_tasks(tmp_path / "tasks", PROGRAMS, {"safe": True, "unsafe": True, "broken": True})
    what = begun(order(tmp_path / "tasks", tmp_path / "nights", "bmc"))
    batch = verify_batch(what, None, Silent(), "", lambda _: None)
    assert told(batch.results) == {("broken", "bmc"): "bad input", ("safe", "bmc"): "true", ("unsafe", "bmc"): "false"}
    first = last_flow_run(server)
    assert (first.name, first.state.type.value, first.state.name) == ("nightly tonight", "FAILED", "wrong verdicts")
    assert task_runs(server, first, 3) == {
        "broken.yml, bmc": ("FAILED", "bad input"),
        "safe.yml, bmc": ("COMPLETED", "true"),
        "unsafe.yml, bmc": ("FAILED", "wrong: false"),
    }
    shown = artifacts(server, first)
    texts = {"nightly-progress", "nightly-summary", "nightly-results", "nightly-page"}
    assert set(shown) == texts | {"nightly-quantiles", "nightly-flow-bmc"}
    table = {row["task"].rpartition("/")[2]: row for row in json.loads(shown["nightly-results"]["data"])}
    solved = table["unsafe.yml"]
    assert (solved["expected"], solved["verdict"], solved["solved by"]) == ("true", "false", "bmc, execute")
    assert (what.results_folder.folder / solved["evidence"]).is_file()
    assert solved["memory MB"] > 0
    assert "solved 1" in base64.b64decode(shown["nightly-flow-bmc"]["data"].partition(",")[2][:-1]).decode()
    assert shown["nightly-progress"]["data"] == 100.0
    assert shown["nightly-summary"]["data"].startswith("# tonight: 1 of 3 solved\n")
    assert "- wrong verdict: " in shown["nightly-summary"]["data"]
    assert all(f" {column.title} |" in shown["nightly-summary"]["data"] for column in FLOW_COLUMNS)
    assert (what.results_folder.folder / "index.html").is_file()

    write_tasks(tmp_path / "tasks", {"broken": SAFE}, {"unsafe": False})
    batch = verify_batch(what, None, Silent(), "", lambda _: None)
    second = last_flow_run(server)
    assert (second.state.type.value, second.state.name) == ("COMPLETED", "3 of 3 solved")
    assert set(task_runs(server, second, 2)) == {"broken.yml, bmc", "unsafe.yml, bmc"}


@pytest.mark.usefixtures("prefect_server")
def test_prefect_keeps_nothing_of_task_runs_that_have_ended(tmp_path: Path) -> None:
    """So that the memory of a night does not grow with what Prefect has in store for each."""
    from prefect.context import FlowRunContext

    from coveriflow.flows.prefect_backend.batch import verify_batch

    kept: list[tuple[int, int]] = []

    class Looking(Silent):
        def ended(self, job: Job, result: JobResult | None) -> None:
            context = FlowRunContext.get()
            assert isinstance(context, FlowRunContext)
            kept.append((len(context.task_runner._cancel_events), len(context.task_run_assets)))  # type: ignore[attr-defined]

    write_tasks(tmp_path / "tasks", {f"safe{n}": SAFE for n in range(12)}, {})
    what = begun(order(tmp_path / "tasks", tmp_path / "nights", "bmc"))
    assert len(verify_batch(what, None, Looking(), "", lambda _: None).results) == 12
    assert kept[0][0] > 0
    assert max(max(numbers) for numbers in kept) <= 2 * what.size.jobs + 2


@pytest.mark.slow
def test_records_that_prefect_lost_fail_the_flow_run(
    server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coveriflow.flows.prefect_backend import batch

    write_tasks(tmp_path / "tasks", {"safe": SAFE}, {"safe": True})
    what = begun(order(tmp_path / "tasks", tmp_path / "nights", "bmc"))
    monkeypatch.setattr(batch, "_PATIENCE", 2.0)
    monkeypatch.setattr(batch, "_final_task_runs", lambda *_: 0)
    found = batch.verify_batch(what, None, Silent(), "", lambda _: None)
    assert len(found.results) == 1
    state = last_flow_run(server).state
    assert (state.type.value, state.name) == ("FAILED", "records lost")
    assert state.message.startswith("Prefect's server has 0 of 1 records")


@pytest.mark.slow
def test_the_parameters_of_the_deployments_have_a_form(prefect_server: str) -> None:
    from coveriflow.flows.nightly import nightly
    from coveriflow.flows.portfolio import portfolio
    from coveriflow.flows.ranged import ranged

    for flow, required in ((nightly, ["tasks"]), (portfolio, ["program"]), (ranged, ["program"])):
        schema = flow.parameters
        assert schema.required == required
        assert all(each.get("description") for each in schema.properties.values())


@pytest.mark.slow
def test_a_night_that_is_cancelled_in_prefect_ends_soon(server: Any, tmp_path: Path) -> None:
    from prefect.states import Cancelling

    from coveriflow.flows.prefect_backend.batch import BatchCancelled, verify_batch

    write_tasks(tmp_path / "tasks", {"slow": SLOW}, {})
    what = begun(order(tmp_path / "tasks", tmp_path / "nights", "bmc", name="cancelled"))

    def cancel() -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for run in server.read_flow_runs():
                if run.name == "nightly cancelled" and run.state.is_running():
                    time.sleep(2.0)
                    server.set_flow_run_state(run.id, Cancelling(), force=True)
                    return
            time.sleep(0.2)

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(BatchCancelled):
        verify_batch(what, None, Silent(), "", lambda _: None)
    thread.join()
    assert not what.results_folder.batch().results


def test_the_deployments_name_flows_and_parameters_that_there_are() -> None:
    from prefect.utilities.importtools import import_object

    found = yaml.safe_load((ROOT / "prefect.yaml").read_text())["deployments"]
    assert [each["name"] for each in found] == ["nightly", "nightly-help", "verify", "cmc", "portfolio", "ranged"]
    for each in found:
        flow: Any = import_object(each["entrypoint"])
        given = each.get("parameters", {})
        assert set(given) <= set(flow.parameters.properties)
        required = dict.fromkeys(flow.parameters.required, "x.c")
        flow.validate_parameters({**required, **given})
