"""Prefect's UI in a browser: a run is started by its form, looked at, cancelled, suspended and tried again.

``COVERIFLOW_PICTURES`` names a folder for pictures of the pages.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.cli.commands.test_serve import served
from tests.flows.batch.helpers import UNSAFE
from tests.flows.prefect_backend.browser import Page, browser, found
from tests.flows.prefect_backend.test_helped_batches import demo_module

pytestmark = [pytest.mark.prefect, pytest.mark.slow, pytest.mark.skipif(found() is None, reason="no Chromium is here")]
PATIENCE = 240.0
HARD = """\
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong(), k = 0;
  while (n > 1 && k < 100000) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    m = m * n ^ (m >> 7);
    k++;
  }
  if (k == 99999 && m == 0x1234567890abcdefUL) reach_error();
  return 0;
}
"""
"""Nothing decides it soon."""
SERVING = "from coveriflow.flows.verify import verify; verify.serve('verify')"


@dataclass
class Setup:
    """A server with the deployment ``verify``, which one process serves; and a browser."""

    demo: Any
    page: Page
    runner: psutil.Process
    pictures: Path

    def start(self, program: str) -> str:
        """Fill the form, press *Submit*; the id of the flow run."""
        (deployment,) = self.demo.ask("/deployments/filter", {})
        before = {each["id"] for each in self.demo.ask("/flow_runs/filter", {})}
        self.page.open(f"{self.demo.ui}/deployments/deployment/{deployment['id']}/run")
        self.page.wait_for("Path of the program")
        self.page.fill("textarea", program)
        self.picture("form")
        self.page.click("Submit")
        patiently(lambda: len(self.demo.ask("/flow_runs/filter", {})) > len(before))
        (run,) = {each["id"] for each in self.demo.ask("/flow_runs/filter", {})} - before
        return str(run)

    def look(self, run: str, words: str) -> str:
        self.page.open(f"{self.demo.ui}/runs/flow-run/{run}")
        return self.page.wait_for(words, PATIENCE)

    def state(self, run: str) -> tuple[str, str]:
        state = self.demo.ask(f"/flow_runs/{run}")["state"]
        return state["type"], state["name"]

    def becomes(self, run: str, *types: str) -> tuple[str, str]:
        patiently(lambda: self.state(run)[0] in types)
        return self.state(run)

    def log(self, run: str) -> str:
        lines = self.demo.ask("/logs/filter", {"logs": {"flow_run_id": {"any_": [run]}}, "limit": 200})
        return "\n".join(each["message"] for each in lines)

    def is_idle(self) -> bool:
        """Whether all processes of flow runs have ended: Python's own helper stays."""
        below = self.runner.children(recursive=True)
        with contextlib.suppress(psutil.NoSuchProcess):
            return all("resource_tracker" in " ".join(each.cmdline()) for each in below)
        return False

    def picture(self, name: str) -> None:
        time.sleep(1.0)  # for what moves
        self.page.picture(self.pictures / f"{name}.png")


def patiently(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.5)


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setup]:
    tool = demo_module()
    folder = tmp_path_factory.mktemp("ui")
    work = folder / "work"
    work.mkdir()
    (work / "bug.c").write_text(UNSAFE)
    (work / "hard.c").write_text(HARD)
    pictures = Path(os.environ.get("COVERIFLOW_PICTURES", folder / "pictures"))
    pictures.mkdir(parents=True, exist_ok=True)
    demo = tool.Demo(folder, tool.free_port())
    with contextlib.ExitStack() as stack:
        stack.enter_context(demo.started("server", "server", "start", "--host", "127.0.0.1", "--port", str(demo.port)))
        demo.wait_until_healthy()
        address, _ = stack.enter_context(served(work))
        variables = demo.environment | {"COVERIFLOW_SERVE_URL": address, "COVERIFLOW_SERVE_FOLDER": str(work)}
        with (folder / "runner.log").open("wb") as log:
            runner = subprocess.Popen(
                [sys.executable, "-c", SERVING], cwd=work, env=variables, stdout=log, stderr=subprocess.STDOUT
            )
        stack.callback(end, runner)
        page = stack.enter_context(browser(folder / "profile"))
        patiently(lambda: bool(demo.ask("/deployments/filter", {})))
        yield Setup(demo, page, psutil.Process(runner.pid), pictures)


