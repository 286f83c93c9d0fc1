"""Pages of memory that a forked process will write to: found once by a rehearsal, made its own ahead of time later.

A forked process shares all pages with its parent until it writes to them; each first write is a fault, in which the
kernel copies the page. In Python every look at an object is a write (its reference count), so that a worker's first
10 ms are mostly faults.
"""

from __future__ import annotations

import array
import ctypes
import importlib
import os
from collections.abc import Iterable, Iterator

Ranges = tuple[tuple[int, int], ...]
"""Of addresses: where each begins, and how many bytes it has."""

_PAGE = os.sysconf("SC_PAGE_SIZE")
_PRESENT, _OF_A_FILE, _EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56  # Documentation/admin-guide/mm/pagemap.rst
_ENTRY = 8  # bytes in a pagemap
_GAP = 2  # pages between two ranges that are not worth a call of their own
_POPULATE_WRITE = 23  # of madvise, since Linux 5.14
_libc = ctypes.CDLL(None)


def written_by(rehearsal: str) -> Ranges:
    """The pages that were shared with the parent and are this process's own once it has called ``rehearsal``, a
    function called ``module:name``. None where the kernel does not tell.
    """
    rehearse(rehearsal)
    try:
        return tuple(_joined(_own_pages()))
    except OSError:
        return ()


def rehearse(rehearsal: str) -> None:
    """Call the function ``module:name``."""
    module, _, name = rehearsal.partition(":")
    getattr(importlib.import_module(module), name)()


def make_own(ranges: Ranges) -> None:
    """Have these pages copied now. Changes no content; does nothing for what is not mapped, or where it cannot."""
    for start, length in ranges:
        _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), _POPULATE_WRITE)


def _own_pages() -> Iterator[int]:
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        for start, end in list(_writable()):
            pagemap.seek(start // _PAGE * _ENTRY)
            entries = array.array("Q", pagemap.read((end - start) // _PAGE * _ENTRY))
            for number, entry in enumerate(entries):
                if entry & _PRESENT and entry & _EXCLUSIVE and not entry & _OF_A_FILE:
                    yield start // _PAGE + number


def _writable() -> Iterator[tuple[int, int]]:
    with open("/proc/self/maps", "rb") as file:
        for line in file:
            place, modes = line.split(None, 2)[:2]
            if modes == b"rw-p":
                start, end = (int(address, 16) for address in place.split(b"-"))
                yield start, end


def _joined(pages: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Ranges of bytes that hold all ``pages``, which are in order."""
    first = last = None
    for page in pages:
        if first is None or last is None or page > last + _GAP:
            if first is not None and last is not None:
                yield first * _PAGE, (last + 1 - first) * _PAGE
            first = page
        last = page
    if first is not None and last is not None:
        yield first * _PAGE, (last + 1 - first) * _PAGE
