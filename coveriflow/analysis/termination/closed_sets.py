"""Closed recurrence sets (Gupta, Henzinger, Majumdar, Rybalchenko, Xu 2008): states at loop heads that are not left.

From every state of the set, whatever is read, or whatever else is done with inputs that are fixed, the execution comes
to a state of the set again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.candidates import candidates
from coveriflow.analysis.induction.unrolling import holds
from coveriflow.analysis.search.atoms import Vocabulary
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.search.solver_schedule import answered, solved_again
from coveriflow.analysis.termination.executions import Tail
from coveriflow.analysis.termination.lassos import is_certain
from coveriflow.analysis.termination.relation import Relation, Transition
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.encoding import claim
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.compile import Key, compiled
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.interpreter.interpreter import Interpreter

_TURNS = ((Engine.COMBINED, 3.0), (Engine.BLASTED, 3.0))
_FIXED: tuple[int | None, ...] = (None, 0, 1, -1)
_ROUNDS = 60
_STEPS = 2_000_000
_FURTHER = 500

Sets = Mapping[Position, Sequence[Expression]]


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """The execution that reads ``stem`` is in the set at a visit of ``head``; the ``sets`` at each head are closed if
    every input is ``fixed`` (``None``: whatever they are). ``edges``: taken before that visit.
    """

    head: Position
    stem: tuple[int, ...]
    sets: Sets
    fixed: int | None
    edges: int


@dataclass(slots=True)
class ClosedSets:
    """A search in ``relation``, which may rest on invariants: what they exclude is never reached."""

    cfa: Cfa
    relation: Relation
    vocabulary: Vocabulary
    watch: LimitWatch

    def search(self, tails: Sequence[Tail]) -> ClosedSet | None:
        """Around what executions did that had not ended."""
        for tail, guessed in self._guesses(tails):
            for fixed in _FIXED:
                if self.watch.check_now() is not None:
                    return None
                sets = self._closed(guessed, self._inputs(fixed))
                found = self._replayed(tail, sets, fixed) if sets is not None else None
                if found is not None:
                    return found
        return None

    def given(self, tails: Sequence[Tail], sets: Sets) -> ClosedSet | None:
        """A closed set that has exactly these ``sets`` at their positions, and what is guessed at others, entered by
        one of ``tails``.
        """
        for tail, guessed in self._guesses(tails):
            here = {position: tuple(some) for position, some in sets.items() if position in guessed}
            for fixed in _FIXED if here else ():
                if self.watch.check_now() is not None:
                    return None
                closed = self._closed({**guessed, **here}, self._inputs(fixed))
                if closed is None or any(tuple(closed[p]) != some for p, some in here.items()):
                    continue
                if (found := self._replayed(tail, closed, fixed)) is not None:
                    return found
        return None

    def _guesses(self, tails: Sequence[Tail]) -> Iterator[tuple[Tail, Sets]]:
        """Each of them with conditions that held in it, by position; none where what executions do is not certain."""
        constants = self.vocabulary.constants()
        for tail in tails if is_certain(self.cfa.edges) else ():
            samples: defaultdict[Position, list[dict[Key, int]]] = defaultdict(list)
            for position, state in tail.last:
                samples[position].append(state)
            yield tail, {p: tuple(candidates(self.vocabulary, p, s, constants)) for p, s in samples.items()}

    def _inputs(self, fixed: int | None) -> Term:
        """That each input of a step is ``fixed``."""
        result = TRUE
        for _, term in self.relation.inputs if fixed is not None else ():
            result = build.conjoin(result, build.is_everywhere(term, fixed or 0))
        return result

    def _closed(self, guessed: Sets, inputs: Term) -> Sets | None:
        """The largest part of the conditions ``guessed`` that is closed."""
        kept = {position: list(some) for position, some in guessed.items()}
        for _ in range(_ROUNDS):
            leaving = self._leaving(kept, inputs)
            if leaving is Satisfiability.UNSAT:
                return kept if self._is_closed_again(kept, inputs) else None
            if leaving is not Satisfiability.SAT:
                return None
        return None

    def _leaving(self, kept: dict[Position, list[Expression]], inputs: Term) -> Satisfiability:
        """Whether the set can be left; ``SAT``: it has been weakened where that helps, else ``UNKNOWN``."""
        for position in kept:
            question = self._question(position, kept, inputs)
            answer, model = answered([question], self.watch, _TURNS)
            if answer is Satisfiability.UNKNOWN:
                return answer
            if model is not None:
                return Satisfiability.SAT if self._weakened(position, kept, model) else Satisfiability.UNKNOWN
        return Satisfiability.UNSAT

    def _question(self, position: Position, kept: Sets, inputs: Term) -> Term:
        """From a state of the set at ``position`` the execution does not come to a state of the set."""
        stays, here = FALSE, FALSE
        for each in self._from(position):
            arrives = build.conjoin(each.holds, holds(kept.get(each.target, ()), each.after))
            stays = build.disjoin(stays, arrives if each.target in kept else FALSE)
            here = holds(kept[position], each.before)
        if here is FALSE:
            return TRUE
        begin = self.relation.starts[position]
        return build.conjoin(build.conjoin(begin, inputs), build.conjoin(here, build.negate(stays)))

    def _from(self, position: Position) -> list[Transition]:
        return [t for t in self.relation.transitions if t.source == position]

    def _weakened(self, position: Position, kept: dict[Position, list[Expression]], model: Model) -> bool:
        for each in self._from(position):
            if each.target in kept and model.value(each.holds):
                some = kept[each.target]
                good = [c for c in some if model.value(claim(c, each.after.read))]
                kept[each.target] = good
                return len(good) < len(some)
        return False

    def _is_closed_again(self, kept: Sets, inputs: Term) -> bool:
        wrong = "two engines disagree about a closed recurrence set"
        return all(solved_again(self._question(p, kept, inputs), self.watch, wrong) for p in kept)

    def _replayed(self, tail: Tail, sets: Sets, fixed: int | None) -> ClosedSet | None:
        """The interpreter comes into the set with the inputs of ``tail``, and stays there for long."""
        replay = _Replay(self.cfa, tail, {p: [compiled(c) for c in some] for p, some in sets.items()}, fixed or 0)
        replay.run()
        if replay.entered is None or not replay.stays or replay.after < _FURTHER:
            return None
        stem = tail.inputs[: replay.read]
        edges = _edges_until(self.cfa, stem, replay.visits_before)
        return ClosedSet(replay.entered, stem, sets, fixed, edges)


def _edges_until(cfa: Cfa, inputs: tuple[int, ...], visits: int) -> int:
    """How many edges an execution takes until it visits a head for the ``visits``-th time."""
    loops, seen = loops_of(cfa), 0
    location, number = cfa.entry, 0
    steps = Interpreter(cfa).steps(inputs, _STEPS)
    while True:
        seen += loops.is_head(location)
        if seen >= visits or (taken := next(steps, None)) is None:
            return number
        number, location = number + 1, taken.edge.target


class _Over(Exception):
    """Enough was seen."""


class _Replay:
    """Executes with the inputs of a tail until its last visits, and with fixed ones from there on."""

    def __init__(
        self, cfa: Cfa, tail: Tail, sets: Mapping[Position, Sequence[Callable[[dict[Key, int]], int]]], fixed: int
    ) -> None:
        self.cfa, self.tail, self.sets, self.fixed = cfa, tail, sets, fixed
        self.entered: Position | None = None
        self.stays, self.after, self.read, self.taken = True, 0, 0, 0
        self.visits, self.visits_before = 0, 0

    def run(self) -> None:
        """Until it is known whether the set is left."""
        loops = loops_of(self.cfa)
        heads = {location for location in self.cfa.locations if loops.is_head(location)}
        try:
            Interpreter(self.cfa, keep_trace=False).visit(self._input, _STEPS, heads, self._see)
            self.stays = False
        except _Over:
            return

    def _input(self, edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        if self.entered is None and self.taken < len(self.tail.inputs):
            self.taken += 1
            return edge.operation.type.wrap(self.tail.inputs[self.taken - 1])
        return edge.operation.type.wrap(self.fixed) if self.entered is not None else None

    def _see(self, location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> None:
        self.visits += 1
        position = Position(location, tuple(stack))
        tests = self.sets.get(position)
        inside = tests is not None and all(test(memory) for test in tests)  # type: ignore[arg-type]
        if self.entered is not None:
            self.stays, self.after = self.stays and inside, self.after + 1
            if not self.stays or self.after >= _FURTHER:
                raise _Over
        elif inside:
            self.entered, self.read, self.visits_before = position, self.taken, self.visits
