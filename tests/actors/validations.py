"""Witnesses for tests of validators, and validators that work right here within limits."""

from __future__ import annotations

import hashlib

from coveriflow.actors import validate_witness
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import (
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
from tests.actors.tasks import Got, here

CONFIRMED, REFUTED, UNKNOWN = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.UNKNOWN


def at(task: Task, text: str, offset: int = 0) -> WitnessPlace:
    """Where ``text`` stands for the first time."""
    whole = task.sources[0].text
    place = whole.index(text) + offset
    line = whole.count("\n", 0, place) + 1
    return WitnessPlace(task.name, line, place - (whole.rfind("\n", 0, place) + 1) + 1)


def loop(task: Task, text: str, value: str) -> Invariant:
    return Invariant(InvariantKind.LOOP, at(task, text), value)


def location(task: Task, text: str, value: str) -> Invariant:
    return Invariant(InvariantKind.LOCATION, at(task, text), value)


def waypoint(task: Task, kind: WaypointKind, text: str, constraint: str = "") -> Waypoint:
    """Of a call: at the parenthesis that ends ``text``."""
    last = len(text) - 1 if kind in (WaypointKind.RETURN, WaypointKind.ENTER) else 0
    return Waypoint(kind, at(task, text, last), constraint)


def sequence(task: Task, *follow: Waypoint, avoid: tuple[Waypoint, ...] = ()) -> ViolationSequence:
    target = Waypoint(WaypointKind.TARGET, at(task, "reach_error();"))
    return ViolationSequence((*map(Segment, follow), Segment(target, avoid)))


def entries(task: Task, content: ViolationSequence | InvariantSet) -> WitnessEntries:
    digest = hashlib.sha256(task.sources[0].text.encode()).hexdigest()
    metadata = WitnessMetadata(((task.name, digest),), task.specification, task.data_model)
    return WitnessEntries((WitnessEntry(metadata, content),))


def of_invariants(task: Task, *invariants: Invariant) -> Got:
    return here(validate_witness(), task, entries(task, InvariantSet(invariants)))


def of_sequence(task: Task, *follow: Waypoint, avoid: tuple[Waypoint, ...] = ()) -> Got:
    return here(validate_witness(), task, entries(task, sequence(task, *follow, avoid=avoid)))


def outcome(got: Got) -> Outcome:
    found: Validation = got[Validation]
    assert found.reason
    return found.outcome
