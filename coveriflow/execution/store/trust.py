"""What a store may trust: a key that its user alone can read, below folders that no other user can change.

``make_key`` makes a key once, however many processes begin. Kept by ``tests/execution/store/test_store.py``.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from coveriflow.program.errors import InputError

_BYTES = 32


def make_key(path: Path) -> None:
    """Have a key in ``path``; ``InputError`` for one that others can read. It is whole, or not there."""
    if not path.exists():
        temporary = path.with_name(f".{path.name}-{os.urandom(8).hex()}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "wb") as file:
                file.write(os.urandom(_BYTES))
            with contextlib.suppress(FileExistsError):
                os.link(temporary, path)
        finally:
            temporary.unlink()
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise InputError(f"results are not stored here: others can read the key {path}")


def key_of(path: str) -> bytes:
    """The key in ``path``; ``OSError`` where it cannot be read, or is none."""
    key = Path(path).read_bytes()
    if len(key) != _BYTES:
        raise OSError("the key is damaged")
    return key


def untrusted_parent(place: Path) -> Path | None:
    """A folder above ``place``, as it really lies, in which another user than root and this one can exchange what is
    there; ``None`` if there is none. Where only owners may rename (as in ``/tmp``) others cannot.
    """
    for parent in Path(os.path.realpath(place)).parents:
        found = parent.stat()
        is_open = found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX
        if is_open or found.st_uid not in (0, os.geteuid()):
            return parent
    return None
