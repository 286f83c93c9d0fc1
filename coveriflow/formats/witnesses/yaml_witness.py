"""Witness entries 2.x in YAML: ``violation_sequence`` and ``invariant_set``. The text is written without a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.witnesses.yaml import (
    Action,
    Invariant,
    InvariantKind,
    InvariantSet,
    Segment,
    ViolationSequence,
    Waypoint,
    WaypointKind,
    WitnessEntries,
    WitnessEntry,
    WitnessMetadata,
    WitnessPlace,
)
from coveriflow.formats.tasks.specification import parsed_specification, property_lines
from coveriflow.formats.witnesses.yaml_rules import CONSTRAINT_FORMATS, EXTENDED_C, INVARIANT_FORMATS, defect
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.data_model import DataModel

if TYPE_CHECKING:
    from enum import Enum

    from coveriflow.formats.primitives.yaml import YamlMapping, YamlNode

MAX_BYTES = 1 << 24
_LONGEST_KEY = 1000

_Choice = TypeVar("_Choice", bound="Enum")


def write_witness_entries(witness: WitnessEntries) -> bytes:
    """ASCII text that has one value a line, all texts quoted."""
    lines = [line for entry in witness.entries for line in _entry_lines(entry)]
    if not lines:
        raise ValueError("a witness has at least one entry")
    return ("\n".join(lines) + "\n").encode("ascii")


def _entry_lines(entry: WitnessEntry) -> Iterator[str]:
    if wrong := defect(entry):
        raise ValueError(wrong)
    content = entry.content
    name = "violation_sequence" if isinstance(content, ViolationSequence) else "invariant_set"
    yield f"- entry_type: {_quoted(name)}"
    yield from _metadata_lines(entry.metadata)
    if isinstance(content, ViolationSequence):
        yield "  content:"
        for segment in content.segments:
            yield "    - segment:"
            for waypoint in segment.avoid:
                yield from _waypoint_lines(waypoint, "avoid")
            yield from _waypoint_lines(segment.follow, segment.action.value)
        return
    yield "  content:" if content.invariants else "  content: []"
    for invariant in content.invariants:
        yield from _invariant_lines(invariant)


def _metadata_lines(metadata: WitnessMetadata) -> Iterator[str]:
    yield "  metadata:"
    yield f"    format_version: {_quoted(metadata.format_version)}"
    yield f"    uuid: {_quoted(metadata.uuid)}"
    yield f"    creation_time: {_quoted(metadata.created)}"
    yield "    producer:"
    yield f"      name: {_quoted(metadata.producer)}"
    yield f"      version: {_quoted(metadata.version)}"
    yield "    task:"
    yield "      input_files:"
    yield from (f"        - {_quoted(name)}" for name, _ in metadata.files)
    yield "      input_file_hashes:"
    yield from (f"        {_key(name)}: {_quoted(digest)}" for name, digest in metadata.files)
    yield f"      specification: {_quoted(chr(10).join(property_lines(metadata.specification)))}"
    yield f"      data_model: {_quoted(metadata.data_model.value)}"
    yield '      language: "C"'


def _waypoint_lines(waypoint: Waypoint, action: str) -> Iterator[str]:
    yield "        - waypoint:"
    yield f"            type: {_quoted(waypoint.kind.value)}"
    yield f"            action: {_quoted(action)}"
    if waypoint.constraint:
        yield "            constraint:"
        yield f"              value: {_quoted(waypoint.constraint)}"
        if waypoint.kind in CONSTRAINT_FORMATS:
            yield f"              format: {_quoted(CONSTRAINT_FORMATS[waypoint.kind])}"
    yield from _place_lines(waypoint.place, "            ")


def _invariant_lines(invariant: Invariant) -> Iterator[str]:
    yield "    - invariant:"
    yield f"        type: {_quoted(invariant.kind.value)}"
    yield from _place_lines(invariant.place, "        ")
    yield f"        value: {_quoted(invariant.value)}"
    yield f"        format: {_quoted(INVARIANT_FORMATS[invariant.kind])}"


def _place_lines(place: WitnessPlace, indent: str) -> Iterator[str]:
    yield f"{indent}location:"
    yield f"{indent}  file_name: {_quoted(place.file)}"
    yield f"{indent}  line: {place.line}"
    if place.column:
        yield f"{indent}  column: {place.column}"
    if place.function:
        yield f"{indent}  function: {_quoted(place.function)}"


def _key(text: str) -> str:
    """As a key; YAML takes a long one only after a question mark."""
    key = _quoted(text)
    return key if len(key) <= _LONGEST_KEY else f"? {key}\n        "


def _quoted(text: str) -> str:
    """A double-quoted scalar (YAML 1.2, 7.3.1) in ASCII."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if " " <= character <= "~":
        return character
    return f"\\U{ord(character):08x}"


def read_witness_entries(data: bytes, name: str) -> WitnessEntries:
    """The entries of a file that keeps the rules; keys for others are ignored, other types of entries refused."""
    from coveriflow.formats.primitives.yaml import composed, items  # slow to load, and those who write need it not

    top = composed(data, name, MAX_BYTES, "witness")
    entries = items(top, name)
    if not entries:
        raise InputError("there is no entry here", Span(name))
    return WitnessEntries(tuple(_Reading(name).entry(each) for each in entries))


