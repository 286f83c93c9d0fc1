"""What several jobs of one owner need and the first of them makes: files in the owner's folder
(docs/decisions: one-reading).

Everything else stays with each job: its process, its memory, its limits. What making takes is used by the job that
makes; who waits for it meanwhile uses no CPU time. A job that is killed while it makes leaves nothing but a file
without its final name, and the next one makes it.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import os
import pickle
from collections.abc import Callable, Iterator
from typing import TypeVar

from coveriflow.execution.processes.worker import not_stopped, shared_folder
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.gc_pause import without_gc

T = TypeVar("T")

_NAME = "shared"
_MOST = 256 << 20
"""Bytes of all files together, above which the oldest go."""


def shared(key: str, make: Callable[[], T]) -> T:
    """What ``make`` gives or, as an error in the input, raises: made once for all jobs of an owner that ask for
    ``key``, a file name. Each gets a copy of its own. Outside of a job, and where there is no room: ``make()``.
    """
    folder = shared_folder()
    if not folder:
        return make()
    path = os.path.join(folder, _NAME, key)
    content = _content(path)
    if content is None:
        with not_stopped(), _alone(path):
            content = _content(path)
            if content is None:
                return _made(make, path)
    with _staying():
        value, error = pickle.loads(content)
    if error is not None:
        raise error
    found: T = value
    return found


def _made(make: Callable[[], T], path: str) -> T:
    try:
        with _staying():
            value = make()
    except (InputError, NotSupported) as error:
        _store(path, (None, error))
        raise
    _store(path, (value, None))
    return value


@contextlib.contextmanager
def _staying() -> Iterator[None]:
    """What is built within stays as long as the job: no look for garbage goes through it, now or later."""
    with without_gc():
        yield
        gc.freeze()


@contextlib.contextmanager
def _alone(path: str) -> Iterator[None]:
    """As the only job that may make it. The kernel ends that with the process."""
    try:
        with contextlib.suppress(FileExistsError):
            os.mkdir(os.path.dirname(path), 0o700)
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _content(path: str) -> bytes | None:
    with contextlib.suppress(OSError), open(path, "rb") as file:
        os.utime(path)
        return file.read()
    return None


def _store(path: str, outcome: object) -> None:
    """A whole file, or none: where the disk is full, or what was made is nested too deeply to be written."""
    part = f"{path}.{os.getpid()}"
    try:
        with open(part, "wb") as file:
            pickle.dump(outcome, file, pickle.HIGHEST_PROTOCOL)
        os.rename(part, path)
        _make_room(os.path.dirname(path))
    except (OSError, RecursionError, MemoryError, pickle.PicklingError, TypeError, AttributeError):
        with contextlib.suppress(OSError):
            os.unlink(part)


def _make_room(folder: str) -> None:
    known = sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime, reverse=True)
    total = 0
    for entry in known:
        total += entry.stat().st_size
        if total > _MOST:
            os.unlink(entry.path)
