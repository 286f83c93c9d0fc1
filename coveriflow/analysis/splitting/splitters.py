"""Splitters: which walks become bounds of ranges (ranged analysis, Sect. 4). What is ``given`` is verified already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from coveriflow.analysis.counterexamples import InputsRead
from coveriflow.analysis.limits import LimitWatch
from coveriflow.analysis.splitting.strata import stratified
from coveriflow.analysis.splitting.walks import NOTHING, Branching, Choice, Choose, Walk, Walker
from coveriflow.artifacts.resolution import ResolvedCondition
from coveriflow.program.cfa import Cfa
from coveriflow.program.path_order import induced_path, order_key

_ATTEMPTS = 4
"""Random walks for each bound, at most: two may take the same path."""
_MORE_ROUNDS = 20
"""Of a loop that cannot be left after so many as it should: then the path ends here, which is a prefix."""
_PROBE_ROUNDS = 4
"""Of a loop, in probes: as symbolic execution begins."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Inputs of tests whose paths are different and in order. ``reason``: why there are fewer than wanted."""

    tests: tuple[InputsRead, ...]
    reason: str = ""


def by_loop_bounds(cfa: Cfa, bounds: Sequence[int], watch: LimitWatch, given: ResolvedCondition = NOTHING) -> Bounds:
    """Lb: for each of ``bounds`` the leftmost feasible path that goes round each loop so many times, whenever it comes
    there; elsewhere it takes true branches, but none behind which the program only aborts, or past all
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
    """``number`` bounds between which there are about as many feasible paths as before the first and behind the last.

    A random walk that goes either way with the same probability stands for 2^d paths, where d is at how many branches
    both ways are feasible (Knuth: Estimating the efficiency of backtrack programs, 1975). Loops are left after some
    rounds.
    """
    walker, random = Walker(cfa, watch, asks_both=True, given=given), Random(seed)
    tried = (walker.walk(_probing(random, strata)) for strata in stratified(probes, random))
    found = [walk for walk in tried if walk is not None and walk.inputs]
    walks = sorted(found, key=lambda walk: order_key(walk.edges))
    total, seen, chosen = sum(2**w.doublings for w in walks), 0, list[Walk]()
    for walk in walks:
        seen += 2**walk.doublings
        while len(chosen) < number and seen * (number + 1) >= total * (len(chosen) + 1):
            chosen.append(walk)
    return _different(cfa, chosen, number)


def _probing(random: Random, strata: Iterator[int]) -> Choose:
    """``strata``: the ways to take at the first branches where both can be taken."""

    def choose(branching: Branching) -> Choice:
        if branching.leaving is not None and branching.rounds >= _PROBE_ROUNDS:
            return Choice(branching.leaving)
        way = next(strata, None) if branching.is_open else None
        return Choice((branching.left, branching.right)[random.randrange(2) if way is None else way])

    return choose


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
