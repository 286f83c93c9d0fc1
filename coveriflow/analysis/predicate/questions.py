"""What the analysis asks solvers: which formulas hold together, and which follow from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.integer_solver import check_by_integers
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.products.linear import has_products
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine

if TYPE_CHECKING:
    from coveriflow.logic.bitwuzla.contexts import Context, Contexts

_FOREVER = 3600.0
_TURNS = ((Engine.SIMPLE, 0.3), (Engine.COMBINED, 2.0), (Engine.BLASTED, _FOREVER))
"""Each engine's seconds: what the first one does not find soon is often easy for another."""


_INTEGER_SECONDS = 1.0
"""For integers: what they do not tell soon, they seldom tell."""
_CONTEXT_SECONDS = 1.0
"""For bitwuzla, where premises are shared."""


class Truths(Protocol):
    """What a model says of formulas (``contracts.Model``)."""

    def value(self, term: Term) -> int:
        """0 or 1."""
        ...


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
    _contexts: Contexts | None = None

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
        if self.by_integers_first(formulas) is Satisfiability.UNSAT:
            return Satisfiability.UNSAT, None
        return self.by_bits(formulas)

    def by_integers_first(self, formulas: Sequence[Term]) -> Satisfiability:
        """What integers say; ``UNKNOWN`` where integers are not to be asked."""
        if self.arithmetic is Arithmetic.BITS:
            return Satisfiability.UNKNOWN
        answer = check_by_integers(formulas, self.seconds_left(_INTEGER_SECONDS))
        self.by_integers += answer is not Satisfiability.UNKNOWN
        return answer

    def by_bits(
        self, formulas: Sequence[Term], kept: Portfolio | None = None, most: float = _FOREVER
    ) -> tuple[Satisfiability, Model | None]:
        """What each engine says, the first one that does. ``kept``: has further formulas, and the first engine."""
        further = () if kept is None else kept.formulas
        for number, (engine, seconds) in enumerate(_TURNS):
            is_kept = kept is not None and number == 0
            solver = kept if is_kept and kept is not None else Portfolio(engine)
            question = formulas if is_kept else (*further, *formulas)
            answer = solver.check(question, self.seconds_left(min(seconds, most)))
            if answer is not Satisfiability.UNKNOWN:
                return answer, solver.model() if answer is Satisfiability.SAT else None
        return Satisfiability.UNKNOWN, None

    def about(self, premises: Sequence[Term], claims: Sequence[Term]) -> About:
        """Questions that all have these ``premises``, about ``claims``. Products of unknowns are for algebra first."""
        from coveriflow.logic.bitwuzla.contexts import Contexts

        if self._contexts is None:
            self._contexts = Contexts()
        multiplies = any(map(has_products, (*premises, *claims)))
        return About(self, list(premises), None if multiplies else self._contexts.of(premises, claims))

    def unsatisfiable(self, *formulas: Term) -> bool:
        """Whether a solver says that ``formulas`` cannot hold together."""
        if FALSE in formulas:
            return True
        answer = self.by_integers_first(formulas)
        if answer is Satisfiability.UNKNOWN:
            answer, _ = self.by_bits(formulas)
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


@dataclass(slots=True)
class About:
    """Questions of ``questions`` with the same ``premises``. ``context`` has these, and what was learnt of them. Once
    bitwuzla leaves one open, they are asked as others are, with a solver that keeps the premises, too.
    """

    questions: Questions
    premises: list[Term]
    context: Context | None
    _kept: Portfolio | None = None

    def satisfiable(self, claim: Term = TRUE, most: float = _FOREVER) -> tuple[Satisfiability, Truths | None]:
        """Whether ``claim`` holds together with the premises, with a model if so: until the next question. ``most``:
        seconds for each solver.
        """
        question = (*self.premises, claim)
        if FALSE in question or self.questions.by_integers_first(question) is Satisfiability.UNSAT:
            return Satisfiability.UNSAT, None
        if self.context is not None:
            answer = self.context.check(claim, in_seconds(self.questions.seconds_left(min(_CONTEXT_SECONDS, most))))
            if answer is not Satisfiability.UNKNOWN:
                return answer, self.context if answer is Satisfiability.SAT else None
            self.context = None
        return self.questions.by_bits((claim,), self._solver(), most)

    def _solver(self) -> Portfolio:
        if self._kept is None:
            self._kept = Portfolio(_TURNS[0][0])
            for premise in self.premises:
                self._kept.add(premise)
        return self._kept

    def exclude(self, formula: Term) -> None:
        """``formula`` does not hold, from now on."""
        self.premises.append(build.negate(formula))
        if self.context is not None:
            self.context.exclude(formula)
        if self._kept is not None:
            self._kept.add(self.premises[-1])
