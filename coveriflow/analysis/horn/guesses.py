"""Guessed invariants: bounds, and those of k-induction, which fills templates from executions.

None is believed: what is inductive is kept, and Spacer then looks for what is missing.
"""

from __future__ import annotations

from collections import defaultdict

from coveriflow.analysis.horn.bounds import candidates, closed_forms
from coveriflow.analysis.horn.certificate import Formulas
from coveriflow.analysis.horn.clauses import System
from coveriflow.analysis.induction.candidates import candidates as from_samples
from coveriflow.analysis.induction.samples import Sampler
from coveriflow.analysis.predicate.formulas import now
from coveriflow.analysis.search.atoms import Vocabulary, integer_places
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.logic import build
from coveriflow.logic.encoding import claim, sort_of
from coveriflow.logic.horn.contracts import Predicate
from coveriflow.logic.substitution import variables_of
from coveriflow.logic.terms import TRUE, Term
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.expressions.expressions import Expression, Variable

_EXECUTIONS = 100
_SECONDS = 0.5
_SHARE = 0.2


def bounds(system: System) -> Formulas:
    """For functions; at loops bounds are many, and Spacer finds those that count."""
    return candidates(system.clauses) if system.summaries else {}


def results(system: System) -> Formulas:
    """For functions: sums and products of what they are given."""
    return closed_forms(system.clauses, frozenset(system.summaries.values())) if system.summaries else {}


def sampled(system: System, seconds: float) -> Formulas:
    """What executions suggest, which take a part of so many seconds of CPU time.

    At loop heads of the program, outside of recursive functions: there a call stack is a place.
    """
    cfa, loops = system.blocks.cfa, system.blocks.loops
    heads: defaultdict[object, list[Predicate]] = defaultdict(list)
    for place, predicate in system.places.items():
        if not place.activation.function and loops.is_head(place.position.location):
            heads[place.position].append(predicate)
    positions = list(dict.fromkeys(p.position for p in system.places if p.position in heads))
    if not positions:
        return {}
    sampler = Sampler(cfa, positions, integer_places(cfa))
    sampler.run(_EXECUTIONS, LimitWatch(SoftLimits(cpu=min(_SECONDS, _SHARE * seconds))))
    vocabulary = Vocabulary(cfa, sampler.places, liveness_of(cfa))
    constants = vocabulary.constants()
    found: dict[Predicate, Term] = {}
    for position in positions:
        said = from_samples(vocabulary, position, sampler.at(position), constants)
        for predicate in heads[position]:
            found[predicate] = _conjunction(said, predicate)
    return found


def _conjunction(said: list[Expression], predicate: Predicate) -> Term:
    known, formula = frozenset(predicate.parameters), TRUE
    for each in said:
        term = claim(each, _value)
        if variables_of(term) <= known:
            formula = build.conjoin(formula, term)
    return formula


def _value(variable: Variable) -> Term:
    return now(variable.name, sort_of(variable.type))
