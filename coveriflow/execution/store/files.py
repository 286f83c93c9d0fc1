"""The store on disk: one file for each entry, in place from one moment to the next.

An entry is written to a file of its own and then renamed. A writer that is killed leaves that file, which is
never read and which ``prune`` removes. Renaming is atomic on network file systems, too; there are no locks, no
database, and nothing that a reader waits for. A file carries a digest of what it should hold. The digest is keyed: only
who can read the key of the store, which is its user alone, can write an entry that is read.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hmac
import json
import os
import stat
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.store.contracts import About, Entry, Listed, Pruned
from coveriflow.execution.store.trust import key_of, make_key, untrusted_parent
from coveriflow.program.errors import InputError

USUAL_SIZE = 1 << 30
"""Bytes."""

_VERSION = "results-2"
_MAGIC = b"coveriflow result 2 "
_KEY = "key"
_SHELVES = 16
_ABANDONED = 3600.0  # seconds after which nobody writes to a temporary file any more
_HEAD = 1 << 16  # bytes in which a head has to fit
_FAST = 1  # of zlib


@dataclasses.dataclass(frozen=True, slots=True)
class FileStore:
    """A ``contracts.Store`` in ``folder``, with at most ``size`` bytes.

    Entries lie on shelves, by the first digit of their keys; each shelf has an equal share of the size, and what was
    used least recently makes room on it. An entry that is larger than a shelf is not kept, nor is one for which there
    is no room on the disk.
    """

    folder: Path
    size: int = USUAL_SIZE

    @property
    def place(self) -> Path:
        """Where the entries of this version lie."""
        return self.folder / _VERSION

    def opened(self) -> FileStore:
        """The same, and its folders are there; ``InputError`` if they are not the user's alone to write."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.place.mkdir(mode=0o700, exist_ok=True)
            self._check()
            for name in (*map(_shelf, range(_SHELVES)), "new"):
                (self.place / name).mkdir(mode=0o700, exist_ok=True)
            make_key(self.place / _KEY)
        except OSError as error:
            raise InputError(f"results cannot be stored in {self.folder}: {error.strerror}") from error
        return self

    def is_there(self) -> bool:
        """Whether anything was ever stored; ``InputError`` as for ``opened``."""
        try:
            self._check()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise InputError(f"the results in {self.folder} cannot be read: {error.strerror}") from error
        return True

    def _check(self) -> None:
        found = self.place.lstat()
        if not stat.S_ISDIR(found.st_mode):
            raise InputError(f"results are not stored in {self.place}: it is no folder")
        if found.st_uid != os.geteuid():
            raise InputError(f"results are not stored in {self.place}: the folder belongs to another user")
        if found.st_mode & 0o022:
            raise InputError(f"results are not stored in {self.place}: other users can write there")
        if (parent := untrusted_parent(self.place)) is not None:
            raise InputError(f"results are not stored in {self.place}: other users can replace what is in {parent}")

    def _key(self) -> bytes:
        return key_of(str(self.place / _KEY))

    def get(self, key: str) -> Entry | None:
        """See ``contracts.Store``."""
        path = self._path(key)
        try:
            entry = _read(path.read_bytes(), key, self._key())
        except (OSError, ValueError):
            return None
        with contextlib.suppress(OSError):
            _use(path)
        return entry

    def about(self, key: str) -> About | None:
        """See ``contracts.Store``."""
        return _about(self._path(key))

    def put(self, key: str, entry: Entry) -> None:
        """See ``contracts.Store``."""
        try:
            data, path = _written(entry, key, self._key()), self._path(key)
        except OSError:
            return
        if len(data) > self._shelf_size:
            return
        temporary = self.place / "new" / f"{os.getpid()}-{os.urandom(8).hex()}"
        try:
            temporary.write_bytes(data)
            _use(temporary)
            temporary.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            return
        self._make_room(path.parent, self._shelf_size)

    def listed(self) -> Iterator[Listed]:
        """All entries that can be read, the one that was used last first."""
        for path, found in sorted(self._files(), key=lambda each: -each[1].st_mtime_ns):
            if about := _about(path):
                yield Listed(path.name, about, found.st_mtime, found.st_size)

    def prune(self, older: float | None = None, size: int | None = None) -> Pruned:
        """Remove what killed writers left, damaged entries, those not used for ``older`` seconds, and then those used
        least recently until ``size`` bytes remain.
        """
        self._sweep()
        before, now = self._files(), time.time_ns()
        for path, found in before:
            if (older is not None and now - found.st_mtime_ns >= older * 10**9) or not self._is_whole(path):
                _remove(path)
        if size is not None:
            _keep_latest(self._files(), size)
        left = self._files()
        bytes_before, bytes_left = (sum(found.st_size for _, found in files) for files in (before, left))
        return Pruned(len(before) - len(left), bytes_before - bytes_left, len(left), bytes_left)

    @property
    def _shelf_size(self) -> int:
        return self.size // _SHELVES

    def _path(self, key: str) -> Path:
        return self.place / _shelf(int(key[0], 16)) / key

    def _make_room(self, shelf: Path, size: int) -> None:
        _keep_latest(_files_in(shelf), size)

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        return [each for number in range(_SHELVES) for each in _files_in(self.place / _shelf(number))]

    def _is_whole(self, path: Path) -> bool:
        try:
            _read(path.read_bytes(), path.name, self._key())
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False
        return True

    def _sweep(self) -> None:
        for path, found in _files_in(self.place / "new"):
            if time.time() - found.st_mtime > _ABANDONED:
                _remove(path)


