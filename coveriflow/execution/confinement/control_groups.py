"""A limit of the kernel on the processes of a tool: a control group of its own, where this process may make one.

Processes are counted each 20 ms, too, but a storm of them leaves no time to count. ``RLIMIT_NPROC`` does not bound
those of root. Both versions of control groups are used where they are there. A user has to own a part of the second
one, as in a session of systemd with delegation.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_CONTROLLER, _PREFIX = "pids", "coveriflow-"
_PATIENCE = 5.0  # seconds for killed processes to leave
_numbers = itertools.count()
_ENTER = 'echo 0 > "$1" && shift && exec "$@"'
"""A shell enters the group, and becomes the command; no other process is in it before."""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """``folder``: of the file system of control groups."""

    folder: Path

    def entered(self, command: Sequence[str]) -> list[str]:
        """A command that enters the group, and is ``command`` then."""
        return ["/bin/sh", "-c", _ENTER, "sh", str(self.folder / "cgroup.procs"), *command]

    def end(self) -> None:
        """Kill all that is in it, and remove it. What is killed cannot start others meanwhile."""
        with contextlib.suppress(OSError):
            (self.folder / f"{_CONTROLLER}.max").write_text("1")
        last = time.monotonic() + _PATIENCE
        while time.monotonic() < last:
            with contextlib.suppress(OSError):
                for each in (self.folder / "cgroup.procs").read_text().split():
                    os.kill(int(each), signal.SIGKILL)
            try:
                self.folder.rmdir()
            except OSError:
                time.sleep(0.005)
            else:
                return


@contextmanager
def bounded(most: int) -> Iterator[ControlGroup | None]:
    """A group for at most so many processes, which ends with what is in it; ``None`` where there can be none."""
    place = _place()
    group = None if place is None else _made(place, most)
    try:
        yield group
    finally:
        if group is not None:
            group.end()


@cache
def _place() -> Path | None:
    """Where groups can be made: below the one of this process, or beside it."""
    for own in _own_groups():
        for place in (own, own.parent):
            group = _made(place, 8) if (place / "cgroup.procs").exists() else None
            if group is not None:
                group.end()
                _remove_leftovers(place)
                return place
    return None


def _remove_leftovers(place: Path) -> None:
    """Groups of processes that were killed and could not remove them; one that is not empty stays."""
    for folder in place.glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


def _made(place: Path, most: int) -> ControlGroup | None:
    folder = place / f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
    try:
        folder.mkdir()
    except OSError:
        return None
    try:
        (folder / f"{_CONTROLLER}.max").write_text(str(most))
        if os.access(folder / "cgroup.procs", os.W_OK) and os.access(place / "cgroup.procs", os.W_OK):
            return ControlGroup(folder)
    except OSError:
        pass
    with contextlib.suppress(OSError):
        folder.rmdir()
    return None


def _own_groups() -> Iterator[Path]:
    """The groups of this process that may count processes, by ``/proc/self/cgroup`` and the file systems there are."""
    try:
        groups = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
        mounted = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return
    for _, controllers, path in groups:
        names = controllers.split(",")
        for _, place, kind, options, *_ in mounted:
            is_first = kind == "cgroup" and _CONTROLLER in names and _CONTROLLER in options.split(",")
            if is_first or (kind == "cgroup2" and controllers == ""):
                yield Path(place + path.rstrip("/"))
