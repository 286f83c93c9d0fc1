"""Files have another name where a witness comes from: it tells their hashes, and by these they are found."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import TypeVar

from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.yaml import Invariant, InvariantSet, ViolationSequence, Waypoint, WitnessEntries

T = TypeVar("T", Waypoint, Invariant)


def in_own_files(task: Task, witness: WitnessEntries) -> WitnessEntries:
    """``witness`` with the names that the files of ``task`` have here. Names of other files stay, and so do those of
    files with equal texts.
    """
    digests = {s.name: hashlib.sha256(s.text.encode("utf-8", "surrogateescape")).hexdigest() for s in task.sources}
    often = Counter(digests.values())
    own = {digest: name for name, digest in digests.items() if often[digest] == 1}
    entries = []
    for entry in witness.entries:
        names = {name: own[digest.lower()] for name, digest in entry.metadata.files if digest.lower() in own}
        entries.append(replace(entry, content=_renamed(entry.content, names)))
    return replace(witness, entries=tuple(entries))


def _renamed(content: ViolationSequence | InvariantSet, names: dict[str, str]) -> ViolationSequence | InvariantSet:
    def moved(each: T) -> T:
        return replace(each, place=replace(each.place, file=names.get(each.place.file, each.place.file)))

    match content:
        case InvariantSet(invariants):
            return replace(content, invariants=tuple(map(moved, invariants)))
        case ViolationSequence(segments):
            return replace(
                content,
                segments=tuple(
                    replace(each, follow=moved(each.follow), avoid=tuple(map(moved, each.avoid))) for each in segments
                ),
            )
