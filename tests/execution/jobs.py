"""What the tests run as jobs: functions that behave, and functions that do not."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes import worker
from coveriflow.execution.processes.shared_values import shared
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.program.errors import InputError, NotSupported, Span


def record(folder: str) -> None:
    """Leave this process's number behind."""
    Path(folder, str(os.getpid())).touch()


def double(number: int) -> int:
    return 2 * number


def large(size: int) -> bytes:
    return bytes(size)


def fails() -> None:
    raise ValueError("the reason")


def is_no_input() -> None:
    raise InputError("not C", Span("a.c", 3, 7))


def is_not_supported() -> None:
    raise NotSupported("inline assembly", Span("a.c", 4))


def leaves() -> None:
    print("words before leaving", flush=True)
    sys.exit(7)


def dies(status: int) -> None:
    os._exit(status)


def kills_itself(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(60)


def crashes() -> None:
    ctypes.string_at(8)


def gives_a_lock() -> object:
    return threading.Lock()


class Unreadable:
    """Can be pickled, cannot be unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("no number",)


def gives_unreadable() -> object:
    return Unreadable()


def sleeps(seconds: float) -> None:
    time.sleep(seconds)


def sleeps_recorded(folder: str) -> None:
    record(folder)
    time.sleep(600)


def spins(folder: str = "") -> None:
    if folder:
        record(folder)
    while True:
        pass


def spins_for(seconds: float) -> float:
    while time.process_time() < seconds:
        pass
    return seconds


def spins_in_children(count: int, folder: str) -> None:
    for _ in range(count):
        if os.fork() == 0:
            spins(folder)
    while True:
        time.sleep(60)


def uses_children(count: int, seconds: float) -> int:
    """CPU time in children that are dead (and waited for) before the job ends."""
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            start = time.process_time()
            while time.process_time() - start < seconds:
                pass
            os._exit(0)
        os.waitpid(pid, 0)
    return count


def uses_children_unseen(count: int, seconds: float) -> None:
    """CPU time in children that the kernel does not account to their parent."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(count):
        if os.fork() == 0:
            spins_for(seconds)
            os._exit(0)
        with contextlib.suppress(ChildProcessError):
            os.wait()


def hogs() -> None:
    """Memory, page by page, without end."""
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (8 << 20)))


def hogs_in_child() -> None:
    if os.fork() == 0:
        hogs()
    time.sleep(600)


def hogs_at_once(size: int) -> int:
    return len(bytearray(size))


def shares(count: int, size: int) -> int:
    """Children that share the parent's memory and write nothing to it."""
    hoard = bytearray(b"x" * size)
    children = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            time.sleep(1)
            os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    return len(hoard)


def prints(size: int) -> int:
    line = "x" * 1023 + "\n"
    for _ in range(size // 1024):
        sys.stdout.write(line)
    print("the last line")
    raise ValueError("after printing")


def closes_everything() -> int:
    os.closerange(0, 3)
    time.sleep(0.3)
    return 5


def reports(count: int) -> int:
    for number in range(count):
        report_progress(number)
    return count


def limits_seen() -> Limits:
    return current_limits()


def reads_stdin() -> str:
    return sys.stdin.read()


def leaves_files() -> str:
    Path(tempfile.mkdtemp(), "file").write_text("left behind")
    Path(os.environ["TMPDIR"], "other").write_text("too")
    return tempfile.gettempdir()


def session() -> tuple[int, int, int]:
    return os.getpid(), os.getsid(0), os.getppid()


def detaches(folder: str, generations: int = 2) -> None:
    """Grandchildren that leave session and parents, ignore what can be ignored, and keep all pipes open."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for _ in range(3):
        _detached(folder, generations)
    while len(list(Path(folder).iterdir())) < 3:
        time.sleep(0.01)


def _detached(folder: str, generations: int) -> None:
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    os.setsid()
    if generations:
        _detached(folder, generations - 1)
        os._exit(0)
    if os.fork():
        os._exit(0)
    os.setsid()
    record(folder)
    time.sleep(600)
    os._exit(0)


def detaches_and_waits(folder: str) -> None:
    detaches(folder)
    record(folder)
    time.sleep(600)


def detaches_programs(folder: str) -> None:
    """The same with a program, whose environment and arguments are new."""
    code = "import sys, time, pathlib, os; pathlib.Path(sys.argv[1], str(os.getpid())).touch(); time.sleep(600)"
    subprocess.Popen([sys.executable, "-I", "-c", code, folder], start_new_session=True)
    while not list(Path(folder).iterdir()):
        time.sleep(0.01)


def programs_and_waits(folder: str) -> None:
    detaches_programs(folder)
    time.sleep(600)


def forks_much(folder: str, depth: int) -> None:
    """A bomb of ``2 ** depth`` processes, each of which has a session of its own."""
    for _ in range(depth):
        os.fork()
        os.setsid() if os.getpid() != os.getpgrp() else None
    record(folder)
    time.sleep(600)


def nested(folder: str) -> None:
    """Workers within a worker."""
    from coveriflow.execution.processes.workers import Workers

    with Workers(()) as inner:
        Path(folder, str(inner._supervisor.pid)).touch()
        inner.submit(detaches_and_waits, folder).result()


def nested_value(number: int) -> int | None:
    from coveriflow.execution.processes.workers import Workers

    with Workers(()) as inner:
        return inner.submit(double, number).result().value


def hops(folder: str, seconds: float) -> None:
    """A chain of processes, each of which leaves its parent's session, starts the next one and ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.fork():
            os._exit(0)
        os.setsid()
    record(folder)


def waits_to_be_asked(times: int) -> list[float]:
    """What it was allowed when it was asked, each time."""
    found = []
    for _ in range(times):
        while not worker.is_asked():
            time.sleep(0.005)
        worker.answered()
        found.append(worker.more_cpu())
        report_progress("answered")
    return found


def spins_with_a_child(folder: str, seconds: float) -> None:
    """Both use CPU time; both leave their numbers in ``folder``."""
    record(folder)
    if os.fork() == 0:
        record(folder)
        spins_for(seconds)
        os._exit(0)
    spins_for(seconds)
    os.wait()


def spins_below_a_supervisor(folder: str, seconds: float) -> None:
    """A job of a job uses CPU time; both leave their numbers in ``folder``."""
    from coveriflow.execution.processes.workers import Workers

    record(folder)
    with Workers(()) as inner:
        inner.submit(spins_with_a_child, folder, seconds).result()


def spins_while_others_wait(folder: str, seconds: float) -> None:
    """Uses CPU time; leaves a file in ``folder`` when others need not wait any more."""
    with worker.not_stopped():
        spins_for(seconds)
        Path(folder, "done").touch()
    spins_for(60.0)


def gets_shared(folder: str, seconds: float) -> int:
    """The process that made what all such jobs of one owner share."""

    def make() -> int:
        record(folder)
        time.sleep(seconds)
        return os.getpid()

    return shared("number", make)


def gets_shared_refusal(folder: str) -> int:
    def make() -> int:
        record(folder)
        raise NotSupported("inline assembly", Span("a.c", 4))

    return shared("refusal", make)


def spins_beside_a_copy(folder: str, megabytes: int, seconds: float) -> None:
    """Holds so much memory, which a child has since its fork, too."""
    held = bytearray(os.urandom(1 << 20)) * megabytes
    child = os.fork()
    if child == 0:
        time.sleep(600)
        os._exit(len(held) & 1)
    record(folder)
    while time.process_time() < seconds:
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
