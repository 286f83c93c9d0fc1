"""Invariants that become stronger while an induction goes on: candidates come from executions and from a data-flow
analysis; what is inductive, and was shown to be so twice, is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.feeds import Feed, StartFeed
from coveriflow.analysis.induction.array_candidates import ArrayCandidates, Source
from coveriflow.analysis.induction.candidates import candidates, equations
from coveriflow.analysis.induction.conditional import conditional_candidates
from coveriflow.analysis.induction.float_candidates import float_candidates
from coveriflow.analysis.induction.houdini import Houdini
from coveriflow.analysis.induction.products import is_hard, multiplies, product_candidates
from coveriflow.analysis.induction.samples import Sampler, holding
from coveriflow.analysis.induction.sums import multiple_candidates, strongest, sum_candidates
from coveriflow.analysis.search.atoms import Vocabulary, floating_places, integer_places
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import Expression

_SHARE = 0.5
"""Of the time that is left, for one round of candidates."""
_LINEAR_SHARE, _LINEAR_SECONDS = 0.25, 2.5
"""The same for sums and the like, most of which take no time: at most so many CPU seconds."""
_FEED_SHARE = 0.25
_FEED_SECONDS = 120.0
_EXECUTIONS = 300
_SAMPLING_SECONDS, _SAMPLING_SHARE = 2.0, 0.15

Candidates = Mapping[Position, Sequence[Expression]]


class InvariantSource(Enum):
    """Where candidates come from."""

    NONE = "none"
    EXECUTIONS = "executions"
    DATA_FLOW = "data-flow"
    BOTH = "both"

    @property
    def executes(self) -> bool:
        """Whether executions are sampled."""
        return self in (InvariantSource.EXECUTIONS, InvariantSource.BOTH)

    @property
    def analyses(self) -> bool:
        """Whether the data-flow analysis runs."""
        return self in (InvariantSource.DATA_FLOW, InvariantSource.BOTH)


@dataclass(frozen=True, slots=True)
class _Further:
    """Candidates for each head that are made when all before are not enough. ``is_last``: the easy ones of them
    have been tried. ``is_tentative``: what becomes of them is for the next step case only, since it makes further
    ones slow.
    """

    at: Callable[[Position], Iterable[Expression]]
    is_linear: bool = False
    is_last: bool = False
    is_tentative: bool = False


def _elements(arrays: ArrayCandidates, source: Source, head: Position) -> Iterable[Expression]:
    return arrays.elements_at(head, source)


class Scope(Enum):
    """What invariants speak of."""

    VARIABLES = "the values of variables"
    ELEMENTS = "also each element of an array"


@dataclass(slots=True)
class Strengthening:
    """Of one induction, below its ``watch``. ``invariants``: inductive, and shown to be so by two engines.

    Begins when it is asked for the first time. Facts of the data-flow analysis that are not inductive yet are tried
    again with what comes later; candidates from executions once more, when the analysis has finished.
    """

    cfa: Cfa
    loops: Loops
    positions: Sequence[Position]
    watch: LimitWatch
    source: InvariantSource
    start: StartFeed
    progress: Callable[[str], None]
    scope: Scope = Scope.VARIABLES
    invariants: dict[Position, tuple[Expression, ...]] = field(default_factory=dict, init=False)
    _begun: bool = field(default=False, init=False)
    _feed: Feed | None = field(default=None, init=False)
    _facts: dict[Position, tuple[Expression, ...]] = field(default_factory=dict, init=False)
    _guesses: dict[Position, tuple[Expression, ...]] = field(default_factory=dict, init=False)
    _later: list[_Further] = field(default_factory=list, init=False)
    _tried: list[_Further] = field(default_factory=list, init=False)
    _without: dict[Position, tuple[Expression, ...]] | None = field(default=None, init=False)
    _has_products: bool | None = field(default=None, init=False)

    def improve(self) -> bool:
        """Take in what has become known, without waiting; whether the invariants are stronger now. Sums, products and
        elements of arrays come last.
        """
        if self._without is not None:
            self.invariants, self._without = self._without, None
        if not self._begun:
            if self._begin():
                return True
        elif self._feed is not None and self._take_facts(self._feed.news()):
            self._later, self._tried = [*self._tried, *self._later], []
            return True
        return any(self._try(self._later.pop(0)) for _ in range(len(self._later)))

    def complete(self) -> bool:
        """Wait for the end of the analysis, and take in all of it; whether the invariants are stronger now."""
        if self._feed is None or self.watch.check_now() is not None:
            return False
        self._without = None
        changed = self._take_facts(self._feed.rest())
        if self.invariants:
            self._guesses, guesses = {}, self._guesses
            changed |= bool(guesses) and self._keep(guesses)
        while self._later:
            changed |= self._try(self._later.pop(0))
        return changed

    def update(self) -> None:
        """Take in what has become known, if this has begun."""
        if self._begun:
            self.improve()

    def elsewhere(self) -> float:
        """CPU seconds that other processes have used."""
        return self._feed.elsewhere() if self._feed is not None else 0.0

    def close(self) -> None:
        """End the analysis; can be called again."""
        if self._feed is not None:
            self._feed.close()

    def _begin(self) -> bool:
        self._begun = True
        if not self.positions or self.source is InvariantSource.NONE:
            return False
        self.progress("invariants")
        if self.source.analyses:
            self._feed = self.start(self.cfa, min(_FEED_SECONDS, _FEED_SHARE * self.watch.seconds_left()))
        self._guesses = self._sampled() if self.source.executes else {}
        changed = self._feed is not None and self._take_facts(self._feed.news())
        return self._keep(self._guesses) or changed

    def _sampled(self) -> dict[Position, tuple[Expression, ...]]:
        integers, floats = integer_places(self.cfa), floating_places(self.cfa)
        sampler = Sampler(self.cfa, self.positions, (*integers, *floats))
        sampler.run(
            _EXECUTIONS, LimitWatch(SoftLimits(cpu=min(_SAMPLING_SECONDS, _SAMPLING_SHARE * self.watch.seconds_left())))
        )
        live = liveness_of(self.cfa)
        vocabulary, numbers = (Vocabulary(self.cfa, places, live) for places in (integers, floats))
        constants = vocabulary.constants()
        found = {
            p: (
                *candidates(vocabulary, p, sampler.at(p), constants),
                *float_candidates(numbers, p, sampler.at(p)),
            )
            for p in self.positions
        }
        is_expected = self._multiplies()
        products = _Further(lambda p: product_candidates(vocabulary, p, sampler.at(p)), is_tentative=not is_expected)
        linear: list[Callable[[Position], Iterable[Expression]]] = [
            lambda p: sum_candidates(vocabulary, p, sampler.at(p), (2, 3)),
            lambda p: conditional_candidates(vocabulary, p, sampler.at(p), partial(equations, vocabulary.places_at(p))),
            lambda p: sum_candidates(vocabulary, p, sampler.at(p), (4,)),
            lambda p: multiple_candidates(vocabulary, p, sampler.at(p), self.invariants.get(p, ())),
        ]
        self._later = [_Further(each, is_linear=True) for each in linear]
        self._later.insert(0 if is_expected else len(linear), products)
        if self.scope is Scope.ELEMENTS and (arrays := ArrayCandidates(self.cfa, vocabulary)):
            self._later += [_Further(partial(_elements, arrays, source)) for source in Source]
            return {p: (*found[p], *holding(arrays.variables_at(p), sampler.at(p))) for p in self.positions}
        return found

    def _try(self, further: _Further) -> bool:
        """Those that are linear are tried again with what comes later, and guesses that failed alone together with
        them.
        """
        found = {position: tuple(further.at(position)) for position in self.positions}
        if further.is_linear and not further.is_last:
            self._tried.append(further)
            found = {position: (*some, *self._guesses.get(position, ())) for position, some in found.items()}
        before = self.invariants
        seconds = min(_LINEAR_SECONDS, _LINEAR_SHARE * self.watch.seconds_left()) if further.is_linear else None
        is_stronger = self._add(found, seconds) if further.is_last else self._keep(found, seconds)
        self._without = before if is_stronger and further.is_tentative else None
        return is_stronger

    def _take_facts(self, news: Iterable[Candidates]) -> bool:
        """Together with what was not inductive before."""
        some = dict(self._facts)
        for facts in news:
            for position, found in facts.items():
                some[position] = (*some.get(position, ()), *found)
        if some == self._facts:
            return False
        changed = self._keep(some)
        self._facts = {p: tuple(e for e in found if e not in self.invariants.get(p, ())) for p, found in some.items()}
        return changed

    def _keep(self, some: Candidates, seconds: float | None = None) -> bool:
        """Add what of ``some`` is inductive with what is known already. Those that neither multiply nor divide come
        first, and alone, and without what is known of products: with these many questions are far easier.
        """
        easy = {position: [each for each in found if not is_hard(each)] for position, found in some.items()}
        if not self._multiplies() and all(len(easy[position]) == len(found) for position, found in some.items()):
            return self._add(some, seconds)
        if any(easy.values()) and self._add(easy, seconds, is_plain=True):
            rest = _Further(lambda position: some.get(position, ()), is_linear=seconds is not None, is_last=True)
            self._later.insert(0, rest)
            return True
        return self._add(some, seconds)

    def _multiplies(self) -> bool:
        if self._has_products is None:
            self._has_products = multiplies(self.cfa)
        return self._has_products

    def _add(self, some: Candidates, seconds: float | None = None, *, is_plain: bool = False) -> bool:
        """Add what is inductive with what is known already, if that takes no longer."""
        unknown = {p: [e for e in found if e not in self.invariants.get(p, ())] for p, found in some.items()}
        limits = LimitWatch(SoftLimits(cpu=self.watch.seconds_left() * _SHARE if seconds is None else seconds))
        first = Houdini(self.cfa, self.loops, self.positions, limits, self.invariants, is_plain=is_plain)
        found = first.inductive(unknown)
        if not found:
            return False
        asked = {position: tuple(strongest(some)) for position, some in found.items()}
        shown = self._shown_again(asked, is_plain=is_plain)
        if shown != asked and asked != found:
            asked, shown = found, self._shown_again(found, is_plain=is_plain)
        found = shown if shown == asked else self._inductive(shown, is_plain=is_plain)
        if not found:
            return False
        both = {p: (*self.invariants.get(p, ()), *found.get(p, ())) for p in self.positions}
        self.invariants = {position: some for position, some in both.items() if some}
        return True

    def _shown_again(self, found: Candidates, *, is_plain: bool) -> dict[Position, tuple[Expression, ...]]:
        """Those of ``found`` that are inductive with what is known already, by another engine (contract: inductive
        invariants, checked).
        """
        again = Houdini(self.cfa, self.loops, self.positions, self.watch, self.invariants, Engine.BLASTED, is_plain)
        return again.inductive(found)

    def _inductive(self, found: Candidates, *, is_plain: bool) -> dict[Position, tuple[Expression, ...]]:
        """``found`` if the first engine has them inductive without those that the other one did not show, or none."""
        limits = LimitWatch(SoftLimits(cpu=self.watch.seconds_left() * _SHARE))
        first = Houdini(self.cfa, self.loops, self.positions, limits, self.invariants, is_plain=is_plain)
        again = first.inductive(found)
        return again if again == found else {}
