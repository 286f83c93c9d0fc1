"""Bitwuzla with the solver contract, for one question at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import bitwuzla

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Cells, Evaluation
from coveriflow.logic.bitwuzla.terms import Translator, is_supported
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, Op, Term, bits, boolean, subterms

_MOST_TERMS = 300_000
_CALLS = 50
_shared: Translator | None = None


def shared_translator() -> Translator:
    """That of all solvers of this process, as long as it is not very large."""
    global _shared
    if _shared is None or len(_shared) > _MOST_TERMS:
        _shared = Translator(bitwuzla.TermManager())
    return _shared


def asked_seldom(deadline: Deadline) -> Callable[[], bool]:
    """Whether ``deadline`` is over, for bitwuzla. It asks many thousand times a second; the clock is read seldom."""
    calls = count(1)
    return lambda: next(calls) % _CALLS == 0 and deadline.is_over()


class BitwuzlaModel:
    """Values of the variables; what the question leaves open is zero. Terms are computed by our own folding."""

    def __init__(self, values: dict[Term, Term]) -> None:
        self._evaluation = Evaluation(values)

    def value(self, term: Term) -> int:
        """See ``contracts.Model``."""
        return self._evaluation.value(term)

    def elements(self, array: Term, length: int) -> list[int]:
        """See ``contracts.Model``."""
        found = self._evaluation.array_or_value(array)
        assert isinstance(found, Cells)
        return [found.at(index) for index in range(length)]


class BitwuzlaSolver:
    """A solver (``contracts.Solver``) that decides every question afresh. A model is computed again before it is
    given: one that does not satisfy the question is no answer.

    ``simplifies``: whether a question is simplified as a whole before it becomes bits. Without, and with the simplest
    rewriting of terms, what is asked has little in common with that.
    """

    def __init__(self, *, simplifies: bool = True) -> None:
        self._simplifies = simplifies
        self._formulas: list[Term] = []
        self._last: BitwuzlaModel | None = None

    def add(self, formula: Term) -> None:
        """See ``contracts.Solver``."""
        self._formulas.append(formula)

    def check(self, assumptions: Sequence[Term] = (), seconds: float | None = None) -> Satisfiability:
        """See ``contracts.Solver``."""
        question = [*self._formulas, *assumptions]
        if any(a.constant == 0 for a in question):
            return Satisfiability.UNSAT
        below = list(subterms(question))
        if not all(map(is_supported, below)):
            return Satisfiability.UNKNOWN
        translate, options = shared_translator(), bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        if not self._simplifies:
            options.set(bitwuzla.Option.PREPROCESS, False)
            options.set(bitwuzla.Option.REWRITE_LEVEL, 1)
        solver = bitwuzla.Bitwuzla(translate.manager, options)
        for formula in question:
            solver.assert_formula(translate(formula))
        for term in below:
            if (definition := translate.definitions.get(term)) is not None:
                solver.assert_formula(definition)
        if seconds is not None:
            deadline = in_seconds(seconds)
            solver.configure_terminator(asked_seldom(deadline))
        answer = solver.check_sat()
        if answer == bitwuzla.Result.UNSAT:
            return Satisfiability.UNSAT
        if answer == bitwuzla.Result.SAT:
            return self._confirmed(
                question, [(t, translate.variables[t]) for t in below if t.op is Op.VARIABLE], solver
            )
        return Satisfiability.UNKNOWN

    def _confirmed(
        self, question: Sequence[Term], variables: Sequence[tuple[Term, Any]], solver: Any
    ) -> Satisfiability:
        values: dict[Term, Term] = {}
        for variable, made in variables:
            value = read_value(solver.get_value(made), variable.sort)
            if value is None:
                return Satisfiability.UNKNOWN
            values[variable] = value
        model = BitwuzlaModel(values)
        if not model.value(conjunction(list(question))):
            return Satisfiability.UNKNOWN
        self._last = model
        return Satisfiability.SAT

    def model(self) -> BitwuzlaModel:
        """See ``contracts.Solver``."""
        assert self._last is not None
        return self._last


def read_value(value: Any, sort: int) -> Term | None:
    """A constant, or an array made of stores; ``None``: another kind of array."""
    if sort == BOOLEAN:
        return boolean(bool(value.value()))
    if sort > 0:
        return bits(int(value.value(10)), sort)
    stores, kinds = [], bitwuzla.Kind
    while value.kind() == kinds.ARRAY_STORE:
        array, index, element = value.children()
        stores.append((bits(int(index.value(10)), INDEX_WIDTH), bits(int(element.value(10)), -sort)))
        value = array
    if value.kind() != kinds.CONST_ARRAY:
        return None
    found = build.array_of(bits(int(value.children()[0].value(10)), -sort))
    for index, element in reversed(stores):
        found = build.store(found, index, element)
    return found
