"""Verification by constrained Horn clauses as a conditional verifier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from coveriflow.analysis.horn.blocks import Blocks
from coveriflow.analysis.horn.certificate import Certificate, Formulas, at, body_of, together
from coveriflow.analysis.horn.clauses import Making, System
from coveriflow.analysis.horn.executions import Execution
from coveriflow.analysis.horn.frames import without_saving
from coveriflow.analysis.horn.guesses import bounds, results, sampled
from coveriflow.analysis.horn.rendering import described, known_at
from coveriflow.analysis.search.assumption_automaton import Automaton
from coveriflow.analysis.search.counterexamples import Counterexample, replayed
from coveriflow.analysis.search.failing_checks import failing_checks
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.solver_schedule import answered
from coveriflow.artifacts.answers import HornSolution
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.horn.bit_language import BitLanguage
from coveriflow.logic.horn.contracts import Clause, Derivation, Outcome, Solution
from coveriflow.logic.horn.encodings import Arithmetic
from coveriflow.logic.horn.reachability import Reachability
from coveriflow.logic.horn.spacer import Style, solve
from coveriflow.logic.horn.steps import check_linear
from coveriflow.logic.horn.unrolled import Unrolled
from coveriflow.logic.horn.word_steps import WordLanguage
from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.terms import TRUE
from coveriflow.logic.z3_solver import Z3Solver
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import NotSupported
from coveriflow.program.gc_pause import without_gc

_SEARCH_SHARE = 0.8
"""Of the time, for the search; the rest is for the certificate check."""
_GUESSING_SHARE = 0.25
_MOST_GUESSING, _MOST_ABOUT_RESULTS = 1.0, 4.0
"""Of what is left, and seconds at most, for what of a guess is inductive: more where functions call themselves."""
_BOUNDS_SHARE = 0.3
"""Of what is left, for bounds that make a solution over integers one in bits."""
_CHECKING = 2.0
"""So many times as long as a solution over integers was looked for, it may be checked in bits."""
_FIRST_TURN = 0.5
_GROWTH = 3.0
_MAKING_SHARE, _MAKING = 0.6, 4.0
"""Of what is left, for circuits, or seconds if these are more: they are not begun twice."""


class Directed(Enum):
    """A search in bits, which goes on where it was stopped: bounded model checking of circuits, property-directed
    reachability of terms, or of circuits.
    """

    UNROLLED = "unrolled circuits"
    TERMS = "terms"
    CIRCUITS = "circuits"

    @property
    def arithmetic(self) -> Arithmetic:
        """That of all of them."""
        return Arithmetic.BITS


_SHARES = {Directed.UNROLLED: 1.0, Directed.TERMS: 4.0, Directed.CIRCUITS: 5.0}
_SHARES_WITH_CIRCUITS = {Directed.UNROLLED: 1.0, Directed.TERMS: 1.0, Directed.CIRCUITS: 8.0}
"""As much time as each of Spacer's ways. Where a system is one of circuits, terms solve nothing that these do not."""

_Way = Directed | Style
_WAYS: tuple[_Way, ...] = (
    *Directed,
    Style(Arithmetic.ASSUMED),
    Style(Arithmetic.ASSUMED, equalities=True),
    Style(Arithmetic.WRAPPED),
    Style(Arithmetic.BITS),
    Style(Arithmetic.WRAPPED, equalities=True),
)


class Asked(Enum):
    """In which arithmetic solutions are looked for."""

    EACH = "each"
    INTEGERS = "integers"
    BITS = "bits"

    @property
    def ways(self) -> tuple[_Way, ...]:
        """In their order."""
        return tuple(each for each in _WAYS if self in (Asked.EACH, _KINDS[each.arithmetic]))


_KINDS = {Arithmetic.ASSUMED: Asked.INTEGERS, Arithmetic.WRAPPED: Asked.INTEGERS, Arithmetic.BITS: Asked.BITS}
_NO_PATH = Automaton("nothing is covered", frozenset(), ())


