"""The signatures of the store: what an entry is, and what one promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from coveriflow.artifacts.resources import Limits, Resources


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a result without reading it.

    ``actor``, ``program`` and ``verdict`` (``""``: it gives none) are for people. ``created``: seconds since 1970.
    ``limits``: the nominal ones under which it came about, ``None``: it does not depend on them. ``resources``: what it
    took. ``names``: of the files that it speaks of. ``is_movable``: it can be translated for files of other names.
    """

    actor: str
    program: str
    verdict: str
    created: float
    limits: Limits | None
    resources: Resources
    names: tuple[str, ...] = ()
    is_movable: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A result: ``content`` is what ``encoding`` makes of it."""

    about: About
    content: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry as ``cache list`` shows it. ``used``: when it was last put or taken, in seconds since 1970."""

    key: str
    about: About
    used: float
    size: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed, and what is left: numbers of entries, and bytes."""

    removed: int
    removed_bytes: int
    left: int
    left_bytes: int


class Store(Protocol):
    """Entries by key. Any number of threads, processes and machines may use one at the same time.

    Law: what ``get`` gives is an entry that a process has put under that key, whole; or nothing. An entry may be
    removed at any time.
    """

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``, which counts as used now; damaged ones are not there."""

    def about(self, key: str) -> About | None:
        """What is known of it without reading all of it; it does not count as used."""

    def put(self, key: str, entry: Entry) -> None:
        """From now on this is the entry under ``key``, unless it cannot be kept."""
