"""What the format of witness entries asks of them (version 2.x); a file that breaks it is neither read nor written.

2.1 adds relations between visits of a loop, and cycles. The names and rules of these are those of CPAchecker's sources
of August 2026 (``InvariantEntry``, ``WaypointRecord``, ``AutomatonWitnessV2ParserCommon``).
"""

from __future__ import annotations

import re

from coveriflow.artifacts.witnesses.yaml import (
    Action,
    InvariantKind,
    InvariantSet,
    ViolationSequence,
    Waypoint,
    WaypointKind,
    WitnessEntry,
    WitnessMetadata,
    WitnessPlace,
)

VERSIONS = ("2.0", "2.1")
CURRENT = "2.1"
"""The version that has everything."""
INVARIANT_FORMATS = {
    InvariantKind.LOOP: "c_expression",
    InvariantKind.LOCATION: "c_expression",
    InvariantKind.TRANSITION: "ext_c_expression",
}
CONSTRAINT_FORMATS = {WaypointKind.ASSUMPTION: "c_expression", WaypointKind.RETURN: "acsl_expression"}
"""Kinds of waypoints whose constraint has a format, and which."""
EXTENDED_C = "ext_c_expression"
"""How a constraint on a result may be called, too: ESBMC does so."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_CREATED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)", re.ASCII)
_CASE = re.compile(r"true|false|default|[+-]?[0-9]{1,40}")
_UNCONSTRAINED = frozenset({WaypointKind.ENTER, WaypointKind.TARGET})


def defect(entry: WitnessEntry) -> str:
    """What is wrong with ``entry``, in words; empty if nothing is."""
    return _of_metadata(entry.metadata) or _of_version(entry) or _of_content(entry.content)


def _of_version(entry: WitnessEntry) -> str:
    """What only the newer version knows."""
    content = entry.content
    if entry.metadata.format_version == CURRENT:
        return ""
    if isinstance(content, InvariantSet):
        is_newer = any(each.kind is InvariantKind.TRANSITION for each in content.invariants)
    else:
        is_newer = bool(content.cycle)
    return f"relations between visits and cycles are of version {CURRENT}" if is_newer else ""


def _of_metadata(metadata: WitnessMetadata) -> str:
    if metadata.format_version not in VERSIONS:
        return f"format_version is not one of {', '.join(VERSIONS)}"
    if not _UUID.fullmatch(metadata.uuid):
        return "'uuid' is not a UUID"
    if not _CREATED.fullmatch(metadata.created):
        return "'creation_time' is not ISO 8601 with a zone"
    if not metadata.producer:
        return "the producer has no name"
    names = [name for name, _ in metadata.files]
    if not names or len(set(names)) < len(names) or not all(map(all, metadata.files)):
        return "every input file is named once, with its hash, and there is one"
    return ""


def _of_content(content: ViolationSequence | InvariantSet) -> str:
    if isinstance(content, InvariantSet):
        places = (_of_place(each.place) for each in content.invariants)
        empty = "" if all(each.value for each in content.invariants) else "an invariant is empty"
        return next(filter(None, places), empty)
    targets = [segment.follow.kind is WaypointKind.TARGET for segment in content.segments]
    actions = [segment.action for segment in content.segments]
    if content.cycle:
        if any(targets):
            return "a sequence has a target or a cycle, not both"
        if Action.FOLLOW in actions[actions.index(Action.CYCLE) :]:
            return "the segments of a cycle come last"
    elif not targets or not targets[-1] or any(targets[:-1]):
        return "the last segment, and no other, follows a target"
    waypoints = (each for segment in content.segments for each in (*segment.avoid, segment.follow))
    return next(filter(None, map(_of_waypoint, waypoints)), "")


def _of_waypoint(waypoint: Waypoint) -> str:
    kind, constraint = waypoint.kind, waypoint.constraint
    if kind in _UNCONSTRAINED:
        return _of_place(waypoint.place) or (f"a waypoint of type {kind.value} has no constraint" if constraint else "")
    if not constraint and kind is not WaypointKind.RETURN:
        return f"a waypoint of type {kind.value} has a constraint"
    if kind is WaypointKind.BRANCHING and not _CASE.fullmatch(constraint):
        return "a branching goes to true, false, a number or default"
    return _of_place(waypoint.place)


def _of_place(place: WitnessPlace) -> str:
    if not place.file:
        return "a location has no file name"
    return "lines and columns count from 1" if place.line < 1 or place.column < 0 else ""
