"""Landlock: a process gives up the files that it does not need. Needs no privileges (Linux 5.13 and later)."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_IS_VERSION = 1
_BELOW_PATH = 1
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_ALL = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
"""Since which version what can be denied: reading, writing, making and removing; renaming; truncating; devices."""
_OF_FILES = _EXECUTE | _WRITE | _READ | 1 << 14 | 1 << 15
_SPECIAL = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 15  # devices, sockets, pipes with names
_NO_NEW_PRIVILEGES = 38
_NETWORK, _SCOPES = 3, 3  # TCP; sockets without a path, signals
_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Of the kernel's interface; 0 if there is none."""
    found: int = _libc.syscall(_CREATE, None, ctypes.c_size_t(0), _IS_VERSION)
    return max(0, found)


def restrict_files(reads: Iterable[str], writes: Iterable[str], interface: int) -> None:
    """From now on, for this thread and all that it starts: files below ``reads`` can be read and executed, those below
    ``writes`` also written. Paths that do not exist are left out. ``OSError``.
    """
    every = _every(interface)
    ruleset = _called(_CREATE, *_buffer(_attributes(every, interface)), 0)
    try:
        for path in reads:
            _allow(ruleset, path, every & (_EXECUTE | _READ | _LIST))
        for path in writes:
            _allow(ruleset, path, every & ~_SPECIAL)
        if _libc.prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
        _called(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _every(interface: int) -> int:
    return sum(bits for since, bits in _ALL if since <= interface)


def _attributes(every: int, interface: int) -> bytes:
    if interface < 4:
        return struct.pack("=Q", every)
    return struct.pack("=QQQ", every, _NETWORK, _SCOPES) if interface >= 6 else struct.pack("=QQ", every, _NETWORK)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        rule, _ = _buffer(struct.pack("=Qi", rights, place))
        _called(_ADD, ruleset, _BELOW_PATH, rule, 0)
    finally:
        os.close(place)


def _buffer(content: bytes) -> tuple[ctypes.Array[ctypes.c_char], int]:
    return ctypes.create_string_buffer(content, len(content)), len(content)


def _called(number: int, *arguments: object) -> int:
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    found: int = _libc.syscall(ctypes.c_long(number), *words)
    if found < 0:
        raise OSError(ctypes.get_errno(), "Landlock")
    return found
