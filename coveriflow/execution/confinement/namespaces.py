"""Namespaces of its own for a program: bubblewrap makes them, and this process joins them before it starts the program.

Bubblewrap itself starts a *holder*, which waits for the end of its input. All that is in the namespaces ends with it,
however many processes that are. This process stays the parent of the program, so that it knows how the program ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from coveriflow.execution.confinement.contracts import Box, Given
from coveriflow.execution.confinement.places import DEVICES, EVERYTHING, PROGRAMS, SETTINGS

_JOINED = 0x10000000 | 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x02000000
"""Users, mounts, processes, network, inter-process communication, host name, control groups."""
_EMPTY = ("/tmp", "/dev/shm")  # folders that begin empty, whatever else is seen
_SERVICES = "/run"
_SYSTEM = ("/run/current-system", "/run/opengl-driver")  # where NixOS has its programs
_INFO = 3  # the descriptor that bubblewrap's report goes to, and which it closes then
_libc = ctypes.CDLL(None, use_errno=True)


class NotJoined(Exception):
    """Bubblewrap did not make the namespaces; the message is what it says."""


def command_of(box: Box, given: Given, *, settings: Sequence[str] = SETTINGS) -> list[str]:
    """What comes before a command that shall run in namespaces, with a view of files that has ``given`` alone."""
    words = [box.bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if EVERYTHING in given.reads:
        words += ["--ro-bind", EVERYTHING, EVERYTHING, *_without_services()]
    for place in PROGRAMS if EVERYTHING not in given.reads else ():
        if os.path.islink(place):
            words += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            words += ["--ro-bind", place, place]
    words += [
        word for place in (() if EVERYTHING in given.reads else settings) for word in ("--ro-bind-try", place, place)
    ]
    words += ["--proc", "/proc", "--remount-ro", "/proc"]  # root may write settings of the kernel there
    words += [word for place in DEVICES for word in ("--dev-bind", place, place)]
    words += ["--size", str(given.room), "--tmpfs", "/tmp"]
    if given.calls.value == "tool":
        words += ["--size", str(given.room), "--tmpfs", "/dev/shm"]
    reads = [_seen_at(place, given) for place in given.reads if place != EVERYTHING]
    words += [word for place in reads for word in ("--ro-bind-try", place, place)]
    words += [word for each in given.writes for word in ("--bind-try", *[_seen_at(each, given)] * 2)]
    if given.working:
        words += ["--dir", _seen_at(given.working, given)]
    if given.scratch:
        words += ["--size", str(given.room), "--tmpfs", given.scratch]
    return [*words, *([] if EVERYTHING in given.reads else ["--remount-ro", "/"])]


def _without_services() -> list[str]:
    """Sockets there belong to services, which do something for others without a network, and outside of the box."""
    if not os.path.isdir(_SERVICES) or os.path.islink(_SERVICES):
        return []
    return ["--tmpfs", _SERVICES, *(word for place in _SYSTEM for word in ("--ro-bind-try", place, place))]


def _seen_at(place: str, given: Given) -> str:
    """Where bubblewrap puts ``place``: it makes no folders beyond an absolute link that is itself seen. The place is
    where that link leads to, then, so that it can be called by both names.
    """
    seen = (EVERYTHING,) if EVERYTHING in given.reads else PROGRAMS
    hidden = (*_EMPTY, given.scratch) if given.scratch else _EMPTY
    parts = PurePath(place)
    is_link = any(
        _is_in(link, seen) and not _is_in(link, hidden) and os.path.islink(link) for link in (*parts.parents, parts)
    )
    return os.path.realpath(place) if is_link else place


def _is_in(place: PurePath, folders: Sequence[str]) -> bool:
    return any(place.is_relative_to(folder) for folder in folders)


@contextlib.contextmanager
def joined(box: Box, given: Given) -> Iterator[None]:
    """Have this process, which has one thread, be in the namespaces, with what it starts. It never comes back; at the
    end all other processes in them are dead. ``NotJoined``.
    """
    waiting, ours = os.pipe()
    answers, theirs = os.pipe()
    command = [*command_of(box, given), "--info-fd", str(_INFO), "--", box.holder]
    opened = [(os.POSIX_SPAWN_DUP2, waiting, 0)]
    opened += [(os.POSIX_SPAWN_DUP2, theirs, each) for each in (1, 2, _INFO)]
    holder = os.posix_spawn(box.bubblewrap, command, {}, file_actions=opened)  # noqa: TID251
    os.close(waiting)
    os.close(theirs)
    try:
        _join(_first_process(ours, answers))
        yield
    finally:
        os.close(ours)
        os.close(answers)
        os.waitpid(holder, 0)


_READY = b"\nready\n"


def _first_process(ours: int, answers: int) -> int:
    """The first process in the namespaces, once the holder answers: what it is sent, after bubblewrap's own report."""
    os.write(ours, _READY)
    said = b""
    while _READY not in said:
        piece = os.read(answers, 4096)
        if not piece:
            raise NotJoined(said.decode(errors="replace").strip())
        said += piece
    number = said.partition(b'"child-pid":')[2].lstrip().split(b"\n")[0].rstrip(b" ,}\r")
    return int(number)


def _join(first: int) -> None:
    process = os.pidfd_open(first)
    try:
        if _libc.setns(process, _JOINED) != 0:
            raise NotJoined(os.strerror(ctypes.get_errno()))
    finally:
        os.close(process)
