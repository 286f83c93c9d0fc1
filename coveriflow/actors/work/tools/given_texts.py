"""The texts that tools are given, and what they write about these, as about the files of the task."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from coveriflow.actors.work.validate.file_names import hash_of, with_places
from coveriflow.artifacts.tasks import Source
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.artifacts.witnesses.yaml import WitnessEntries, WitnessEntry, WitnessPlace
from coveriflow.program.text.source_map import OriginalText, analysed_lines, in_place


def given_text(source: Source) -> str:
    """The text of a file for tools: lines have the numbers that they have there, wherever that can be."""
    found = _with_own_lines(source)
    return source.preprocessed if found is None else found


def has_own_lines(source: Source) -> bool:
    """Whether it can; else tools do not agree on the lines that they name."""
    return _with_own_lines(source) is not None


def _with_own_lines(source: Source) -> str | None:
    return source.text if source.preprocessed == source.text else in_place(source.preprocessed, source.name)


@dataclass(frozen=True, slots=True)
class Given:
    """The ``text`` of ``source`` that a tool was given."""

    source: Source
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of it."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogateescape")).hexdigest()

    def texts(self) -> tuple[OriginalText, OriginalText]:
        """The text given, and that of the file."""
        lines = analysed_lines(self.source.preprocessed, self.source.name)
        return OriginalText(self.text), OriginalText(self.source.text, lines)


def about_task(witness: Witness | WitnessEntries, given: Mapping[str, Given]) -> Witness | WitnessEntries:
    """``witness``, if it is about texts that were ``given``, by their hashes, as one about the files of the task. Lines
    are the same. Columns and offsets are kept where the line is the same, and else are not known.
    """
    if isinstance(witness, WitnessEntries):
        return WitnessEntries(tuple(_entry(each, given) for each in witness.entries))
    about = given.get(witness.program_hash.lower())
    if about is None or about.text == about.source.text:
        return witness
    own, original = about.texts()
    edges = tuple(_edge(each, own, original) for each in witness.edges)
    return replace(witness, program_hash=hash_of(about.source), edges=edges)


def _edge(edge: WitnessEdge, given: OriginalText, original: OriginalText) -> WitnessEdge:
    start, end = (_offset(each, given, original) for each in (edge.startoffset, edge.endoffset))
    return replace(edge, startoffset=start, endoffset=end)


def _offset(offset: int, given: OriginalText, original: OriginalText) -> int:
    if offset < 0:
        return offset
    line, column = given.place(offset)
    found = original.offset(line, column) if original.is_same(line) else None
    return -1 if found is None else found


def _entry(entry: WitnessEntry, given: Mapping[str, Given]) -> WitnessEntry:
    known = {name: given[digest.lower()] for name, digest in entry.metadata.files if digest.lower() in given}
    changed = {name: about for name, about in known.items() if about.text != about.source.text}
    if not changed:
        return entry
    files = tuple(
        (name, hash_of(changed[name].source) if name in changed else digest) for name, digest in entry.metadata.files
    )
    originals = {name.rpartition("/")[2]: about.texts()[1] for name, about in changed.items()}
    moved = replace(entry, metadata=replace(entry.metadata, files=files))
    return with_places(moved, lambda place: _place(place, originals))


def _place(place: WitnessPlace, originals: Mapping[str, OriginalText]) -> WitnessPlace:
    original = originals.get(place.file.rpartition("/")[2])
    return place if original is None or original.is_same(place.line) else replace(place, column=0)
