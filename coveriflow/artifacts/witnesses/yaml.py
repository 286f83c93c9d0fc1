"""Witness entries (software verification witnesses 2.x): waypoints to a violation or round a cycle, or invariants."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.display.brief import Brief
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


class Action(Enum):
    """How often a segment is passed: once, or, those of a cycle in their order, again and again for ever (2.1)."""

    FOLLOW = "follow"
    CYCLE = "cycle"


@dataclass(frozen=True, slots=True)
class Segment:
    """An execution passes ``follow`` and, before that, none of ``avoid``."""

    follow: Waypoint
    avoid: tuple[Waypoint, ...] = ()
    action: Action = Action.FOLLOW


@dataclass(frozen=True, slots=True)
class ViolationSequence:
    """The segments are passed in this order. The last one, and no other, follows a target; or the last ones are a
    cycle, and there is no target.
    """

    segments: tuple[Segment, ...]

    @property
    def cycle(self) -> tuple[Segment, ...]:
        """What is passed again and again."""
        return tuple(each for each in self.segments if each.action is Action.CYCLE)


class InvariantKind(Enum):
    """Where an invariant holds: before each evaluation of a loop's condition, or before a statement. ``TRANSITION``
    (2.1): between each such visit of a loop and any earlier one since the loop was entered.
    """

    LOOP = "loop_invariant"
    LOCATION = "location_invariant"
    TRANSITION = "loop_transition_invariant"


@dataclass(frozen=True, slots=True)
class Invariant:
    r"""``value``, a C expression over the names in scope at ``place``, is true whenever control is there. Between
    visits, ``\at(x, AnyPrev)`` is what ``x`` was at the earlier one.
    """

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


@dataclass(frozen=True, slots=True, repr=False)
class WitnessEntries(Brief):
    """A file of entries."""

    entries: tuple[WitnessEntry, ...]
