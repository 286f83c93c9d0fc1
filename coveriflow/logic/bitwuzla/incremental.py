"""Bitwuzla for many small questions about the same formulas: what it has learnt for one serves the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import bitwuzla

from coveriflow.logic.bitwuzla.solver import asked_seldom, read_value
from coveriflow.logic.bitwuzla.terms import Translator
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.terms import Term

_ANSWERS = {bitwuzla.Result.SAT: Satisfiability.SAT, bitwuzla.Result.UNSAT: Satisfiability.UNSAT}


class IncrementalSolver:
    """Formulas are never simplified as a whole, so that assumptions stay what they are. Answers are not computed again:
    who asks checks what comes of them. For terms that bitwuzla has (``terms.is_supported``).
    """

    def __init__(self, translate: Translator) -> None:
        options = bitwuzla.Options()
        for option in (bitwuzla.Option.PRODUCE_MODELS, bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS):
            options.set(option, True)
        options.set(bitwuzla.Option.PREPROCESS, False)
        self._translate = translate
        self._solver = bitwuzla.Bitwuzla(translate.manager, options)
        self._known: set[Term] = set()
        self._defined: set[Term] = set()
        self._looked_at = 0
        self._names: dict[Term, Any] = {}

    def __len__(self) -> int:
        """How many terms it has."""
        return len(self._known)

    def unknown(self, formulas: Iterable[Term]) -> Iterator[Term]:
        """The terms of ``formulas`` that it does not have yet."""
        pending, seen = list(formulas), set[Term]()
        while pending:
            term = pending.pop()
            if term not in self._known and term not in seen:
                seen.add(term)
                pending += term.args
                yield term

    def know(self, formulas: Iterable[Term]) -> None:
        """Whatever the next answer is about, ``formulas`` and what they are made of have values in it."""
        for formula in formulas:
            self._translated(formula)

    def add(self, formula: Term) -> None:
        """``formula`` holds from now on."""
        self._solver.assert_formula(self._translated(formula))

    def check(self, assumptions: Sequence[Term], deadline: Deadline) -> Satisfiability:
        """Whether all that was added and ``assumptions`` hold together."""
        self._solver.configure_terminator(asked_seldom(deadline))
        answer = self._solver.check_sat(*map(self._named, assumptions))
        return _ANSWERS.get(answer, Satisfiability.UNKNOWN)

    def needed(self, among: Collection[Term]) -> list[Term]:
        """Those that the last answer needs, which must be ``UNSAT``; ``among``: assumptions of that question."""
        failed = set(self._solver.get_unsat_assumptions())
        return [each for each in among if self._named(each) in failed]

    def value(self, variable: Term) -> Term | None:
        """Of the last answer, which must be ``SAT``: a constant, or an array made of stores (``None``: another). What
        is made of bits of numbers must have been known before it: a definition would end that answer.
        """
        return read_value(self._solver.get_value(self._translated(variable)), variable.sort)

    def _named(self, formula: Term) -> Any:
        """A constant defined as ``formula``: of what is assumed, bitwuzla makes bits again for each question."""
        found = self._names.get(formula)
        if found is None:
            manager = self._translate.manager
            found = self._names[formula] = manager.mk_const(manager.mk_bool_sort())
            self._solver.assert_formula(manager.mk_term(bitwuzla.Kind.EQUAL, [found, self._translated(formula)]))
        return found

    def _translated(self, formula: Term) -> Any:
        """Constants that stand for the bits of a number are defined where they are first met: the number itself may
        have been met before.
        """
        made, definitions = self._translate(formula), self._translate.definitions
        new = list(self.unknown((formula,)))
        self._known.update(new)
        if new or len(definitions) > self._looked_at:
            self._looked_at = len(definitions)
            for term, definition in definitions.items():
                if term in self._known and term not in self._defined:
                    self._defined.add(term)
                    self._solver.assert_formula(definition)
        return made
