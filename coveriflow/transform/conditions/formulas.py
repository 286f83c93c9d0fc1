"""Between condition automata and assumption formulas ``(pc = l) => psi`` (CMC paper, Sect. III).

A formula knows no paths: it says that executions are verified which come to certain places in certain states only. From
a condition it is made so that every execution that ends and that the condition does not cover breaks it; so it covers
no more of these. A condition made from it covers a path when no such place lies ahead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coveriflow.artifacts.automata.assumption_formulas import AssumptionFormula, LocatedAssumption
from coveriflow.artifacts.automata.condition_observer import AutomatonStates
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.transform.conditions.assumptions_to_branches import WithBranches, with_branches
from coveriflow.transform.conditions.operations import trimmed
from coveriflow.transform.positions import Position, position_after, start_of

FALSE = "0"
_MAXIMUM = 400_000
_ACCEPTING = "T"


@dataclass(frozen=True, slots=True)
class _Place:
    position: Position
    states: AutomatonStates


def formula_of(condition: Condition, task: Task, cfa: Cfa) -> AssumptionFormula:
    """Where paths leave the condition nothing may come (``0``), or only what satisfies its assumptions there.

    ``NotSupported`` if there are more than 400,000 places.
    """
    prepared = with_branches(cfa, [trimmed(condition)])
    found = {_located(edge, holds) for edge, holds in _leaving(prepared)}
    certain = {(each.file, each.line, each.function) for each in found if each.holds == FALSE}
    kept = {each for each in found if each.holds == FALSE or (each.file, each.line, each.function) not in certain}
    return AssumptionFormula(
        tuple(sorted(kept)), condition.program_hash, task.name, condition.specification, condition.data_model,
        condition.producer, condition.preprocessed_hash,
    )  # fmt: skip


def _located(edge: Edge, holds: str) -> LocatedAssumption:
    return LocatedAssumption(edge.origin.file, edge.origin.line, edge.source.function, holds)


def _leaving(prepared: WithBranches) -> Iterator[tuple[Edge, str]]:
    """The edges on whose lines something is assumed: those with which a path leaves the condition, or ends."""
    cfa, condition = prepared.cfa, prepared.condition
    start = _Place(start_of(cfa), condition.initial)
    if condition.accepts(start.states):
        return
    seen, pending = {start}, [start]
    while pending:
        place = pending.pop()
        for edge in cfa.leaving[place.position.location]:
            position = position_after(place.position, edge)
            states = condition.after(place.states, edge)
            if position is None or condition.accepts(states):
                continue
            if not states or position.location in (cfa.error, cfa.halt, cfa.exit):
                yield from _broken(prepared, edge)
                continue
            following = _Place(position, states)
            if following not in seen:
                seen.add(following)
                pending.append(following)
        if len(seen) > _MAXIMUM:
            raise NotSupported(f"a formula of more than {_MAXIMUM} places")


def _broken(prepared: WithBranches, edge: Edge) -> Iterator[tuple[Edge, str]]:
    """What an execution breaks that takes ``edge``, at the place that it comes to; at the end of the program, on its
    way there.
    """
    origin = prepared.origin[edge]
    behind = prepared.cfa.leaving[origin.target]
    if not behind:
        yield origin, FALSE
        return
    holds = FALSE
    if edge.label in prepared.tests:
        text, taken = prepared.tests[edge.label]
        holds = f"!({text})" if taken else text
    yield from ((each, holds) for each in behind)


def condition_of(formula: AssumptionFormula, cfa: Cfa) -> Condition:
    """What the formula covers of its program. ``InputError`` where it is about a line without statements."""
    assumed = _assumed(formula, cfa)
    open_ = _before(cfa, set(assumed))
    if cfa.entry not in open_:
        initial, transitions = _ACCEPTING, tuple[Transition, ...]()
    elif cfa.entry in assumed:
        initial, transitions = _name(cfa.entry), ()
    else:
        initial, transitions = _name(cfa.entry), tuple(_transitions(cfa, assumed, open_))
    return Condition(
        initial, frozenset({_ACCEPTING}), transitions, formula.program_hash, formula.specification,
        formula.data_model, formula.producer, formula.preprocessed_hash,
    )  # fmt: skip


def _assumed(formula: AssumptionFormula, cfa: Cfa) -> dict[Location, list[str]]:
    """By location: what has to hold before its edges are taken."""
    by_line: defaultdict[tuple[str, int, str], list[Edge]] = defaultdict(list)
    for edge in cfa.edges:
        by_line[edge.origin.file, edge.origin.line, edge.source.function].append(edge)
    found: defaultdict[Location, list[str]] = defaultdict(list)
    for each in formula.assumptions:
        edges = by_line.get((each.file, each.line, each.function))
        if edges is None:
            where = Span(each.file, each.line)
            raise InputError(f"the formula assumes something where {each.function} has no statement", where)
        for edge in edges:
            if each.holds not in found[edge.source]:
                found[edge.source].append(each.holds)
    return found


def _before(cfa: Cfa, places: set[Location]) -> set[Location]:
    """Locations from which one of ``places`` can be reached; calls return anywhere."""
    found, pending = set(places), list(places)
    while pending:
        for edge in cfa.entering[pending.pop()]:
            if edge.source not in found:
                found.add(edge.source)
                pending.append(edge.source)
    return found


def _transitions(cfa: Cfa, assumed: dict[Location, list[str]], open_: set[Location]) -> Iterable[Transition]:
    """One state for each location before something that is assumed; nothing is read after calls and returns."""
    for edge in cfa.edges:
        if edge.source not in open_:
            continue
        texts = assumed.get(edge.target, [])
        target = _name(edge.target) if edge.target in open_ else _ACCEPTING
        if FALSE in texts or (texts and isinstance(edge.operation, Call | Return)):
            continue
        yield Transition(_name(edge.source), edge.label, target, " && ".join(f"({text})" for text in texts))


def _name(location: Location) -> str:
    return f"l{location.number}"