def end(process: subprocess.Popen[bytes]) -> None:
    below = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(20.0)
    process.kill()
    for each in below:
        with contextlib.suppress(psutil.Error):
            each.kill()


@pytest.mark.timeout(900)
def test_a_run_from_the_form_to_its_evidence(setup: Setup) -> None:
    page, run = setup.page, setup.start("bug.c")
    assert setup.becomes(run, "COMPLETED", "FAILED", "CRASHED") == ("COMPLETED", "false")
    text = setup.look(run, "Finished in state false")
    setup.picture("run")
    assert "default bug.c" in text
    assert "Traceback" not in setup.log(run)
    page.click("Artifacts")
    page.wait_for("default-bug-c")
    setup.picture("artifacts")
    (artifact,) = setup.demo.ask("/artifacts/filter", {"flow_runs": {"id": {"any_": [run]}}})
    page.open(f"{setup.demo.ui}/artifacts/artifact/{artifact['id']}")
    page.wait_for("The violation, step by step")
    setup.picture("artifact")
    address = page.run(
        "[...document.querySelectorAll('a')].find(each => each.innerText.startsWith('The violation')).href"
    )
    page.open(address)
    page.wait_for("reach_error is called: this is the violation")
    setup.picture("evidence")


@pytest.mark.timeout(900)
def test_a_run_is_cancelled_in_the_browser(setup: Setup) -> None:
    run = setup.start("hard.c")
    setup.becomes(run, "RUNNING")
    setup.look(run, "kinduction hard.c")
    setup.page.click("Cancel")
    setup.picture("cancel")
    setup.page.click("Confirm")
    assert setup.becomes(run, "CANCELLED", "COMPLETED", "FAILED", "CRASHED")[0] == "CANCELLED"
    patiently(setup.is_idle)
    setup.look(run, "Cancelled")
    setup.picture("cancelled")
    assert "Traceback" not in setup.log(run)


@pytest.mark.timeout(900)
def test_a_run_is_suspended_and_goes_on_with_what_was_found(setup: Setup) -> None:
    """It ends after the actor that is at work. Resumed, it reuses what the actors before have found."""
    run = setup.start("hard.c")
    setup.becomes(run, "RUNNING")
    setup.look(run, "hard.c")
    setup.page.click("Suspend")
    setup.page.wait_for("Do you want to suspend")
    setup.picture("suspend")
    setup.page.click("Submit")
    assert setup.becomes(run, "PAUSED", "COMPLETED") == ("PAUSED", "Suspended")
    patiently(setup.is_idle)
    setup.look(run, "Suspended")
    setup.picture("suspended")
    setup.page.click("Resume")
    setup.page.click("Submit")
    setup.becomes(run, "RUNNING")
    patiently(lambda: "reused, took " in setup.log(run))
    assert "Traceback" not in setup.log(run)
    setup.look(run, "Running")
    setup.page.click("Cancel")
    setup.page.click("Confirm")
    assert setup.becomes(run, "CANCELLED", "COMPLETED", "FAILED", "CRASHED")[0] == "CANCELLED"


@pytest.mark.timeout(900)
def test_a_run_with_bad_input_is_tried_again(setup: Setup) -> None:
    """The error is one line in the log; when the program is there, *Retry* verifies it."""
    program = setup.demo.folder / "work" / "late.c"
    run = setup.start("late.c")
    assert setup.becomes(run, "COMPLETED", "FAILED", "CRASHED")[0] == "FAILED"
    setup.look(run, "bad input: ")
    setup.picture("bad-input")
    assert "Traceback" not in setup.log(run)
    program.write_text(UNSAFE)
    setup.page.click("Retry")
    setup.page.wait_for("This will retry")
    setup.picture("retry")
    setup.page.click("Retry")  # that of the question
    assert setup.becomes(run, "COMPLETED") == ("COMPLETED", "false")
