"""Predicate abstraction, Impact and their combinations as conditional verifiers (unifying paper, Sects. 4.3 to 4.5;
CMC paper, III-B).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.predicate.arg import predicate_state
from coveriflow.analysis.predicate.c_invariants import at_locations
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.coverage import Coverage
from coveriflow.analysis.predicate.invariants import InvariantCheck, InvariantMap, Place
from coveriflow.analysis.predicate.questions import Arithmetic, Questions
from coveriflow.analysis.predicate.rendering import drawn, rendered
from coveriflow.analysis.predicate.search import Search
from coveriflow.analysis.predicate.undefined import failing, possible
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.artifacts.answers import InductiveInvariants
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Interpolator
from coveriflow.logic.interpolation.chain import Chain, bit_precise_engines, integer_engines
from coveriflow.logic.terms import FALSE, Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.gc_pause import without_gc

_SEARCH_SHARE = 0.7
"""Of the time, for the search; the rest is for the certificate check and the condition."""


@dataclass(slots=True)
class PredicateAnalysis:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears how far it is."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    configuration: Configuration = TABLE["predicate"]
    paths: PathLimits = field(default_factory=PathLimits)
    order: Order = Order.BREADTH_FIRST
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    interpolator: Interpolator | None = None
    """``None``: that of the project, with the engines first that the configuration's arithmetic has."""
    search: Search = field(init=False)

    def run(self) -> Findings:
        """Explore and refine until closed, stopped, or an execution confirms a violation; then check what was found."""
        with without_gc():
            return self._run()

    def _run(self) -> Findings:
        whole = LimitWatch(self.limits.for_evidence())
        watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        questions = Questions(watch, arithmetic=self.configuration.arithmetic)
        interpolator = self.interpolator or _interpolator(self.configuration.arithmetic)
        self.search = search = Search(
            self.cfa, self.configuration, questions, interpolator, self.paths, self.given, self.order
        )
        watch.states = search.arg.__len__
        outcome = search.run(Reporting(watch, search.arg.__len__, self.progress))
        findings = self._found(outcome, watch, whole)
        return replace(findings, graph=drawn(self.search.arg))

    def _found(self, outcome: Outcome, watch: LimitWatch, whole: LimitWatch) -> Findings:
        search = self.search
        if outcome is Outcome.TARGET:
            return Findings(Verdict.FALSE, "", NOTHING, None, search.operators.refiner.found)
        reasons = [node.left_out for node in search.arg.nodes if node.left_out is not None]
        if outcome is Outcome.CLOSED and not reasons:
            found = self._proved(whole)
            return found or self._partial("there was no time left to check the proof again", whole, finished=True)
        why = watch.check_now() or (reasons[0] if reasons else "stopped")
        return self._partial(why, whole, finished=outcome is Outcome.CLOSED)

    def _proved(self, watch: LimitWatch) -> Findings | None:
        """If the abstraction formulas are inductive invariants, checked a second time."""
        search, invariants = self.search, self.invariants()
        check = InvariantCheck(self.cfa, search.loops, search.ends_block, invariants, self.given, watch)
        if not check.holds():
            return None
        undefined = possible(check.undefined, watch)
        known = at_locations(self.cfa, invariants)
        return Findings(Verdict.TRUE, "", EVERYTHING, self._described(invariants), None, undefined, None, known)

    def invariants(self) -> InvariantMap:
        """For each place where blocks begin, that one of the abstraction formulas there holds."""
        found: dict[Place, list[Term]] = {}
        for node in self.search.arg.nodes:
            state = predicate_state(node)
            is_said = state.is_abstraction and state.abstraction.before is not None and not node.target
            if is_said and state.abstraction.formula is not FALSE and not self.search.arg.is_below_cover(node):
                given = node.state.elements[1] if self.given is not None else None
                found.setdefault(Place(node.state.position, given), []).append(state.abstraction.formula)
        return {place: any_of(dict.fromkeys(formulas)) for place, formulas in found.items()}

    def _described(self, invariants: InvariantMap) -> InductiveInvariants:
        lines = self.search.loops.lines
        said = ((place.position.location, rendered(formula)) for place, formula in invariants.items())
        return InductiveInvariants(tuple((str(lines.get(at, at.function)), text) for at, text in said))

    def _partial(self, reason: str, watch: LimitWatch, *, finished: bool) -> Findings:
        """The condition of what was verified, where one is wanted."""
        if not self.limits.wants_condition(finished=finished):
            return Findings(Verdict.UNKNOWN, reason, NOTHING)
        automaton = Coverage(self.search.arg, watch, self.limits.condition_size).automaton()
        undefined = possible(failing(self.search.arg, self.search.formulas), watch)
        return Findings(Verdict.UNKNOWN, reason, automaton, self._described(self.invariants()), None, undefined)


def _interpolator(arithmetic: Arithmetic) -> Interpolator:
    match arithmetic:
        case Arithmetic.BITS:
            return Chain(bit_precise_engines())
        case Arithmetic.INTEGERS:
            return Chain((*integer_engines(), *bit_precise_engines()))
