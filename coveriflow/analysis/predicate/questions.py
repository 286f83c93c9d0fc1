"""What the analysis asks solvers: which formulas hold together, and which follow from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.integer_solver import check_by_integers
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine

_TURNS = ((Engine.SIMPLE, 0.3), (Engine.COMBINED, 2.0), (Engine.BLASTED, 3600.0))
"""Each engine's seconds: what the first one does not find soon is often easy for another."""


_INTEGER_SECONDS = 1.0
"""For integers: what they do not tell soon, they seldom tell."""


class Arithmetic(Enum):
    """What is asked first: solvers of bit-vectors, or of linear integer arithmetic with wrapped values on overflow."""

    BITS = "bits"
    INTEGERS = "integers"


@dataclass(slots=True)
class Questions:
    """Answers are kept. An ``UNKNOWN`` is never taken for a proof. ``by_integers``: how often integers decided."""

    watch: LimitWatch
    most: float = 30.0
    arithmetic: Arithmetic = Arithmetic.BITS
    by_integers: int = 0
    _entailed: dict[tuple[Term, Term], bool] = field(default_factory=dict)
    _deadline: float | None = None

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """What is asked inside takes so many CPU seconds at most, all together; ``None``: as always."""
        before, self._deadline = self._deadline, None if seconds is None else cpu_time.now() + seconds
        try:
            yield
        finally:
            self._deadline = before

    @property
    def is_late(self) -> bool:
        """Whether the time of ``within`` is over."""
        return self._deadline is not None and cpu_time.now() >= self._deadline

    def seconds_left(self, most: float) -> float:
        """For the next question; at least a little."""
        left = self.watch.seconds_left(min(most, self.most))
        return left if self._deadline is None else max(0.01, min(left, self._deadline - cpu_time.now()))

    def satisfiable(self, formulas: Sequence[Term]) -> tuple[Satisfiability, Model | None]:
        """Whether ``formulas`` hold together, with a model if so."""
        if FALSE in formulas:
            return Satisfiability.UNSAT, None
        if self._by_integers(formulas) is Satisfiability.UNSAT:
            return Satisfiability.UNSAT, None
        return self._by_bits(formulas)

    def _by_integers(self, formulas: Sequence[Term]) -> Satisfiability:
        """``UNKNOWN`` where integers are not to be asked."""
        if self.arithmetic is Arithmetic.BITS:
            return Satisfiability.UNKNOWN
        answer = check_by_integers(formulas, self.seconds_left(_INTEGER_SECONDS))
        self.by_integers += answer is not Satisfiability.UNKNOWN
        return answer

    def _by_bits(self, formulas: Sequence[Term], kept: Portfolio | None = None) -> tuple[Satisfiability, Model | None]:
        """``kept``: has further formulas, and the first engine."""
        further = () if kept is None else kept.formulas
        for number, (engine, seconds) in enumerate(_TURNS):
            is_kept = kept is not None and number == 0
            solver = kept if is_kept and kept is not None else Portfolio(engine)
            question = formulas if is_kept else (*further, *formulas)
            answer = solver.check(question, self.seconds_left(seconds))
            if answer is not Satisfiability.UNKNOWN:
                return answer, solver.model() if answer is Satisfiability.SAT else None
        return Satisfiability.UNKNOWN, None

    def about(self, premises: Sequence[Term]) -> Questions.About:
        """Questions that all have these ``premises``."""
        kept = Portfolio(_TURNS[0][0])
        for premise in premises:
            kept.add(premise)
        return Questions.About(self, kept)

    @dataclass(frozen=True, slots=True)
    class About:
        """``kept``: the solver that has the premises, and what it has learnt from them."""

        questions: Questions
        kept: Portfolio

        def satisfiable(self, formula: Term) -> tuple[Satisfiability, Model | None]:
            """Whether ``formula`` holds together with the premises, with a model if so."""
            whole = (*self.kept.formulas, formula)
            if FALSE in whole or self.questions._by_integers(whole) is Satisfiability.UNSAT:
                return Satisfiability.UNSAT, None
            return self.questions._by_bits((formula,), self.kept)

    def unsatisfiable(self, *formulas: Term) -> bool:
        """Whether a solver says that ``formulas`` cannot hold together."""
        if FALSE in formulas:
            return True
        answer = self._by_integers(formulas)
        if answer is Satisfiability.UNKNOWN:
            answer, _ = self._by_bits(formulas)
        return answer is Satisfiability.UNSAT

    def entails(self, premise: Term, conclusion: Term) -> bool:
        """Whether a solver says that ``conclusion`` holds wherever ``premise`` does."""
        if premise is FALSE or conclusion is TRUE or premise is conclusion:
            return True
        if premise is TRUE and conclusion is FALSE:
            return False
        key = premise, conclusion
        if key not in self._entailed:
            self._entailed[key] = self.unsatisfiable(premise, build.negate(conclusion))
        return self._entailed[key]
