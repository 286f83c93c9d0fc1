"""One job as the supervisor sees it: the worker's process, its two pipes, what came through them, what it used."""

from __future__ import annotations

import contextlib
import glob
import os
import signal
from dataclasses import replace

from coveriflow.artifacts.resources import Resources
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.accounting import Meter
from coveriflow.execution.processes.forks import Forked
from coveriflow.execution.processes.process_tree import (
    Process,
    command,
    continue_tree,
    proportional,
    stop_tree,
    tree,
)
from coveriflow.execution.processes.protocol import (
    Ended,
    Frames,
    Progress,
    Report,
    Stopped,
    Submit,
    allowing,
    asking,
    holding,
)

_PIECE = 1 << 16
_SUPERVISOR = "coveriflow.execution.processes.supervisor import main"
_TAIL = 16 << 10  # bytes of the job's output that are kept


class Running:
    """A worker and what is known of it. ``imported``: modules of ours that were not there before. ``killed``: why the
    supervisor killed it. ``is_stopped``: it waits until it may go on.
    """

    def __init__(self, request: Submit, worker: Forked, folder: str) -> None:
        self._job = request.job
        self._until = request.until
        self._frames = Frames()
        self._last_words: tuple[Report, bytes] | None = None
        self._tail = b""
        self._more = 0.0
        self._worker = worker
        self.folder = folder
        self.imported: list[str] = []
        self.killed: End | None = None
        self.status: int | None = None
        self.is_stopped = False
        self.meter = Meter(request.limits, worker.cpu)
        self.pid, self.results, self.output = worker.pid, worker.results, worker.output

    def sample(self) -> None:
        """Measure the worker's tree."""
        self.meter.sample(tree(self.pid))

    def stop_if_due(self) -> Stopped | None:
        """Stop the tree where it has come to its ``until``, unless others wait for what it does."""
        if self.is_stopped or self._until is None or self.meter.resources().cpu < self._until:
            return None
        if self._is_waited_for():
            return None
        stop_tree(self.pid, _is_supervisor)
        if self._is_waited_for():  # it may have begun to be so before it was stopped
            continue_tree(self.pid)
            return None
        self.is_stopped = True
        self.meter.stop()
        return Stopped(self._job, replace(self.meter.resources(), memory=self._held()))

    def go_on(self, until: float | None) -> None:
        """Until it has used so many seconds of CPU time."""
        self._until = until
        if self.is_stopped:
            self.is_stopped = False
            self.meter.go_on()
            continue_tree(self.pid)

    def _held(self) -> int:
        """Bytes of memory of the stopped tree: of those that it shares since a fork, its part."""
        return sum(proportional(member.pid) for member in tree(self.pid))

    def _is_waited_for(self) -> bool:
        return any(os.path.exists(holding(self.folder, member.pid)) for member in tree(self.pid))

    def ask(self) -> None:
        """Have ``worker.is_asked`` say so."""
        _written(asking(self.folder), "")

    def allow(self, cpu: float) -> None:
        """Change the limit of CPU time, and what ``worker.more_cpu`` says."""
        self._more += cpu
        self.meter.allow(cpu)
        _written(allowing(self.folder), str(self._more))

    def forget(self) -> None:
        """Remove what the worker got."""
        held = glob.glob(holding(glob.escape(self.folder), pid="*"))
        for file in (asking(self.folder), allowing(self.folder), *held):
            with contextlib.suppress(OSError):
                os.unlink(file)

    def read_results(self) -> list[Progress] | None:
        """Take in one piece of what the worker sent: the progress reports that it completes, ``None`` at the end."""
        piece = _read(self.results)
        return None if piece == b"" else self._understand(piece or b"")

    def read_output(self) -> int | None:
        """Take in one piece of what the job printed: how many bytes it had, ``None`` at the end."""
        piece = _read(self.output)
        self._tail = (self._tail + (piece or b""))[-_TAIL:]
        return None if piece == b"" else len(piece or b"")

    def close(self) -> list[Progress]:
        """The tree is dead, so what it sent and printed is in the pipes: read and close them."""
        reports: list[Progress] = []
        while piece := self.read_results():
            reports += piece
        while self.read_output():
            pass
        self._worker.close()
        return reports

    def ended(self) -> Ended:
        """The outcome. What the worker managed to say counts before the reason why it was killed."""
        use = self.meter.resources()
        if self._last_words is not None:
            return self._said(*self._last_words, use)
        end = self.killed or (End.OUT_OF_MEMORY if self.meter.passed() is End.OUT_OF_MEMORY else End.DIED)
        sentence = _fate(self.status) if end is End.DIED else f"killed: {end.value}"
        return Ended(self._job, end, use, self._with_output(sentence))

    def _said(self, report: Report, content: bytes, use: Resources) -> Ended:
        ended = Ended(self._job, End.FAILED, use)
        match report:
            case Report.VALUE:
                return replace(ended, end=End.FINISHED, value=content)
            case Report.ERROR:
                return replace(ended, message=self._with_output(""), error=content)
            case Report.NO_MEMORY:
                return replace(ended, end=End.OUT_OF_MEMORY, message=self._with_output(content.decode()))
            case _:
                return replace(ended, message=self._with_output(content.decode(errors="replace")))

    def _understand(self, piece: bytes) -> list[Progress]:
        reports = []
        for content in self._frames.feed(piece):
            kind = Report(content[:1])
            if kind is Report.PROGRESS:
                reports.append(Progress(self._job, content[1:]))
            elif kind is Report.IMPORTED:
                self.imported += content[1:].decode().split("\n")
            else:
                self._last_words = kind, content[1:]
        return reports

    def _with_output(self, sentence: str) -> str:
        printed = self._tail.decode(errors="replace").strip()
        return f"{sentence}\nlast output:\n{printed}".strip() if printed else sentence


def _is_supervisor(member: Process) -> bool:
    """Whether it is one of a job's own: it must see when its owner, its parent, is killed. It works for jobs that are
    stopped only. The workers that it forks have its command, and another parent.
    """
    words = command(member.pid)
    start = next((number for number, word in enumerate(words) if _SUPERVISOR in word), len(words))
    return words[start + 2 : start + 3] == [str(member.parent)]


def _read(descriptor: int) -> bytes | None:
    """One piece; ``None`` while there is nothing, empty at the end."""
    with contextlib.suppress(BlockingIOError):
        return os.read(descriptor, _PIECE)
    return None


def _written(name: str, content: str) -> None:
    """A whole file, or none."""
    with contextlib.suppress(OSError):
        with open(f"{name}.new", "w") as file:
            file.write(content)
        os.rename(f"{name}.new", name)


def _fate(status: int | None) -> str:
    code = os.waitstatus_to_exitcode(status or 0)
    if code >= 0:
        return f"the process exited with status {code} before the job was done"
    name = signal.Signals(-code).name if -code in signal.valid_signals() and -code < signal.SIGRTMIN else "a signal"
    return f"the process was killed by signal {-code} ({name})"
