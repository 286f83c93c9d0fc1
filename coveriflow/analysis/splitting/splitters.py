"""Splitters: which walks become bounds of ranges (ranged analysis, Sect. 4). What is ``given`` is verified already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from coveriflow.analysis.search.counterexamples import InputsRead
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.splitting.enumeration import enumerated
from coveriflow.analysis.splitting.walks import NOTHING, Branching, Choice, Choose, Walk, Walker
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.path_order import induced_path, order_key

_ATTEMPTS = 4
"""Random walks for each bound, at most: two may take the same path."""
_MORE_ROUNDS = 20
"""Of a loop that cannot be left after so many as it should: then the path ends here, which is a prefix."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Inputs of tests whose paths are different and in order. ``reason``: why there are fewer than wanted."""

    tests: tuple[InputsRead, ...]
    reason: str = ""


def by_loop_bounds(cfa: Cfa, bounds: Sequence[int], watch: LimitWatch, given: ResolvedCondition = NOTHING) -> Bounds:
    """Lb: for each of ``bounds`` the leftmost feasible path that goes round each loop so many times, whenever it comes
    there; elsewhere it takes true branches, but none after which the program only aborts, or past all
    loops. Where it cannot leave a loop it ends, and is the prefix of a path.
    """
    walker = Walker(cfa, watch, given=given)
    if not any(map(walker.loops.is_head, cfa.locations)):
        return Bounds((), "the program has no loop")
    return _different(cfa, (walker.walk(_rounds(bound)) for bound in bounds), len(bounds))


def _rounds(bound: int) -> Choose:
    def choose(branching: Branching) -> Choice:
        if branching.rounds >= bound + (0 if branching.is_endless else _MORE_ROUNDS):
            return Choice(None)
        staying, leaving = branching.staying, branching.leaving
        if staying is None or leaving is None or leaving in branching.aborting:
            return Choice(branching.towards_loops)
        return Choice(staying if branching.rounds < bound else leaving)

    return choose


def by_random_walks(
    cfa: Cfa, number: int, probability: float, seed: int, watch: LimitWatch, given: ResolvedCondition = NOTHING
) -> Bounds:
    """Rdm: ``number`` paths that take each true branch with ``probability``, as far as they are feasible."""
    walker, random = Walker(cfa, watch, given=given), Random(seed)
    choose = _thrown(random, probability)
    attempts = range(number * _ATTEMPTS)
    return _different(cfa, (walker.walk(choose) for _ in attempts), number)


def _thrown(random: Random, probability: float) -> Choose:
    def choose(branching: Branching) -> Choice:
        return Choice(branching.left if random.random() < probability else branching.right)

    return choose


def by_estimated_paths(
    cfa: Cfa, number: int, probes: int, seed: int, watch: LimitWatch, given: ResolvedCondition = NOTHING
) -> Bounds:
    """``number`` bounds between which there are about as many feasible paths as before the first and after the last.

    These are estimated (``enumeration``) from ``probes`` prefixes of paths at a time. Loops are left after some rounds.
    Where the solver is slow, there is time for a few levels of branches only, and what is estimated is the number of
    prefixes with so many.
    """
    start = Walker(cfa, watch, given=given).start()
    found = enumerated([] if start is None else [start], probes, watch.check_now, Random(seed))
    walks = [(walk, weight) for walking, weight in found if (walk := walking.walk()).inputs]
    walks.sort(key=lambda each: order_key(each[0].edges))
    total, seen, chosen = sum(weight for _, weight in walks), 0.0, list[Walk]()
    for walk, weight in walks:
        seen += weight
        while len(chosen) < number and seen * (number + 1) >= total * (len(chosen) + 1):
            chosen.append(walk)
    return _different(cfa, chosen, number)


def _different(cfa: Cfa, walks: Iterable[Walk | None], number: int) -> Bounds:
    """The first ``number`` tests whose paths are different, in the order of these."""
    found: dict[tuple[bytes, int], InputsRead] = {}
    silent = False
    for walk in walks:
        if walk is not None and walk.inputs:
            path = induced_path(cfa, [value for _, value in walk.inputs])
            found.setdefault(order_key(path.edges), walk.inputs)
        silent |= walk is not None and not walk.inputs
        if len(found) == number:
            break
    tests = tuple(found[key] for key in sorted(found))
    if len(tests) == number:
        return Bounds(tests)
    why = "no input is read on the way" if silent else "the paths are the same"
    return Bounds(tests, f"{len(tests)} of {number} bounds were found: {why}")
