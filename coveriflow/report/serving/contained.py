"""Opening what is in a folder, and nothing else.

Each part of a path is opened in the folder before it, and no symbolic link is followed. So what a path names is below
the root, also if others change the folder meanwhile. What is no regular file and no folder is looked at, never opened:
a FIFO would wait, a device would act.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_HEAD = 4096
_LOOK = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


class NotServed(Exception):
    """There is nothing at this path, or nothing that is served."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file or a folder, open for reading; who has it closes ``descriptor``."""

    descriptor: int
    facts: os.stat_result

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.facts.st_mode)

    @property
    def path(self) -> str:
        """By which this process opens the same file again, whatever has its name now."""
        return f"/proc/self/fd/{self.descriptor}"

    def head(self) -> bytes:
        """The bytes from which the kind of a file is known."""
        return os.pread(self.descriptor, _HEAD, 0)


def is_served(name: str) -> bool:
    """Whether something of this name may be: hidden files are left alone."""
    return bool(name) and not name.startswith(".") and "/" not in name and "\0" not in name


def opened(root: Path, parts: Sequence[str]) -> Opened:
    """What ``parts`` name below ``root``; ``NotServed``."""
    if not all(map(is_served, parts)):
        raise NotServed
    try:
        found = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in parts:
            before = found
            try:
                found = os.open(part, _LOOK, dir_fd=before)
            finally:
                os.close(before)
    except OSError:
        raise NotServed from None
    try:
        return _for_reading(found)
    finally:
        os.close(found)


def _for_reading(found: int) -> Opened:
    facts = os.fstat(found)
    if not (stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode)):
        raise NotServed
    try:
        return Opened(os.open(f"/proc/self/fd/{found}", os.O_RDONLY | os.O_CLOEXEC), facts)
    except OSError:
        raise NotServed from None


@contextmanager
def closing(what: Opened) -> Iterator[Opened]:
    """Within, it is open."""
    try:
        yield what
    finally:
        os.close(what.descriptor)


def read(root: Path, parts: Sequence[str], most: int) -> bytes:
    """A file of at most so many bytes; ``NotServed``."""
    with closing(opened(root, parts)) as found:
        if found.is_folder or found.facts.st_size > most:
            raise NotServed
        with open(found.path, "rb") as file:
            return file.read(most)


@dataclass(frozen=True, slots=True)
class Entry:
    """Of a folder."""

    name: str
    facts: os.stat_result

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.facts.st_mode)


def entries(folder: Opened) -> list[Entry]:
    """The files and folders in it that are served: folders first, then by name."""
    found = []
    for name in filter(is_served, os.listdir(folder.descriptor)):
        try:
            facts = os.stat(name, dir_fd=folder.descriptor, follow_symlinks=False)
        except OSError:
            continue  # gone meanwhile
        if stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode):
            found.append(Entry(name, facts))
    return sorted(found, key=lambda each: (not each.is_folder, each.name))
