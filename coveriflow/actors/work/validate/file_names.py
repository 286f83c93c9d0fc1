"""Which files of a task the files are that a witness names: those of the same hash, whatever they are called."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import (
    InvariantSet,
    Segment,
    ViolationSequence,
    Waypoint,
    WitnessEntries,
    WitnessEntry,
    WitnessPlace,
)


def hash_of(source: Source) -> str:
    """SHA-256 of the file."""
    return hashlib.sha256(source.text.encode("utf-8", "surrogateescape")).hexdigest()


def is_about(task: Task, witness: Witness | WitnessEntries) -> bool:
    """Whether it has the hashes of the files of ``task``."""
    own = set(map(hash_of, task.sources))
    if isinstance(witness, Witness):
        return own == {witness.program_hash.lower()} or task.program_hash == witness.program_hash.lower()
    return all(own == {digest.lower() for _, digest in entry.metadata.files} for entry in witness.entries)


def with_names_of(task: Task, witness: Witness | WitnessEntries) -> Witness | WitnessEntries:
    """``witness``, which is about ``task``, with the names that the files have there.

    An automaton says one hash for the whole program: of several files it is not known which is which.
    """
    if isinstance(witness, WitnessEntries):
        return WitnessEntries(tuple(_entry(task, each) for each in witness.entries))
    if len(task.sources) != 1:
        return witness
    names = _Names((witness.program_file,), {witness.program_file: task.name})
    edges = tuple(replace(edge, origin_file=names.name(edge.origin_file)) for edge in witness.edges)
    return replace(witness, program_file=task.name, edges=edges)


@dataclass(frozen=True, slots=True)
class _Names:
    """``said`` by a witness, and what these files are called in the task, where that is known."""

    said: tuple[str, ...]
    known: dict[str, str]

    def name(self, file: str) -> str:
        """What ``file`` is called: one of those that are ``said``, by its whole name, else by its last part."""
        last = file.rpartition("/")[2]
        same = [file] if file in self.said else [each for each in self.said if each.rpartition("/")[2] == last]
        return self.known.get(same[0], file) if len(same) == 1 else file

    def place(self, place: WitnessPlace) -> WitnessPlace:
        """The same place."""
        return replace(place, file=self.name(place.file))


def _entry(task: Task, entry: WitnessEntry) -> WitnessEntry:
    files = entry.metadata.files
    names = _Names(tuple(name for name, _ in files), dict(_known(task, files)))
    return with_places(entry, names.place)


def with_places(entry: WitnessEntry, moved: Callable[[WitnessPlace], WitnessPlace]) -> WitnessEntry:
    """``entry``, each of whose places is ``moved``."""

    def waypoint(given: Waypoint) -> Waypoint:
        return replace(given, place=moved(given.place))

    def segment(given: Segment) -> Segment:
        return replace(given, follow=waypoint(given.follow), avoid=tuple(map(waypoint, given.avoid)))

    match entry.content:
        case InvariantSet(invariants):
            placed = tuple(replace(each, place=moved(each.place)) for each in invariants)
            return replace(entry, content=InvariantSet(placed))
        case ViolationSequence(segments):
            return replace(entry, content=ViolationSequence(tuple(map(segment, segments))))


def _known(task: Task, files: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Of files with the same text, the one that is called the same."""
    for name, digest in files:
        same = [source.name for source in task.sources if hash_of(source) == digest.lower()]
        called = [each for each in same if each.rpartition("/")[2] == name.rpartition("/")[2]]
        if len(same) == 1 or len(called) == 1:
            yield name, (same if len(same) == 1 else called)[0]
