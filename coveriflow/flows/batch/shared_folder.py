"""Several processes at one batch run, on any machines that share its folder: who does which job, and who may join.

A job belongs to the process that holds the lock of its file in ``claims/`` (``flock``; NFS 4 has it). The system lets
go when a process ends, however it does: then any process may take the job. A process with a claim looks for a result
first, so that nothing is done twice without need.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from coveriflow.artifacts.batch.results import Job
from coveriflow.execution.store import environment
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.tasks.load import read
from coveriflow.formats.primitives.json_reading import loaded
from coveriflow.program.errors import InputError, Span

_CLAIMS, _SESSION, _STOP = "claims", "session.json", "stop"
_BETWEEN_LOOKS = 1.0  # seconds from one look whether the batch run was cancelled to the next
_MOST = 1 << 20


@dataclass(frozen=True, slots=True)
class Claim:
    """As long as it is held, no other process does the job."""

    _file: BinaryIO
    _path: Path

    def release(self) -> None:
        """Let go: the job is done, or any process may take it."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._file.close()


def claim(results_folder: ResultFolder, job: Job) -> Claim | None:
    """The claim to ``job``; ``None`` where another process (or thread) has it."""
    path = results_folder.folder / _CLAIMS / job.key
    while True:
        file = path.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            return None
        if _is_at(file, path):
            return Claim(file, path)
        file.close()


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Whether nobody has taken the file away meanwhile: a lock of such a file says nothing."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def share(results_folder: ResultFolder, flows: str) -> None:
    """Others may join from now on, who have the ``flows`` of this digest. Only by who holds the batch run."""
    (results_folder.folder / _CLAIMS).mkdir(exist_ok=True)
    (results_folder.folder / _STOP).unlink(missing_ok=True)
    content = {"folder": os.getcwd(), "environment": _environment(), "flows": flows}
    results_folder.write(_SESSION, json.dumps(content).encode("ascii"))


def stop_all(results_folder: ResultFolder) -> None:
    """Those who have joined end, too, and leave what they have not done."""
    with contextlib.suppress(OSError):
        (results_folder.folder / _STOP).touch()


def enter(results_folder: ResultFolder) -> None:
    """Stand where the one stands who began the batch run, since tasks are named from there.

    ``InputError`` if results of this process would not be worth the same, or if that folder is not here.
    """
    path = results_folder.folder / _SESSION
    if not path.is_file():
        raise InputError("no batch run has started here that can be joined", Span(str(results_folder.folder)))
    said = loaded(read(path), str(path), _MOST)
    if said.text("environment") != _environment():
        message = "this batch run was started by another version of coveriflow, Python, a solver or the compiler"
        raise InputError(message, Span(str(results_folder.folder)))
    try:
        os.chdir(said.text("folder"))
    except OSError as error:
        message = f"the folder from which the batch run was started cannot be entered here: {error.strerror}"
        raise InputError(message, Span(said.text("folder"))) from error


def check_flows(results_folder: ResultFolder, flows: str) -> None:
    """``InputError`` if the flows of the batch run have another digest."""
    path = results_folder.folder / _SESSION
    said = loaded(read(path), str(path), _MOST)
    if said.says("flows") and said.text("flows") != flows:
        raise InputError("the flows of this batch run are others here, by the same names", Span(str(path.parent)))


def _environment() -> str:
    return hashlib.sha256(json.dumps(environment.environment()).encode()).hexdigest()


@contextlib.contextmanager
def stopped_with(context: BatchContext) -> Iterator[None]:
    """Within, its jobs are cancelled when the batch run is (``stop_all``), or when that is begun again: then tasks,
    flows and limits may be others.
    """
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_BETWEEN_LOOKS):
            if context.is_over or (context.results_folder.folder / _STOP).exists():
                context.cancellation.cancel()
                return

    thread = threading.Thread(target=watch, name="coveriflow-joined", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
