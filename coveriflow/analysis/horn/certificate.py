"""The certificate check of a solution: each clause holds in bits, asked of other engines than the one that found it.

What of a solution is inductive is kept where the whole of it is not (Houdini; Flanagan and Leino 2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.horn.contracts import Atom, Clause, Predicate
from coveriflow.logic.products.check import check_by_products
from coveriflow.logic.products.linear import has_products
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver

_TURNS = (
    *((engine, 1.0) for engine in (Engine.BLASTED, Engine.COMBINED, Engine.SIMPLE)),
    *((engine, 5.0) for engine in (Engine.BLASTED, Engine.SIMPLE)),
    (Engine.COMBINED, 10.0),
)

_TURNS_OF_PRODUCTS = ((Engine.COMBINED, 0.3), *_TURNS)
"""What is equal as a polynomial is not to become bits."""
_BY_ALGEBRA = 1.0

Formulas = Mapping[Predicate, Term]
"""For predicates what holds of their parameters; of others nothing is known."""


def at(formulas: Formulas, atom: Atom) -> Term:
    """What ``formulas`` say of the arguments of ``atom``."""
    replaced = dict(zip(atom.predicate.parameters, atom.arguments, strict=True))
    return Substitution(replaced)(formulas.get(atom.predicate, TRUE))


def body_of(clause: Clause, formulas: Formulas) -> Term:
    """When the clause applies, where ``formulas`` hold."""
    found = clause.guard
    for atom in clause.body:
        found = build.conjoin(at(formulas, atom), found)
    return found


@dataclass(slots=True)
class Certificate:
    """Of ``clauses``. ``unknown``: whether a question was left without an answer."""

    clauses: Sequence[Clause]
    watch: LimitWatch
    unknown: bool = field(default=False, init=False)

    def solves(self, formulas: Formulas) -> bool:
        """Whether each clause holds, and each formula speaks of its predicate's parameters only."""
        if not all(_is_about(predicate, formula) for predicate, formula in formulas.items()):
            return False
        return all(self._excluded([body_of(c, formulas), build.negate(_head(c, formulas))]) for c in self.clauses)

    def excludes_errors(self, formulas: Formulas) -> bool:
        """Whether each clause without a head holds."""
        return all(self._excluded([body_of(c, formulas)]) for c in self.clauses if c.head is None)

    def inductive(self, formulas: Formulas) -> dict[Predicate, Term]:
        """The conjuncts of ``formulas`` over parameters that hold together in each clause with a head."""
        kept = {p: [each for each in conjuncts_of(formula) if _is_about(p, each)] for p, formula in formulas.items()}
        changed = True
        while changed and self.watch.check_now() is None:
            changed = False
            for clause in self.clauses:
                if clause.head is not None and kept.get(clause.head.predicate):
                    changed |= self._dropped(clause, clause.head, kept)
        if self.watch.check_now() is not None:
            return {}
        return {predicate: conjunction(some) for predicate, some in kept.items()}

    def _dropped(self, clause: Clause, head: Atom, kept: dict[Predicate, list[Term]]) -> bool:
        """Drop what may fail where the clause applies; whether anything did."""
        before = len(kept[head.predicate])
        while some := kept[head.predicate]:
            body = body_of(clause, {predicate: conjunction(each) for predicate, each in kept.items()})
            replaced = Substitution(dict(zip(head.predicate.parameters, head.arguments, strict=True)))
            said = {each: replaced(each) for each in some}
            answer, model = self._answer([body, build.negate(conjunction(list(said.values())))])
            if answer is Satisfiability.UNSAT:
                break
            false = {each for each in some if model is not None and not model.value(said[each])}
            kept[head.predicate] = [each for each in some if each not in (false or set(some))]
        return len(kept[head.predicate]) < before

    def _excluded(self, question: Sequence[Term]) -> bool:
        """Algebra is asked about products first: what z3 found to be inductive is then shown by another engine."""
        if any(map(has_products, question)) and self.watch.check_now() is None:
            seconds = self.watch.seconds_left(_BY_ALGEBRA)
            if check_by_products(question, seconds, again=True) is Satisfiability.UNSAT:
                return True
        return self._answer(question)[0] is Satisfiability.UNSAT

    def _answer(self, question: Sequence[Term]) -> tuple[Satisfiability, Model | None]:
        if FALSE in question:
            return Satisfiability.UNSAT, None
        for engine, most in _TURNS_OF_PRODUCTS if any(map(has_products, question)) else _TURNS:
            if self.watch.check_now() is not None:
                break
            solver = Z3Solver(engine)
            answer = solver.check(question, self.watch.seconds_left(most))
            if answer is not Satisfiability.UNKNOWN:
                return answer, solver.model() if answer is Satisfiability.SAT else None
        self.unknown = True
        return Satisfiability.UNKNOWN, None


def _is_about(predicate: Predicate, formula: Term) -> bool:
    """Another variable would have the value of a clause that has one of this name, a different one in each clause."""
    return variables_of(formula) <= frozenset(predicate.parameters)


def _head(clause: Clause, formulas: Formulas) -> Term:
    return FALSE if clause.head is None else at(formulas, clause.head)


def together(one: Formulas, other: Formulas) -> dict[Predicate, Term]:
    """What both say."""
    return {p: build.conjoin(one.get(p, TRUE), other.get(p, TRUE)) for p in (*one, *(p for p in other if p not in one))}
