"""Splitters: which walks become bounds of ranges (ranged analysis, Sect. 4). What is ``given`` is verified already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

from coveriflow.analysis.contracts import Step
from coveriflow.analysis.counterexamples import InputsRead
from coveriflow.analysis.limits import LimitWatch
from coveriflow.analysis.splitting.strata import Chances, stratified
from coveriflow.analysis.splitting.walks import MOST_BRANCHES, NOTHING, Branching, Choice, Choose, Walk, Walker
from coveriflow.artifacts.resolution import ResolvedCondition
from coveriflow.program.cfa import Cfa
from coveriflow.program.path_order import induced_path, order_key

_ATTEMPTS = 4
"""Random walks for each bound, at most: two may take the same path."""
_MORE_ROUNDS = 20
"""Of a loop that cannot be left after so many as it should: then the path ends here, which is a prefix."""
_PROBE_ROUNDS = 16
"""Of a loop, in probes: as symbolic execution goes on."""
_GENEROUS = 2.0
"""Times its share of the time: most walks are faster than the slowest."""
_LEAST_DEPTH = 4
"""Branches of a probe, however little time there is."""


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

    A random walk stands for as many paths as it is improbable (``strata.Chances``). Loops are left after some rounds.
    Where the solver is slow, walks are so short that there is time for about all ``probes``, and what is estimated is
    the number of their prefixes.
    """
    walker = Walker(cfa, watch, asks_both=True, given=given)
    walks = sorted(_probes(walker, probes, Random(seed)), key=lambda each: order_key(each[0].edges))
    total, seen, chosen = sum(weight for _, weight in walks), 0.0, list[Walk]()
    for walk, weight in walks:
        seen += weight
        while len(chosen) < number and seen * (number + 1) >= total * (len(chosen) + 1):
            chosen.append(walk)
    return _different(cfa, chosen, number)


def _probes(walker: Walker, number: int, random: Random) -> Sequence[tuple[Walk, float]]:
    """Random walks that read something, with the number of paths that each stands for, up to a common depth."""
    found, deepest = list[tuple[Walk, _Probe]](), MOST_BRANCHES
    for made, strata in enumerate(stratified(number, random)):
        if made and walker.watch.check_now() is not None:
            break
        seconds = _GENEROUS * walker.watch.seconds_left() / (number - made)
        probe = _Probe(Chances(random, strata), deepest, process_time() + seconds)
        walk = walker.walk(probe.choose)
        deepest = probe.deepest
        if walk is not None and walk.inputs:
            found.append((walk, probe))
    return [(walk, probe.stands_for(deepest)) for walk, probe in found]


@dataclass(slots=True)
class _Probe:
    """One random walk, down to the ``deepest`` branch with two ways: the next one, when its time is ``over``."""

    chances: Chances
    deepest: int
    over: float
    weights: list[float] = field(default_factory=list)

    def choose(self, branching: Branching) -> Choice:
        if not branching.is_open:
            return Choice(branching.left)
        if len(self.weights) >= _LEAST_DEPTH and process_time() > self.over:
            self.deepest = min(self.deepest, len(self.weights))
        if len(self.weights) >= self.deepest:
            return Choice(None)
        return Choice(self._way(branching))

    def _way(self, branching: Branching) -> Step:
        if branching.leaving is not None and branching.rounds >= _PROBE_ROUNDS:
            return branching.leaving
        ways = (branching.left, branching.right)
        taken = ways[self.chances.taken([way is branching.staying for way in ways])]
        self.weights.append(self.chances.stands_for)
        return taken

    def stands_for(self, depth: int) -> float:
        """How many prefixes of paths with so many branches."""
        return self.weights[:depth][-1] if self.weights else 1.0


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
