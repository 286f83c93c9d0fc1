"""What jobs of one owner share is made once, and is gone when the owner leaves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes import shared_values
from coveriflow.execution.processes.shared_values import shared
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.errors import NotSupported
from tests.execution import jobs
from tests.execution.helpers import recorded, wait_until


def test_of_several_jobs_one_makes_it(tmp_path: Path) -> None:
    with Workers(()) as workers:
        running = [workers.submit(jobs.gets_shared, str(tmp_path), 0.5) for _ in range(4)]
        values = {job.result().value for job in running}
        later = workers.submit(jobs.gets_shared, str(tmp_path), 0.0).result()
    assert {later.value} == values == set(recorded(tmp_path))
    assert not os.path.exists(workers.folder)


def test_who_waits_uses_nothing(tmp_path: Path) -> None:
    with Workers(()) as workers:
        first = workers.submit(jobs.gets_shared, str(tmp_path), 1.0)
        assert wait_until(lambda: bool(recorded(tmp_path)))
        second = workers.submit(jobs.gets_shared, str(tmp_path), 1.0).result()
        assert first.result().end is second.end is End.FINISHED
    assert second.resources.cpu < 0.5


def test_owners_share_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        with Workers(()) as workers:
            workers.submit(jobs.gets_shared, str(tmp_path), 0.0).result()
    assert len(recorded(tmp_path)) == 2


def test_a_refusal_is_shared(tmp_path: Path) -> None:
    with Workers(()) as workers:
        outcomes = [workers.submit(jobs.gets_shared_refusal, str(tmp_path)).result() for _ in range(2)]
    assert [str(outcome.error) for outcome in outcomes] == ["inline assembly is not supported (a.c, line 4)"] * 2
    assert len(recorded(tmp_path)) == 1


def test_after_a_maker_that_was_killed_another_one_makes_it(tmp_path: Path) -> None:
    with Workers(()) as workers:
        killed = workers.submit(jobs.gets_shared, str(tmp_path), 600.0, limits=Limits(wall=0.5))
        assert wait_until(lambda: bool(recorded(tmp_path)))
        waiting = workers.submit(jobs.gets_shared, str(tmp_path), 0.0)
        assert killed.result().end is End.OUT_OF_WALL
        assert waiting.result().end is End.FINISHED
    assert len(recorded(tmp_path)) == 2


def test_outside_of_a_job_nothing_is_kept() -> None:
    assert [shared("number", lambda: object()) is shared("number", lambda: object())] == [False]


@pytest.fixture
def in_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if this process were a job's."""
    monkeypatch.setattr(shared_values, "shared_folder", lambda: str(tmp_path))
    return tmp_path / "shared"


def test_the_oldest_make_room(in_a_job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_values, "_MOST", 2500)
    for number in range(4):
        assert shared(f"v{number}", lambda: bytes(1000)) == bytes(1000)
        os.utime(in_a_job / f"v{number}", (number, number))
    there = {file.name for file in in_a_job.iterdir() if file.suffix == ""}
    assert there == {"v2", "v3"}


def _nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


def test_what_cannot_be_written_is_made_each_time(in_a_job: Path) -> None:
    for _ in range(2):
        assert shared("deep", lambda: _nested(100_000)) is not None
        assert callable(shared("function", lambda: lambda: 1))
    assert {file.suffix for file in in_a_job.iterdir()} <= {".lock"}


def test_a_full_disk(in_a_job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "rename", full)
    assert [shared("value", lambda: 1), shared("value", lambda: 2)] == [1, 2]
    assert {file.suffix for file in in_a_job.iterdir()} <= {".lock"}


def test_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_values, "shared_folder", lambda: "/nowhere/at/all")
    assert shared("value", lambda: 1) == 1
    with pytest.raises(NotSupported):
        shared("value", jobs.is_not_supported)
