"""Boolean predicate abstraction (unifying paper, Sect. 3.1.6): the strongest combination of predicates that follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.predicate.formulas import now
from coveriflow.analysis.predicate.questions import About, Questions, Truths
from coveriflow.analysis.predicate.states import Predicates
from coveriflow.logic import build
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.substitution import Substitution, conjunction, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term

_MOST_MODELS = 600
_MODEL_SECONDS = 5.0


class Combination(Enum):
    """``BOOLEAN``: any combination of predicates (ALL-SAT); ``CARTESIAN``: a conjunction."""

    BOOLEAN = "boolean"
    CARTESIAN = "cartesian"


@dataclass(slots=True)
class PredicateAbstraction:
    """Computes abstraction formulas; what was computed once is kept."""

    questions: Questions
    combination: Combination = Combination.BOOLEAN
    _known: dict[tuple[Term, PathFormula, Predicates], Term] = field(default_factory=dict)

    def of(self, formula: Term, block: PathFormula, predicates: Predicates) -> Term:
        """The abstraction, over the values at the end of ``block``, of what ``block`` leads to from ``formula``.

        Law: it follows from ``formula`` and ``block``, even where a solver gave up. Without predicates it is *true*.
        """
        if not predicates:
            return TRUE
        key = formula, block, predicates
        if key not in self._known:
            self._known[key] = self._computed(formula, block, predicates)
        return self._known[key]

    def _computed(self, formula: Term, block: PathFormula, predicates: Predicates) -> Term:
        instances = _instances(block, predicates)
        about = self.questions.about((formula, block.guard), tuple(instances.values()))
        answer, model = about.satisfiable()
        if answer is Satisfiability.UNSAT:
            return FALSE
        literals, open_ones = _decided(about, instances, model)
        certain = conjunction(literals)
        if self.combination is Combination.CARTESIAN or len(open_ones) < 2:
            return certain
        return build.conjoin(certain, _combinations(about, open_ones))


def _decided(about: About, instances: dict[Term, Term], model: Truths | None) -> tuple[list[Term], dict[Term, Term]]:
    """The cartesian part: predicates that follow, or whose opposite does; and the others. What a model shows of a
    predicate needs no question.
    """
    seen = _Seen(instances)
    if model is not None:
        seen.add(model)
    literals: list[Term] = []
    left: dict[Term, Term] = {}
    for predicate, value in instances.items():
        for truth, literal in ((False, predicate), (True, build.negate(predicate))):
            if predicate in seen.with_truth[truth]:
                continue
            answer, model = about.satisfiable(value if truth else build.negate(value))
            if model is not None:
                seen.add(model)
            if answer is Satisfiability.UNSAT:
                literals.append(literal)
                break
        else:
            left[predicate] = value
    return literals, left


def _combinations(about: About, instances: dict[Term, Term]) -> Term:
    """All models, each as a conjunction of literals (ALL-SAT); *true* where these are too many."""
    cubes: list[Term] = []
    while len(cubes) <= _MOST_MODELS:
        answer, model = about.satisfiable(TRUE, _MODEL_SECONDS)
        if answer is Satisfiability.UNSAT:
            return any_of(cubes)
        if model is None:
            return TRUE
        truths = {predicate: bool(model.value(value)) for predicate, value in instances.items()}
        cubes.append(conjunction([p if truths[p] else build.negate(p) for p in instances]))
        about.exclude(conjunction([v if truths[p] else build.negate(v) for p, v in instances.items()]))
    return TRUE


@dataclass(slots=True)
class _Seen:
    """``with_truth``: the predicates that were false in some model, and those that were true."""

    instances: dict[Term, Term]
    with_truth: tuple[set[Term], set[Term]] = field(default_factory=lambda: (set(), set()))

    def add(self, model: Truths) -> None:
        """What holds in ``model``."""
        for predicate, value in self.instances.items():
            self.with_truth[bool(model.value(value))].add(predicate)


def _instances(block: PathFormula, predicates: Iterable[Term]) -> dict[Term, Term]:
    """Predicates with what they are at the end of ``block``, if all that they speak of is known there."""
    values = {now(name, term.sort): term for name, term in block.values.items()}
    substitute = Substitution(values)
    known = (p for p in predicates if all(v in values or _is_of_the_whole_run(v) for v in variables_of(p)))
    return {p: substitute(p) for p in sorted(known, key=lambda p: p.number) if p.constant is None}


def _is_of_the_whole_run(variable: Term) -> bool:
    from coveriflow.analysis.domains.symbolic import UNKNOWN_MEMORY

    return str(variable.payload).startswith(UNKNOWN_MEMORY)
