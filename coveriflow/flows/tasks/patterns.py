"""Patterns of file names in files of others: they look below the file's own folder, and at no more than they may.

**Invariants.** A pattern with wildcards in its folders looks below the folder of the file that has it. Links to folders
are not followed by ``**``. The time is linear in the names that are looked at, which are counted. Kept by
``tests/flows/tasks/test_patterns.py``.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from itertools import takewhile

from coveriflow.formats.primitives.text import shortened
from coveriflow.program.errors import InputError, Span

MOST_NAMES = 1_000_000
"""Names that one pattern may look at."""
_WILDCARD = re.compile(r"[*?\[]")
_ANY = "**"


def has_wildcards(pattern: str) -> bool:
    """Whether ``pattern`` may stand for several names."""
    return _WILDCARD.search(pattern) is not None


def matching(pattern: str, folder: str, place: Span, most: int = MOST_NAMES) -> list[str]:
    """The paths that ``pattern`` matches, seen from ``folder``, sorted; ``InputError`` for one that may not look there,
    or looks at too much.
    """
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    fixed = list(takewhile(lambda part: not has_wildcards(part), parts[:-1]))
    base = os.path.join("/" if pattern.startswith("/") else folder, *fixed)
    rest = parts[len(fixed) :]
    inside = os.path.realpath(base).startswith(os.path.join(os.path.realpath(folder), ""))
    is_below = (inside or os.path.realpath(base) == os.path.realpath(folder)) and ".." not in rest
    if not is_below and (len(rest) > 1 or _ANY in rest):
        message = f"the pattern '{shortened(pattern)}' looks for folders outside of the folder of this file"
        raise InputError(message, place)
    return sorted(set(_Search(pattern, place, most).below(base, rest)))


@dataclass(slots=True)
class _Search:
    pattern: str
    place: Span
    left: int

    def below(self, folder: str, parts: Sequence[str]) -> Iterator[str]:
        """What matches ``parts`` in ``folder``."""
        if not parts:
            return
        first, rest = parts[0], parts[1:]
        if first == _ANY:
            for found in self.folders(folder):
                yield from self.below(found, rest or ["*"])
            return
        fits = re.compile(translate(first)).match
        for entry in self.entries(folder):
            if fits(entry.name) and (first.startswith(".") or not entry.name.startswith(".")):
                path = os.path.join(folder, entry.name)
                yield from self.below(path, rest) if rest else (path,)

    def folders(self, top: str) -> Iterator[str]:
        """``top`` and the folders below, without those behind links."""
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            yield folder
            there = (entry for entry in self.entries(folder) if not entry.name.startswith("."))
            waiting += [entry.path for entry in there if entry.is_dir(follow_symlinks=False)]

    def entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """Counted; none of a folder that cannot be read."""
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                self.left -= 1
                if self.left < 0:
                    raise InputError(f"the pattern '{shortened(self.pattern)}' looks at too many files", self.place)
                yield entry
