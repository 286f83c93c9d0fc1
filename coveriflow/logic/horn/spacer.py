"""Systems of constrained Horn clauses solved by z3's Spacer (Komuravelli, Gurfinkel, Chaki 2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import z3

from coveriflow.logic import build
from coveriflow.logic.horn.contracts import Atom, Clause, Derivation, Outcome, Predicate, Solution, predicates_of
from coveriflow.logic.horn.encodings import Arithmetic, Encoding, encoding_of
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.interruption import checked
from coveriflow.logic.substitution import equality, size_of, variables_of
from coveriflow.logic.terms import TRUE, Op, Term
from coveriflow.logic.terms import variable as logic_variable

_KEPT_AS_IS = ("inline_linear", "inline_eager", "slice", "coi")
"""Transformations that would leave nothing of some predicates."""
_LARGEST = 60_000
"""Terms of a system: encoding more takes longer than solving is worth."""
_LARGEST_FORMULA = 3_000


@dataclass(frozen=True, slots=True)
class Style:
    """How Spacer is asked. ``equalities``: whether it uses equalities of its model to generalise. Without them it finds
    more relations between variables; with them, others.
    """

    arithmetic: Arithmetic
    equalities: bool = False


def solve(clauses: Sequence[Clause], style: Style, seconds: float) -> Outcome:
    """A solution or a derivation, as far as the arithmetic of ``style`` goes, within ``seconds`` of CPU time.

    Raises ``Inapplicable`` where the clauses are not of that arithmetic, or too many.
    """
    heads = [equality(p, a) for c in clauses if c.head for p, a in zip(*_sides(c.head), strict=True)]
    terms = [*(clause.guard for clause in clauses), *heads, *(a for c in clauses for b in c.body for a in b.arguments)]
    if sum(map(size_of, dict.fromkeys(terms))) > _LARGEST:
        raise Inapplicable("a system of so many terms")
    predicates = predicates_of(clauses)
    encoding = encoding_of(style.arithmetic, terms, (p for each in predicates for p in each.parameters))
    return _System(clauses, predicates, encoding, style.equalities).solved(seconds)


def _sides(atom: Atom) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    return atom.predicate.parameters, atom.arguments


@dataclass(slots=True)
class _Interruptible:
    """A query as what ``checked`` takes."""

    engine: z3.Fixedpoint
    goal: Any

    def set(self, option: str, value: int) -> None:
        self.engine.set(option, value)

    def check(self) -> Any:
        return self.engine.query(self.goal)

    def interrupt(self) -> None:
        self.engine.ctx.interrupt()


@dataclass(slots=True)
class _System:
    """Each clause without a head derives a relation of its own, so that a derivation tells which one it was."""

    clauses: Sequence[Clause]
    predicates: tuple[Predicate, ...]
    encoding: Encoding
    equalities: bool
    _relations: dict[Predicate, Any] = field(default_factory=dict)
    _errors: dict[int, Any] = field(default_factory=dict)
    _aliases: int = 0

    def solved(self, seconds: float) -> Outcome:
        """z3 says *sat* where the goal can be derived."""
        engine, goal = self._engine()
        try:
            answer = checked(_Interruptible(engine, goal), seconds)
            if answer == z3.unsat:
                return self._solution(engine)
            return self._derivation(engine) if answer == z3.sat else None
        except z3.Z3Exception:
            return None

    def _engine(self) -> tuple[z3.Fixedpoint, Any]:
        context = self.encoding.context
        engine = z3.Fixedpoint(ctx=context)
        engine.set("engine", "spacer")
        engine.set("spacer.eq_prop", self.equalities)
        for option in _KEPT_AS_IS:
            engine.set(f"xform.{option}", False)
        truth = z3.BoolSort(ctx=context)
        goal = z3.Function("goal", truth)
        for each in self.predicates:
            sorts = [self.encoding.constant(p).sort() for p in each.parameters]
            self._relations[each] = z3.Function(each.name, *sorts, truth)
        self._errors = {n: z3.Function(f"error{n}", truth) for n, c in enumerate(self.clauses) if c.head is None}
        for relation in (goal, *self._relations.values(), *self._errors.values()):
            engine.register_relation(relation)
        for number, clause in enumerate(self.clauses):
            engine.add_rule(self._rule(number, clause))
        for error in self._errors.values():
            engine.add_rule(z3.Implies(error(), goal()))
        return engine, goal()

    def _rule(self, number: int, clause: Clause) -> Any:
        """Arguments are variables, so that every encoding can say what they are."""
        guards = [clause.guard]
        atoms = [(self._relations[b.predicate], self._named(b, guards)) for b in clause.body]
        relation, names = self._errors.get(number), list[Term]()
        if clause.head is not None:
            relation, names = self._relations[clause.head.predicate], self._named(clause.head, guards)
        mentioned = [name for _, some in atoms for name in some] + names
        spoken_of = dict.fromkeys(v for g in guards for v in sorted(variables_of(g), key=lambda v: v.number))
        spoken_of |= dict.fromkeys(mentioned)
        holds = self.encoding.holds([g for g in guards if g is not TRUE], list(spoken_of))
        assert relation is not None
        body, head = [self._applied(r, some) for r, some in atoms], self._applied(relation, names)
        rule = z3.Implies(z3.And(*body, *holds, z3.BoolVal(True, ctx=self.encoding.context)), head)
        constants = _constants_of([*holds, *(self.encoding.constant(name) for name in mentioned)])
        return z3.ForAll(constants, rule) if constants else rule

    def _named(self, atom: Atom, guards: list[Term]) -> list[Term]:
        names = []
        for argument in atom.arguments:
            name = argument
            if argument.op is not Op.VARIABLE:
                self._aliases += 1
                name = logic_variable(f"argument{self._aliases}", argument.sort)
                guards.append(equality(name, argument))
            names.append(name)
        return names

    def _applied(self, relation: Any, names: Sequence[Term]) -> Any:
        return relation(*(self.encoding.constant(name) for name in names))

    def _solution(self, engine: z3.Fixedpoint) -> Solution:
        found, complete = {}, True
        for predicate, relation in self._relations.items():
            formula = z3.simplify(engine.get_cover_delta(-1, relation))
            parameters = [self.encoding.parameter(p) for p in predicate.parameters]
            if parameters:
                formula = z3.substitute_vars(formula, *parameters)
            found[predicate], whole = read_over(predicate.parameters, self.encoding, formula)
            complete = complete and whole
        return Solution(found, complete)

    def _derivation(self, engine: z3.Fixedpoint) -> Derivation | None:
        """The proof as applications of clauses: a clause is known by the relations of its head and its body."""
        names = {predicate: relation.name() for predicate, relation in self._relations.items()}
        by_relations: dict[tuple[str, frozenset[str]], Clause] = {}
        for number, clause in enumerate(self.clauses):
            head = self._errors[number].name() if clause.head is None else names[clause.head.predicate]
            by_relations[head, frozenset(names[b.predicate] for b in clause.body)] = clause
        derived: dict[int, tuple[str, Derivation]] = {}
        last: Derivation | None = None
        for step in _steps(engine.get_answer()):
            premises = dict(derived[p.get_id()] for p in step.children()[1:-1] if p.get_id() in derived)
            fact = step.children()[-1].decl().name()
            clause_used = by_relations.get((fact, frozenset(premises)))
            if clause_used is None and fact in {error.name() for error in self._errors.values()} | set(names.values()):
                return None
            if clause_used is not None:
                last = Derivation(clause_used, tuple(premises[names[b.predicate]] for b in clause_used.body))
                derived[step.get_id()] = fact, last
        return last if last is not None and last.clause.head is None else None


def _steps(proof: Any) -> Iterator[Any]:
    """The hyper-resolutions of a proof, premises first, each once."""
    seen: set[int] = set()
    pending = [(proof, False)]
    while pending:
        current, expanded = pending.pop()
        if expanded:
            yield current
        elif current.get_id() not in seen:
            seen.add(current.get_id())
            if current.decl().kind() == z3.Z3_OP_PR_HYPER_RESOLVE:
                pending.append((current, True))
            pending += [(child, False) for child in current.children() if not z3.is_quantifier(child)]


def read_over(parameters: Sequence[Term], encoding: Encoding, formula: Any) -> tuple[Term, bool]:
    """The conjuncts of ``formula`` that a term over ``parameters`` says, and whether these are all. One with another
    variable is left out: a clause may have a variable of that name, and would be shown for its values alone.
    """
    parts, whole, known = [], True, frozenset(parameters)
    for conjunct in formula.children() if z3.is_and(formula) else [formula]:
        try:
            part = encoding.read(conjunct)
        except Inapplicable:
            part = None
        if part is None or not variables_of(part) <= known:
            whole = False
        else:
            parts.append(part)
    found = reduce(build.conjoin, parts, TRUE)
    return (found, whole) if size_of(found) <= _LARGEST_FORMULA else (TRUE, False)


def _constants_of(expressions: Sequence[Any]) -> list[Any]:
    """What has no interpretation, in the order in which it is met."""
    seen: set[int] = set()
    found, pending = [], list(reversed(expressions))
    while pending:
        current = pending.pop()
        if current.get_id() not in seen:
            seen.add(current.get_id())
            if z3.is_const(current) and current.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                found.append(current)
            pending += current.children()
    return found
