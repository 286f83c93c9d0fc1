"""Witness entries 2.0 of what the embedded verifiers found."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice

from coveriflow import __version__
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.invariants import ProvedInvariants
from coveriflow.actors.work.verify.witness_graphml import with_values
from coveriflow.actors.work.violated import called
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import exchanged
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
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind
from coveriflow.program.expressions.float_text import exact_text
from coveriflow.program.interpreter.interpreter import End, Execution
from coveriflow.program.types.c_types import Floating, Pointer

_LONGEST = 2_000
_CALLS = frozenset({InputKind.CALL, InputKind.UNDEFINED})
_BRANCHES = frozenset({"if", "while"})
"""Statements whose keywords may be the places of branchings."""


def invariant_entries(task: Task, proved: Iterable[ProvedInvariants]) -> WitnessEntries:
    """One invariant set."""
    return entries_of(task, InvariantSet(tuple(loop_invariants(proved))))


def loop_invariants(proved: Iterable[ProvedInvariants]) -> Iterator[Invariant]:
    """One for each text."""
    return (Invariant(InvariantKind.LOOP, each.place, text) for each in proved for text in each.texts)


def violation_entries(originals: Originals, cfa: Cfa, execution: Execution) -> WitnessEntries | None:
    """The results of input functions and the branches of ``execution`` before it comes to the error; of very many the
    first ones. ``None`` if it does not come there in a file of the task.
    """
    target = _target(originals, cfa, execution.trace)
    if execution.end is not End.ERROR or target is None:
        return None
    passed = waypoints(originals, cfa, with_values(execution))
    segments = tuple(map(Segment, [*passed, Waypoint(WaypointKind.TARGET, target)]))
    return entries_of(originals.task, ViolationSequence(segments))


def _target(originals: Originals, cfa: Cfa, trace: Iterable[Edge]) -> WitnessPlace | None:
    last = next((edge for edge in trace if edge.target == cfa.error), None)
    return originals.statement(called(last), last.origin, last.source.function) if last is not None else None


def waypoints(originals: Originals, cfa: Cfa, taken: Iterable[tuple[Edge, int | None]]) -> list[Waypoint]:
    """The results of input functions and the branches of edges ``taken``, of very many the first ones."""
    return list(islice(_passed(originals, cfa, taken), _LONGEST))


def _passed(originals: Originals, cfa: Cfa, taken: Iterable[tuple[Edge, int | None]]) -> Iterator[Waypoint]:
    decided = {
        (source, truth): (originals.keyword(statement), str(holds).lower())
        for statement in cfa.control
        if statement.keyword in _BRANCHES
        for (source, truth), holds in statement.decisions.items()
    }
    for edge, value in taken:
        if value is not None:
            yield from _returned(originals, edge, value)
        elif isinstance(edge.operation, Assume):
            place, outcome = decided.get((edge.source, edge.operation.truth), (None, ""))
            if place is not None:
                yield Waypoint(WaypointKind.BRANCHING, place, outcome)


def _returned(originals: Originals, edge: Edge, value: int) -> Iterator[Waypoint]:
    """That a call returns ``value``, in all digits: ``0.1`` is no ``float``. A NaN equals nothing, no constant is
    infinite, and where objects lie is told by no number, so nothing is said of these.
    """
    read = edge.operation
    assert isinstance(read, Input)
    text = exact_text(value, read.type) if isinstance(read.type, Floating) else str(value)
    call = originals.call(read.source, edge.origin) if read.kind in _CALLS else None
    is_address = isinstance(read.type, Pointer) and value != 0
    if call is not None and not is_address and text is not None:
        place = originals.place(edge.origin.file, call[1], edge.source.function)
        yield Waypoint(WaypointKind.RETURN, place, f"\\result == {text}")


def entries_of(task: Task, content: ViolationSequence | InvariantSet, version: str = "2.0") -> WitnessEntries:
    """In the ``version`` of the format. The identifier is made from the content, so that equal witnesses of a moment
    are one.
    """
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    named = uuid.uuid5(uuid.NAMESPACE_OID, hashlib.sha256(repr((created, content)).encode()).hexdigest())
    hashes = (hashlib.sha256(s.text.encode("utf-8", "surrogateescape")).hexdigest() for s in task.sources)
    metadata = WitnessMetadata(
        files=tuple(zip((source.name for source in task.sources), hashes, strict=True)),
        specification=exchanged(task),
        data_model=task.data_model,
        version=__version__,
        uuid=str(named),
        created=created,
        format_version=version,
    )
    return WitnessEntries((WitnessEntry(metadata, content),))
