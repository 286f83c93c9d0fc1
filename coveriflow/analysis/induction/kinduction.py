"""k-induction (unifying paper, Algorithm 3) over visits of loop heads, strengthened by invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Node
from coveriflow.analysis.data_flow.closed_set import closed_sets
from coveriflow.analysis.data_flow.feeds import Here, StartFeed
from coveriflow.analysis.data_flow.memory_places import region_types
from coveriflow.analysis.data_flow.precision import FRAMED, Precision
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.induction.quantified import is_quantified, unquantified
from coveriflow.analysis.induction.strengthening import InvariantSource, Scope, Strengthening
from coveriflow.analysis.induction.unrolling import Unrolling, formula_of
from coveriflow.analysis.search.abstract_graphs import Drawable, abstract_graph
from coveriflow.analysis.search.assumption_automaton import assumption_automaton
from coveriflow.analysis.search.counterexamples import replayed, replayed_with_letters
from coveriflow.analysis.search.failing_checks import failing_checks
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.solver_schedule import FIRST, Turn, answered, solved_again
from coveriflow.analysis.unwinding.bmc import inputs_along
from coveriflow.artifacts.answers import ClosedReachedSet, Induction, UnwindingCertificate
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.build import any_of, conjoin
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.products.linear import has_products
from coveriflow.logic.terms import TRUE, Term
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.wording import counted

_Node = Node[CompositeState]
_SEARCH_SHARE = 0.85
_CLOSED_SET_SHARE = 0.95
_CLOSED_SET_SECONDS = 60.0
_SOON: tuple[Turn, ...] = ((Engine.COMBINED, 1.5), (Engine.SUMS, 0.5), (Engine.SIMPLE, 0.5))
"""How long solvers have for a step, while there may be stronger invariants to come."""
_PATIENT: tuple[Turn, ...] = ((Engine.COMBINED, 3.0),)
"""And once more for the first step: where solvers do not decide it soon, they do not decide soon about candidates."""
_MOMENT: tuple[Turn, ...] = ((Engine.COMBINED, 0.3),)
"""For places beside one that is open: an execution that is at one of them tells that no proof is to be waited for."""


@dataclass(frozen=True, slots=True)
class InductionLimits:
    """Values of k: from ``first`` by a half more each time, up to ``last`` (``None``: until a soft limit)."""

    first: int = 1
    last: int | None = None
    invariants: InvariantSource = InvariantSource.BOTH

    def __post_init__(self) -> None:
        """A negative k counts no visits: the base case and the step case would be empty, and prove anything."""
        if self.first < 0 or (self.last is not None and self.last < 0):
            raise ValueError(f"k is never negative: {self}")


@dataclass(slots=True)
class KInduction:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears k; ``facts``: how
    the data-flow analysis is started.
    """

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    bounds: InductionLimits = field(default_factory=InductionLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    facts: StartFeed = Here
    loops: Loops = field(init=False)
    _strengthening: Strengthening = field(init=False)
    _positions: tuple[Position, ...] = field(default=(), init=False)
    _watch: LimitWatch = field(init=False)
    _shown: Unrolling | None = field(default=None, init=False)
    _left_by_values: str = field(default="", init=False)
    _is_open: bool = field(default=False, init=False)

    @property
    def invariants(self) -> dict[Position, tuple[Expression, ...]]:
        """What is known to be inductive."""
        return self._strengthening.invariants

    def run(self) -> Findings:
        """Deepen until decided or a limit is reached."""
        self._watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        self.loops = loops_of(self.cfa)
        try:
            self._positions = head_positions(self.cfa, self.loops)
        except NotSupported:
            if (proof := self._closed_set([FRAMED])) is not None:
                return proof
            raise
        self._strengthening = Strengthening(
            self.cfa,
            self.loops,
            self._positions,
            self._watch,
            self.bounds.invariants,
            self.facts,
            self.progress,
            Scope.ELEMENTS,
        )
        self._watch.elsewhere = self._strengthening.elsewhere
        try:
            findings = self._run()
        finally:
            self._strengthening.close()
        return findings if self._shown is None else replace(findings, graph=_graph(self._shown))

    def _run(self) -> Findings:
        if (proof := self._closed_set()) is not None:
            return proof
        whole = LimitWatch(self.limits.for_evidence(), elsewhere=self._strengthening.elsewhere)
        deepest, reason = Unrolling(self.cfa, self.loops, 0, given=self.given), ""
        for bound in self._bounds():
            self.progress(f"k = {bound}")
            base = self._shown = Unrolling(self.cfa, self.loops, bound, given=self.given)
            self._watch.states = base.reached.__len__
            found = self._base_case(base)
            if isinstance(found, Findings):
                return found
            if found:
                reason = found
                break
            deepest, reason = base, f"no proof by induction over {counted(bound, 'visit')} of loop heads"
            proof = self._strengthened_step_case(base)
            if proof is not None:
                return proof
            if self._watch.check_now() is not None:
                break
        self._strengthening.close()
        stopped = self._watch.check_now()
        told = "; ".join(
            filter(None, (stopped or reason, self._within(deepest) if stopped else "", self._left_by_values))
        )
        return self._partial(deepest, told, whole, finished=stopped is None)

    def _within(self, deepest: Unrolling) -> str:
        """What base cases have shown, where all executions were looked at."""
        if self.given is not None or deepest.bound == 0:
            return ""
        return f"no violation within {counted(deepest.bound, 'visit')} of loop heads"

    def _closed_set(self, precisions: Sequence[Precision] = ()) -> Findings | None:
        """A proof by what the data-flow analysis knows of memory alone, if there is memory: no solver is asked."""
        if self.given is not None or not region_types(self.cfa) or not self._has_failing_checks():
            return None
        self.progress("values in memory")
        watch = LimitWatch(SoftLimits(cpu=_CLOSED_SET_SHARE * self._watch.seconds_left(_CLOSED_SET_SECONDS)))
        for found in closed_sets(self.cfa, watch, precisions):
            if found.is_proof:
                proof = ClosedReachedSet(found.size())
                return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, found.undefined)
            self._left_by_values = found.what_is_left()
        return None

    def _has_failing_checks(self) -> bool:
        return any(isinstance(e.operation, Assume) and e.operation.undefined for e in self.cfa.entering[self.cfa.error])

    def _bounds(self) -> Iterator[int]:
        bound = self.bounds.first
        while self.bounds.last is None or bound < self.bounds.last:
            yield bound
            bound += max(1, bound // 2)
        yield self.bounds.last

    def _base_case(self, base: Unrolling) -> Findings | str:
        """A verdict; else why the search must stop, or ``""`` where the bound holds."""
        if base.run(self._watch) is Outcome.STOPPED:
            return self._watch.check_now() or "stopped"
        errors = base.errors()
        answer, model = self._check(errors)
        if model is not None:
            return self._violation(base, errors, model)
        if answer is Satisfiability.UNKNOWN:
            return f"the solver gave up on violations within {counted(base.bound, 'visit')} of loop heads"
        if self._excluded(base.cut()) and _solved_again([*errors, *base.cut()], self._watch):
            undefined = failing_checks(Portfolio(), base.domain.undefined, self._watch)
            return Findings(Verdict.TRUE, "", EVERYTHING, UnwindingCertificate(base.bound), None, undefined)
        return self._left_out(base)

    def _left_out(self, base: Unrolling) -> str:
        """What is not supported, where no larger bound can show more."""
        arrivals = base.arrivals()
        others = set(base.cut()).difference(arrivals)
        if not others or not self._excluded(arrivals):
            return ""
        return min(others, key=lambda node: node.number).left_out or ""

    def _violation(self, base: Unrolling, errors: Sequence[_Node], model: Model) -> Findings | str:
        zeros = base.domain.zeros_at_start()
        with_zeros = model if zeros is TRUE else self._check(errors, zeros)[1]
        if with_zeros is None:
            found = replayed_with_letters(self.cfa, inputs_along(base.reached.root, model))
            if found is None:
                return "a violation that was found depends on memory that is read before it is written"
        else:
            found = replayed(self.cfa, inputs_along(base.reached.root, with_zeros))
            if found is None:
                raise AssertionError("a model of the unrolling does not replay to the error")
        return Findings(Verdict.FALSE, "", NOTHING, None, found)

    def _check(
        self, nodes: Sequence[_Node], further: Term = TRUE, turns: Sequence[Turn] = FIRST
    ) -> tuple[Satisfiability, Model | None]:
        """Whether an execution for which ``further`` holds is at one of ``nodes``, and one."""
        return answered([any_of(formula_of(n).guard for n in nodes), further], self._watch, turns)

    def _excluded(self, nodes: Sequence[_Node]) -> bool:
        """Whether no execution is at one of ``nodes``."""
        return self._check(nodes)[0] is Satisfiability.UNSAT

    def _strengthened_step_case(self, base: Unrolling) -> Findings | None:
        """Again whenever the invariants have become stronger, and solvers are patient only with the last ones; after
        the last k all that there is to come is waited for.
        """
        self._strengthening.update()
        proof = self._step_case(base, _SOON)
        while proof is None and self._strengthening.improve():
            proof = self._step_case(base, _SOON)
        if proof is None and self._is_open:
            proof = self._step_case(base)
        if proof is None and base.bound == self.bounds.last and self._strengthening.complete():
            proof = self._step_case(base)
        return proof

    def _step_case(self, base: Unrolling, turns: Sequence[Turn] = FIRST) -> Findings | None:
        """No error after ``bound`` visits without error, whatever the state before; and no place that stops us.

        An execution that is at an error after n > bound visits has been without error at the bound visits before.
        """
        self._is_open = False
        step = Unrolling(self.cfa, self.loops, base.bound + 1, self._positions, self.invariants)
        if not self._positions or step.run(self._watch) is Outcome.STOPPED:
            return None
        open_nodes = [n for visits in range(base.bound + 1) for n in base.unsafe(visits)]
        unsafe = [*open_nodes, *step.unsafe(base.bound + 1)]
        known = step.of_every_index([formula_of(n).guard for n in unsafe])
        questions = _questions(unsafe)
        answer = self._check_each(questions, known, turns)
        if answer is Satisfiability.UNKNOWN and turns is _SOON and self._is_first(base, unsafe):
            answer = self._check_each(questions, known, _PATIENT)
        self._is_open = answer is Satisfiability.UNKNOWN
        if answer is not Satisfiability.UNSAT or not all(_solved_again(q, self._watch, known) for q in questions):
            return None
        failing = [*base.domain.undefined, *_as_known(step, step.failing(base.bound + 1))]
        undefined = failing_checks(Portfolio(), failing, self._watch)
        proof = Induction(base.bound, self._described())
        return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, undefined, None, self._at_locations())

    def _check_each(self, questions: Sequence[Sequence[_Node]], known: Term, turns: Sequence[Turn]) -> Satisfiability:
        """Whether an execution is at one of the places; when one of them is open the others have a moment each."""
        found = Satisfiability.UNSAT
        for nodes in questions:
            answer = self._check(nodes, known, turns if found is Satisfiability.UNSAT else _MOMENT)[0]
            if answer is Satisfiability.SAT:
                return answer
            if answer is Satisfiability.UNKNOWN:
                found = answer
        return found

    def _is_first(self, base: Unrolling, unsafe: Sequence[_Node]) -> bool:
        """Whether no step was looked at before, and this one multiplies nothing: invariants make products easy."""
        if self.invariants or base.bound != self.bounds.first:
            return False
        return not any(has_products(formula_of(node).guard) for node in unsafe)

    def _at_locations(self) -> dict[Location, tuple[Expression, ...]]:
        """What holds at a loop head whatever the call stack."""
        found: dict[Location, tuple[Expression, ...]] = {}
        for position in self._positions:
            here, before = unquantified(self.invariants.get(position, ())), found.get(position.location)
            found[position.location] = here if before is None else tuple(each for each in before if each in here)
        return found

    def _described(self) -> tuple[tuple[str, str], ...]:
        found = (
            (str(self.loops.lines[head.location]), f"{'for every k: ' if is_quantified(e) else ''}{rendered(e)}")
            for head, some in self.invariants.items()
            for e in some
        )
        return tuple(found)

    def _partial(self, base: Unrolling, reason: str, watch: LimitWatch, *, finished: bool) -> Findings:
        """What the base case has shown is a condition like that of bounded model checking."""
        if not self.limits.wants_condition(finished=finished):
            return Findings(Verdict.UNKNOWN, reason, NOTHING)
        reached = base.reached
        open_nodes = {n.number for n in reached.waiting}
        open_nodes |= {n.number for n in (*base.errors(), *base.cut()) if not self._is_unreachable(n, watch)}
        size = self.limits.condition_size
        automaton = assumption_automaton(
            base.analysis, reached.root, reached.nodes, lambda n: n.number in open_nodes, size
        )
        proof = UnwindingCertificate(base.bound)
        return Findings(
            Verdict.UNKNOWN, reason, automaton, proof, None, failing_checks(Portfolio(), base.domain.undefined, watch)
        )

    def _is_unreachable(self, node: _Node, watch: LimitWatch) -> bool:
        if watch.check_now() is not None:
            return False
        return Portfolio().check([formula_of(node).guard], watch.seconds_left(0.5)) is Satisfiability.UNSAT


def _graph(base: Unrolling) -> AbstractGraph:
    title = f"base case, {counted(base.bound, 'visit')} of loop heads"
    drawable = Drawable(title, lambda state: f"{state.elements[1]} visits")
    return abstract_graph(drawable, base.analysis, base.reached.nodes)


def _questions(unsafe: Sequence[_Node]) -> Sequence[Sequence[_Node]]:
    """Where there are products, each place is a question of its own: algebra goes through cases one by one."""
    if any(has_products(formula_of(node).guard) for node in unsafe):
        return [[node] for node in unsafe]
    return [unsafe]


def _as_known(step: Unrolling, failing: Sequence[tuple[Edge, Term]]) -> list[tuple[Edge, Term]]:
    """When checks fail, with what is known of the elements of arrays."""
    return [(edge, conjoin(fails, step.of_every_index([fails]))) for edge, fails in failing]


def _solved_again(nodes: Sequence[_Node], watch: LimitWatch, known: Term = TRUE) -> bool:
    question = conjoin(any_of(formula_of(n).guard for n in nodes), known)
    return solved_again(question, watch, "two engines disagree about a step of an induction")
