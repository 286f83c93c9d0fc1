"""A night on two workers of Prefect's, one of which is killed in the middle with all that it has started."""

from __future__ import annotations

import contextlib
import importlib.util
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from coveriflow.flows.batch.result_folder import ResultFolder
from tests.cli.helpers import SLOW
from tests.execution.helpers import wait_until
from tests.flows.batch.helpers import write_tasks
from tests.flows.batch.test_shared_folder import check_whole, results, write_busy_tasks
from tests.places import ROOT

pytestmark = [pytest.mark.prefect, pytest.mark.slow]


def demo_module() -> Any:
    spec = importlib.util.spec_from_file_location("nightly_demo", ROOT / "tools" / "nightly_demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kill_all_below(process: subprocess.Popen[bytes]) -> None:
    """As if its machine were switched off."""
    for each in [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]:
        with contextlib.suppress(psutil.Error):
            each.kill()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("victim", ["helper", "owner"])
def test_one_of_two_workers_is_killed(victim: str, tmp_path: Path) -> None:
    tool = demo_module()
    expected = write_busy_tasks(tmp_path / "tasks", 3) | dict.fromkeys((f"slow{n}" for n in range(15)), "unknown")
    write_tasks(tmp_path / "tasks", {name: SLOW for name in expected if name.startswith("slow")}, {})
    demo = tool.Demo(tmp_path, tool.free_port())
    demo.environment["COVERIFLOW_CACHE"] = "off"
    results_folder = ResultFolder(tmp_path / "nights" / "one")
    wanted = {"flows": ["bmc"], "jobs": 1, "helpers": 1, "cpu": 4}  # long enough for a worker to start meanwhile
    with contextlib.ExitStack() as stack:
        stack.enter_context(demo.started("server", "server", "start", "--host", "127.0.0.1", "--port", str(demo.port)))
        demo.wait_until_healthy()
        demo.prefect("work-pool", "create", "coveriflow", "--type", "process")
        demo.prefect("--no-prompt", "deploy", "--all")
        words = ("worker", "start", "--pool", "coveriflow", "--limit", "1")
        first = stack.enter_context(demo.started("first", *words))
        run = demo.begin("one", [str(tmp_path / "tasks")], **wanted)
        assert patiently(lambda: len(results(results_folder)) >= 1)  # the first worker has the night
        second = stack.enter_context(demo.started("second", *words))
        assert patiently(lambda: helped(demo))
        before = results(results_folder)
        kill_all_below(first if victim == "owner" else second)
        if victim == "owner":
            assert patiently(lambda: len(results(results_folder)) == len(expected))
        else:
            assert demo.end_of(run) == "COMPLETED"
    check_whole(results_folder, before, expected)


def patiently(condition: Callable[[], bool]) -> bool:
    """Prefect's processes take long to start on a busy machine."""
    return any(wait_until(condition) for _ in range(3))


def helped(demo: Any) -> bool:
    """Whether a helper has done something."""
    runs = {each["id"] for each in demo.ask("/flow_runs/filter", {"flows": {"name": {"any_": ["nightly-help"]}}})}
    counts = [demo.ask("/task_runs/count", {"flow_runs": {"id": {"any_": [run]}}}) for run in runs]
    return any(counts)
