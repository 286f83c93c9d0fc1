"""Whether every execution ends: cheap proofs and recurring states first, then ranking functions, then closed sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.feeds import Here, StartFeed
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.induction.strengthening import InvariantSource, Strengthening
from coveriflow.analysis.search.atoms import Vocabulary, integer_places, name_of
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.solver_schedule import answered, solved_again
from coveriflow.analysis.termination.certificate import described, is_shown_again
from coveriflow.analysis.termination.closed_sets import ClosedSet, ClosedSets
from coveriflow.analysis.termination.examples import Examples
from coveriflow.analysis.termination.executions import Executions
from coveriflow.analysis.termination.features import Feature, features_of
from coveriflow.analysis.termination.guesses import Guess, Guesses, NoGuesses
from coveriflow.analysis.termination.lassos import Gives, Lasso, nothing_is_given
from coveriflow.analysis.termination.ranking import Ranking, Stage
from coveriflow.analysis.termination.relation import Relation, lead_in, relation
from coveriflow.analysis.termination.unwound_lassos import recurring_inputs
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.artifacts.answers import RankingFunctions, UnwindingCertificate
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Assume, Edge
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Expression, subexpressions
from coveriflow.program.interpreter.interpreter import listed
from coveriflow.program.types.c_types import Integer

_SEARCH_SHARE = 0.9
_EXECUTIONS = 300
_UNWINDINGS = 8
_MORE_UNWINDINGS = 64
_VISITS = (3, 6, 12)
_CONSTANTS = 8
_SOON, _RANKING_SHARE = 1.5, 0.35
_FOLLOWING, _FOLLOWING_SHARE = 4.0, 0.1
"""CPU seconds, at most, and a part of those that are left: for one execution that may not end."""

Proof = UnwindingCertificate | RankingFunctions


@dataclass(frozen=True, slots=True)
class Ends:
    """Why every execution ends, if the ``undefined`` checks do not fail. Ranking functions have ``stages``, which rest
    on ``invariants``; ``positions``: all heads, with each call stack.
    """

    proof: Proof
    undefined: tuple[Edge, ...]
    stages: tuple[Stage, ...] = ()
    invariants: Mapping[Position, tuple[Expression, ...]] = field(default_factory=dict)
    positions: tuple[Position, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing is known, and why; ``place``: of a loop that may go on for ever."""

    reason: str
    place: Span | None = None


Outcome = Ends | Lasso | ClosedSet | Open


