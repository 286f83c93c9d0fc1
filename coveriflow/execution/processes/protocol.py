"""What owner, supervisor and workers say to each other: frames (length, content) over sockets and pipes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End

_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class Submit:
    """Owner to supervisor: start job number ``job``. ``call``: a pickled ``(function, arguments)``. ``until``: CPU
    seconds after which the job is stopped, to go on later; ``None``: never.
    """

    job: int
    limits: Limits
    call: bytes
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """Owner to supervisor: kill the job."""

    job: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Owner to supervisor: ask the job to give some of its work away."""

    job: int


@dataclass(frozen=True, slots=True)
class Allow:
    """Owner to supervisor: the job may use ``cpu`` seconds more of CPU time than it might, or less."""

    job: int
    cpu: float


@dataclass(frozen=True, slots=True)
class Continue:
    """Owner to supervisor: the job goes on where it was stopped, until ``until`` as in ``Submit``."""

    job: int
    until: float | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Supervisor to owner: the job reported ``report`` (pickled)."""

    job: int
    report: bytes


@dataclass(frozen=True, slots=True)
class Stopped:
    """Supervisor to owner: the job has come to its ``until``, and waits. ``resources``: the time that it has used, and
    the memory that it holds.
    """

    job: int
    resources: Resources


@dataclass(frozen=True, slots=True)
class Ended:
    """Supervisor to owner: the job is over. ``value``, ``error``: pickled, or empty where there is none."""

    job: int
    end: End
    resources: Resources
    message: str = ""
    value: bytes = b""
    error: bytes = b""


Request = Submit | Cancel | Ask | Allow | Continue
Event = Progress | Stopped | Ended


class Report(Enum):
    """What a frame from a worker means: its first byte. All but ``PROGRESS`` and ``IMPORTED`` are its last words.

    ``IMPORTED``: names of modules, in lines. ``ERROR``: a pickled ``(exception, traceback text)``; ``FAILURE`` and
    ``NO_MEMORY``: text in UTF-8.
    """

    PROGRESS = b"p"
    IMPORTED = b"i"
    VALUE = b"v"
    ERROR = b"e"
    FAILURE = b"f"
    NO_MEMORY = b"m"


def asking(folder: str) -> str:
    """The file by which the job with this folder is asked. It lies beside the folder, which may not be there yet."""
    return f"{folder}.asked"


def allowing(folder: str) -> str:
    """The file that tells it how many seconds of CPU time more it has."""
    return f"{folder}.allowed"


def holding(folder: str, pid: int | str) -> str:
    """The file by which a process of the job says that others wait for what it does: it is not stopped meanwhile."""
    return f"{folder}.holding-{pid}"


def frame(content: bytes) -> bytes:
    """``content`` as it goes over the wire."""
    return _LENGTH.pack(len(content)) + content


def report_frame(report: Report, content: bytes) -> tuple[bytes, bytes]:
    """A worker's frame in two parts, so that a large ``content`` is not copied."""
    return _LENGTH.pack(len(report.value) + len(content)) + report.value, content


class Frames:
    """Cuts the bytes of one stream, which arrive in any pieces, into the contents of its frames."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The frames that ``data`` completes, in order."""
        self._buffer += data
        while (end := self._end_of_frame()) is not None:
            content = bytes(memoryview(self._buffer)[_LENGTH.size : end])
            del self._buffer[:end]
            yield content

    def _end_of_frame(self) -> int | None:
        if len(self._buffer) < _LENGTH.size:
            return None
        end = _LENGTH.size + int(_LENGTH.unpack_from(self._buffer)[0])
        return end if len(self._buffer) >= end else None
