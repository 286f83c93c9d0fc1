"""Witness entries (software verification witnesses 2.0): a sequence of waypoints to a violation, or invariants."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True)
class WitnessPlace:
    """A place in the original text; ``line`` and ``column`` count from 1; column 0 and function ``""``: not given."""

    file: str
    line: int
    column: int = 0
    function: str = ""


class WaypointKind(Enum):
    """What happens at a waypoint; values are the format's."""

    ASSUMPTION = "assumption"
    BRANCHING = "branching"
    ENTER = "function_enter"
    RETURN = "function_return"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Waypoint:
    """``constraint``: a C expression (assumption), ``true``, ``false``, a case or ``default`` (branching), an ACSL
    expression over the result (return); nothing for the others.
    """

    kind: WaypointKind
    place: WitnessPlace
    constraint: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """An execution passes ``follow`` and, before that, none of ``avoid``."""

    follow: Waypoint
    avoid: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class ViolationSequence:
    """The segments are passed in this order; the last one, and no other, follows a target."""

    segments: tuple[Segment, ...]


class InvariantKind(Enum):
    """Where an invariant holds: before each evaluation of a loop's condition, or before a statement."""

    LOOP = "loop_invariant"
    LOCATION = "location_invariant"


@dataclass(frozen=True, slots=True)
class Invariant:
    """``value``, a C expression over the names in scope at ``place``, is true whenever control is there."""

    kind: InvariantKind
    place: WitnessPlace
    value: str


@dataclass(frozen=True, slots=True)
class InvariantSet:
    """Invariants, in the order of the file; they need not be a proof."""

    invariants: tuple[Invariant, ...] = ()


@dataclass(frozen=True, slots=True)
class WitnessMetadata:
    """``files``: each input file's name and SHA-256; ``created`` is ISO 8601 with a zone."""

    files: tuple[tuple[str, str], ...]
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    producer: str = "coveriflow"
    version: str = ""
    uuid: str = "00000000-0000-0000-0000-000000000000"
    created: str = "1970-01-01T00:00:00Z"
    format_version: str = "2.0"


@dataclass(frozen=True, slots=True)
class WitnessEntry:
    """One entry of a file."""

    metadata: WitnessMetadata
    content: ViolationSequence | InvariantSet


@dataclass(frozen=True, slots=True)
class WitnessEntries:
    """A file of entries."""

    entries: tuple[WitnessEntry, ...]
