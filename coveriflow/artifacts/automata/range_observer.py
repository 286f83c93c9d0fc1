"""A range over the edges of one automaton: which paths are in it, and the observer that prunes all others.

Range reduction (ranged analysis, Sect. 3.2) is an automaton beside the program, as a condition is: what lies outside of
the range is *covered*, by those who look at the other ranges. So whatever runs with a condition runs on a range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.path_ranges import Alternative, Range
from coveriflow.program.cfa.alternatives import Choice, choices_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.errors import InputError
from coveriflow.program.interpreter.path_order import InducedPath, Path, at_most, induced_path, is_left

_OUTSIDE = frozenset({"outside"})


@dataclass(frozen=True, slots=True)
class ResolvedRange:
    """A range whose bounds are paths of one automaton; ``None``: no bound. ``taken``: for each choice between
    alternatives the path to its right branch, and whether that is taken.
    """

    lower: InducedPath | None
    upper: InducedPath | None
    taken: tuple[tuple[Choice, bool], ...] = ()


def resolved_range(given: Range, cfa: Cfa) -> ResolvedRange:
    """``given`` over ``cfa``, the automaton of the program that it is about. ``InputError`` where the lower bound lies
    after the upper one, or where there is no such alternative.
    """
    lower, upper = (
        None if test is None else induced_path(cfa, [each.value for each in test.inputs])
        for test in (given.lower, given.upper)
    )
    if lower is not None and upper is not None and not at_most(lower.edges, upper.edges):
        raise InputError(f"the range {given} is empty: its lower bound takes a path after that of the upper one")
    return ResolvedRange(lower, upper, () if given.alternative is None else _taken(given.alternative, cfa))


def _taken(alternative: Alternative, cfa: Cfa) -> tuple[tuple[Choice, bool], ...]:
    """Right branches up to its own choice, and there the left one."""
    choices = choices_of(cfa)
    if alternative.of != len(choices) + 1 or not 1 <= alternative.number <= alternative.of:
        raise InputError(f"there is no {alternative} in this program")
    return tuple((choice, place < alternative.number) for place, choice in enumerate(choices[: alternative.number], 1))


def in_range(path: Path, within: ResolvedRange) -> bool:
    """Whether a path lies between the bounds: the definition, against which all that prunes is tested."""
    above = within.lower is None or at_most(within.lower.edges, path)
    if any((path[: len(choice)] == choice) != is_right for choice, is_right in _decided(path, within)):
        return False
    return above and (within.upper is None or at_most(path, within.upper.edges))


def _decided(path: Path, within: ResolvedRange) -> Iterator[tuple[Choice, bool]]:
    """The choices to which ``path`` comes."""
    for choice, is_right in within.taken:
        if len(path) >= len(choice) and tuple(path[: len(choice) - 1]) == choice[:-1]:
            yield choice, is_right


def outside(within: ResolvedRange, cfa: Cfa) -> ResolvedCondition:
    """The observer that covers what is outside of ``within``, as soon as that shows.

    The path of each bound is a chain of states. Left of the lower one, right of the upper one, and after the end of
    the upper one, is outside. On the other side of a bound there is no state: that bound is of no concern any more.
    (Sect. 3.2 has a value analysis of the test in the place of the chain: on one automaton it follows the same path.)

    Law: no path in the range is covered, nor any prefix of it. A path outside is covered, unless it is the beginning of
    the lower bound. The path to the choices between alternatives is a third chain.
    """
    moves: dict[tuple[str, Edge], AutomatonStates] = {}
    initial = set[str]()
    if within.lower is not None:
        moves |= _along(within.lower, cfa, "L", prunes_left=True)
        initial |= {"L0"} if within.lower.edges else set()
    if within.upper is not None:
        moves |= _along(within.upper, cfa, "U", prunes_left=False)
        initial.add("U0")
        end = f"U{len(within.upper.edges)}"
        moves |= {(end, edge): _OUTSIDE for edge in cfa.leaving[end_of(within.upper, cfa)]}
    if within.taken:
        moves |= _to_choices(within, cfa)
        initial.add("A0")
    return ResolvedCondition(frozenset(initial), _OUTSIDE, moves)


def _to_choices(within: ResolvedRange, cfa: Cfa) -> dict[tuple[str, Edge], AutomatonStates]:
    """The chain of the choices; after the last one it has no state."""
    path, _ = within.taken[-1]
    rights = {len(choice) - 1: is_right for choice, is_right in within.taken}
    moves: dict[tuple[str, Edge], AutomatonStates] = {}
    for number, edge in enumerate(path):
        is_last = number + 1 == len(path)
        moves[f"A{number}", edge] = frozenset(() if is_last else {f"A{number + 1}"})
        if number in rights:
            left = next(each for each in cfa.leaving[edge.source] if each is not edge)
            moves[f"A{number}", left if rights[number] else edge] = _OUTSIDE
    return moves


def end_of(path: InducedPath, cfa: Cfa) -> Location:
    """Where control is when the record ends."""
    return path.edges[-1].target if path.edges else cfa.entry


def _along(path: InducedPath, cfa: Cfa, name: str, *, prunes_left: bool) -> dict[tuple[str, Edge], AutomatonStates]:
    """The chain of one bound; after its end, the lower one has no state."""
    moves: dict[tuple[str, Edge], AutomatonStates] = {}
    last = len(path.edges) if prunes_left else len(path.edges) + 1
    for number, edge in enumerate(path.edges):
        state = f"{name}{number}"
        moves[state, edge] = frozenset({f"{name}{number + 1}"} if number + 1 < last else ())
        if not isinstance(edge.operation, Assume):
            continue
        for other in cfa.leaving[edge.source]:
            if other is not edge and is_left(other) == prunes_left:
                moves[state, other] = _OUTSIDE
    return moves
