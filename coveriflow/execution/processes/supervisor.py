"""The supervisor: one single-threaded process between an owner and the workers that it forks for the owner's jobs.

**Invariants.** It outlives all of its descendants: it adopts their orphans, and ends only when it has no child left.
It ends when the owner's socket closes, when the owner dies in whatever way, or on SIGTERM; a timer sees to that even
while the loop waits for something that does not come. It runs in a session of its
own, so that a Ctrl-C in the terminal reaches only the owner. A worker adopts the orphans of its own job while it lives;
so a child of the supervisor that is no worker (a *stray*) was left by a job whose worker is dead, and is killed.

**Ahead of time.** What only some jobs need is imported when a job takes a while. With a *rehearsal* (a function that
does what jobs typically do) a worker is kept ready for the next job. The twelfth job starts the rehearsal, in a worker
as well: it tells which pages such a worker writes to. Modules of ours that a worker had to import are imported here for
those after it.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import resource
import selectors
import shutil
import signal
import socket
import time
import traceback
from collections.abc import Sequence

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.forks import Forked, Spare, forked
from coveriflow.execution.processes.prefaulting import Ranges, written_by
from coveriflow.execution.processes.preloading import Preloading
from coveriflow.execution.processes.process_tree import adopt_orphans, children, kill_trees
from coveriflow.execution.processes.protocol import (
    Allow,
    Ask,
    Cancel,
    Continue,
    Ended,
    Event,
    Frames,
    Request,
    Submit,
    frame,
)
from coveriflow.execution.processes.supervised_job import Running

_PERIOD = 0.05  # seconds between two samples
_IDLE = 1.0  # seconds between two looks at whether the owner is alive, besides its socket
_STRAYS = 0.005  # seconds between two attempts to kill what a dead worker left
_WATCH = 2.0  # seconds between two looks of the timer at whether the loop should be over
_HANGING = 6  # looks in a row at which it should, which is longer than ``end`` takes
_PATIENCE = 10.0  # seconds after which a process that cannot be killed (stuck in the kernel) is given up
_BACKLOG = 8 << 20  # bytes waiting for the owner above which the workers have to wait as well
_PIECE = 1 << 18
_REHEARSAL = 0  # the number of the job; those of the owner are larger
_REHEARSING = Limits(cpu=10.0, wall=60.0)
_WORTH_IT = 12  # jobs of one owner, from which on there may be many
_LASTING = 0.1  # seconds after which a job is no short one
_LONG = 1.0  # seconds after which it is a long one


class Supervisor:
    """The event loop. ``folder``: each job's folder for temporary files is made below it."""

    def __init__(self, owner: socket.socket, owner_pid: int, folder: str, preloading: Preloading) -> None:
        self._owner = owner
        self._owner_pid = owner_pid
        self._folder = folder
        self._requests = Frames()
        self._unsent = bytearray()
        self._jobs: dict[int, Running] = {}
        self._workers: dict[int, int] = {}  # process to job
        self._leaving: dict[int, float] = {}  # jobs whose worker is dead, and when it died
        self._given_up: set[int] = set()  # processes that could not be killed
        self._preloading = preloading
        self._written: Ranges | None = None  # pages, once there was a rehearsal
        self._spare: Spare | None = None
        self._started = 0  # jobs
        self._has_started = False  # a job, since a spare worker was made last
        self._missed: list[str] = []  # modules that workers had to import
        self._over = False
        self._late = 0
        self._next_sample = 0.0
        self._pipes = selectors.EpollSelector()
        self._events = selectors.EpollSelector()
        self._events.register(owner, selectors.EVENT_READ, self._serve_owner)
        self._events.register(self._pipes.fileno(), selectors.EVENT_READ, self._serve_pipes)

    def run(self) -> None:
        """Serve until the owner has ended."""
        self._wake_on_signals()
        while not self._over:
            for key, _ in self._events.select(self._timeout()):
                key.data()
            self._reap()
            self._sample()
            self._finish()
            self._send()
            self._prepare()
            self._over |= os.getppid() != self._owner_pid

    def end(self) -> None:
        """Kill all descendants and return when there are none, or when one cannot be killed."""
        deadline = time.monotonic() + _PATIENCE
        with contextlib.suppress(ChildProcessError):
            while time.monotonic() < deadline:
                kill_trees(children(os.getpid()))
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
                time.sleep(0.001)

    def _wake_on_signals(self) -> None:
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        self._events.register(read, selectors.EVENT_READ, functools.partial(_discard, read))
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked_to_end)

        signal.signal(signal.SIGALRM, self._watch)
        signal.setitimer(signal.ITIMER_REAL, _WATCH, _WATCH)

    def _watch(self, *_: object) -> None:
        """The last resort, where the loop hangs: nobody's supervisor goes, and its workers go with it."""
        self._late = self._late + 1 if self._over or os.getppid() != self._owner_pid else 0
        if self._late >= _HANGING:
            kill_trees(children(os.getpid()))
            shutil.rmtree(self._folder, ignore_errors=True)
            os._exit(1)

    def _asked_to_end(self, *_: object) -> None:
        self._over = True
        self._preloading.stop()

    def _timeout(self) -> float:
        """Seconds until there is something to do though nothing happens."""
        if self._may_preload:
            return 0.0
        if not self._jobs:
            return _IDLE
        return max(0.0, min(self._due() - time.monotonic(), _STRAYS if self._leaving else _PERIOD))

    def _due(self) -> float:
        """When to sample next: regularly, and when a wall limit passes."""
        return min([self._next_sample, *(job.meter.deadline() for job in self._living() if job.killed is None)])

    # The owner

    def _serve_owner(self) -> None:
        with contextlib.suppress(BlockingIOError):
            data = self._receive()
            self._over |= not data
            for content in self._requests.feed(data):
                self._obey(pickle.loads(content))

    def _receive(self) -> bytes:
        try:
            return self._owner.recv(_PIECE)
        except ConnectionError:
            return b""

    def _obey(self, request: Request) -> None:
        match request:
            case Submit():
                self._start(request)
            case Cancel(job) if job in self._jobs and job not in self._leaving:
                self._kill(self._jobs[job], End.CANCELLED)
            case Ask(job) if job in self._jobs:
                self._jobs[job].ask()
            case Allow(job, cpu) if job in self._jobs:
                self._jobs[job].allow(cpu)
            case Continue(job, until) if job in self._jobs:
                self._jobs[job].go_on(until)
            case _:
                pass  # it has ended

    def _tell(self, event: Event) -> None:
        if event.job == _REHEARSAL:
            self._learn(event)
            return
        self._unsent += frame(pickle.dumps(event, pickle.HIGHEST_PROTOCOL))

    def _send(self) -> None:
        """Send what the owner takes; let the workers wait while it takes too little."""
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while self._unsent:
                sent = self._owner.send(memoryview(self._unsent)[:_PIECE])
                del self._unsent[:sent]
        interest = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        if self._events.get_key(self._owner).events != interest:
            self._events.modify(self._owner, interest, self._serve_owner)
        self._pace_workers()

    def _pace_workers(self) -> None:
        wanted, served = len(self._unsent) < _BACKLOG, self._pipes.fileno() in self._events.get_map()
        if wanted and not served:
            self._events.register(self._pipes.fileno(), selectors.EVENT_READ, self._serve_pipes)
        if served and not wanted:
            self._events.unregister(self._pipes.fileno())

    # The workers

    def _start(self, request: Submit) -> None:
        folder = os.path.join(self._folder, f"job-{request.job}")
        try:
            job = Running(request, self._worker(request, folder), folder)
        except OSError as error:
            self._tell(Ended(request.job, End.FAILED, Resources(), f"no process could be started: {error}"))
            return
        self._jobs[request.job] = job
        self._workers[job.pid] = request.job
        self._pipes.register(job.results, selectors.EVENT_READ, functools.partial(self._hear_results, job))
        self._pipes.register(job.output, selectors.EVENT_READ, functools.partial(self._hear_output, job))
        self._started += 1
        self._has_started = self._started >= _WORTH_IT

    def _worker(self, request: Submit, folder: str) -> Forked:
        spare = None if self._spare is None else self._spare.given(request, folder)
        if spare is None:
            return forked(request, folder)
        self._spare = None
        return spare

    def _prepare(self) -> None:
        """At most once for each job, so that no trouble is repeated without end."""
        if self._may_preload:
            self._preloading.another()
            return
        rehearsal = self._preloading.rehearsal
        if self._missed and rehearsal and not self._unsent:
            self._catch_up()
        if not self._has_started or not rehearsal or self._over:
            return
        if self._written is None and _REHEARSAL not in self._jobs:
            call = pickle.dumps((written_by, (rehearsal,)), pickle.HIGHEST_PROTOCOL)
            self._start(Submit(_REHEARSAL, _REHEARSING, call))
        elif self._written is not None and self._spare is None:
            with contextlib.suppress(OSError):
                self._spare = Spare(self._written)
        self._has_started = False

    @property
    def _may_preload(self) -> bool:
        """There is something to import, and it looks as if more jobs will come."""
        if not self._preloading.waits or self._over or self._unsent:
            return False
        enough = _LONG if self._preloading.is_for_long_jobs else _LASTING
        return self._started >= _WORTH_IT or any(job.meter.resources().wall > enough for job in self._jobs.values())

    def _catch_up(self) -> None:
        """What one worker had to import, later ones have."""
        self._preloading.these(self._missed)
        self._missed = []
        if self._spare is not None:
            self._spare.close()  # then it leaves
            self._spare, self._has_started = None, True

    def _learn(self, event: Event) -> None:
        """From the rehearsal; it may have failed, then a spare worker has no pages of its own."""
        if isinstance(event, Ended):
            self._written = pickle.loads(event.value) if event.value else ()
            self._has_started = True

    def _kill(self, job: Running, reason: End) -> None:
        job.killed = job.killed or reason
        kill_trees([job.pid])

    def _serve_pipes(self) -> None:
        for key, _ in self._pipes.select(0):
            key.data()

    def _hear_results(self, job: Running) -> None:
        reports = job.read_results()
        if reports is None:
            self._pipes.unregister(job.results)
        for report in reports or ():
            self._tell(report)

    def _hear_output(self, job: Running) -> None:
        if job.read_output() is None:
            self._pipes.unregister(job.output)

    def _sample(self) -> None:
        if time.monotonic() < self._due():
            return
        self._next_sample = time.monotonic() + _PERIOD
        for job in self._living():
            if not job.is_stopped:
                job.sample()
            if (limit := job.meter.passed()) is not None:
                self._kill(job, limit)
            elif (stopped := job.stop_if_due()) is not None:
                self._tell(stopped)
        self._kill_strays()

    def _living(self) -> list[Running]:
        return [job for number, job in self._jobs.items() if number not in self._leaving]

    def _reap(self) -> None:
        """Wait for all children that are dead: workers, whose jobs are leaving then, and strays."""
        with contextlib.suppress(ChildProcessError):
            while (dead := os.wait4(-1, os.WNOHANG))[0]:
                pid, status, usage = dead
                if pid in self._workers:
                    self._leave(self._workers.pop(pid), status, usage)
                elif self._spare is not None and pid == self._spare.pid:
                    self._spare.close()
                    self._spare = None
                else:
                    self._given_up.discard(pid)
                    self._charge(pid, usage)

    def _leave(self, number: int, status: int, usage: resource.struct_rusage) -> None:
        job = self._jobs[number]
        job.status = status
        job.meter.reap(usage)
        for pipe in (job.results, job.output):
            with contextlib.suppress(KeyError):
                self._pipes.unregister(pipe)
        self._leaving[number] = time.monotonic()

    def _charge(self, pid: int, usage: resource.struct_rusage) -> None:
        for number in self._leaving:
            if self._jobs[number].meter.knows(pid):
                self._jobs[number].meter.reap(usage)

    def _finish(self) -> None:
        """Jobs are over when no stray is left (or none that can be killed)."""
        if not self._leaving:
            return
        strays = self._kill_strays()
        if min(self._leaving.values()) < time.monotonic() - _PATIENCE:
            self._given_up.update(strays)
        elif strays:
            return
        for number in list(self._leaving):
            del self._leaving[number]
            job = self._jobs.pop(number)
            for report in job.close():
                self._tell(report)
            _remove(job.folder)
            job.forget()
            self._tell(job.ended())
            self._missed += job.imported

    def _kill_strays(self) -> list[int]:
        known = {*self._workers, *self._given_up, self._spare.pid if self._spare else 0}
        strays = [pid for pid in children(os.getpid()) if pid not in known]
        kill_trees(strays)
        return strays


def _discard(descriptor: int) -> None:
    with contextlib.suppress(BlockingIOError):
        os.read(descriptor, 4096)


def _remove(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)


def main(descriptor: int, owner_pid: int, folder: str, modules: Sequence[str]) -> None:
    """Run as the supervisor of the process at the other end of the socket ``descriptor``; never return."""
    adopt_orphans()
    owner = socket.socket(fileno=descriptor)
    owner.setblocking(False)
    preloading = Preloading(modules)
    supervisor, failure = Supervisor(owner, owner_pid, folder, preloading), ""
    try:
        preloading.first()
        supervisor.run()
    except BaseException:
        failure = traceback.format_exc()
    finally:
        supervisor.end()
        shutil.rmtree(folder, ignore_errors=True)
        _say(failure)
        os._exit(0)


def _say(text: str) -> None:
    """The last words, if someone listens: no one waits for this process any more."""
    with contextlib.suppress(OSError):
        os.set_blocking(2, False)
        os.write(2, text.encode(errors="replace"))