def _shelf(number: int) -> str:
    return f"{number % _SHELVES:x}"


def _files_in(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """The files that are there now: others put and remove. What is no file (a pipe, a link) is not ours."""
    files = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.is_file(follow_symlinks=False):
                    files.append((Path(entry.path), entry.stat(follow_symlinks=False)))
    return files


def _keep_latest(files: list[tuple[Path, os.stat_result]], size: int) -> None:
    for path, found in sorted(files, key=lambda each: -each[1].st_mtime_ns):
        size -= found.st_size
        if size < 0:
            _remove(path)


def _use(path: Path) -> None:
    """Now, more exactly than the kernel has it."""
    now = time.time_ns()
    os.utime(path, ns=(now, now))


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _written(entry: Entry, key: str, secret: bytes) -> bytes:
    """The magic word, the keyed digest of the rest, the key with what is known of the entry, and the content."""
    head = json.dumps({"key": key, **dataclasses.asdict(entry.about)}).encode("ascii")
    rest = head + b"\n" + zlib.compress(entry.content, _FAST)
    return _MAGIC + hmac.digest(secret, rest, "sha256").hex().encode() + b"\n" + rest


def _read(data: bytes, key: str, secret: bytes) -> Entry:
    """``ValueError`` for anything that was not written as the entry under ``key``, by who has the ``secret``."""
    first, _, rest = data.partition(b"\n")
    if not hmac.compare_digest(first, _MAGIC + hmac.digest(secret, rest, "sha256").hex().encode()):
        raise ValueError("damaged")
    head, _, content = rest.partition(b"\n")
    fields = json.loads(head)
    if fields.pop("key") != key:
        raise ValueError("the entry of another key")
    try:
        return Entry(_about_of(fields), zlib.decompress(content))
    except (KeyError, TypeError, zlib.error) as error:
        raise ValueError(f"damaged: {error}") from error


def _about(path: Path) -> About | None:
    try:
        with path.open("rb") as file:
            first, head, *_ = file.read(_HEAD).split(b"\n", 2)
        fields = json.loads(head)
        return _about_of(fields) if first.startswith(_MAGIC) and fields.pop("key") == path.name else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _about_of(fields: dict[str, Any]) -> About:
    limits = fields["limits"]
    changed = {
        "limits": limits and Limits(**limits),
        "resources": Resources(**fields["resources"]),
        "names": tuple(fields["names"]),
    }
    return About(**{**fields, **changed})
