"""Witnesses of termination and of executions that never end, in both formats.

That each loop ends within some unwindings, these have no words for: such a proof leaves a witness without invariants,
which claims the verdict alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.invariants import proved_invariants
from coveriflow.actors.work.verify.transition_invariants import transition_invariants
from coveriflow.actors.work.verify.witness_graphml import correctness_witness
from coveriflow.actors.work.verify.witness_yaml import entries_of, loop_invariants
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.termination.verifier import Ends
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import InvariantSet, WitnessEntries
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.expressions.expressions import Expression

_VERSION = "2.1"
"""The first version that has relations between visits, and cycles."""


def proof_witnesses(originals: Originals, cfa: Cfa, ends: Ends) -> tuple[Witness, WitnessEntries]:
    """The invariants that the proof rests on and, in YAML, what decreases."""
    proved = proved_invariants(originals, cfa, _everywhere(ends.positions, ends.invariants))
    relations = transition_invariants(originals, cfa, ends.positions, ends.stages)
    content = InvariantSet((*loop_invariants(proved), *relations))
    return correctness_witness(originals, cfa, proved), entries_of(originals.task, content, _VERSION)


def _everywhere(
    positions: Sequence[Position], invariants: Mapping[Position, Sequence[Expression]]
) -> dict[Location, tuple[Expression, ...]]:
    """What holds at a head whatever calls are open."""
    found: dict[Location, tuple[Expression, ...]] = {}
    for position in positions:
        here = tuple(invariants.get(position, ()))
        known = found.get(position.location, here)
        found[position.location] = tuple(each for each in known if each in here)
    return found
