"""Witness entries 2.0: what the published rules ask for, files of other tools, and what is refused."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
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
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel
from tests.formats import strategies

HERE = WitnessPlace("a.c", 3, 7, "main")
METADATA = WitnessMetadata(
    (("a.c", "00ff" * 16),), uuid="12345678-9abc-def0-1234-56789abcdef0", version="1", data_model=DataModel.ILP32
)
READ = Segment(Waypoint(WaypointKind.RETURN, HERE, "\\result == 5"))
TAKEN = Segment(Waypoint(WaypointKind.BRANCHING, HERE, "true"), (Waypoint(WaypointKind.ENTER, HERE),))
ROUND = Segment(Waypoint(WaypointKind.ASSUMPTION, HERE, "x == 5"), (), Action.CYCLE)
END = Segment(Waypoint(WaypointKind.TARGET, WitnessPlace("a.c", 9)))
VIOLATION = WitnessEntries((WitnessEntry(METADATA, ViolationSequence((READ, TAKEN, END))),))
CORRECTNESS = WitnessEntries((WitnessEntry(METADATA, InvariantSet((Invariant(InvariantKind.LOOP, HERE, "x <= 9"),))),))

OF_ANOTHER_TOOL = """
- entry_type: invariant_set
  metadata:
    format_version: 2.0
    uuid: 12345678-9abc-def0-1234-56789abcdef0
    creation_time: 2024-05-06T07:08:09+01:00
    producer: {name: somebody, configuration: nothing}
    task:
      input_files: [./a.c]
      input_file_hashes: {./a.c: 1234}
      specification: G ! overflow
      data_model: LP64
      language: C
      more: {a: [1, 2]}
  content:
  - invariant: {type: location_invariant, location: {file_name: ./a.c, line: 3}, value: a != 0, format: c_expression}
