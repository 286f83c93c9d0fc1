"""The owner's side: ``with Workers() as workers: job = workers.submit(function, argument, limits=limits)``."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar, TypeVarTuple

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End, Job, Outcome
from coveriflow.execution.processes.job import SubmittedJob
from coveriflow.execution.processes.process_tree import kill_marked
from coveriflow.execution.processes.protocol import Ended, Event, Frames, Progress, Request, Stopped, Submit, frame

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PRELOADED = ("z3", "pycparser", "lxml.etree")
"""What costs a worker most to import: imported once, before the first job, where it is installed."""

MARKS = "COVERIFLOW_SUPERVISORS"
"""The environment variable with the random marks of all supervisors above a process, by which it can be found."""

_BOOT = (
    "import sys; fd, owner, folder, modules, *sys.path = sys.argv[1:]; "
    "from coveriflow.execution.processes.lazy_methods import install; install(); "
    "from coveriflow.execution.processes.supervisor import main; main(int(fd), int(owner), folder, modules.split())"
)
_PATIENCE = 15.0  # seconds for the supervisor to clean up
_EMPTY_LOOKS = 3
"""In a row, after which no process is left: one look misses the child of a process that ends while it looks."""
_PIECE = 1 << 18
_NO_LIMITS = Limits()


class Workers:
    """Runs functions in processes of their own, below one supervisor process. Thread-safe; any number of jobs at once.

    Entering starts the supervisor, which imports ``modules`` once for all jobs, and does not wait for it. Leaving
    cancels what still runs; then no process and no temporary file of any job is left, nor are there any soon after the
    owner was killed. Jobs see the working folder and the environment that the owner had on entering, and a ``TMPDIR``
    of their own. ``folder``: for files that several jobs use; goes away on leaving.

    Modules after a ``preloading.LATER`` are not waited for: they are imported when a job takes a while, and those after
    a second one when it takes long. A module ``name:function`` is a rehearsal: with one, a worker is kept ready for the
    next job from the twelfth one on.
    """

    def __init__(self, modules: Sequence[str] = PRELOADED) -> None:
        self._modules = modules
        self._mark = os.urandom(16).hex()
        self._jobs: dict[int, SubmittedJob[Any]] = {}
        self._submitted = 0
        self._fate: End | None = End.CANCELLED  # of all jobs, while there is no supervisor
        self._state = threading.Lock()
        self._sending = threading.Lock()
        self.folder = ""

    def __enter__(self) -> Workers:
        self.folder = os.path.join(_temporary_folder(), f"coveriflow-{os.urandom(8).hex()}")
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._supervisor = self._start(theirs.fileno())
        self._make_folder()
        self._listener = threading.Thread(target=self._listen, name="coveriflow-workers", daemon=True)
        self._fate = None
        self._listener.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._state:
            self._fate = self._fate or End.CANCELLED
        try:
            self._leave()
        except BaseException:  # a signal's, which comes once; the supervisor may be too young to remove the folder
            self._leave()
            raise

    def _leave(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        self._supervisor.terminate()  # it may still be importing, and hear of nothing else
        self._listener.join()
        self._socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_gone(self) -> bool:
        """Whether the supervisor has ended: jobs that are submitted now end at once, without having been done."""
        return self._fate is not None

    def used(self) -> float:
        """CPU seconds of the supervisor itself, without any job's; 0 where it has ended, or nothing tells."""
        try:
            fields = Path(f"/proc/{self._supervisor.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def submit(
        self,
        function: Callable[[*Ts], T],
        *arguments: *Ts,
        limits: Limits = _NO_LIMITS,
        progress: Callable[[object], object] | None = None,
        until: float | None = None,
        stopped: Callable[[Resources], object] | None = None,
    ) -> Job[T]:
        """Start ``function(*arguments)``. The function is named by its module; arguments and value are pickled.

        ``progress`` gets what the job reports (``worker.report_progress``), in order and before ``result`` returns, on
        a thread of this object: it should return soon. What cannot be pickled, here or there, is a ``FAILED`` job.

        After ``until`` CPU seconds the job is stopped, and waits for ``go_on``; ``stopped`` gets the time that it has
        used, and the memory that it holds.
        """
        job: SubmittedJob[T] = self._register(progress, stopped)
        if job.done:
            return job
        try:
            call = _pickled_call(function, arguments)
        except Exception as error:
            self._forget(job.number)
            job.end(Outcome(End.FAILED, message=f"the job cannot be sent to a worker: {error}"))
        else:
            self._send(Submit(job.number, limits, call, until))
        return job

    def _register(
        self, progress: Callable[[object], object] | None, stopped: Callable[[Resources], object] | None
    ) -> SubmittedJob[Any]:
        with self._state:
            self._submitted += 1
            job: SubmittedJob[Any] = SubmittedJob(self._submitted, progress, self._send, stopped)
            if self._fate is None:
                self._jobs[job.number] = job
            else:
                job.end(Outcome(self._fate, message="there is no supervisor (any more)"))
        return job

    def _send(self, request: Request) -> None:
        """To the supervisor; if that has ended, the listener will notice."""
        message = frame(pickle.dumps(request, pickle.HIGHEST_PROTOCOL))
        with self._sending, contextlib.suppress(OSError):
            self._socket.sendall(message)

    def _start(self, descriptor: int) -> subprocess.Popen[bytes]:
        arguments = [str(descriptor), str(os.getpid()), self.folder, " ".join(self._modules), *map(str, sys.path)]
        marks = f"{os.environ.get(MARKS, '')} {self._mark}".strip()
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(descriptor,),
            start_new_session=True,
            env=os.environ | {MARKS: marks},
        )

    def _make_folder(self) -> None:
        """Only now that there is a supervisor to remove it, should this process be killed."""
        try:
            os.mkdir(self.folder, 0o700)
        except OSError:
            self._supervisor.kill()
            self._supervisor.wait()
            self._socket.close()
            raise

    def _listen(self) -> None:
        try:
            self._take_events()
        finally:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._bury_supervisor()
            self._end_all()

    def _take_events(self) -> None:
        frames = Frames()
        while data := self._receive():
            for content in frames.feed(data):
                self._take(pickle.loads(content))

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(_PIECE)
        except OSError:
            return b""

    def _take(self, event: Event) -> None:
        match event:
            case Progress(number, report):
                self._jobs[number].hear(report)
            case Stopped(number, resources):
                self._jobs[number].stop(resources)
            case Ended():
                self._forget(event.job).end_with(event)

    def _bury_supervisor(self) -> None:
        """It has closed its socket: it is done, or was killed; then its workers die with it, but not their children."""
        try:
            self._supervisor.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        deadline, looks = time.monotonic() + _PATIENCE, 0
        while self._supervisor.returncode != 0 and looks < _EMPTY_LOOKS and time.monotonic() < deadline:
            looks = 0 if kill_marked(self._mark) else looks + 1
            time.sleep(0.005)

    def _end_all(self) -> None:
        with self._state:
            message = "" if self._fate is End.CANCELLED else "the supervisor of the workers was killed"
            fate = self._fate = self._fate or End.DIED
            jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            job.end(Outcome(fate, message=message))

    def _forget(self, number: int) -> SubmittedJob[Any]:
        with self._state:
            return self._jobs.pop(number)


def as_ended(jobs: Iterable[Job[T]]) -> Iterator[Job[T]]:
    """The jobs (of any ``Workers``) in the order in which they end: the first one is the first result."""
    ended: queue.SimpleQueue[Job[T]] = queue.SimpleQueue()
    waiting = list(jobs)
    for job in waiting:
        job.when_ended(ended.put)
    for _ in waiting:
        yield ended.get()


def _temporary_folder() -> str:
    """As ``tempfile`` has it; but that tries by writing a file, which would stay if the process were killed then."""
    asked = next(filter(None, map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))), "/tmp")
    usable = tempfile.tempdir is None and os.path.isdir(asked) and os.access(asked, os.W_OK | os.X_OK)
    return os.path.abspath(asked) if usable else tempfile.gettempdir()


def _pickled_call(function: Callable[..., object], arguments: Sequence[object]) -> bytes:
    if getattr(function, "__module__", "") == "__main__":
        raise ValueError(f"{function!r} is defined in __main__, which a worker cannot import")
    return pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
