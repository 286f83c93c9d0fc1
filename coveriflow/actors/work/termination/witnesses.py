"""Witnesses of termination and of executions that never end, in both formats.

That each loop ends within some unwindings, these have no words for: such a proof leaves a witness without invariants,
which claims the verdict alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.termination.transition_invariants import transition_invariants
from coveriflow.actors.work.verify.invariants import proved_invariants
from coveriflow.actors.work.verify.witness_graphml import CycleHead, correctness_witness, endless_witness, with_values
from coveriflow.actors.work.verify.witness_yaml import entries_of, loop_invariants, waypoints
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.domains.dead import dead_variables
from coveriflow.analysis.termination.closed_sets import ClosedSet
from coveriflow.analysis.termination.lassos import Lasso
from coveriflow.analysis.termination.verifier import Ends
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import (
    Action,
    InvariantSet,
    Segment,
    ViolationSequence,
    Waypoint,
    WaypointKind,
    WitnessEntries,
    WitnessPlace,
)
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.expressions import make
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.printing.conditions import Inexpressible, ScopedText, addresses_of_regions
from coveriflow.program.types.c_types import Integer

_MOST_STATES = 8
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


@dataclass(frozen=True, slots=True)
class _Head:
    """The loop that is visited again and again, where it stands, and in which states."""

    place: WitnessPlace
    recurrent: str


def lasso_witnesses(originals: Originals, cfa: Cfa, lasso: Lasso) -> tuple[Witness | WitnessEntries, ...]:
    """Of an execution whose state recurs: the values with which it does are the recurrent set. None where C text cannot
    say all of what decides how the execution goes on.
    """
    taken = taken_by(cfa, lasso.stem + lasso.cycle, lasso.again)
    names = lasso.relevant.difference(dead_variables(cfa).at(lasso.head))
    states = _visited(cfa, lasso, names)
    head = _head(originals, cfa, lasso.head, lambda statement: _one_of(statement, names, states)) if states else None
    return () if head is None else _endless(originals, cfa, head, taken[: lasso.first], taken[lasso.first :])


def set_witnesses(originals: Originals, cfa: Cfa, found: ClosedSet) -> tuple[Witness | WitnessEntries, ...]:
    """Of states that are never left. None where there are sets at several heads: which of these is visited for ever is
    not known.
    """
    if len(found.sets) != 1:
        return ()
    (conditions,) = found.sets.values()
    head = _head(originals, cfa, found.head.location, lambda _: conditions)
    return () if head is None else _endless(originals, cfa, head, taken_by(cfa, found.stem, found.edges), [])


def _endless(
    originals: Originals,
    cfa: Cfa,
    head: _Head,
    stem: list[tuple[Edge, int | None]],
    cycle: list[tuple[Edge, int | None]],
) -> tuple[Witness, WitnessEntries]:
    assumed = Waypoint(WaypointKind.ASSUMPTION, head.place, head.recurrent)
    again = (assumed, *waypoints(originals, cfa, cycle))
    segments = (
        *map(Segment, waypoints(originals, cfa, stem)),
        *(Segment(each, (), Action.CYCLE) for each in again),
    )
    at_head = CycleHead(head.place, head.recurrent)
    automaton = endless_witness(originals, stem, cycle, at_head)
    return automaton, entries_of(originals.task, ViolationSequence(segments), _VERSION)


def taken_by(cfa: Cfa, values: tuple[int, ...], edges: int) -> list[tuple[Edge, int | None]]:
    """The first ``edges`` of the execution that reads ``values``."""
    return list(with_values(Interpreter(cfa).run(values, edges)))[:edges]


def _visited(cfa: Cfa, lasso: Lasso, names: frozenset[str]) -> list[dict[str, int]]:
    """What the variables ``names`` are at each visit of the head in the cycle; nothing if there are very many."""
    found: list[dict[str, int]] = []
    location: Location = cfa.entry
    memory: Mapping[Key, int] = {}
    steps = Interpreter(cfa).steps(lasso.stem + lasso.cycle, lasso.again)
    for number in range(lasso.again):
        if number >= lasso.first and location == lasso.head:
            state = {name: memory.get(name, 0) for name in names}
            found += [state] if state not in found else []
            if len(found) > _MOST_STATES:
                return []
        taken = next(steps)
        memory, location = taken.memory, taken.edge.target
    return found


def _one_of(
    statement: ControlStatement, names: frozenset[str], states: Sequence[Mapping[str, int]]
) -> Sequence[Expression] | None:
    """That the variables have the values of one of ``states``."""
    each = [_equations(statement, names, state) for state in states]
    if len(each) == 1:
        return each[0]
    result: Expression | None = None
    for equations in each:
        if not equations:
            return equations
        both = equations[0]
        for other in equations[1:]:
            both = make.conjunction(both, other)
        result = both if result is None else make.disjunction(result, both)
    return None if result is None else [result]


def _head(
    originals: Originals,
    cfa: Cfa,
    head: Location,
    conditions: Callable[[ControlStatement], Sequence[Expression] | None],
) -> _Head | None:
    """The loop whose condition is evaluated at ``head``, with all of the ``conditions`` as text."""
    declared = {each.variable.name: each.declared for each in cfa.objects if each.declared is not None}
    for statement in cfa.control:
        place = originals.keyword(statement) if statement.is_loop and statement.head == head else None
        meant = conditions(statement) if place is not None else None
        if place is None or meant is None:
            continue
        scope = ScopedText(statement.names, declared, cfa.data_model, addresses_of_regions(cfa))
        try:
            texts = dict.fromkeys(scope.of(each) for each in meant if not isinstance(each, Constant))
        except Inexpressible:
            continue
        return _Head(place, " && ".join(texts if len(texts) == 1 else (f"({each})" for each in texts)) or "1")
    return None


def _equations(
    statement: ControlStatement, names: frozenset[str], memory: Mapping[str, int]
) -> Sequence[Expression] | None:
    """That the variables ``names`` are as in ``memory``; ``None`` if one of them is no integer that is in scope."""
    known = {variable.name: variable for variable in statement.names.values()}
    found = []
    for name in sorted(names):
        variable = known.get(name)
        if not isinstance(variable, Variable) or not isinstance(variable.type, Integer):
            return None
        value = Constant(variable.type.wrap(memory.get(name, 0)), variable.type)
        found.append(make.binary(BinaryOp.EQ, variable, value))
    return found
