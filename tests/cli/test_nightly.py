"""``coveriflow nightly``, ``report`` and ``compare`` as a user calls them."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, PATIENCE, SLOW, coveriflow, environment
from tests.execution.helpers import wait_until
from tests.flows.nights.helpers import SAFE, UNSAFE, write_tasks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a night ``one``, in which nothing was wrong, and ``two``, in which somebody expects something else."""
    folder = tmp_path_factory.mktemp("nightly")
    tasks = write_tasks(folder / "tasks", {"a": SAFE, "b": UNSAFE}, {"a": True, "b": False})
    done = coveriflow("nightly", "tasks", "--flow", "bmc", "--name", "one", "--no-cache", cwd=folder, status=0)
    assert " one  2 tasks, 1 flow in " in done.stdout
    assert "coveriflow-nights/one/index.html" in done.stdout
    write_tasks(tasks, {}, {"b": True})
    done = coveriflow("nightly", "tasks", "--flow", "bmc", "--name", "two", "-v", cwd=folder, status=10)
    assert "tasks/b.yml, bmc: false, expected true" in done.stdout
    assert "since one: 1 newly wrong" in done.stdout
    assert "2/2  " in done.stderr
    return folder


def test_a_night_can_be_shown_again(folder: Path) -> None:
    done = coveriflow("report", "one", "--out", "site", cwd=folder, status=0)
    assert "site/index.html" in done.stdout
    found = json.loads(coveriflow("report", "coveriflow-nights/two", "--json", cwd=folder, status=0).stdout)
    assert [each["rating"] for each in found["results"]] == ["correct", "wrong"]


def test_nights_are_compared(folder: Path) -> None:
    done = coveriflow("compare", "one", "two", cwd=folder, status=10)
    assert "tasks/b.yml, bmc: false before, false now" in done.stdout
    done = coveriflow("compare", "two", "one", cwd=folder, status=0)
    assert "no longer wrong" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nightly"], "the TASKS are missing"),
        (["nightly", "nowhere.set"], "No such file"),
        (["nightly", "tasks", "--flow", "cmcc"], "did you mean 'cmc'"),
        (["nightly", "tasks", "--since", "nobody"], "this is not the folder of a night"),
        (["nightly", "tasks", "--name", "one", "--since", "one"], "cannot build on itself"),
        (["nightly", "--join", "three"], "no night has begun here that can be joined"),
        (["nightly", "tasks", "--join", "one"], "the TASKS are those of the night that is joined"),
        (["nightly", "tasks", "--prefect", "--dask", "x"], "--prefect goes with neither --dask nor --join"),
        (["report", "three"], "this is not the folder of a night"),
        (["compare", "one"], "required: LATER"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, words: list[str], message: str) -> None:
    assert message in coveriflow(*words, cwd=folder, status=2).stderr


def test_interrupted(tmp_path: Path) -> None:
    write_tasks(tmp_path / "tasks", {"slow": SLOW, "safe": SAFE}, {})
    words = ["nightly", "tasks", "--flow", "bmc", "--name", "one", "--no-cache", "--jobs", "2"]
    night = subprocess.Popen(
        [*COMMAND, *words], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    results = tmp_path / "coveriflow-nights" / "one" / "results"
    assert wait_until(lambda: results.is_dir() and any(each.suffix == ".json" for each in results.iterdir()))
    night.send_signal(signal.SIGINT)
    _, errors = night.communicate(timeout=PATIENCE)
    assert night.returncode == 130
    assert "note: what was found is kept: --name one goes on with it" in errors
    assert len(list(results.iterdir())) == 1
