"""A program is started in a box, and waited for, by a process that does nothing else and has one thread."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import pickle
import resource
import select
import signal
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from coveriflow.execution.confinement.contracts import Box, Calls, Given, Strength
from coveriflow.execution.confinement.landlock import restrict_files
from coveriflow.execution.confinement.namespaces import joined
from coveriflow.execution.confinement.places import DEVICES, PROGRAMS, SETTINGS
from coveriflow.execution.confinement.system_calls import filter_of, restrict_calls

_DROP_FROM_BOUNDS, _SECURE_BITS = 24, 28
_NO_ROOT = 0b101111  # user 0 is a user like others, and that stays so
_CAPABILITIES = 64
_VERSION_3 = 0x20080522
_HIGH, _REPORT = 200, 199  # descriptors while the others are put in their places
_FILES = 256
_WITH_TRACER = 6  # processes: two of bubblewrap, the one that waits, the program, its tracer, and one more
_LOOK = 50  # milliseconds between two looks at a folder
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Start:
    """``path``: the program; ``command``: what it gets as arguments, its name first. ``descriptors``: which of ours it
    gets as which. ``largest``: bytes of a file. ``memory_is_bounded``: it cannot raise the limit on memory.
    """

    path: str
    command: tuple[str | bytes, ...]
    folder: str
    environment: Mapping[str, str]
    descriptors: Mapping[int, int]
    largest: int
    memory_is_bounded: bool = True


def run_in_box(what: Start, given: Given, box: Box) -> int:
    """Its exit status, or minus the signal that killed it. ``OSError`` if it cannot be started."""
    with joined(box, given) if box.strength is Strength.FULL else contextlib.nullcontext():
        return _run(what, given, box)


def _run(what: Start, given: Given, box: Box) -> int:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _become(what, given, box, writing)
    os.close(writing)
    with open(reading, "rb") as report:
        failure = report.read()
    if given.scratch and box.strength is not Strength.FULL:
        is_too_much = _outgrows(pid, given.scratch, given.room)
    else:
        is_too_much = False
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if failure:
        raise pickle.loads(failure)
    return -signal.SIGXFSZ if is_too_much else status


def _outgrows(pid: int, folder: str, room: int) -> bool:
    """Wait for the end of ``pid``, or kill it because its files have more than ``room`` bytes. What it writes between
    two looks is not bounded.
    """
    descriptor = os.pidfd_open(pid)
    try:
        ending = select.poll()
        ending.register(descriptor, select.POLLIN)
        while not ending.poll(_LOOK):
            if _size(folder) > room:
                os.kill(pid, signal.SIGKILL)
                return True
        return False
    finally:
        os.close(descriptor)


def _size(folder: str) -> int:
    """Bytes of its files, which may vanish meanwhile; each counts as one page at least."""
    total = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                total += 4096 + entry.stat(follow_symlinks=False).st_blocks * 512
    return total


def _become(what: Start, given: Given, box: Box, report: int) -> NoReturn:
    """The last step is the program; if one before it fails, nothing is executed."""
    try:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(report, _REPORT, inheritable=False)
        _take(what.descriptors)
        os.chdir(what.folder)
        _bound(what, given, box)
        _give_up_files_and_calls(given, box)
        os.execve(what.path, what.command, dict(what.environment))
    except BaseException as error:
        told = error if isinstance(error, OSError) else OSError(0, f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            os.write(_REPORT, pickle.dumps(told))
    finally:
        os._exit(127)


def _take(descriptors: Mapping[int, int]) -> None:
    """All others are closed, but the one that says what has failed, which the program does not get."""
    high = {target: fcntl.fcntl(source, fcntl.F_DUPFD_CLOEXEC, _HIGH) for target, source in descriptors.items()}
    for target, source in high.items():
        os.dup2(source, target)
    start = 0
    for kept in (*sorted(high), _REPORT):
        if start < kept:  # an empty range from 0 would be taken for all
            os.closerange(start, kept)
        start = kept + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))


def _bound(what: Start, given: Given, box: Box) -> None:
    """Limits that the program cannot raise again, as it has no capabilities. The one on processes counts those in the
    namespaces; elsewhere it would count all that the user has.
    """
    wanted = [(resource.RLIMIT_FSIZE, what.largest), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_MSGQUEUE, 0)]
    if given.calls in (Calls.TOOL, Calls.TRACED) and box.strength is Strength.FULL:
        wanted.append((resource.RLIMIT_NPROC, given.processes if given.calls is Calls.TOOL else _WITH_TRACER))
    if given.calls is not Calls.TOOL:
        wanted.append((resource.RLIMIT_NOFILE, _FILES))
    for kind, most in wanted:
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))
    if what.memory_is_bounded:
        soft = resource.getrlimit(resource.RLIMIT_DATA)[0]
        resource.setrlimit(resource.RLIMIT_DATA, (soft, soft))


def _give_up_files_and_calls(given: Given, box: Box) -> None:
    if box.strength is Strength.NONE:
        return
    give_up_capabilities()
    if box.strength is Strength.PARTIAL:
        restrict_to(given, box)
    sees_system = box.strength is not Strength.FULL
    restrict_calls(filter_of(given.calls, os.getpid(), sees_system=sees_system))


def restrict_to(given: Given, box: Box) -> None:
    """By Landlock, for this thread and what it starts."""
    reads = (*PROGRAMS, *SETTINGS, f"/proc/{os.getpid()}", *given.reads)
    writes = (*DEVICES, *given.writes, *((given.scratch,) if given.scratch else ()))
    restrict_files(reads, writes, box.landlock)


def give_up_capabilities() -> None:
    """What only an administrator may, this thread and what it starts may not, also where the user is root."""
    for number in range(_CAPABILITIES):
        _libc.prctl(_DROP_FROM_BOUNDS, ctypes.c_ulong(number), 0, 0, 0)
    _libc.prctl(_SECURE_BITS, ctypes.c_ulong(_NO_ROOT), 0, 0, 0)
    header = ctypes.create_string_buffer(struct.pack("=Ii", _VERSION_3, 0))
    if _libc.capset(header, ctypes.create_string_buffer(24)) != 0:
        raise OSError(ctypes.get_errno(), "capset")
