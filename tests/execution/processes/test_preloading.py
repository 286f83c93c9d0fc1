"""Modules that are imported for all jobs: before the first one, or when a job takes a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.preloading import LATER
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs, rehearsed
from tests.execution.helpers import wait_until

JOBS = (jobs.__name__, rehearsed.__name__)


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that ``told_when_imported`` makes, as does ``never_imported``, which does not end."""
    text = "import pathlib, time\npathlib.Path(__file__).with_name('imported').touch()\n"
    (tmp_path / "told_when_imported.py").write_text(text)
    (tmp_path / "never_imported.py").write_text(text + "time.sleep(600)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / "imported"


def test_the_first_job_waits_for_what_is_needed_at_first_only(imported: Path) -> None:
    with Workers((*JOBS, "colorsys", LATER, "never_imported")) as workers:
        assert workers.submit(rehearsed.imports, "colorsys").result().value is True
        assert not imported.exists()


def test_the_rest_is_there_once_a_job_took_a_while(imported: Path) -> None:
    with Workers((*JOBS, LATER, "no_such_module", "told_when_imported")) as workers:
        workers.submit(jobs.sleeps, 60)
        assert wait_until(imported.exists)
        assert workers.submit(rehearsed.imports, "told_when_imported").result().value is True


def test_the_rest_is_there_once_there_were_several(imported: Path) -> None:
    with Workers((*JOBS, LATER, "told_when_imported")) as workers:
        for number in range(rehearsed.JOBS):
            assert workers.submit(jobs.double, number).result().value == 2 * number
        assert wait_until(imported.exists)
        assert workers.submit(rehearsed.imports, "told_when_imported").result().value is True


def test_what_long_jobs_need_is_not_there_before(imported: Path) -> None:
    with Workers((*JOBS, LATER, "colorsys", LATER, "told_when_imported")) as workers:
        workers.submit(jobs.sleeps, 60)
        assert wait_until(lambda: workers.submit(rehearsed.imports, "colorsys").result().value is True)
        assert wait_until(imported.exists)
        assert workers.submit(rehearsed.imports, "told_when_imported").result().value is True


def test_limits_hold_while_there_is_something_to_import() -> None:
    with Workers((*JOBS, LATER, *(f"no_such_module_{number}" for number in range(1000)))) as workers:
        assert workers.submit(jobs.spins, limits=Limits(wall=0.3)).result().end is End.OUT_OF_WALL
        assert workers.submit(jobs.double, 4).result().value == 8


def test_leaving_does_not_wait_for_an_import(imported: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Nor is it told that an object was half made, as a context of a solver may be."""
    half_made = """
class HalfMade:
    def __init__(self):
        time.sleep(600)
        self.handle = 1
    def __del__(self):
        print(self.handle)
HalfMade()
"""
    module = imported.with_name("never_imported.py")
    module.write_text(module.read_text().replace("time.sleep(600)", half_made))
    with Workers((*JOBS, LATER, "never_imported")) as workers:
        workers.submit(jobs.sleeps, 60)
        assert wait_until(imported.exists)
    assert workers._supervisor.returncode == 0
    assert not Path(workers.folder).exists()
    assert capfd.readouterr().err == ""