@dataclass(slots=True)
class Termination:
    """One run over ``cfa``, whose error is no end of its own; ``progress`` hears what is done; ``facts``: how the
    data-flow analysis is started. ``guesses``: of executions that never end; ``gives``: what the library can give them.
    """

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    progress: Callable[[str], None] = lambda _text: None
    facts: StartFeed = Here
    guesses: Guesses = field(default_factory=NoGuesses)
    gives: Gives = nothing_is_given
    loops: Loops = field(init=False)
    _watch: LimitWatch = field(init=False)
    _positions: tuple[Position, ...] = field(default=(), init=False)
    _executions: Executions = field(init=False)
    _vocabulary: Vocabulary = field(init=False)
    _reads: bool = field(default=True, init=False)
    _ranks_later: bool = field(default=False, init=False)

    def run(self) -> Outcome:
        """Until it is decided or a limit is reached."""
        try:
            return self._run()
        finally:
            self.guesses.close()

    def _run(self) -> Outcome:
        self._watch = LimitWatch(self.limits.scaled(_SEARCH_SHARE))
        self.loops = loops_of(self.cfa)
        self._executions = Executions(self.cfa, self.loops, integer_places(self.cfa), gives=self.gives)
        live = liveness_of(self.cfa)
        self._vocabulary = Vocabulary(self.cfa, self._executions.places, live)
        reason = Open("")
        for phase in (
            self._executed,
            self._few_unwindings,
            self._ranked_soon,
            self._guessed,
            self._without_invariants,
            self._guessed_longer,
        ):
            found = phase()
            if not isinstance(found, Open):
                return found
            reason = found if found.reason else reason
            if self._watch.check_now() is not None:
                return self._stopped(reason)
        return self._with_invariants(reason)

    def _with_invariants(self, reason: Open) -> Outcome:
        if not self._positions:
            return self._late(reason)
        strengthening = Strengthening(
            self.cfa, self.loops, self._positions, self._watch, InvariantSource.BOTH, self.facts, self.progress
        )
        try:
            for stronger in (strengthening.improve, strengthening.complete):
                if not stronger() or self._watch.check_now() is not None:
                    continue
                found = self._ranked(strengthening.invariants, self._part(_RANKING_SHARE))
                if not isinstance(found, Open):
                    return found
                reason = found
            return self._endless(strengthening.invariants) or self._late(reason)
        finally:
            strengthening.close()

    def _stopped(self, reason: Open) -> Open:
        return Open(self._watch.check_now() or reason.reason, reason.place)

    def _late(self, reason: Open) -> Outcome:
        """What takes long, at last."""
        for phase in (self._many_unwindings, self._guessed_last):
            if self._watch.check_now() is None and not isinstance(found := phase(), Open):
                return found
        return self._stopped(reason)

    def _guessed_last(self) -> Outcome:
        return self._followed(20.0, 0.9, 5.0)

    def _many_unwindings(self) -> Outcome:
        return self._unwound(_MORE_UNWINDINGS, 0.9)

    def _executed(self) -> Outcome:
        """Random executions: a state may recur."""
        self.progress("executions")
        watch = self._part(0.15, 2.0)
        found = self._executions.run(_EXECUTIONS, watch)
        if found is None and not self._executions.reads and self._executions.tails:
            found = self._executions.follow_far(listed(()), watch)
        self._reads = self._executions.reads
        return found or Open("")

    def _guessed(self) -> Outcome:
        return self._followed(2.0, 0.04, 0.6)

    def _guessed_longer(self) -> Outcome:
        return self._followed(8.0, 0.2, 1.0)

    def _followed(self, most: float, share: float, patience: float) -> Outcome:
        """Executions that did not end where they were guessed: the state of one may recur. ``most``, and a ``share`` of
        what is left: CPU seconds; as many with nothing new are ``patience``.
        """
        self.progress("executions that may not end")
        watch = self._part(share, most)
        while self._reads and watch.check_now() is None:
            guess = self.guesses.another(watch, patience)
            if guess is None:
                break
            if (found := self._recurring(guess)) is not None:
                return found
        return Open("")

    def _recurring(self, guess: Guess) -> Lasso | None:
        """The lasso of one execution."""
        for follow in (self._executions.follow, self._executions.follow_far):
            if (found := follow(guess(), self._part(_FOLLOWING_SHARE, _FOLLOWING))) is not None:
                return found
        return None

    def _few_unwindings(self) -> Outcome:
        return self._unwound(_UNWINDINGS, 0.1)

    def _unwound(self, bound: int, share: float) -> Outcome:
        """Whether no path is longer than so many iterations."""
        self.progress("unwinding")
        limits = SoftLimits(cpu=share * self._watch.seconds_left(), memory=self.limits.memory, condition_size=1)
        found = BoundedModelChecker(self.cfa, limits, UnwindingLimits(1, bound)).run()
        if found.verdict is Verdict.TRUE and isinstance(found.proof, UnwindingCertificate):
            return Ends(found.proof, found.undefined)
        return Open(found.reason)

    def _ranked_soon(self) -> Outcome:
        """Ranking functions that need no invariants, and are found soon."""
        if self.loops.recursive:
            edge = min(self.loops.recursive, key=lambda e: e.number)
            return Open("recursion that is not bounded by an unwinding has no ranking function here", edge.origin)
        try:
            self._positions = head_positions(self.cfa, self.loops)
        except NotSupported as error:
            return Open(f"{error.feature} is not supported")
        watch = self._part(_RANKING_SHARE, _SOON)
        found = self._ranked({}, watch)
        self._ranks_later = watch.check_now() is not None
        return found

    def _without_invariants(self) -> Outcome:
        """Ranking functions that need none; else lassos that a solver finds."""
        if not self._positions:
            return Open("")
        found = self._ranked({}, self._part(_RANKING_SHARE)) if self._ranks_later else Open("")
        if not isinstance(found, Open):
            return found
        self.progress("lassos")
        for visits in _VISITS:
            inputs = recurring_inputs(self.cfa, self.loops, visits, self._part(0.1))
            lasso = self._executions.follow(inputs, self._watch) if inputs is not None else None
            if lasso is not None:
                return lasso
        return self._endless({}) or found

    def _endless(self, invariants: Mapping[Position, Sequence[Expression]]) -> ClosedSet | None:
        """A closed recurrence set around executions that did not end."""
        if not self._executions.tails:
            return None
        self.progress("recurrence sets")
        watch = self._part(0.2)
        steps = relation(self.cfa, self.loops, self._positions, invariants, watch)
        if steps is None:
            return None
        some = sorted(self._executions.tails, key=lambda tail: len(tail.inputs))[:3]
        return ClosedSets(self.cfa, steps, self._vocabulary, watch).search(some)

    def _part(self, share: float, most: float = 3600.0) -> LimitWatch:
        """For a ``share`` of what is left of the CPU time, and for so many seconds at ``most``."""
        return LimitWatch(SoftLimits(cpu=min(most, share * self._watch.seconds_left())))

    def _ranked(self, invariants: Mapping[Position, tuple[Expression, ...]], watch: LimitWatch) -> Outcome:
        """Lexicographic ranking functions of all loops."""
        self.progress("ranking functions")
        steps = relation(self.cfa, self.loops, self._positions, invariants, watch)
        start = lead_in(self.cfa, self.loops, invariants, watch)
        if steps is None or start is None:
            return Open("there was no time to encode the loops")
        lost = [*start.lost, *steps.lost]
        answer, model = answered([any_of(guard for guard, _ in lost)], watch)
        if answer is not Satisfiability.UNSAT:
            met = (why for guard, why in lost if model is not None and model.value(guard))
            return Open(next(met, "the solver gave up on what is not supported"))
        ranking = self._ranking(steps, watch)
        stuck = ranking.search()
        if stuck:
            line = self.loops.lines[min(stuck, key=lambda p: p.location.number).location]
            return Open(f"no ranking function was found for the loop at {line}", line)
        if not is_shown_again(steps, ranking.stages, watch) or not self._excluded_again(lost, watch):
            return Open("a ranking function could not be shown a second time")
        undefined = self._undefined([*start.undefined, *steps.undefined], watch)
        functions = self._functions(ranking.stages, invariants)
        return Ends(functions, undefined, tuple(ranking.stages), invariants, self._positions)

    def _excluded_again(self, lost: Sequence[tuple[Term, str]], watch: LimitWatch) -> bool:
        question = any_of(guard for guard, _ in lost)
        return solved_again(question, watch, "two engines disagree about what is not supported")

    def _ranking(self, steps: Relation, watch: LimitWatch) -> Ranking:
        readable = {t.source: frozenset(t.before.values) for t in steps.transitions}
        for transition in steps.transitions:
            arrived = frozenset(transition.after.values)
            readable[transition.target] = arrived & readable.get(transition.target, arrived)
        constants = self._compared()
        features: dict[Position, list[Feature]] = {}
        for position in self._positions:
            places = [p for p in self._vocabulary.places_at(position) if name_of(p) in readable.get(position, ())]
            features[position] = list(features_of(places, constants))
        examples = Examples()
        examples.sampled({pair: list(some.values()) for pair, some in self._executions.steps.items()}, features)
        return Ranking(steps, examples, features, watch)

    def _compared(self) -> list[int]:
        """The numbers that conditions of the program compare with, small ones first."""
        found = {
            part.value
            for edge in self.cfa.edges
            if isinstance(edge.operation, Assume)
            for part in subexpressions(edge.operation.condition)
            if isinstance(part, Constant) and isinstance(part.type, Integer)
        }
        return sorted(found | {0}, key=abs)[:_CONSTANTS]

    def _functions(
        self, stages: Sequence[Stage], invariants: Mapping[Position, tuple[Expression, ...]]
    ) -> RankingFunctions:
        ranks = tuple((str(self.loops.lines[p.location]), text) for p, text in described(stages))
        return RankingFunctions(ranks, tuple(self._conditions(invariants)))

    def _conditions(self, invariants: Mapping[Position, tuple[Expression, ...]]) -> Iterator[tuple[str, str]]:
        for position, some in invariants.items():
            yield from ((str(self.loops.lines[position.location]), rendered(each)) for each in some)

    def _undefined(self, failing: Sequence[tuple[Edge, Term]], watch: LimitWatch) -> tuple[Edge, ...]:
        """Checks that may fail; without time to find out, all of them."""
        possible: dict[Edge, None] = {}
        for edge, fails in failing:
            if edge not in possible:
                answer, _ = answered([fails], LimitWatch(SoftLimits(cpu=min(0.5, watch.seconds_left()))))
                if answer is not Satisfiability.UNSAT:
                    possible[edge] = None
        return tuple(possible)