"""

NEWER = dataclasses.replace(METADATA, format_version="2.1")
DESCENT = Invariant(InvariantKind.TRANSITION, HERE, "\\at(x, AnyPrev) > x")
TERMINATION = WitnessEntries((WitnessEntry(NEWER, InvariantSet((DESCENT,))),))
NON_TERMINATION = WitnessEntries((WitnessEntry(NEWER, ViolationSequence((READ, ROUND, ROUND))),))


@pytest.mark.parametrize("entries", [VIOLATION, CORRECTNESS, TERMINATION, NON_TERMINATION])
def test_entries_are_read_back(entries: WitnessEntries) -> None:
    assert read_witness_entries(write_witness_entries(entries), "w.yml") == entries


def test_entries_of_another_tool() -> None:
    assert read_witness_entries(OF_ANOTHER_TOOL.encode(), "w.yml") == WitnessEntries(
        (
            WitnessEntry(
                WitnessMetadata(
                    (("./a.c", "1234"),),
                    Specification((Property(PropertyKind.NO_OVERFLOW),)),
                    producer="somebody",
                    uuid="12345678-9abc-def0-1234-56789abcdef0",
                    created="2024-05-06T07:08:09+01:00",
                ),
                InvariantSet((Invariant(InvariantKind.LOCATION, WitnessPlace("./a.c", 3), "a != 0"),)),
            ),
        )
    )


@settings(max_examples=40, deadline=None)
@given(entries=strategies.witness_entries)
def test_written_entries_keep_the_published_rules(entries: WitnessEntries) -> None:
    loaded = yaml.safe_load(write_witness_entries(entries))
    assert len(loaded) == len(entries.entries)
    for entry in loaded:
        assert entry.keys() == {"entry_type", "metadata", "content"}
        check_metadata(entry["metadata"])
        if entry["entry_type"] == "violation_sequence":
            check_segments(entry["content"])
        else:
            check_invariants(entry["content"])


def check_metadata(metadata: dict[str, Any]) -> None:
    assert metadata.keys() == {"format_version", "uuid", "creation_time", "producer", "task"}
    assert all(isinstance(metadata[key], str) for key in ("format_version", "uuid", "creation_time"))
    assert metadata["producer"].keys() == {"name", "version"}
    task = metadata["task"]
    fields = {"input_files", "input_file_hashes", "specification", "data_model", "language"}
    assert task.keys() == fields
    assert set(task["input_files"]) == task["input_file_hashes"].keys()
    assert task["data_model"] in ("ILP32", "LP64")


def check_segments(content: list[dict[str, Any]]) -> None:
    assert all(part.keys() == {"segment"} for part in content)
    segments = [[each["waypoint"] for each in part["segment"]] for part in content]
    for segment in segments:
        assert [waypoint["action"] for waypoint in segment[:-1]] == ["avoid"] * (len(segment) - 1)
        for waypoint in segment:
            check_place(waypoint["location"])
            assert ("constraint" in waypoint) <= (waypoint["type"] not in ("function_enter", "target"))
    last = [segment[-1] for segment in segments]
    cycle = [each["action"] == "cycle" for each in last]
    assert cycle == sorted(cycle)
    assert [each["type"] == "target" for each in last] == [False] * (len(last) - 1) + [not cycle[-1]]


def check_invariants(content: list[dict[str, Any]]) -> None:
    for part in content:
        assert part.keys() == {"invariant"}
        assert part["invariant"].keys() == {"type", "location", "value", "format"}
        is_relation = part["invariant"]["type"] == "loop_transition_invariant"
        assert is_relation or part["invariant"]["type"] in ("loop_invariant", "location_invariant")
        assert part["invariant"]["format"] == ("ext_c_expression" if is_relation else "c_expression")
        check_place(part["invariant"]["location"])


def check_place(place: dict[str, Any]) -> None:
    assert place.keys() - {"column", "function"} == {"file_name", "line"}
    assert place["line"] >= 1
    assert place.get("column", 1) >= 1


def test_a_result_may_be_constrained_in_extended_c() -> None:
    """That is what ESBMC calls the format; the constraint is the same."""
    text = write_witness_entries(VIOLATION).decode()
    assert "acsl_expression" in text
    assert read_witness_entries(text.replace("acsl_expression", "ext_c_expression").encode(), "w.yml") == VIOLATION


@pytest.mark.parametrize(
    ("pattern", "by", "message"),
    [
        ("violation_sequence", "ghost", "entry_type"),
        ('uuid: "1', 'uuid: "x', "UUID"),
        ("1970-01-01T00", "1970-01-01 00", "ISO 8601"),
        ('"2.0"', '"1.0"', "format_version"),
        ('"a.c": "00', '"b.c": "00', "'a.c' is missing"),
        ('action: "follow"', 'action: "avoid"', "to avoid and then one to follow"),
        ('type: "target"', 'type: "function_enter"', "follows a target"),
        ('type: "branching"', 'type: "function_enter"', "no constraint"),
        ('value: "true"', 'value: "perhaps"', "branching"),
        ("acsl_expression", "c_expression", "format of this constraint"),
        ("line: 3", "line: 0", "count from 1"),
        ("column: 7", "column: 0", "count from 1"),
        ("line: 3", "line: x", "whole number"),
        ('language: "C"', 'language: "Java"', "not C"),
        ("ILP32", "LP63", "data_model"),
        ("G ! call", "G ? call", "unknown property"),
        ("  content:", "  contents:", "'content' is missing"),
    ],
)
def test_defects_are_refused(pattern: str, by: str, message: str) -> None:
    text, changes = re.subn(re.escape(pattern), lambda _: by, write_witness_entries(VIOLATION).decode(), count=1)
    assert changes
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_witness_entries(text.encode(), "w.yml")
    assert caught.value.span
    assert caught.value.span.file == "w.yml"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (ViolationSequence(()), "follows a target"),
        (ViolationSequence((END, END)), "follows a target"),
        (ViolationSequence((READ,)), "follows a target"),
        (InvariantSet((Invariant(InvariantKind.LOOP, HERE, ""),)), "empty"),
        (InvariantSet((Invariant(InvariantKind.LOOP, WitnessPlace("a.c", 0), "1"),)), "count from 1"),
        (InvariantSet((Invariant(InvariantKind.LOOP, WitnessPlace("", 1), "1"),)), "file name"),
        (InvariantSet((Invariant(InvariantKind.TRANSITION, HERE, "1"),)), "version 2.1"),
        (ViolationSequence((READ, ROUND)), "version 2.1"),
    ],
)
def test_what_breaks_the_rules_is_not_written(content: Any, message: str) -> None:
    entry = dataclasses.replace(VIOLATION.entries[0], content=content)
    with pytest.raises(ValueError, match=message):
        write_witness_entries(WitnessEntries((entry,)))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (ViolationSequence((ROUND, END)), "a target or a cycle"),
        (ViolationSequence((ROUND, READ)), "come last"),
    ],
)
def test_a_cycle_comes_last(content: ViolationSequence, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write_witness_entries(WitnessEntries((WitnessEntry(NEWER, content),)))
