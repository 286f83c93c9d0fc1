"""External programs: run in a folder, under limits, and dead at the end of them, whatever they do against it."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.confinement.commands import started_in_box, status_of
from coveriflow.execution.confinement.contracts import Calls, Given, Strength
from coveriflow.execution.confinement.control_groups import ControlGroup, bounded
from coveriflow.execution.confinement.places import EVERYTHING, own_folder_of
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.accounting import Meter
from coveriflow.execution.processes.process_tree import kill, kill_marked, kill_trees, tree

_PAUSE = 20  # milliseconds between two samples
_LOOK = 1.0  # seconds between two looks at the folder
_PATIENCE = 5.0  # seconds for killed processes to disappear
_MOST_PROCESSES = 256
_MOST_IN_KERNEL = _MOST_PROCESSES + 64
"""The kernel lets a tool start more, so that it is seen to have too many."""
_MARK = "COVERIFLOW_EXTERNAL"


class ExternalEnd(Enum):
    """How the run of an external program ended. All but ``EXITED``: it was killed, or the system did it."""

    EXITED = "exited"
    OUT_OF_CPU = "ran out of CPU time"
    OUT_OF_WALL = "ran out of time"
    OUT_OF_MEMORY = "ran out of memory"
    TOO_LARGE = "wrote too much"
    TOO_MANY = "started too many processes"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class External:
    """``largest``: bytes that one file may have, its output among them; ``total``: bytes that its folder may have.
    ``output``: the file in its folder that gets its output. ``is_in_box``: it writes in its folders and in
    temporary ones alone, where this machine has a box. ``reads``: all that the user reads, with the environment of this
    process; or only these folders besides the system, with no environment but its own.
    """

    command: Sequence[str]
    folder: Path
    working: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    largest: int = 64 << 20
    total: int = 1 << 30
    output: str = "output.log"
    is_in_box: bool = True
    reads: tuple[str, ...] = (EVERYTHING,)


@dataclass(frozen=True, slots=True)
class ExternalRun:
    """``status``: the exit status, or minus the signal that killed it. ``output``: of both streams, as it came."""

    end: ExternalEnd
    status: int
    output: bytes
    resources: Resources


_ENDS = {
    End.OUT_OF_CPU: ExternalEnd.OUT_OF_CPU,
    End.OUT_OF_WALL: ExternalEnd.OUT_OF_WALL,
    End.OUT_OF_MEMORY: ExternalEnd.OUT_OF_MEMORY,
}


def run_external(what: External, limits: Limits) -> ExternalRun:
    """Run it to its end or to a limit. ``OSError`` if it cannot be started."""
    output, mark = what.folder / what.output, os.urandom(16).hex()
    meter = Meter(limits)
    with (
        open(os.open(output, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600), "r+b", buffering=0) as file,
        bounded(_MOST_IN_KERNEL) as group,
    ):
        tool = _started(what, file.fileno(), mark, group)
        try:
            end = _watched(tool.pid, what, meter)
            if end is not None:
                _end_all(tool, mark)
        except BaseException:
            _end_all(tool, mark)
            raise
        status = status_of(tool.wait(), chosen()) if what.is_in_box else tool.wait()
        said = _written(file, what.largest)  # also where the tool has removed it
    if end is None and (status == -signal.SIGXFSZ or len(said) >= what.largest):
        end = ExternalEnd.TOO_LARGE
    if end is None:
        end = ExternalEnd.CRASHED if status < 0 else ExternalEnd.EXITED
    return ExternalRun(end, status, said, meter.resources())


def _written(file: io.FileIO, largest: int) -> bytes:
    """The first ``largest`` bytes."""
    file.seek(0)
    pieces = []
    while largest > 0 and (piece := file.read(largest)):
        pieces.append(piece)
        largest -= len(piece)
    return b"".join(pieces)


def _started(what: External, output: int, mark: str, group: ControlGroup | None) -> subprocess.Popen[bytes]:
    """In a session and a ``group`` of its own; it inherits the limit on files from this process, which has it no longer
    then.
    """

    def start(words: Sequence[str], inherited: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            list(words) if group is None else group.entered(words),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=what.working,
            env=environment,
            start_new_session=True,
            pass_fds=inherited,
        )

    inherited = os.environ if EVERYTHING in what.reads else {"PATH": os.environ.get("PATH", "")}
    environment = {**inherited, "LC_ALL": "C.UTF-8", "TMPDIR": str(what.folder), **what.environment, _MARK: mark}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    allowed = what.largest if hard == resource.RLIM_INFINITY else min(what.largest, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (allowed, hard))
    try:
        if not what.is_in_box:
            return start(what.command)
        return started_in_box(start, what.command, _given(what), chosen())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _given(what: External) -> Given:
    """Where temporary files of its own hide those of the user, the program itself is still there."""
    folders = tuple(os.path.abspath(each) for each in dict.fromkeys((what.folder, what.working)))
    command = shutil.which(what.command[0], path=what.environment.get("PATH")) or what.command[0]
    own = (*own_folder_of(command), os.path.dirname(os.path.abspath(command)))
    on_path = filter(os.path.isabs, os.environ.get("PATH", "").split(os.pathsep)) if EVERYTHING in what.reads else ()
    reads = tuple(dict.fromkeys((*what.reads, *own, *on_path)))
    return Given(Calls.TOOL, reads, folders, room=what.total, processes=_MOST_IN_KERNEL, working=folders[-1])


def _watched(pid: int, what: External, meter: Meter) -> ExternalEnd | None:
    """Wait for the end of ``pid``, or for the limit that it passes."""
    descriptor = os.pidfd_open(pid)
    try:
        ending = select.poll()
        ending.register(descriptor, select.POLLIN)
        looked = time.monotonic()
        while not ending.poll(_PAUSE):
            members = tree(pid)
            if len(members) > _MOST_PROCESSES:
                return ExternalEnd.TOO_MANY
            meter.sample(members)
            if (passed := meter.passed()) is not None:
                return _ENDS[passed]
            if time.monotonic() - looked >= _LOOK:
                if _size(what.folder) > what.total:
                    return ExternalEnd.TOO_LARGE
                looked = time.monotonic()
        meter.sample(tree(pid))
        return None
    finally:
        os.close(descriptor)


def _end_all(tool: subprocess.Popen[bytes], mark: str) -> None:
    """Kill the tree while its root still names it, then what has left the tree: its environment gives it away."""
    if chosen().strength is Strength.FULL:
        kill(tool.pid)  # with bubblewrap all that is in its namespaces ends
    kill_trees([tool.pid])
    kill(-tool.pid)
    tool.wait()
    last = time.monotonic() + _PATIENCE
    while kill_marked(mark) and time.monotonic() < last:
        time.sleep(0.005)


def _size(folder: Path) -> int:
    """Bytes on disk below ``folder``; files may vanish meanwhile."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
    return total
