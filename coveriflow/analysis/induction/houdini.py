"""Which candidates are inductive together (Houdini; Flanagan and Leino 2001): drop what fails until nothing does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Node
from coveriflow.analysis.induction.quantified import shown
from coveriflow.analysis.induction.unrolling import Invariants, Unrolling, formula_of, holds
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic import build
from coveriflow.logic.bitwuzla.contexts import Contexts
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.integer_solver import Values, solved_by_integers
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.products.check import check_by_products
from coveriflow.logic.products.linear import has_products, linearised, without_products
from coveriflow.logic.products.normal import is_equation
from coveriflow.logic.ranges.check import has_floats
from coveriflow.logic.substitution import conjunction, conjuncts_of
from coveriflow.logic.terms import TRUE, Op, Term, is_product, subterms
from coveriflow.logic.z3_solver import Engine, Z3Solver
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import Expression

_TOGETHER = 2.0
_ALONE = 0.3
"""Nominal seconds for a question about all candidates, and about one: a busy machine loses no candidate."""
_BRIEFLY, _AGAIN, _AS_INTEGERS = 0.2, 0.5, 0.2
"""Nominal seconds before algebra is asked about products, of the first engine that checks, and of linear integers."""
_ALONE_AGAIN = 1.0
"""CPU seconds of algebra about one candidate, where another engine confirms each step."""
_IN_CONTEXT = 0.5
"""CPU seconds of bitwuzla."""


_Asked = tuple[Node[CompositeState], Expression, frozenset[Position]]
"""Where a candidate is asked about, and where it is assumed."""


@dataclass(slots=True)
class Houdini:
    """One program. ``given``: invariants that are known to hold and are assumed. ``is_plain``: candidates multiply
    nothing, and no question has facts about products, which are rarely needed for that and make it hard.
    """

    cfa: Cfa
    loops: Loops
    positions: Sequence[Position]
    watch: LimitWatch
    given: Invariants = field(default_factory=dict)
    engine: Engine = Engine.COMBINED
    is_plain: bool = False
    _kept: dict[Position, list[Expression]] = field(default_factory=dict, init=False)
    _contexts: Contexts = field(default_factory=Contexts, init=False)
    _of_itself: dict[_Asked, bool] = field(default_factory=dict, init=False)

    def inductive(self, candidates: Invariants) -> dict[Position, tuple[Expression, ...]]:
        """The largest subset that holds at every first visit of a head, and at the next visit whenever at the last.

        Empty if there was no time to find out.
        """
        from_start = Unrolling(self.cfa, self.loops, 0, (), self.given)
        step = Unrolling(self.cfa, self.loops, 1, self.positions, self.given)
        if Outcome.STOPPED in (from_start.run(self.watch), step.run(self.watch)):
            return {}
        nodes = [*from_start.reached.nodes, *step.reached.nodes]
        self._kept = {position: _readable(nodes, position, some) for position, some in candidates.items()}
        if not self._filtered(from_start.arrivals(), None):
            return {}
        changed = True
        while changed:
            before = sum(map(len, self._kept.values()))
            if not self._filtered(step.arrivals(), step):
                return {}
            changed = sum(map(len, self._kept.values())) < before
        return {position: tuple(kept) for position, kept in self._kept.items() if kept}

    def _filtered(self, arrivals: Sequence[Node[CompositeState]], step: Unrolling | None) -> bool:
        """Drop what may fail at an arrival; whether there was time for that."""
        for node in arrivals:
            while kept := self._kept.get(node.state.position):
                if self.watch.check_now() is not None:
                    return False
                bad = self._failing(node, kept, step)
                if not bad:
                    break
                kept[:] = [candidate for candidate in kept if candidate not in bad]
        return True

    def _assumed(self, step: Unrolling | None, question: Sequence[Term]) -> list[Term]:
        """That the candidates, and what is given of every index, hold where ``step`` begins."""
        if step is None:
            return []
        return [step.assumed(self._kept, question), step.of_every_index(question)]

    def _failing(
        self, node: Node[CompositeState], kept: Sequence[Expression], step: Unrolling | None
    ) -> set[Expression]:
        """None only where a solver has said so: a model in which no candidate fails tells nothing."""
        formula = formula_of(node)
        claims = {candidate: shown(candidate, formula.read) for candidate in kept}
        assumed = [*self._assumed(step, [formula.guard, *claims.values()]), formula.guard]
        fails = build.negate(holds(kept, formula))
        if self.is_plain:
            if bad := {candidate for candidate, claim in claims.items() if has_products(claim)}:
                return bad
            assumed = _without_products(assumed)
        elif any(map(has_products, [*assumed, fails])):
            answer, value = self._asked_as_it_is([*assumed, fails])
            if answer is Satisfiability.UNSAT:
                return set()
            return _refuted(claims, value) or self._failing_with_products(assumed, claims)
        is_first = self.engine is Engine.COMBINED
        answer, value = self._asked([*assumed, fails], _TOGETHER if is_first else _BRIEFLY)
        if answer is Satisfiability.UNKNOWN and not is_first:
            answer, value = self._in_context([*assumed, fails])
        if answer is Satisfiability.UNKNOWN and not is_first:
            claims = {each: claim for each, claim in claims.items() if not self._holds_of_itself(each, node, step)}
            answer, value = self._asked([*assumed, build.negate(holds(list(claims), formula))], _TOGETHER)
        if answer is Satisfiability.UNSAT:
            return set()
        return _refuted(claims, value) or {each for each in claims if not self._holds_alone(each, node, step)}

    def _in_context(self, question: Sequence[Term]) -> tuple[Satisfiability, Values | None]:
        """By bitwuzla, which keeps what it has learnt for the questions after this one; for who checks what z3 says."""
        context = None if any(map(has_floats, question)) else self._contexts.of(question, ())
        if context is None:
            return Satisfiability.UNKNOWN, None
        answer = context.check(TRUE, in_seconds(min(_IN_CONTEXT, self.watch.seconds_left())))
        return answer, context.value if answer is Satisfiability.SAT else None

    def _asked_as_it_is(self, question: Sequence[Term]) -> tuple[Satisfiability, Values | None]:
        """By z3 alone, for a moment: that is enough for products of small numbers."""
        solver = Z3Solver(self.engine)
        answer = solver.check(question, self.watch.seconds_left(), _BRIEFLY)
        return answer, solver.model().value if answer is Satisfiability.SAT else None

    def _failing_with_products(self, known: Sequence[Term], claims: Mapping[Expression, Term]) -> set[Expression]:
        """Where each product may be anything, models tell what to look at; of that, algebra shows equations to hold.

        Solvers take long to multiply out, and longer where there is an execution.
        """
        bad, claimed = set[Expression](), list(claims)
        again = self.engine is not Engine.COMBINED
        plain, *without = linearised([conjunction(list(known)), *claims.values()], again=again)
        linear = dict(zip(claims, without, strict=True))
        while claimed and self.watch.check_now() is None:
            solver = Portfolio(self.engine)
            question = [plain, build.negate(conjunction([linear[each] for each in claimed]))]
            answer = solver.check(question, self.watch.seconds_left(), _TOGETHER)
            if answer is Satisfiability.UNSAT:
                return bad
            model = solver.model() if answer is Satisfiability.SAT else None
            open_ = [each for each in claimed if model is None or not model.value(linear[each])] or claimed
            bad |= {each for each in open_ if not self._follows(known, claims[each])}
            claimed = [each for each in claimed if each not in open_]
        return bad | set(claimed)

    def _follows(self, known: Sequence[Term], claim: Term) -> bool:
        """Whether algebra shows it."""
        if self.watch.check_now() is not None or not (has_products(claim) or is_equation(claim)):
            return False
        again = self.engine is not Engine.COMBINED
        seconds = min(_ALONE_AGAIN if again else _ALONE, self.watch.seconds_left())
        return check_by_products([*known, build.negate(claim)], seconds, again=again) is Satisfiability.UNSAT

    def _holds_of_itself(self, candidate: Expression, node: Node[CompositeState], step: Unrolling | None) -> bool:
        """Whether ``candidate`` holds again where only it and what is given held before. With what else may hold this
        is often a harder question, and another one whenever a candidate is dropped.
        """
        kept = self._kept
        own = {position: [each for each in some if each == candidate] for position, some in kept.items()}
        asked = node, candidate, frozenset(position for position, some in own.items() if some)
        if asked not in self._of_itself:
            self._kept = own
            try:
                self._of_itself[asked] = self._holds_alone(candidate, node, step, _BRIEFLY)
            finally:
                self._kept = kept
        return self._of_itself[asked]

    def _holds_alone(
        self, candidate: Expression, node: Node[CompositeState], step: Unrolling | None, nominal: float = _ALONE
    ) -> bool:
        if self.watch.check_now() is not None:
            return False
        formula = formula_of(node)
        claim = build.negate(shown(candidate, formula.read))
        known = [*self._assumed(step, [formula.guard, claim]), formula.guard]
        answer, _ = self._asked([*(_without_products(known) if self.is_plain else known), claim], nominal)
        return answer is Satisfiability.UNSAT

    def _asked(self, question: Sequence[Term], nominal: float) -> tuple[Satisfiability, Values | None]:
        """Sums of several variables take long in bits, and linear integers no time: these are asked first. Who checks
        stays with bits, in two ways.
        """
        is_first = self.engine is Engine.COMBINED
        if is_first and not any(map(has_floats, question)):
            answer, value = solved_by_integers(question, self.watch.seconds_left(), _AS_INTEGERS)
            if answer is not Satisfiability.UNKNOWN:
                return answer, value
        turns = ((self.engine, nominal),) if is_first else ((Engine.SUMS, min(_AGAIN, nominal)), (self.engine, nominal))
        for engine, seconds in turns:
            solver = Portfolio(engine)
            answer = solver.check(question, self.watch.seconds_left(), seconds)
            if answer is not Satisfiability.UNKNOWN:
                return answer, solver.model().value if answer is Satisfiability.SAT else None
        return Satisfiability.UNKNOWN, None


def _refuted(claims: Mapping[Expression, Term], value: Values | None) -> set[Expression]:
    """Those of ``claims`` that do not hold in a model, if there is one."""
    return set() if value is None else {each for each, claim in claims.items() if not value(claim)}


def _without_products(facts: Sequence[Term]) -> list[Term]:
    """Of a conjunction, what multiplies nothing; in alternatives each product may be anything."""
    known = conjuncts_of(conjunction(list(facts)))
    return [_weakened(each) for each in known if not has_products(each) or _is_disjunction(each)]


def _is_disjunction(fact: Term) -> bool:
    return fact.op is Op.OR or (fact.op is Op.NOT and fact.args[0].op is Op.AND)


def _weakened(fact: Term) -> Term:
    return without_products([fact], filter(is_product, subterms([fact])))[0] if has_products(fact) else fact


def _readable(
    nodes: Sequence[Node[CompositeState]], position: Position, candidates: Sequence[Expression]
) -> list[Expression]:
    """Candidates over what is known whenever control is at ``position``."""
    there = [n for n in nodes if n.state.position == position]
    return [c for c in candidates if all(_is_readable(c, node) for node in there)]


def _is_readable(candidate: Expression, node: Node[CompositeState]) -> bool:
    try:
        shown(candidate, formula_of(node).read)
    except KeyError:
        return False
    return True
