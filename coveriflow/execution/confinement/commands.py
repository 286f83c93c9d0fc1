"""Commands of tools in a box, started by whatever starts them: also by a process that has many threads."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from coveriflow.execution.confinement.contracts import Box, Given, Strength
from coveriflow.execution.confinement.landlock import restrict_files
from coveriflow.execution.confinement.namespaces import command_of
from coveriflow.execution.confinement.places import DEVICES, EVERYTHING, PROGRAMS, SETTINGS
from coveriflow.execution.confinement.start import give_up_capabilities
from coveriflow.execution.confinement.system_calls import filter_of, restrict_calls

T = TypeVar("T")
_NEW_COMMUNICATION = 0x08000000
_libc = ctypes.CDLL(None)
_OF_KERNEL = ("/proc", "/sys")
"""Landlock itself keeps processes from reading what others have there."""


def started_in_box(
    start: Callable[[Sequence[str], tuple[int, ...]], T], command: Sequence[str], given: Given, box: Box
) -> T:
    """What ``start`` makes of the command, with the descriptors that it has to inherit. An exit status over 128 may
    stand for a signal then, as in shells.
    """
    match box.strength:
        case Strength.FULL:
            return _in_namespaces(start, command, replace(given, working=given.working or os.getcwd()), box)
        case Strength.NONE:
            return start(command, ())
        case _:
            return _in_thread(lambda: start(command, ()), given, box)


def status_of(status: int, box: Box) -> int:
    """The exit status, or minus the signal, of what ran in the box."""
    return 128 - status if box.strength is Strength.FULL and 128 < status < 160 else status


def bounds_processes(box: Box) -> bool:
    """Whether the box itself has the kernel bound how many processes a tool has."""
    return box.strength is Strength.FULL and bool(_prlimit()) and os.getuid() != 0


def _in_namespaces(
    start: Callable[[Sequence[str], tuple[int, ...]], T], command: Sequence[str], given: Given, box: Box
) -> T:
    filtering = os.memfd_create("filter", 0)
    try:
        os.write(filtering, filter_of(given.calls, 0, sees_system=False))
        os.lseek(filtering, 0, os.SEEK_SET)
        words = [*command_of(box, given), "--chdir", given.working, "--seccomp", str(filtering)]
        return start([*words, "--", *_limited(given.processes), *command], (filtering,))
    finally:
        os.close(filtering)


def _limited(processes: int) -> list[str]:
    """What comes before a command that may have so many processes and threads at a time. The limit is set inside: there
    the kernel counts those of the box alone, but older ones all that the user has, and none of them counts root's.
    """
    setting = _prlimit()
    return [setting, f"--nproc={processes}", "--"] if setting else []


_COUNTS_IN_NAMESPACES = (5, 14)


@cache
def _prlimit() -> str:
    """Where the command is that sets limits; empty if it is missing, or the kernel too old."""
    version = re.match(r"(\d+)\.(\d+)", os.uname().release)
    counts = version is not None and tuple(map(int, version.groups())) >= _COUNTS_IN_NAMESPACES
    return (shutil.which("prlimit", path=os.defpath) or "") if counts else ""


def _in_thread(start: Callable[[], T], given: Given, box: Box) -> T:
    """A thread gives up what the command shall not have, and starts it; other threads keep theirs."""
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            _libc.unshare(_NEW_COMMUNICATION)  # so that no shared memory stays; where that may not be, it goes on
            give_up_capabilities()
            if box.strength is Strength.PARTIAL:
                _restrict(given, box)
            restrict_calls(filter_of(given.calls, 0, sees_system=True))
            results.append(start())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _restrict(given: Given, box: Box) -> None:
    """Tools that read everything are the user's own, and may need the usual place of temporary files."""
    temporary = ("/tmp", "/dev/shm") if EVERYTHING in given.reads else ()
    restrict_files(
        (*PROGRAMS, *SETTINGS, *_OF_KERNEL, *given.reads), (*DEVICES, *temporary, *given.writes), box.landlock
    )
