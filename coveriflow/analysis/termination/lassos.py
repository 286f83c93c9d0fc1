"""Executions that never end because a state recurs: a stem, and inputs with which a cycle is taken again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.termination.relevance import relevant
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind, Location
from coveriflow.program.errors import Span
from coveriflow.program.expressions.compile import Key
from coveriflow.program.interpreter.interpreter import Interpreter

_LONGEST = 2_000_000
_AGAIN = 3
_UNCERTAIN = frozenset({InputKind.LIBRARY, InputKind.ORDER, InputKind.EVALUATION, InputKind.UNDEFINED, InputKind.NAN})
"""Values that are known when the program runs: whether they can be these again and again is not."""

Taken = tuple[Edge, int]
Gives = Callable[[Sequence[Taken], Sequence[Taken], frozenset[str]], bool]
"""Whether what the library gives can be that of the inputs of a stem, and then that of a cycle again and again, as far
as variables with these names get it.
"""


def nothing_is_given(_stem: Sequence[Taken], _cycle: Sequence[Taken], _names: frozenset[str]) -> bool:
    """Nothing is known of the library."""
    return False


@dataclass(frozen=True, slots=True)
class Lasso:
    """The execution reads ``stem``, then ``cycle`` again and again; ``head``: where its state recurs.

    ``first``, ``again``: edges taken until the head is visited in that state, and until it is for the second time.
    ``edges``: of the cycle. ``relevant``: the variables that decide how the cycle goes on; those are what recurs.
    ``is_given``: the library gives what decides how the execution goes, as far as our models know it.
    """

    head: Location
    stem: tuple[int, ...]
    cycle: tuple[int, ...]
    first: int
    again: int
    edges: tuple[Edge, ...]
    relevant: frozenset[str]
    is_given: bool = False


def checked_lasso(
    cfa: Cfa,
    head: Location,
    stem: Sequence[int],
    cycle: Sequence[int],
    visits: tuple[int, int],
    gives: Gives = nothing_is_given,
) -> Lasso | None:
    """The lasso if the interpreter confirms it, and the library ``gives`` what decides how it goes.

    ``visits``: the numbers of the visits of ``head``, from 0 on, between
    which its inputs are ``cycle``. What is dead at the head may differ at the first of them, and not any more at the
    next.

    Checked: between these visits no call returns that was open at the first one, the variables on which the conditions
    of the cycle's edges depend have the same values at both, and with the same inputs the same edges follow again.
    """
    first, again = visits
    found = _checked(cfa, head, tuple(stem), tuple(cycle), visits, gives)
    return found or _checked(cfa, head, (*stem, *cycle), tuple(cycle), (again, 2 * again - first), gives)


def _checked(
    cfa: Cfa, head: Location, stem: tuple[int, ...], cycle: tuple[int, ...], visits: tuple[int, int], gives: Gives
) -> Lasso | None:
    replay = _Replay(cfa, head, (*stem, *cycle * _AGAIN))
    replay.run(visits)
    if replay.at is None or len(replay.states) != 2:
        return None
    uncertain = replay.uncertain()
    if uncertain and not replay.is_possible(uncertain, gives):
        return None
    first, again = replay.at
    edges = tuple(replay.trace[first:again])
    names = relevant(edges)
    one, other = (values_of(names, state) for state in replay.states)
    if not edges or one != other or not replay.keeps_calls() or _is_changed_by_others(edges, names):
        return None
    if replay.read != (len(stem), len(stem) + len(cycle)):
        return None
    rest = replay.trace[again : again + (_AGAIN - 1) * len(edges)]
    if rest != list(edges) * (_AGAIN - 1):
        return None
    return Lasso(head, stem, cycle, first, again, edges, names, is_given=bool(uncertain))


def _is_changed_by_others(edges: Sequence[Edge], names: frozenset[str]) -> bool:
    """Whether a variable that another file defines is read anew in a cycle, and decides how that goes on."""
    inputs = (e.operation for e in edges if isinstance(e.operation, Input) and e.operation.kind is InputKind.VARIABLE)
    return any(each.target.name in names for each in inputs)


def is_certain(edges: Sequence[Edge]) -> bool:
    """Whether nothing decides how an execution takes ``edges`` of which it is not known that it can be read again and
    again.
    """
    return not _uncertain(edges, relevant(edges))


def _uncertain(edges: Sequence[Edge], names: frozenset[str]) -> set[InputKind]:
    """Of inputs that variables with these ``names`` get."""
    inputs = (e.operation for e in edges if isinstance(e.operation, Input))
    return {each.kind for each in inputs if each.target.name in names} & _UNCERTAIN


def values_of(names: frozenset[str], memory: Mapping[Key, int]) -> dict[Key, int]:
    """What of ``memory`` belongs to the variables ``names`` and is not zero; what was never written is zero."""
    return {k: v for k, v in memory.items() if v and (k if isinstance(k, str) else k[0]) in names}


class _Replay:
    """Executes, and keeps the memory at two visits of ``head``."""

    def __init__(self, cfa: Cfa, head: Location, inputs: Sequence[int]) -> None:
        self.cfa, self.head, self.inputs = cfa, head, inputs
        self.trace: list[Edge] = []
        self.states: list[dict[Key, int]] = []
        self.depths: list[int] = []
        self.at: tuple[int, int] | None = None
        self.read = (-1, -1)
        self.taken: list[Taken] = []

    def uncertain(self) -> set[InputKind]:
        """Of the inputs that decide how the execution goes."""
        edges = list(dict.fromkeys(self.trace))
        return _uncertain(edges, relevant(edges))

    def is_possible(self, uncertain: set[InputKind], gives: Gives) -> bool:
        """Whether it is known that these inputs can be read again and again."""
        first, again = self.read
        names = relevant(dict.fromkeys(self.trace))
        return uncertain == {InputKind.LIBRARY} and gives(self.taken[:first], self.taken[first:again], names)

    def keeps_calls(self) -> bool:
        """Whether between the two visits no call returns that was open before, and as many are open in the end."""
        assert self.at is not None
        first, again = self.at
        before = self.depths[first - 1] if first else 0
        during = self.depths[first:again]
        return min(during, default=before) >= before == during[-1]

    def run(self, visits: tuple[int, int]) -> None:
        """As far as the inputs go, or until the cycle was taken often enough."""
        count, inputs, places, reads = -1, 0, list[int](), list[int]()
        most, location = _LONGEST, self.cfa.entry
        memory: Mapping[Key, int] = {}
        steps = Interpreter(self.cfa).steps(self.inputs, _LONGEST)
        while True:
            if location == self.head:
                count += 1
                if count in visits and len(self.states) < 2:
                    self.states.append(dict(memory))
                    places.append(len(self.trace))
                    reads.append(inputs)
                if len(places) == 2:
                    self.at, self.read = (places[0], places[1]), (reads[0], reads[1])
                    most = places[1] + (_AGAIN - 1) * (places[1] - places[0])
            if len(self.trace) >= most or (taken := next(steps, None)) is None:
                return
            self.trace.append(taken.edge)
            self.depths.append(taken.depth)
            memory, location = taken.memory, taken.edge.target
            if isinstance(taken.edge.operation, Input):
                inputs += len(taken.written)
                self.taken += [(taken.edge, value) for value in taken.written.values()]


def place_of(lasso: Lasso) -> Span:
    """Where the cycle is: the first line of the program in it."""
    own = [e.origin for e in lasso.edges if e.source == lasso.head and e.origin.line > 0]
    return next(iter([*own, *(e.origin for e in lasso.edges if e.origin.line > 0)]), Span(""))
