"""No process is left: whatever the job did, and whoever dies first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import VARIABLE
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.process_tree import everyone
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs
from tests.execution.helpers import is_alive, recorded, wait_until

OWNER = """
import sys, pathlib
sys.path[:] = sys.argv[3:]
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs
with Workers(()) as workers:
    pathlib.Path(sys.argv[1], str(workers._supervisor.pid)).touch()
    pathlib.Path(sys.argv[1], "folder").write_text(workers.folder)
    workers.submit(getattr(jobs, sys.argv[2]), sys.argv[1]).result()
"""


HANGING = """
import os, pathlib, pickle, sys, time
pace, *sys.path[:] = sys.argv[3:]
from coveriflow.execution.processes.protocol import frame
from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs

class Hangs:
    def __reduce__(self):
        return exec, (f"import signal, time; {pace}; time.sleep(600)",)

with Workers(()) as workers:
    workers.submit(getattr(jobs, sys.argv[2]), sys.argv[1])
    while not os.listdir(sys.argv[1]):
        time.sleep(0.01)
    pathlib.Path(sys.argv[1], "folder").write_text(workers.folder)
    workers._socket.sendall(frame(pickle.dumps(Hangs())))
    pathlib.Path(sys.argv[1], str(workers._supervisor.pid)).touch()
    time.sleep(600)
"""


STARTING = """
import os, signal, subprocess, sys, threading
step, when, *sys.path = sys.argv[1:]
from coveriflow.execution.processes.workers import Workers

