"""``coveriflow nightly``, ``report`` and ``compare`` as a user calls them."""

from __future__ import annotations

import fcntl
import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, PATIENCE, SLOW, coveriflow, environment
from tests.execution.helpers import wait_until
from tests.flows.batch.helpers import SAFE, UNSAFE, write_tasks


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


def test_what_a_killed_report_has_left_goes_away(folder: Path) -> None:
    """But no file that somebody still writes: who does has it locked."""
    (folder / "again" / "benchexec").mkdir(parents=True)
    left = [
        folder / "again" / name
        for name in (".coveriflow-new-1-0", "benchexec/.coveriflow-new-1-1", ".coveriflow-new-2-0")
    ]
    for each in left:
        each.write_bytes(b"{")
    with left[-1].open("r+b") as written:
        fcntl.flock(written, fcntl.LOCK_EX)
        coveriflow("report", "one", "--out", "again", cwd=folder, status=0)
    assert list((folder / "again").rglob(".coveriflow-new-*")) == left[-1:]
    coveriflow("report", "one", "--out", "again", cwd=folder, status=0)
    assert not list((folder / "again").rglob(".coveriflow-new-*"))


def test_the_place_of_a_task_with_a_strange_name_is_its_path(tmp_path: Path) -> None:
    """Also where its name is the reason why it is not verified."""
    write_tasks(tmp_path / "tasks", {"new\nline": SAFE, "<b>&": UNSAFE}, {})
    coveriflow("nightly", "tasks", "--flow", "bmc", "--name", "strange", "--no-cache", cwd=tmp_path, status=2)
    (run,) = json.loads((tmp_path / "coveriflow-nights" / "strange" / "results.sarif").read_text())["runs"]
    places = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in run["results"]]
    assert places == ["tasks/%3Cb%3E%26.c", "tasks/new%0Aline.c"]


def test_nights_are_compared(folder: Path) -> None:
    done = coveriflow("compare", "one", "two", cwd=folder, status=10)
    assert "tasks/b.yml, bmc: false before, false now" in done.stdout
    done = coveriflow("compare", "two", "one", cwd=folder, status=0)
    assert "no longer wrong" in done.stdout


def test_a_violation_that_came_with_a_change_is_seen_though_no_verdict_is_expected(tmp_path: Path) -> None:
    night = ("nightly", "tasks", "--flow", "bmc", "--cpu", "60s")
    write_tasks(tmp_path / "tasks", {"a": SAFE}, {})
    coveriflow(*night, "--name", "one", cwd=tmp_path, status=0)
    write_tasks(tmp_path / "tasks", {"a": UNSAFE}, {})
    done = coveriflow(*night, "--name", "two", cwd=tmp_path, status=10)
    assert "since one: 1 newly violated" in done.stdout
    folder = tmp_path / "coveriflow-nights" / "two"
    assert "newly violated" in (folder / "index.html").read_text()
    assert "newly violated (true before)" in (folder / "junit.xml").read_text()
    (run,) = json.loads((folder / "results.sarif").read_text())["runs"]
    assert [each["baselineState"] for each in run["results"]] == ["new"]
    assert "newly violated" in coveriflow("compare", "one", "two", cwd=tmp_path, status=10).stdout
    coveriflow(*night, "--name", "three", cwd=tmp_path, status=0)
    coveriflow(*night, "--name", "four", "--purpose", "check", cwd=tmp_path, status=10)


@pytest.mark.parametrize("purpose", ["rate", "check"])
def test_a_violation_that_is_not_expected_is_wrong_or_violated(purpose: str, tmp_path: Path) -> None:
    write_tasks(tmp_path / "tasks", {"a": UNSAFE}, {"a": True})
    night = ("nightly", "tasks", "--flow", "bmc", "--name", "one", "--purpose", purpose)
    done = coveriflow(*night, cwd=tmp_path, status=10)
    assert ("expected true" in done.stdout) == (purpose == "rate")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nightly"], "the TASKS are missing"),
        (["nightly", "nowhere.set"], "No such file"),
        (["nightly", "tasks", "--flow", "cmcc"], "did you mean 'cmc'"),
        (["nightly", "tasks", "--property", "no-overflows"], "'no-overflows' is not a property"),
        (["nightly", "tasks", "--property", "termination", "--spec", "a.prp"], "not allowed with argument"),
        (["nightly", "tasks", "--since", "nobody"], "there is no batch run"),
        (["nightly", "tasks", "--name", "one", "--since", "one"], "cannot build on itself"),
        (["nightly", "--join", "three"], "no batch run has started here that can be joined"),
        (["nightly", "tasks", "--join", "one"], "the TASKS are those of the batch run that is joined"),
        (["nightly", "tasks", "--prefect", "--dask", "x"], "--prefect goes with neither --dask nor --join"),
        (["report", "three"], "there is no batch run"),
        (["compare", "one"], "required: LATER"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, words: list[str], message: str) -> None:
    assert message in coveriflow(*words, cwd=folder, status=2).stderr


def test_interrupted(tmp_path: Path) -> None:
    write_tasks(tmp_path / "tasks", {"slow": SLOW, "safe": SAFE}, {})
    words = ["nightly", "tasks", "--flow", "bmc", "--name", "one", "--no-cache", "--jobs", "2"]
    batch = subprocess.Popen(
        [*COMMAND, *words], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    results = tmp_path / "coveriflow-nights" / "one" / "results"
    assert wait_until(lambda: results.is_dir() and any(each.suffix == ".json" for each in results.iterdir()))
    batch.send_signal(signal.SIGINT)
    _, errors = batch.communicate(timeout=PATIENCE)
    assert batch.returncode == 130
    assert "note: the results so far are kept: --name one continues the batch run" in errors
    assert len(list(results.iterdir())) == 1
