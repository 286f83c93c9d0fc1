"""``verify`` with the flow as a parameter, the ready flows as Prefect flows, and what their callers get."""

from __future__ import annotations

import importlib
import json
import logging
import pickle
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError
from tests.actors.tasks import EXAMPLES
from tests.flows.batch.helpers import SAFE, UNSAFE, write_tasks
from tests.flows.prefect_backend.test_prefect_batches import last_flow_run
from tests.places import ROOT

pytestmark = pytest.mark.prefect
PATIENCE = 60.0


@pytest.fixture
def client(prefect_server: str) -> Any:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as found:
        yield found


def test_the_flow_and_the_property_are_choices() -> None:
    from coveriflow.flows.cmc import cmc
    from coveriflow.flows.nightly import nightly
    from coveriflow.flows.portfolio import portfolio
    from coveriflow.flows.ranged import ranged
    from coveriflow.flows.verify import ready_flow, verify

    form = verify.parameters.model_dump()
    assert form["required"] == ["program"]
    assert form["properties"]["flow"]["enum"] == list(READY)
    others: list[Any] = [nightly, cmc, portfolio, ranged, ready_flow("kinduction")]
    for each in (form, *(other.parameters.model_dump() for other in others)):
        assert each["properties"]["property"]["anyOf"][0]["items"]["enum"] == list(BY_NAME)
    assert all(each.get("description") for each in form["properties"].values())


def test_the_evidence_is_that_of_the_command_line(client: Any, tmp_path: Path) -> None:
    from coveriflow.cli import main
    from coveriflow.flows.verify import verify

    program = tmp_path / "p.c"
    program.write_text("int main(void) { int a[2]; a[2] = 1; return 0; }\n")
    run: Any = verify(str(program), flow="bmc", property=["valid-deref"], cpu=30, out=str(tmp_path / "one"))
    assert run.answer.verdict is Verdict.FALSE
    code = main(
        [
            "verify",
            str(program),
            "--flow",
            "bmc",
            "--property",
            "valid-deref",
            "--cpu",
            "30s",
            "--out",
            str(tmp_path / "two"),
        ]
    )
    assert code == 10
    files = [
        sorted(str(path.relative_to(tmp_path / name)) for path in (tmp_path / name).rglob("*"))
        for name in ("one", "two")
    ]
    assert files[0] == files[1]
    assert "counterexample.html" in files[0]
    flow_run = last_flow_run(client)
    assert (flow_run.name, flow_run.state.name) == ("bmc p.c", "false")


