"""From a condition to an assumption automaton of CPAchecker, whose edges are known by the texts of conditions only.

A state stands for all places where a path may be that took branches of certain text (``BranchTexts``) in the order in
which the automaton saw them; other edges are not seen, and it stays. It is verified where all of these are covered.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition, resolved
from coveriflow.artifacts.automata.cpachecker import (
    NOT_VERIFIED,
    VERIFIED,
    Always,
    Kind,
    Match,
    ObserverAutomaton,
    ObserverState,
    ObserverTransition,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import NotSupported
from coveriflow.transform.cpachecker.branch_texts import BranchTexts, branch_texts, condition_tokens
from coveriflow.transform.positions import Position, position_after, start_of

_MAXIMUM = 200_000
_MOST_PLACES = 5_000_000
_ALWAYS = Always(value=True)


@dataclass(frozen=True, slots=True)
class Written:
    """``notes``: what of the condition the automaton does not say, as sentences."""

    automaton: ObserverAutomaton
    notes: tuple[str, ...]


def automaton_from(condition: Condition, task: Task, cfa: Cfa) -> Written:
    """What ``condition`` covers of ``task``, as far as texts of branches tell. ``NotSupported`` if that takes more than
    200,000 states.
    """
    texts = branch_texts(task, cfa)
    drawing = _Drawing(cfa, resolved(condition, cfa), texts)
    initial = drawing.draw()
    stays = (_state(VERIFIED, [(_ALWAYS, VERIFIED)]), _state(NOT_VERIFIED, [(_ALWAYS, NOT_VERIFIED)]))
    automaton = ObserverAutomaton("AssumptionAutomaton", initial, (*stays, *drawing.states))
    return Written(automaton, tuple(_notes(condition, cfa, texts)))


def _notes(condition: Condition, cfa: Cfa, texts: BranchTexts) -> Iterable[str]:
    assumptions = sum(bool(each.assumption) for each in condition.transitions)
    if assumptions:
        yield f"{assumptions} transitions cover states under an assumption: they are left out"
    branches = [edge for edge in cfa.edges if edge.label.branch != "none"]
    unseen = sum(edge not in texts.said for edge in branches)
    if unseen:
        yield f"{unseen} of {len(branches)} branches have no certain text: their outcomes are not distinguished"


@dataclass(frozen=True, slots=True)
class _Place:
    position: Position
    states: AutomatonStates


_Places = frozenset[_Place]


@dataclass(slots=True)
class _Drawing:
    cfa: Cfa
    condition: ResolvedCondition
    texts: BranchTexts
    names: dict[_Places, str] = field(default_factory=dict)
    states: list[ObserverState] = field(default_factory=list)
    seen: int = 0

    def draw(self) -> str:
        """All states; gives the name of the initial one."""
        first = _Place(start_of(self.cfa), self.condition.initial)
        start = self._unseen([first])
        initial = self._name(start)
        pending = deque(self.names)
        while pending:
            places = pending.popleft()
            moves: list[tuple[Match | Always, str]] = []
            for text, following in self._observed(places).items():
                if following and following not in self.names:
                    pending.append(following)
                moves.append((Match(Kind.EXACT, text), self._name(following)))
            self.states.append(_state(self.names[places], [*moves, (_ALWAYS, self.names[places])]))
        return initial

    def _name(self, places: _Places | None) -> str:
        if places is None:
            return NOT_VERIFIED
        if not places:
            return VERIFIED
        if places not in self.names:
            if len(self.names) >= _MAXIMUM:
                raise NotSupported(f"an automaton of more than {_MAXIMUM} states")
            self.names[places] = f"S{len(self.names)}"
        return self.names[places]

    def _observed(self, places: _Places) -> dict[str, _Places | None]:
        """By text of a branch: where a path may be after it, without what is covered by then; ``None`` if it may be
        where nothing can be covered any more.
        """
        targets: defaultdict[str, list[_Place]] = defaultdict(list)
        for place in sorted(places, key=lambda each: each.position.location.number):
            for edge in self.cfa.leaving[place.position.location]:
                following = self._after(place, edge) if edge in self.texts.said else None
                for text in self.texts.said.get(edge, ()) if following else ():
                    targets[text].append(following or place)
        found: dict[str, _Places | None] = {}
        for text, reached in targets.items():
            tokens = condition_tokens(text)
            stays = places if tokens is not None and self.texts.may_be_elsewhere(tokens) else ()
            found[text] = self._unseen([*reached, *stays])
        return found

    def _after(self, place: _Place, edge: Edge) -> _Place | None:
        position = position_after(place.position, edge)
        return None if position is None else _Place(position, self.condition.after(place.states, edge))

    def _unseen(self, places: list[_Place]) -> _Places | None:
        """With all that is reached over edges that are not seen; what is covered is left out."""
        found: set[_Place] = set()
        pending = list(places)
        while pending:
            place = pending.pop()
            if place in found or self.condition.accepts(place.states):
                continue
            if not place.states:
                return None
            found.add(place)
            self._count()
            for edge in self.cfa.leaving[place.position.location]:
                following = self._after(place, edge) if edge not in self.texts.said else None
                pending += [following] if following is not None else []
        return frozenset(found)

    def _count(self) -> None:
        self.seen += 1
        if self.seen > _MOST_PLACES:
            raise NotSupported("a condition whose automaton would be too large")


def _state(name: str, moves: Iterable[tuple[Match | Always, str]]) -> ObserverState:
    return ObserverState(name, tuple(ObserverTransition(guard, target) for guard, target in moves), first=True)
