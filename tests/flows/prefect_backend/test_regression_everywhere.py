"""Two nights over the examples, with a bug that comes in between into a program of which nothing is expected: everybody
who looks anywhere sees it.

``COVERIFLOW_PICTURES`` names a folder for pictures of the pages.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.cli.commands.test_serve import served
from tests.cli.helpers import COMMAND, coveriflow, environment
from tests.flows.batch.test_notifications import webhook
from tests.flows.prefect_backend.browser import browser, found
from tests.flows.prefect_backend.test_helped_batches import demo_module
from tests.places import ROOT

pytestmark = [pytest.mark.prefect, pytest.mark.slow]
NAME = "account"
BEFORE = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int money = __VERIFIER_nondet_int(), price = __VERIFIER_nondet_int(), before = money;
  if (price > 0 && price <= money) money = money - price;
  assert(before < 0 || money >= 0);
  return 0;
}
"""
AFTER = BEFORE.replace("price <= money)", "price <= money + 1)")
FLOW, CPU = "bmc", "2s"


def night(folder: Path, name: str, *words: str, status: int, **variables: str) -> str:
    wanted = ("nightly", "examples", "--flow", FLOW, "--cpu", CPU, "--name", name, *words)
    done = subprocess.run(
        [*COMMAND, *wanted],
        cwd=folder,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(2400)
def test_everybody_sees_it(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    program = tmp_path / "examples" / f"{NAME}.c"
    program.write_text(BEFORE)
    cache = {"COVERIFLOW_CACHE": str(tmp_path / "cache")}
    night(tmp_path, "one", status=0, **cache)
    assert status_in(tmp_path / "coveriflow-nights" / "one") == "true"
    program.write_text(AFTER)
    tool = demo_module()
    demo = tool.Demo(tmp_path / "server", tool.free_port())
    demo.folder.mkdir()
    with (
        demo.started("server", "server", "start", "--host", "127.0.0.1", "--port", str(demo.port)),
        served(tmp_path) as (address, _),
        webhook() as (hook, messages),
    ):
        demo.wait_until_healthy()
        links = {"COVERIFLOW_SERVE_URL": address, "COVERIFLOW_SERVE_FOLDER": str(tmp_path)}
        second = night(tmp_path, "two", "--prefect", "--webhook", hook, status=10, **demo.environment | cache | links)
        folder = tmp_path / "coveriflow-nights" / "two"
        in_the_terminal(second, tmp_path)
        in_files(folder)
        in_the_message(messages)
        in_prefect(demo, address)
        if found() is not None:
            in_the_browser(demo, tmp_path)


def in_the_terminal(second: str, folder: Path) -> None:
    assert "since one: 1 newly violated" in second
    compared = coveriflow("compare", "one", "two", cwd=folder, status=10).stdout
    assert "newly violated" in compared
    assert f"examples/{NAME}.c, {FLOW}: true before, false now" in compared
    assert "newly" not in coveriflow("compare", "one", "one", cwd=folder, status=0).stdout


def in_files(folder: Path) -> None:
    page = (folder / "index.html").read_text()
    assert "1 newly violated" in page
    assert f"examples/{NAME}.c, {FLOW}: true before" in page
    cases = etree.parse(folder / "junit.xml").iter("testcase")
    new = [each for each in cases if b"newly violated (true before)" in etree.tostring(each)]
    assert [NAME in each.get("name", "") for each in new] == [True]
    assert new[0].find("failure") is not None
    (run,) = json.loads((folder / "results.sarif").read_text())["runs"]
    results = [each for each in run["results"] if each["baselineState"] == "new"]
    assert [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results] == [
        f"examples/{NAME}.c"
    ]
    assert status_in(folder) == "false"
    (alarm,) = json.loads((folder / "alarms.json").read_text())["standing"]
    assert (alarm["kind"], alarm["text"]) == ("violated", f"examples/{NAME}.c, {FLOW} (true before, false now)")


def status_in(folder: Path) -> str:
    with (folder / "results.csv").open(newline="") as file:
        (row,) = (each for each in csv.DictReader(file) if NAME in each["task"])
    return row["status"]


def in_the_message(messages: list[bytes]) -> None:
    (message,) = map(json.loads, messages)
    assert [NAME in each for each in message["alarms"]] == [True]
    assert not message["well"]


def flow_run(demo: Any) -> Any:
    (run,) = demo.ask("/flow_runs/filter", {})
    return run


def in_prefect(demo: Any, address: str) -> None:
    run = flow_run(demo)
    state = run["state"]
    assert (run["name"], state["type"], state["name"]) == ("nightly two", "FAILED", "became worse")
    assert f"newly violated: examples/{NAME}.c" in state["message"].replace("\\", "")
    mine = {"flow_runs": {"id": {"any_": [run["id"]]}}}
    (job,) = (each for each in demo.ask("/task_runs/filter", mine | {"limit": 200}) if NAME in each["name"])
    assert job["state"]["name"] == "false"
    shown = {each["key"]: each for each in demo.ask("/artifacts/filter", mine)}
    assert "1 newly violated" in shown["nightly-summary"]["data"]
    assert f"({address}coveriflow-nights/two/index.html)" in shown["nightly-page"]["data"]
    (row,) = (each for each in json.loads(shown["nightly-results"]["data"]) if NAME in each["task"])
    assert row["evidence"].startswith("counterexample.html ([open](")
    assert f"([open]({address}coveriflow-nights/two/evidence/{NAME}-" in row["evidence"]
    lines = demo.ask("/logs/filter", {"logs": {"flow_run_id": {"any_": [run["id"]]}}, "limit": 200})
    assert not any("Traceback" in each["message"] for each in lines)


def in_the_browser(demo: Any, folder: Path) -> None:
    run = flow_run(demo)["id"]
    pictures = Path(os.environ.get("COVERIFLOW_PICTURES", folder / "pictures"))
    pictures.mkdir(parents=True, exist_ok=True)
    found = demo.ask("/artifacts/filter", {"flow_runs": {"id": {"any_": [run]}}})
    number = {each["key"]: each["id"] for each in found}
    with browser(folder / "profile") as page:
        page.open(f"{demo.ui}/runs/flow-run/{run}")
        page.wait_for("became worse")
        page.picture(pictures / "night.png")
        page.open(f"{demo.ui}/artifacts/artifact/{number['nightly-summary']}")
        page.wait_for(f"examples.{NAME}.c, {FLOW}: true")
        page.picture(pictures / "night-summary.png")
        page.open(f"{demo.ui}/artifacts/artifact/{number['nightly-results']}")
        page.wait_for("counterexample")
        page.picture(pictures / "night-table.png")
        page.open(
            page.run(f"[...document.querySelectorAll('a')].find(each => each.href.includes('/evidence/{NAME}-')).href")
        )
        page.wait_for("assert")
        page.picture(pictures / "night-evidence.png")
