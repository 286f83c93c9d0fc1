"""Jobs and their outcomes."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End, Job
from coveriflow.execution.processes.workers import Workers, as_ended
from coveriflow.program.errors import InputError, NotSupported, Span
from tests.execution import jobs
from tests.execution.helpers import wait_until


def test_value_comes_back(workers: Workers) -> None:
    outcome = workers.submit(jobs.double, 21).result()
    assert (outcome.end, outcome.value, outcome.message, outcome.error) == (End.FINISHED, 42, "", None)
    assert outcome.resources.wall > 0
    assert outcome.resources.cpu > 0
    assert outcome.resources.memory > 1 << 20


def test_none_is_a_value(workers: Workers) -> None:
    assert workers.submit(jobs.sleeps, 0.0).result().end is End.FINISHED


def test_large_arguments_and_values(workers: Workers) -> None:
    size = 40 << 20
    assert workers.submit(len, bytes(size)).result().value == size
    assert workers.submit(jobs.large, size).result().value == bytes(size)


def test_exception_comes_back_as_text(workers: Workers) -> None:
    outcome = workers.submit(jobs.fails).result()
    assert outcome.end is End.FAILED
    assert outcome.value is None
    assert outcome.error is None
    assert "ValueError: the reason" in outcome.message
    assert "in fails" in outcome.message
    assert "_perform" not in outcome.message


def test_errors_about_the_input_come_back_as_they_are(workers: Workers) -> None:
    outcome = workers.submit(jobs.is_no_input).result()
    assert outcome.end is End.FAILED
    assert isinstance(outcome.error, InputError)
    assert outcome.error.span == Span("a.c", 3, 7)
    assert "in is_no_input" in outcome.message
    assert isinstance(workers.submit(jobs.is_not_supported).result().error, NotSupported)


def test_sys_exit_is_a_failure(workers: Workers) -> None:
    outcome = workers.submit(jobs.leaves).result()
    assert outcome.end is End.FAILED
    assert "SystemExit: 7" in outcome.message
    assert "words before leaving" in outcome.message


@pytest.mark.parametrize("status", [0, 3])
def test_exit_of_the_process_is_its_death(workers: Workers, status: int) -> None:
    outcome = workers.submit(jobs.dies, status).result()
    assert outcome.end is End.DIED
    assert f"status {status}" in outcome.message


def test_death_by_signal(workers: Workers) -> None:
    outcome = workers.submit(jobs.kills_itself, int(signal.SIGTERM)).result()
    assert outcome.end is End.DIED
    assert "SIGTERM" in outcome.message
    outcome = workers.submit(jobs.kills_itself, int(signal.SIGRTMIN) + 1).result()
    assert outcome.end is End.DIED
    assert "signal 35" in outcome.message


def test_crash_tells_where(workers: Workers) -> None:
    outcome = workers.submit(jobs.crashes).result()
    assert outcome.end is End.DIED
    assert "SIGSEGV" in outcome.message
    assert "in crashes" in outcome.message


def test_what_cannot_be_pickled(workers: Workers) -> None:
    outcome = workers.submit(jobs.gives_a_lock).result()
    assert outcome.end is End.FAILED
    assert "cannot be sent back" in outcome.message
    assert "lock" in outcome.message
    outcome = workers.submit(jobs.gives_unreadable).result()
    assert outcome.end is End.FAILED
    assert "cannot be read" in outcome.message
    sent = workers.submit(jobs.double, threading.Lock()).result()  # type: ignore[arg-type]
    assert sent.end is End.FAILED
    assert "cannot be sent" in sent.message
    assert workers.submit(lambda: 1).result().end is End.FAILED


def test_functions_of_main_are_refused() -> None:
    code = (
        "from coveriflow.execution.processes.workers import Workers\n"
        "def f(): return 1\n"
        "with Workers(()) as w: print(w.submit(f).result().message)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "__main__" in run.stdout


def test_progress_arrives_in_order_and_before_the_result(workers: Workers) -> None:
    heard: list[object] = []
    assert workers.submit(jobs.reports, 5000, progress=heard.append).result().value == 5000
    assert heard == list(range(5000))


def test_failing_callback_does_not_hurt(workers: Workers) -> None:
    def refuse(report: object) -> None:
        raise RuntimeError(report)

    assert workers.submit(jobs.reports, 3, progress=refuse).result().value == 3
    assert workers.submit(jobs.reports, 3).result().value == 3


def test_slow_callback_does_not_stop_the_limits() -> None:
    with Workers(()) as own:
        go = threading.Event()
        flood = own.submit(jobs.reports, 2_000_000, progress=lambda _: go.wait(60))
        late = own.submit(jobs.spins, limits=Limits(wall=0.3))
        flood.cancel()
        go.set()
        assert late.result().end is End.OUT_OF_WALL
        assert flood.result().end in (End.CANCELLED, End.FINISHED)


def test_limits_are_visible_to_the_job(workers: Workers) -> None:
    limits = Limits(cpu=5, wall=6, memory=1 << 30)
    assert workers.submit(jobs.limits_seen, limits=limits).result().value == limits
    assert jobs.limits_seen() == Limits()
    assert jobs.reports(1) == 1


def test_a_worker_is_alone(workers: Workers) -> None:
    pid, session, parent = workers.submit(jobs.session).result().value or (0, 0, 0)
    assert pid == session
    assert parent == workers._supervisor.pid
    assert os.getsid(parent) != os.getsid(0)
    assert workers.submit(jobs.reads_stdin).result().value == ""


def test_much_output_is_read_and_its_end_kept(workers: Workers) -> None:
    outcome = workers.submit(jobs.prints, 100 << 20).result()
    assert outcome.end is End.FAILED
    assert "after printing" in outcome.message
    assert outcome.message.endswith("the last line")
    assert len(outcome.message) < 1 << 16


def test_a_job_may_close_its_outputs(workers: Workers) -> None:
    before = workers._supervisor
    outcome = workers.submit(jobs.closes_everything).result()
    assert outcome.value == 5
    assert before.poll() is None


def test_temporary_files_go_away(workers: Workers) -> None:
    folder = workers.submit(jobs.leaves_files).result().value
    assert folder
    assert folder.startswith(workers.folder)
    assert not Path(folder).exists()


def test_two_hundred_jobs_one_after_the_other(workers: Workers) -> None:
    assert [workers.submit(jobs.double, n).result().value for n in range(200)] == [2 * n for n in range(200)]
    files = os.listdir(f"/proc/{workers._supervisor.pid}/fd")
    assert len(files) < 20, "no file descriptor is kept after a job"


def test_twenty_jobs_from_twenty_threads(workers: Workers) -> None:
    values: dict[int, int | None] = {}

    def use(number: int) -> None:
        for step in range(5):
            values[5 * number + step] = workers.submit(jobs.double, 5 * number + step).result().value

    threads = [threading.Thread(target=use, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == {n: 2 * n for n in range(100)}


def test_twenty_jobs_at_once(workers: Workers) -> None:
    sleeping = [workers.submit(jobs.sleeps, 0.5) for _ in range(20)]
    assert all(job.result().end is End.FINISHED for job in sleeping)


def test_first_result_wins(workers: Workers) -> None:
    slow, quick = workers.submit(jobs.sleeps, 600.0), workers.submit(jobs.sleeps, 0.0)
    in_order = as_ended([slow, quick])
    first = next(in_order)
    assert first is quick
    slow.cancel()
    assert next(in_order) is slow
    assert slow.result().end is End.CANCELLED
    assert list(as_ended([quick, slow])) == [quick, slow]


def test_cancel_from_another_thread(workers: Workers, tmp_path: Path) -> None:
    job = workers.submit(jobs.sleeps_recorded, str(tmp_path))
    assert wait_until(lambda: any(tmp_path.iterdir()))
    threading.Thread(target=job.cancel).start()
    outcome = job.result()
    assert outcome.end is End.CANCELLED
    assert outcome.resources.wall > 0
    assert job.done
    job.cancel()
    assert job.result() is outcome


def test_cancel_at_once(workers: Workers) -> None:
    pending: list[Job[None]] = []
    for _ in range(20):
        pending.append(workers.submit(jobs.sleeps, 600.0))
        pending[-1].cancel()
    assert {job.result().end for job in pending} == {End.CANCELLED}


def test_leaving_cancels() -> None:
    with Workers(()) as own:
        job = own.submit(jobs.sleeps, 600.0)
    assert job.result().end is End.CANCELLED
    assert not Path(own.folder).exists()
    assert own.submit(jobs.double, 1).result().end is End.CANCELLED
    assert Workers(()).submit(jobs.double, 1).result().end is End.CANCELLED


def test_leaving_before_the_supervisor_is_up() -> None:
    with Workers() as own:
        pass
    assert own._supervisor.returncode in (0, -signal.SIGTERM)
    assert not Path(own.folder).exists()


def test_interrupted_while_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The supervisor is not up yet, and removes nothing."""
    remove, calls = shutil.rmtree, []

    def interrupted_once(folder: str, ignore_errors: bool = False) -> None:
        calls.append(folder)
        if len(calls) == 1:
            raise KeyboardInterrupt
        remove(folder, ignore_errors=ignore_errors)

    workers = Workers()
    monkeypatch.setattr("coveriflow.execution.processes.workers.shutil.rmtree", interrupted_once)
    with pytest.raises(KeyboardInterrupt), workers:
        assert Path(workers.folder).exists()
    assert not Path(workers.folder).exists()


def test_modules_that_are_missing_are_tolerated() -> None:
    with Workers(("no_such_module", "json", "tests.execution.jobs")) as own:
        assert own.submit(jobs.double, 4).result().value == 8


def test_workers_within_a_worker(workers: Workers) -> None:
    assert workers.submit(jobs.nested_value, 8).result().value == 16


def test_outcomes_can_be_pickled(workers: Workers) -> None:
    outcome = workers.submit(jobs.double, 3).result()
    assert pickle.loads(pickle.dumps(outcome)) == outcome
