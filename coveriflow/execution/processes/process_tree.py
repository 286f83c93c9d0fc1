"""Process trees as Linux shows them in ``/proc``: who descends from whom, what they use, and how to end them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_ROUNDS = 200  # of looking for more processes, before they are killed
_MANY = 16
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Process:
    """One process: CPU seconds of its own and of the children it has waited for, resident bytes."""

    pid: int
    parent: int
    group: int
    start: int
    cpu: float
    waited: float
    resident: int


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent has died (and who would go to init)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have the kernel kill this process when the thread that forked it ends; forked children do not inherit this."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def process(pid: int) -> Process | None:
    """The process as it is now, also a zombie; ``None`` if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    own, waited = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
    return Process(
        pid, int(fields[1]), int(fields[2]), int(fields[19]), own / _TICKS, waited / _TICKS, int(fields[21]) * _PAGE
    )


def children(pid: int) -> list[int]:
    """The children of all threads of ``pid``, zombies included. While they come and go one may be missed: repeat."""
    if not _KERNEL_LISTS_CHILDREN:
        return [p.pid for p in everyone() if p.parent == pid]
    found = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += [int(child) for child in file.read().split()]
    return found


def everyone() -> list[Process]:
    """All processes that can be seen."""
    return [p for name in os.listdir("/proc") if name.isdigit() and (p := process(int(name)))]


def tree(root: int) -> list[Process]:
    """The process ``root`` and its descendants, parents first."""
    found = []
    waiting = [root]
    for pid in waiting:
        if (member := process(pid)) is not None:
            found.append(member)
            waiting += children(pid)
    return found


def proportional(pid: int) -> int:
    """Resident bytes where a page that ``n`` processes share counts as ``1/n`` (slow: walks the page tables)."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def kill_trees(roots: Iterable[int]) -> None:
    """SIGKILL to the trees of ``roots``, and to the process groups found in them (a group cannot outrun its kill).

    A descendant that is born meanwhile may survive; it remains a descendant of who adopts orphans: repeat this.
    """
    own_group, tops = os.getpgrp(), list(roots)
    for member in _stopped(tops):
        if member.group > 0 and member.group != own_group:
            kill(-member.group)
        kill(member.pid)


def stop_tree(root: int, goes_on: Callable[[Process], bool]) -> None:
    """SIGSTOP to a process and its descendants, parents first: what is stopped forks no more. ``goes_on``: who is left
    out.
    """
    waiting = [root]
    for pid in waiting:
        member = process(pid)
        if member is not None and not goes_on(member):
            kill(pid, signal.SIGSTOP)
        waiting += children(pid)


def command(pid: int) -> list[str]:
    """The words that a process was started with; it has those of its parent if that forked it."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
        return file.read().decode("utf-8", "surrogateescape").split("\0")
    return []


def continue_tree(root: int) -> None:
    """SIGCONT to those that ``stop_tree`` has stopped."""
    for member in reversed(tree(root)):
        kill(member.pid, signal.SIGCONT)


def _stopped(roots: Sequence[int]) -> list[Process]:
    """The members of the trees. Where there are many, they are stopped first: what forks all the time would have more
    children than can be killed, and what is stopped forks no more.
    """
    seen: dict[tuple[int, int], Process] = {}
    for _ in range(_ROUNDS):
        members = [member for root in roots for member in tree(root)]
        new = [member for member in members if (member.pid, member.start) not in seen]
        seen |= {(member.pid, member.start): member for member in members}
        if len(seen) <= _MANY or not new:
            break
        for member in new:
            kill(member.pid, signal.SIGSTOP)
    return list(seen.values())


def kill(pid: int, by: signal.Signals = signal.SIGKILL) -> None:
    """A signal to a process, or to the group ``-pid``; it may have ended already."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, by)


def kill_marked(mark: str) -> int:
    """SIGKILL to all processes in whose initial environment ``mark`` occurs; return how many there were. Where there
    are many, they are stopped first, as in ``kill_trees``.
    """
    marked: set[int] = set()
    for _ in range(_ROUNDS):
        new = set(_marked(mark)) - marked
        marked |= new
        if len(marked) <= _MANY or not new:
            break
        for pid in new:
            kill(pid, signal.SIGSTOP)
    for pid in marked:
        kill(pid)
    return len(marked)


def _marked(mark: str) -> list[int]:
    pids = (int(name) for name in os.listdir("/proc") if name.isdigit())
    return [pid for pid in pids if pid != os.getpid() and mark.encode() in _environment(pid)]


def _environment(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()
    except OSError:
        return b""


def _prctl(option: int, argument: int) -> None:
    if _libc.prctl(option, ctypes.c_ulong(argument), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


_KERNEL_LISTS_CHILDREN = os.path.exists("/proc/thread-self/children")
