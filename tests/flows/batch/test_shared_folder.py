"""Several processes at one night: each job is done by one, and what a killed one leaves is done by the others."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from coveriflow.artifacts.batch.results import Job, JobResult
from coveriflow.flows.batch.planning import begun, joined, joining_context, working_context
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.batch.scheduler import Silent, from_anywhere, run_batch, work_along
from coveriflow.flows.batch.shared_folder import claim, stop_all
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.program.errors import InputError
from tests.cli.helpers import COMMAND, PATIENCE, SLOW, environment
from tests.execution.helpers import wait_until
from tests.flows.batch.helpers import HEAD, SAFE, UNSAFE, order, write_tasks

BUSY = (
    HEAD + "int main(void) { unsigned i = 0; while (i < 40u) { i = i + 1u; } if (i != %uu) reach_error(); return 0; }\n"
)


@pytest.fixture
def results_folder(tmp_path: Path) -> ResultFolder:
    """A night of some tasks that was begun, and not worked on."""
    tasks = write_tasks(tmp_path / "tasks", {str(n): SAFE if n % 2 else UNSAFE for n in range(6)}, {})
    with working_context(begun(order(tasks, tmp_path / "nights", "bmc")), None) as context:
        return context.results_folder


def test_a_job_is_claimed_by_one(results_folder: ResultFolder) -> None:
    one, other = results_folder.plan().jobs[:2]
    mine = claim(results_folder, one)
    assert mine is not None
    assert claim(results_folder, one) is None
    theirs = claim(results_folder, other)
    assert theirs is not None
    mine.release()
    again = claim(results_folder, one)
    assert again is not None
    for each in (again, theirs):
        each.release()
    assert not list((results_folder.folder / "claims").iterdir())


def test_the_claim_of_who_was_killed_is_anybodys(results_folder: ResultFolder) -> None:
    job = results_folder.plan().jobs[0]
    lock = f"file = open('claims/{job.key}', 'ab'); fcntl.flock(file, fcntl.LOCK_EX)"
    program = f"import fcntl, time; {lock}; print(flush=True); time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", program], cwd=results_folder.folder, stdout=subprocess.PIPE)
    with other:
        assert other.stdout is not None
        other.stdout.readline()
        assert claim(results_folder, job) is None
        other.kill()
    mine = claim(results_folder, job)
    assert mine is not None
    mine.release()


class Ear(Silent):
    def __init__(self) -> None:
        self.done: list[str] = []

    def ended(self, job: Job, result: JobResult | None) -> None:
        self.done.append(job.key)


def test_who_joins_does_what_others_do_not(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {str(n): SAFE if n % 2 else UNSAFE for n in range(6)}, {})
    what = begun(order(tasks, tmp_path / "nights", "bmc"))
    owner, helper = Ear(), Ear()
    with working_context(what, None) as context:
        there = joined(what.results_folder, 1)
        with joining_context(there, None) as help_crew:
            words = (from_anywhere(there.plan.jobs), help_crew, 1, helper)
            thread = threading.Thread(target=work_along, args=words)
            thread.start()
            batch = run_batch(what.plan, context, 1, owner)
            thread.join()
    assert batch.missing == 0
    assert sorted(owner.done + helper.done) == sorted(job.key for job in what.plan.jobs)
    assert owner.done
    assert helper.done


def test_who_has_joined_ends_with_the_night(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"slow": SLOW}, {})
    what = begun(order(tasks, tmp_path / "nights", "bmc"))
    with working_context(what, None):
        pass
    stop = Cancellation()
    with joining_context(joined(what.results_folder), None, stop):
        assert not stop.wait(0.2)
        stop_all(what.results_folder)
        assert wait_until(lambda: stop.is_cancelled)


def test_who_has_joined_ends_when_it_is_begun_again(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"slow": SLOW}, {})
    what = begun(order(tasks, tmp_path / "nights", "bmc"))
    with working_context(what, None):
        pass
    stop = Cancellation()
    with joining_context(joined(what.results_folder), None, stop):
        assert not stop.wait(0.2)
        with working_context(what, None):
            assert wait_until(lambda: stop.is_cancelled)


def test_who_read_the_plan_before_it_was_begun_again_is_over(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"a": SAFE}, {})
    what = begun(order(tasks, tmp_path / "nights", "bmc"))
    with working_context(what, None):
        there = joined(what.results_folder)
    with working_context(what, None), joining_context(there, None) as context:
        assert context.is_over


def test_other_flows_by_the_same_names_cannot_join(results_folder: ResultFolder) -> None:
    content = (results_folder.folder / "session.json").read_text()
    other = re.sub('"flows": "[0-9a-f]*"', '"flows": "another"', content)
    assert other != content
    (results_folder.folder / "session.json").write_text(other)
    with pytest.raises(InputError, match="the flows of this batch run are others here"):
        joined(results_folder)


def test_another_version_cannot_join(results_folder: ResultFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.execution.store.environment.environment", lambda: ("another",))
    with pytest.raises(InputError, match="another version"):
        joined(results_folder)


def test_what_was_not_begun_cannot_be_joined(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no batch run has started here"):
        joined(ResultFolder(tmp_path / "nowhere"))


# --- machines that die ------------------------------------------------------------------------------------------------


def write_busy_tasks(folder: Path, number: int) -> dict[str, str]:
    """Tasks that take a while, and what is right."""
    right = {f"t{n}": n % 3 != 0 for n in range(number)}
    write_tasks(folder, {name: BUSY % (40 if is_true else 41) for name, is_true in right.items()}, right)
    return {name: str(is_true).lower() for name, is_true in right.items()}


def results(results_folder: ResultFolder) -> dict[str, int]:
    """The files and when they were written."""
    found = {}
    for each in results_folder.folder.glob("results/*.json"):
        with contextlib.suppress(FileNotFoundError):
            found[each.name] = each.stat().st_mtime_ns
    return found


def check_whole(results_folder: ResultFolder, before: dict[str, int], expected: dict[str, str]) -> None:
    """All results are there and right, and those ``before`` somebody was killed are still the same."""
    found = {Path(each.job.task.path).stem: each.status for each in results_folder.batch().results}
    assert found == expected
    after = results(results_folder)
    assert {name: after[name] for name in before} == before
    assert not list((results_folder.folder / "claims").iterdir())


def batch(tmp_path: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "nightly", *words, "--no-cache", "-v"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["owner", "helper"])
def test_whoever_is_killed_the_others_do_the_rest(victim: str, tmp_path: Path) -> None:
    expected = write_busy_tasks(tmp_path / "tasks", 16)
    results_folder = ResultFolder(tmp_path / "coveriflow-nights" / "one")
    words = ("tasks", "--flow", "bmc", "--name", "one", "--jobs", "1")
    owner = batch(tmp_path, *words)
    assert wait_until(lambda: (results_folder.folder / "session.json").is_file())
    helper = batch(tmp_path, "--join", "one", "--jobs", "1")
    assert wait_until(lambda: len(results(results_folder)) >= 5)
    killed, left = (owner, helper) if victim == "owner" else (helper, owner)
    before = results(results_folder)
    killed.kill()
    killed.communicate(timeout=PATIENCE)
    output, errors = left.communicate(timeout=4 * PATIENCE)
    assert left.returncode == 0, errors
    if victim == "owner":
        assert output.startswith("did ")
        owner = batch(tmp_path, *words)
        _, errors = owner.communicate(timeout=PATIENCE)
        assert owner.returncode == 0, errors
        assert errors.count("was there already") == len(expected)
    check_whole(results_folder, before, expected)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def dask(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's on the loopback interface."""
    command = [sys.executable, "-P", "-m", f"distributed.cli.{words[0]}", *words[1:]]
    command += ["--dashboard-address", "127.0.0.1:0"]
    there = environment() | {"PYTHONPATH": os.pathsep.join(sys.path), "COVERIFLOW_CACHE": "off"}
    with (folder / f"{words[0]}.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, env=there, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_a_worker_of_dask_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    expected = write_busy_tasks(tmp_path / "tasks", 6)
    results_folder = ResultFolder(tmp_path / "coveriflow-nights" / "one")
    address = f"tcp://127.0.0.1:{(port := free_port())}"
    (tmp_path / "dask").mkdir()
    worker = (
        "dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--host",
        "127.0.0.1",
        "--local-directory",
        "dask",
    )
    with (
        dask(tmp_path, "dask_scheduler", "--host", "127.0.0.1", "--port", str(port)),
        dask(tmp_path, *worker),
        dask(tmp_path, *worker) as victim,
    ):
        owner = batch(tmp_path, "tasks", "--flow", "bmc", "--name", "one", "--dask", address)
        assert wait_until(lambda: len(results(results_folder)) >= 2)
        before = results(results_folder)
        victim.kill()
        _, errors = owner.communicate(timeout=4 * PATIENCE)
    assert owner.returncode == 0, errors
    assert errors.count(": true, ") + errors.count(": false, ") == len(expected)
    check_whole(results_folder, before, expected)


@pytest.mark.slow
def test_without_a_scheduler_it_is_said(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    write_tasks(tmp_path / "tasks", {"safe": SAFE}, {})
    owner = batch(tmp_path, "tasks", "--flow", "bmc", "--dask", f"tcp://127.0.0.1:{free_port()}")
    _, errors = owner.communicate(timeout=PATIENCE)
    assert owner.returncode == 3
    assert "Dask's scheduler at tcp://127.0.0.1:" in errors