class _Reading:
    """One file being read."""

    def __init__(self, name: str) -> None:
        from coveriflow.formats.primitives import yaml

        self.name = name
        self.nodes = yaml

    def entry(self, node: YamlNode) -> WitnessEntry:
        found = self._mapping(node)
        type_ = self._text(found, "entry_type", node)
        content = self.nodes.items(self.nodes.required(found, "content", self._span(node)), self.name)
        if type_ not in ("violation_sequence", "invariant_set"):
            raise InputError("entry_type is neither violation_sequence nor invariant_set", self._span(node))
        metadata = self._metadata(self.nodes.required(found, "metadata", self._span(node)))
        if type_ == "violation_sequence":
            entry = WitnessEntry(metadata, ViolationSequence(tuple(map(self._segment, content))))
        else:
            entry = WitnessEntry(metadata, InvariantSet(tuple(map(self._invariant, content))))
        if wrong := defect(entry):
            raise InputError(wrong, self._span(node))
        return entry

    def _metadata(self, node: YamlNode) -> WitnessMetadata:
        found = self._mapping(node)
        producer = self._mapping(self.nodes.required(found, "producer", self._span(node)))
        task_node = self.nodes.required(found, "task", self._span(node))
        task = self._mapping(task_node)
        if self.nodes.text_of(task.get("language"), self.name, "C") != "C":
            raise InputError("the program is not C", self._span(task_node))
        return WitnessMetadata(
            files=self._files(task, task_node),
            specification=self._specification(self.nodes.required(task, "specification", self._span(task_node))),
            data_model=self._choice(task, "data_model", task_node, DataModel),
            producer=self._text(producer, "name", node),
            version=self.nodes.text_of(producer.get("version"), self.name, ""),
            uuid=self._text(found, "uuid", node),
            created=self._text(found, "creation_time", node),
            format_version=self._text(found, "format_version", node),
        )

    def _files(self, task: YamlMapping, node: YamlNode) -> tuple[tuple[str, str], ...]:
        listed = self.nodes.items(self.nodes.required(task, "input_files", self._span(node)), self.name)
        hashes = self._mapping(self.nodes.required(task, "input_file_hashes", self._span(node)))
        names = [self.nodes.text_of(each, self.name) for each in listed]
        return tuple((each, self._text(hashes, each, node)) for each in names)

    def _specification(self, node: YamlNode) -> Specification:
        """A property file's text, or the formula alone, as some tools write it."""
        text, span = self.nodes.text_of(node, self.name), self._span(node)
        if "CHECK" in text or "COVER" in text:
            return parsed_specification(text, span)
        return parsed_specification(f"CHECK( init(main()), LTL({' '.join(text.split())}) )", span)

    def _segment(self, node: YamlNode) -> Segment:
        parts = self.nodes.items(self.nodes.required(self._mapping(node), "segment", self._span(node)), self.name)
        found = [self._waypoint(part) for part in parts]
        action = next((each for each in Action if found and each.value == found[-1][0]), None)
        if action is None or any(a != "avoid" for a, _ in found[:-1]):
            raise InputError("a segment is waypoints to avoid and then one to follow", self._span(node))
        return Segment(found[-1][1], tuple(waypoint for _, waypoint in found[:-1]), action)

    def _waypoint(self, node: YamlNode) -> tuple[str, Waypoint]:
        inner = self.nodes.required(self._mapping(node), "waypoint", self._span(node))
        found = self._mapping(inner)
        kind = self._choice(found, "type", inner, WaypointKind)
        place = self._place(self.nodes.required(found, "location", self._span(inner)))
        return self._text(found, "action", inner), Waypoint(kind, place, self._constraint(found, kind))

    def _constraint(self, waypoint: YamlMapping, kind: WaypointKind) -> str:
        node = waypoint.get("constraint")
        if node is None:
            return ""
        found = self._mapping(node)
        expected = CONSTRAINT_FORMATS.get(kind)
        given = self.nodes.text_of(found.get("format"), self.name, expected or "")
        if expected is not None and given not in (expected, EXTENDED_C if kind is WaypointKind.RETURN else expected):
            raise InputError(f"the format of this constraint is not {expected}", self._span(node))
        return self._text(found, "value", node)

    def _invariant(self, node: YamlNode) -> Invariant:
        inner = self.nodes.required(self._mapping(node), "invariant", self._span(node))
        found = self._mapping(inner)
        kind = self._choice(found, "type", inner, InvariantKind)
        expected = INVARIANT_FORMATS[kind]
        if self.nodes.text_of(found.get("format"), self.name, expected) != expected:
            raise InputError(f"the format of this invariant is not {expected}", self._span(inner))
        place = self._place(self.nodes.required(found, "location", self._span(inner)))
        return Invariant(kind, place, self._text(found, "value", inner))

    def _place(self, node: YamlNode) -> WitnessPlace:
        found = self._mapping(node)
        column = found.get("column")
        return WitnessPlace(
            file=self._text(found, "file_name", node),
            line=self.nodes.number_of(self.nodes.required(found, "line", self._span(node)), self.name),
            column=0 if column is None or self.nodes.is_of(column, "null") else self._column(column),
            function=self.nodes.text_of(found.get("function"), self.name, ""),
        )

    def _column(self, node: YamlNode) -> int:
        column = self.nodes.number_of(node, self.name)
        if column < 1:
            raise InputError("columns count from 1", self._span(node))
        return column

    def _choice(self, found: YamlMapping, key: str, node: YamlNode, choices: type[_Choice]) -> _Choice:
        text = self._text(found, key, node)
        choice = next((each for each in choices if each.value == text), None)
        if choice is None:
            raise InputError(f"'{key}' is not one of {', '.join(str(c.value) for c in choices)}", self._span(node))
        return choice

    def _text(self, found: YamlMapping, key: str, node: YamlNode) -> str:
        return self.nodes.text_of(self.nodes.required(found, key, self._span(node)), self.name)

    def _mapping(self, node: YamlNode) -> YamlMapping:
        return self.nodes.mapping(node, self.name)

    def _span(self, node: YamlNode) -> Span:
        return self.nodes.span_of(node, self.name)