def killing(call):
    def called(*arguments, **options):
        if when == "after":
            call(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    return called

module, _, name = step.rpartition(".")
setattr(sys.modules[module], name, killing(getattr(sys.modules[module], name)))
with Workers(()):
    pass
"""


def started(folder: Path, job: str, processes: int) -> subprocess.Popen[bytes]:
    """An owner whose job has made at least so many processes (its supervisor counts)."""
    command = [sys.executable, "-c", OWNER, str(folder), job, *sys.path]
    owner = subprocess.Popen(command, stderr=subprocess.DEVNULL, process_group=0)
    assert wait_until(lambda: len(recorded(folder)) >= processes)
    return owner


def nothing_left(folder: Path) -> bool:
    """Every process that has left its number is gone, and so are the temporary files."""
    place = Path((folder / "folder").read_text())
    return wait_until(lambda: not any(is_alive(pid) for pid in recorded(folder)) and not place.exists())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("job", "processes"),
    [("spins", 2), ("detaches_and_waits", 5), ("programs_and_waits", 2), ("nested", 6)],
)
def test_owner_is_killed(tmp_path: Path, number: int, job: str, processes: int) -> None:
    owner = started(tmp_path, job, processes)
    os.killpg(owner.pid, number)
    owner.wait()
    assert nothing_left(tmp_path)


@pytest.mark.usefixtures("compiler")
def test_owner_of_a_program_under_test_is_killed(tmp_path: Path) -> None:
    text = """
extern int fork(void), setsid(void), getpid(void), creat(const char *, int), sprintf(char *, const char *, ...);
int main(void) {
    char name[1000];
    if (fork() == 0) { setsid(); if (fork() == 0) setsid(); }
    sprintf(name, "FOLDER/%d", getpid());
    creat(name, 0600);
    for (;;);
}
"""
    owner, place = executing(tmp_path, text.replace("FOLDER", str(tmp_path)), Sandbox.OFF)
    assert wait_until(lambda: len(recorded(tmp_path)) == 3)
    owner.kill()
    owner.wait()
    assert wait_until(lambda: not any(is_alive(pid) for pid in recorded(tmp_path)) and not list(place.iterdir()))


@pytest.mark.usefixtures("compiler")
def test_owner_of_a_program_in_a_box_is_killed(tmp_path: Path) -> None:
    owner, place = executing(tmp_path, "int main(void) { for (;;); }", Sandbox.AUTO)

    def running() -> list[int]:
        return [process.pid for process in everyone() if is_program_in(place, process.pid)]

    assert wait_until(lambda: running() != [])
    owner.kill()
    owner.wait()
    assert wait_until(lambda: running() == [] and not list(place.iterdir()))


def is_program_in(place: Path, pid: int) -> bool:
    """Its first word is the program itself."""
    try:
        first = os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes()).partition("\0")[0]
    except OSError:
        return False
    return first.startswith(str(place)) and first.endswith("/program")


def executing(tmp_path: Path, text: str, sandbox: Sandbox) -> tuple[subprocess.Popen[bytes], Path]:
    """A process that executes a program, and its place for temporary files."""
    code = """
import sys
sys.path[:] = sys.argv[2:]
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.confirmation import execute_test
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR
execute_test([("a.c", sys.argv[1])], [], CALLS_OF_REACH_ERROR, DataModel.LP64, Limits(wall=600))
"""
    place = tmp_path / "temporary"
    place.mkdir()
    command = [sys.executable, "-c", code, text, *sys.path]
    environment = os.environ | {"TMPDIR": str(place), VARIABLE: sandbox.value}
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment), place


def test_owner_is_killed_at_any_time(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OWNER, str(tmp_path), "detaches_and_waits", *sys.path]
    for milliseconds in range(0, 240, 40):
        owner = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            owner.wait(milliseconds / 1000)
        except subprocess.TimeoutExpired:
            owner.kill()
        owner.wait()
    assert wait_until(lambda: not any(is_alive(pid) for pid in recorded(tmp_path)))


@pytest.mark.parametrize("step", ["os.urandom", "os.path.isdir", "subprocess.Popen", "os.mkdir", "threading.Thread"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_owner_is_killed_while_it_starts(tmp_path: Path, step: str, when: str) -> None:
    """At any step of entering: what is made there and what it is made by."""
    command = [sys.executable, "-c", STARTING, step, when, *sys.path]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    owner = subprocess.run(command, env=os.environ | {"TMPDIR": str(temporary)}, check=False)
    assert owner.returncode == -signal.SIGKILL
    assert wait_until(lambda: not list(temporary.iterdir()))


QUICK = "signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)"
"""The supervisor's timer looks ten times as often."""


@pytest.mark.parametrize(
    ("number", "pace"), [(signal.SIGKILL, QUICK), pytest.param(signal.SIGINT, "pass", marks=pytest.mark.slow)]
)
def test_owner_of_a_supervisor_that_hangs_is_killed(tmp_path: Path, number: int, pace: str) -> None:
    command = [sys.executable, "-c", HANGING, str(tmp_path), "spins", pace, *sys.path]
    owner = subprocess.Popen(command, stderr=subprocess.DEVNULL, process_group=0)
    assert wait_until(lambda: len(recorded(tmp_path)) == 2)
    os.killpg(owner.pid, number)
    assert nothing_left(tmp_path)
    owner.kill()
    owner.wait()


@pytest.mark.parametrize("job", ["spins", "detaches_and_waits", "programs_and_waits"])
def test_supervisor_is_killed(tmp_path: Path, job: str) -> None:
    with Workers(()) as workers:
        running = workers.submit(getattr(jobs, job), str(tmp_path))
        assert wait_until(lambda: bool(recorded(tmp_path)))
        os.kill(workers._supervisor.pid, signal.SIGKILL)
        outcome = running.result()
        assert outcome.end is End.DIED
        assert "supervisor" in outcome.message
        assert wait_until(lambda: not any(is_alive(pid) for pid in recorded(tmp_path)))
        assert workers.submit(jobs.double, 1).result().end is End.DIED
    assert not Path(workers.folder).exists()


def test_one_look_that_finds_nothing_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may fork and end while all are looked at, so that neither it nor its child is seen."""
    found, looks = [2, 0, 1, 0, 0, 0], list[str]()

    def kill_marked(mark: str) -> int:
        looks.append(mark)
        return found[len(looks) - 1]

    monkeypatch.setattr("coveriflow.execution.processes.workers.kill_marked", kill_marked)
    with Workers(()) as workers:
        os.kill(workers._supervisor.pid, signal.SIGKILL)
        assert wait_until(lambda: not workers._listener.is_alive())
    assert looks == [workers._mark] * len(found)


def test_supervisor_is_asked_to_end(tmp_path: Path) -> None:
    with Workers(()) as workers:
        running = workers.submit(jobs.detaches_and_waits, str(tmp_path))
        assert wait_until(lambda: len(recorded(tmp_path)) == 4)
        os.kill(workers._supervisor.pid, signal.SIGTERM)
        assert running.result().end is End.DIED
        assert not any(is_alive(pid) for pid in recorded(tmp_path))


def test_supervisor_does_not_hear_the_terminal(workers: Workers) -> None:
    supervisor = workers._supervisor.pid
    assert workers.submit(jobs.double, 1).result().value == 2
    assert os.getsid(supervisor) == supervisor
    os.kill(supervisor, signal.SIGINT)
    assert workers.submit(jobs.double, 2).result().value == 4


@pytest.mark.parametrize("job", [jobs.detaches, jobs.detaches_programs])
def test_job_that_ends_takes_its_tree_along(workers: Workers, tmp_path: Path, job: Callable[[str], None]) -> None:
    outcome = workers.submit(job, str(tmp_path)).result()
    assert outcome.end is End.FINISHED
    assert recorded(tmp_path)
    assert not any(is_alive(pid) for pid in recorded(tmp_path))


@pytest.mark.parametrize("job", [jobs.detaches_and_waits, jobs.programs_and_waits])
def test_cancelled_job_takes_its_tree_along(workers: Workers, tmp_path: Path, job: Callable[[str], None]) -> None:
    running = workers.submit(job, str(tmp_path))
    assert wait_until(lambda: bool(recorded(tmp_path)))
    running.cancel()
    assert running.result().end is End.CANCELLED
    assert not any(is_alive(pid) for pid in recorded(tmp_path))


def test_processes_that_do_not_stay(workers: Workers, tmp_path: Path) -> None:
    """Each lives for less than the time in which one could be looked at and killed with certainty."""
    outcome = workers.submit(jobs.hops, str(tmp_path), 20.0).result()
    assert outcome.end is End.DIED
    assert not recorded(tmp_path)
    assert not psutil.Process(workers._supervisor.pid).children(recursive=True)


@pytest.mark.parametrize("limits", [Limits(wall=1.5), Limits(memory=64 << 20)])
def test_fork_bomb(workers: Workers, tmp_path: Path, limits: Limits) -> None:
    outcome = workers.submit(jobs.forks_much, str(tmp_path), 7, limits=limits).result()
    assert outcome.end in (End.OUT_OF_WALL, End.OUT_OF_MEMORY)
    assert not any(is_alive(pid) for pid in recorded(tmp_path))
    assert not psutil.Process(workers._supervisor.pid).children(recursive=True)


def test_one_job_s_orphans_are_not_another_s(workers: Workers, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    staying = workers.submit(jobs.detaches_and_waits, str(first))
    assert wait_until(lambda: len(recorded(first)) == 4)
    for _ in range(5):
        assert workers.submit(jobs.detaches, str(second)).result().end is End.FINISHED
    assert all(is_alive(pid) for pid in recorded(first))
    staying.cancel()
    staying.result()
    assert not any(is_alive(pid) for pid in recorded(first) + recorded(second))


def test_no_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes away after it was chosen: an error as of any file operation, and no supervisor stays."""
    monkeypatch.setattr("coveriflow.execution.processes.workers._temporary_folder", lambda: str(tmp_path / "gone"))
    before = psutil.Process().children()
    with pytest.raises(FileNotFoundError), Workers(()):
        pass
    assert psutil.Process().children() == before