@pytest.mark.parametrize(
    "options", [{"flow": "cmd"}, {"property": ["termination"], "spec": "a.prp"}, {"property": ["fast"]}]
)
def test_wrong_input_is_one_sentence(client: Any, options: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    from coveriflow.flows.verify import verify

    with pytest.raises(InputError):
        verify(str(EXAMPLES / "halves.c"), **options)
    assert last_flow_run(client).state.message.startswith("bad input: ")
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("name", ["kinduction", "cmc-conditional"])
def test_each_ready_flow_is_deployed_as_any_flow(name: str) -> None:
    from prefect.flows import load_flow_from_entrypoint
    from prefect.types.entrypoint import EntrypointType

    from coveriflow.flows import verify as module

    flow = module.ready_flow(name)
    assert flow.name == name
    for kind in (EntrypointType.FILE_PATH, EntrypointType.MODULE_PATH):
        deployment: Any = flow.to_deployment("mine", parameters={"cpu": 5}, entrypoint_type=kind)
        assert load_flow_from_entrypoint(deployment.entrypoint).name == name
    with pytest.raises(AttributeError, match="has no attribute 'cmd'"):
        module.cmd  # noqa: B018
    with pytest.raises(InputError, match="there is no flow 'cmd'"):
        module.ready_flow("cmd")


@pytest.mark.parametrize("name", ["verify.verify", "nightly.nightly", "nightly.nightly_help", "cmc.cmc", "verify.horn"])
def test_a_flow_that_is_sent_by_value_checks_its_parameters(name: str) -> None:
    """As ``serve`` sends flows to their processes."""
    cloudpickle = importlib.import_module("cloudpickle")  # it has no types
    from prefect.exceptions import ParameterTypeError

    module: Any = importlib.import_module(f"coveriflow.flows.{name.partition('.')[0]}")
    flow = getattr(module, name.partition(".")[2])
    cloudpickle.register_pickle_by_value(module)
    try:
        sent = pickle.loads(cloudpickle.dumps(flow))
    finally:
        cloudpickle.unregister_pickle_by_value(module)
    required = {"tasks": ["a.c"], "program": "a.c", "batch": "a"}
    given = {key: required[key] for key in flow.parameters.required}
    assert sent.validate_parameters(given) == flow.validate_parameters(given)
    for wrong in ({"cpu": -1}, {"per_second": 0}):
        if set(wrong) <= set(flow.parameters.properties):
            with pytest.raises(ParameterTypeError):
                sent.validate_parameters(given | wrong)


def test_results_are_kept_where_prefects_settings_say_so(client: Any, tmp_path: Path) -> None:
    from prefect.filesystems import LocalFileSystem
    from prefect.settings import (
        PREFECT_DEFAULT_RESULT_STORAGE_BLOCK,
        PREFECT_RESULTS_PERSIST_BY_DEFAULT,
        temporary_settings,
    )

    from coveriflow.flows.portfolio import portfolio

    LocalFileSystem(basepath=str(tmp_path / "kept")).save("kept", overwrite=True)
    wanted = {
        PREFECT_RESULTS_PERSIST_BY_DEFAULT: True,
        PREFECT_DEFAULT_RESULT_STORAGE_BLOCK: "local-file-system/kept",
    }
    program = tmp_path / "p.c"
    program.write_text("int main(void) { int x = 2147483647; return x + 1; }\n")
    with temporary_settings(wanted):
        options: Any = {"kind": "portfolio-sequential", "property": ["no-overflow"]}
        portfolio(str(program), cpu=30, out=str(tmp_path / "out"), **options)
    kept = last_flow_run(client).state.data  # ``state.result()`` does the same, and leaves a connection open
    found = kept.serializer.loads((tmp_path / "kept" / kept.storage_key).read_bytes())
    assert found.answer.verdict is Verdict.FALSE
    assert [each.kind.value for each in found.task.specification.properties] == ["no-overflow"]


def test_a_parent_gets_one_exception_and_no_traceback_is_logged(
    client: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log of task runs and of the batch run; what is wrong stands there in one line."""
    from prefect import flow

    from coveriflow.flows.nightly import nightly
    from coveriflow.flows.verify import BatchFailed, verify

    tasks = tmp_path / "tasks"
    write_tasks(tasks, {"safe": SAFE, "unsafe": UNSAFE}, {"safe": True, "unsafe": True})

    @flow
    def careless() -> None:
        nightly([str(tasks)], flows=["bmc"], name="one", folder=str(tmp_path / "nights"), cpu=20)

    @flow
    def parent() -> list[Any]:
        with pytest.raises(
            BatchFailed, match=r"^wrong verdicts: wrong verdict: .*unsafe.yml, bmc reports false"
        ) as failed:
            nightly([str(tasks)], flows=["bmc"], name="one", folder=str(tmp_path / "nights"), cpu=20)
        assert failed.value.batch is not None
        return [len(failed.value.batch.results)]

    with caplog.at_level(logging.INFO, "prefect"):
        for name in ("prefect.task_runs", "prefect.flow_runs"):
            logging.getLogger(name).addHandler(caplog.handler)
        assert parent() == [2]
        with pytest.raises(BatchFailed, match="wrong verdict"):
            verify(f"{tasks}/*.yml", flow="bmc", cpu=20)
        with pytest.raises(BatchFailed, match="wrong verdict"):
            careless()
    assert [record for record in caplog.records if record.exc_info] == []
    assert any(
        "Encountered exception during execution: BatchFailed('wrong" in each.getMessage() for each in caplog.records
    )
    assert any("wrong: false" in record.getMessage() for record in caplog.records)
    assert last_flow_run(client).state is not None


@pytest.mark.slow
def test_the_example_of_an_automation_pauses_the_deployment(client: Any) -> None:
    """With the events that Prefect's server makes of states."""
    from prefect.states import Failed, Running

    from coveriflow.flows.nightly import nightly

    flow = client.create_flow(nightly)
    deployment = client.create_deployment(flow, "nightly")
    content = yaml.safe_load((ROOT / "examples" / "prefect" / "pause-on-wrong-verdict.yml").read_text())
    made = client.request("POST", "/automations/", json=json.loads(json.dumps(content)))
    assert made.status_code == 201, made.text
    time.sleep(5.0)  # the server takes up new automations after a while
    run = client.create_flow_run_from_deployment(deployment, parameters={"tasks": ["a.c"]})
    client.set_flow_run_state(run.id, Running(), force=True)
    client.set_flow_run_state(run.id, Failed(name="wrong verdicts"), force=True)
    deadline = time.monotonic() + PATIENCE
    while not client.read_deployment(deployment).paused:
        assert time.monotonic() < deadline
        time.sleep(0.5)