@dataclass(slots=True)
class HornVerifier:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears what is asked."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    asked: Asked = Asked.EACH
    _ways: list[_Way] = field(default_factory=list, init=False)
    _left: list[_Way] = field(default_factory=list, init=False)
    _lemmas: Formulas = field(default_factory=dict, init=False)
    _reason: str = field(default="", init=False)
    _has_guessed: bool = field(default=False, init=False)
    _left_out: dict[int, str] = field(default_factory=dict, init=False)
    _directed: dict[Directed, Reachability[Any] | Unrolled] = field(default_factory=dict, init=False)
    _circuits: tuple[Sequence[Clause], BitLanguage | Inapplicable] | None = field(default=None, init=False)
    _whole: LimitWatch = field(init=False)

    def run(self) -> Findings:
        """Ask for solutions in one arithmetic after the other, until a proof is checked or an error is executed."""
        with without_gc():
            return self._run()

    def _run(self) -> Findings:
        self._whole = LimitWatch(self.limits.for_evidence())
        watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        cfa, given = without_saving(self.cfa, self.given)
        watch.states = (making := Making(Blocks(cfa, given), watch)).clauses.__len__
        system = making.made()
        if system is None:
            return self._undecided(watch.check_now() or "stopped")
        for clause in system.clauses:
            findings = self._at_once(system, clause)
            if findings is not None:
                return findings
        self._ways = list(self.asked.ways)
        self._left = list(self._ways)
        findings = self._at_first(system, watch)
        guessed = together(results(system), sampled(system, watch.seconds_left())) if findings is None else {}
        findings = findings or self._guess(system, guessed, watch)
        if findings is not None:
            return findings
        self._has_guessed, has_styled = False, False
        for number, (way, seconds) in enumerate(self._turns()):
            if watch.check_now() is not None:
                break
            self.progress(f"Horn clauses, {way.value if isinstance(way, Directed) else way.arithmetic.value}")
            is_due = not self._has_guessed and (has_styled or number >= len(self._ways))
            findings = self._guess(system, bounds(system), watch) if is_due else None
            has_styled |= isinstance(way, Style)
            if findings is None and watch.check_now() is None:
                findings = self._turn(system, way, watch.seconds_left(seconds))
            if findings is not None:
                return findings
        return self._undecided(next(iter(self._left_out.values()), "") or watch.check_now() or self._reason)

    def _at_once(self, system: System, clause: Clause) -> Findings | None:
        """A verdict where the first block reaches an error."""
        if clause.body or clause.head is not None:
            return None
        return self._executed(system, Derivation(clause, ()))

    def _at_first(self, system: System, watch: LimitWatch) -> Findings | None:
        """Before anything is guessed, which takes longer: what applies first."""
        for way in (Directed.CIRCUITS, Directed.UNROLLED, Directed.TERMS):
            if way not in self._left or (way is Directed.TERMS and Directed.CIRCUITS in self._left):
                continue
            self.progress(f"Horn clauses, {way.value}")
            seconds = 2 * _FIRST_TURN if way is Directed.UNROLLED else _FIRST_TURN
            findings = self._turn(system, way, watch.seconds_left(seconds))
            if findings is not None:
                return findings
        return None

    def _turns(self) -> Iterator[tuple[_Way, float]]:
        """As long as any way is left, and at least twice: each round takes longer than the one before."""
        seconds = _FIRST_TURN
        while self._left or (self._ways and not self._has_guessed):
            self._left = self._left or list(self._ways)
            yield from ((way, seconds * self._share(way)) for way in tuple(self._left) if way in self._left)
            seconds *= _GROWTH

    def _share(self, way: _Way) -> float:
        if not isinstance(way, Directed):
            return 1.0
        has_circuits = self._circuits is not None and isinstance(self._circuits[1], BitLanguage)
        return (_SHARES_WITH_CIRCUITS if has_circuits else _SHARES)[way]

    def _guess(self, system: System, some: Formulas, search: LimitWatch) -> Findings | None:
        """Know from now on what of ``some`` is inductive; a verdict if that is enough. Each way is asked again."""
        self._has_guessed, self._left = True, list(self._ways)
        if not some:
            return None
        most = _MOST_ABOUT_RESULTS if system.summaries else _MOST_GUESSING
        watch = LimitWatch(SoftLimits(cpu=min(most, search.seconds_left() * _GUESSING_SHARE)))
        kept = Certificate(system.clauses, watch).inductive(together(self._lemmas, some))
        self._lemmas = kept or self._lemmas
        if not kept or self._left_out or not Certificate(system.clauses, watch).excludes_errors(kept):
            return None
        return self._proved(system, Solution({}), Directed.TERMS, search.seconds_left())

    def _turn(self, system: System, way: _Way, seconds: float) -> Findings | None:
        """A verdict, if there is one. An arithmetic with an answer that does not hold in bits is not asked again."""
        asked = tuple(c for c in system.clauses if (c.body or c.head is not None) and id(c) not in self._left_out)
        begun = cpu_time.now()
        try:
            outcome = (
                self._solved(asked, way, seconds) if isinstance(way, Style) else self._reached(asked, way, seconds)
            )
        except Inapplicable as reason:
            self._drop(way)
            self._reason = self._reason or f"the program has {reason}"
            return None
        match outcome:
            case Solution():
                return self._proved(system, outcome, way, seconds)
            case Derivation():
                return self._violated(system, outcome, way)
            case None:
                if cpu_time.now() - begun < seconds / 2:  # it has given up
                    self._left.remove(way)
                return None

    def _solved(self, asked: Sequence[Clause], style: Style, seconds: float) -> Outcome:
        clauses = tuple(map(self._with_lemmas, asked))
        outcome = solve(clauses, style, seconds)
        if not isinstance(outcome, Derivation):
            return outcome
        return _renamed(outcome, dict(zip(map(id, clauses), asked, strict=True)))

    def _reached(self, asked: tuple[Clause, ...], way: Directed, seconds: float) -> Outcome:
        search = self._directed.get(way)
        if search is None or search.clauses != asked:
            search = self._directed[way] = self._begun(asked, way)
        deadline = in_seconds(seconds)
        try:
            search.learn(self._lemmas, seconds)
        except OutOfTime:
            return None
        return search.within(deadline.left())

    def _begun(self, asked: tuple[Clause, ...], way: Directed) -> Reachability[Any] | Unrolled:
        check_linear(asked)
        if way is Directed.TERMS:
            return Reachability(asked, WordLanguage(asked))
        circuits = self._made_of_circuits(asked)
        return Unrolled(asked, circuits) if way is Directed.UNROLLED else Reachability(asked, circuits)

    def _made_of_circuits(self, asked: tuple[Clause, ...]) -> BitLanguage:
        if self._circuits is None or self._circuits[0] != asked:
            try:
                most = max(_MAKING, _MAKING_SHARE * self._whole.seconds_left())
                found = BitLanguage(asked, in_seconds(most))
            except OutOfTime:
                self._circuits = asked, Inapplicable("too much for circuits")
            except Inapplicable as reason:
                self._circuits = asked, reason
            else:
                self._circuits = asked, found
        made = self._circuits[1]
        if isinstance(made, Inapplicable):
            raise made
        return made

    def _with_lemmas(self, clause: Clause) -> Clause:
        guard = body_of(clause, self._lemmas)
        return clause if guard is clause.guard else replace(clause, guard=guard)

    def _proved(self, system: System, solution: Solution, way: _Way, seconds: float) -> Findings | None:
        """A verdict, if the clauses hold in bits. What integers say is checked for no longer than it was looked for, in
        proportion: other ways may be faster, and the next turn is longer.
        """
        if self._left_out:
            return self._undecided(next(iter(self._left_out.values())))
        share, most = (1.0, None) if isinstance(way, Directed) else (_BOUNDS_SHARE, _CHECKING * seconds)
        formulas: Formulas = together(self._lemmas, solution.formulas)
        begun = cpu_time.now()
        if not self._is_solved(system, formulas, share, most):
            formulas = self._with_bounds(system, formulas, most)
            if not self._is_solved(system, formulas, _BOUNDS_SHARE, most):
                self._reject(way, formulas, in_time=most is None or cpu_time.now() - begun < most)
                return None
        proof = HornSolution(*described(system, formulas))
        undefined = self._undefined(system, formulas)
        known = known_at(self.cfa, system, formulas)
        return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, undefined, None, known)

    def _is_solved(self, system: System, formulas: Formulas, share: float, most: float | None) -> bool:
        """Whether each clause holds in bits, as far as can be told in that part of the time."""
        return Certificate(system.clauses, self._part(share, most)).solves(formulas)

    def _part(self, share: float, most: float | None) -> LimitWatch:
        seconds = self._whole.seconds_left() * share
        return LimitWatch(SoftLimits(cpu=seconds if most is None else min(seconds, most)))

    def _with_bounds(self, system: System, formulas: Formulas, most: float | None) -> Formulas:
        """What of ``formulas`` is inductive together with bounds that are guessed."""
        nothing: Formulas = {}
        for more in (nothing, bounds(system)):
            certificate = Certificate(system.clauses, self._part(_BOUNDS_SHARE, most))
            kept = certificate.inductive(together(more, formulas))
            if kept and certificate.excludes_errors(kept):
                return kept
        return kept

    def _reject(self, way: _Way, kept: Formulas, *, in_time: bool) -> None:
        """What is inductive of it is known from now on. Without news the same answer would come again."""
        is_new = any(self._lemmas.get(p, TRUE) is not f for p, f in kept.items())
        self._lemmas = kept or self._lemmas
        self._reason = "the invariants that were found over integers do not hold in bits"
        if not is_new and in_time:
            self._leave(way)

    def _undefined(self, system: System, formulas: Formulas) -> tuple[Edge, ...]:
        """The checks that may fail where the invariants hold."""
        failing = []
        for start, edge, fails in system.blocks.undefined:
            for atom in start.atoms:
                fails = build.conjoin(at(formulas, atom), fails)
            failing.append((edge, fails))
        return failing_checks(Z3Solver(), failing, self._whole)

    def _violated(self, system: System, error: Derivation, way: _Way) -> Findings | None:
        findings = self._executed(system, error)
        if findings is None and id(error.clause) not in self._left_out:
            self._leave(way)
        return findings

    def _executed(self, system: System, error: Derivation) -> Findings | None:
        """A verdict where ``error`` is derived from an execution; ``None``: from none, or from one that is too long.
        What is not supported is not asked about again.
        """
        execution = Execution(system)
        try:
            end = execution.whole(error)
        except NotSupported as reason:
            self._reason = str(reason)
            return None
        answer, model = answered([execution.guard, system.blocks.formulas.zeros_at_start()], self._whole)
        if answer is not Satisfiability.SAT or model is None:
            self._reason = "a counterexample that was found over integers is none in bits"
            return None
        if end.left_out is not None:
            self._left_out[id(error.clause)] = end.left_out
            return None
        found = replayed(self.cfa, execution.inputs(model))
        return self._undecided("a counterexample that was found is no execution") if found is None else _false(found)

    def _drop(self, way: _Way) -> None:
        """What does not apply to one way over integers does not to the others; bits apply to Spacer."""

        def is_kept(each: _Way) -> bool:
            if isinstance(way, Directed):
                return each is not way
            return isinstance(each, Directed) or each.arithmetic is not way.arithmetic

        self._ways, self._left = [e for e in self._ways if is_kept(e)], [e for e in self._left if is_kept(e)]

    def _leave(self, way: _Way) -> None:
        self._left = [each for each in self._left if each.arithmetic is not way.arithmetic]

    def _undecided(self, reason: str) -> Findings:
        """A condition that covers nothing, where one is wanted: Spacer leaves nothing that holds in part."""
        automaton = _NO_PATH if self.limits.wants_condition(finished=False) else NOTHING
        return Findings(Verdict.UNKNOWN, reason or "the clauses were not solved", automaton)


def _false(found: Counterexample) -> Findings:
    return Findings(Verdict.FALSE, "", NOTHING, None, found)


def _renamed(derivation: Derivation, original: Mapping[int, Clause]) -> Derivation:
    """With the clauses of the system, for those that were asked about."""
    done: dict[int, Derivation] = {}
    pending = [derivation]
    while pending:
        current = pending[-1]
        missing = [p for p in current.premises if id(p) not in done]
        if missing:
            pending += missing
            continue
        pending.pop()
        done[id(current)] = Derivation(original[id(current.clause)], tuple(done[id(p)] for p in current.premises))
    return done[id(derivation)]
