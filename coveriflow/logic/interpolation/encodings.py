"""How engines that work in z3 see a path: bit by bit, or as integers (``integers``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from coveriflow.logic.interpolation.from_z3 import term_of
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Translator


class Encoding(Protocol):
    """Terms to z3's expressions, and back."""

    def formula(self, conjuncts: Iterable[Term]) -> Any:
        """That ``conjuncts`` hold."""
        ...

    def excluded(self, conjuncts: Sequence[Term]) -> list[Any]:
        """What must be shown to be impossible where ``conjuncts`` hold, for ``formula`` to say what they do."""
        ...

    def ranges(self, variables: Iterable[Term]) -> list[Any]:
        """What holds of ``variables`` whatever they are, and ``formula`` does not say."""
        ...

    def constant(self, variable: Term) -> Any:
        """What ``variable`` is in formulas."""
        ...

    def term(self, expression: Any) -> Term:
        """What a formula says; raises ``Inapplicable`` where no term does."""
        ...


class Bits:
    """Terms as they are."""

    def __init__(self, conjuncts: Iterable[Term] = ()) -> None:
        self._translate = Translator()

    def formula(self, conjuncts: Iterable[Term]) -> Any:
        return self._translate.expression(conjunction(list(conjuncts)))

    def excluded(self, conjuncts: Sequence[Term]) -> list[Any]:
        return []

    def ranges(self, variables: Iterable[Term]) -> list[Any]:
        return []

    def constant(self, variable: Term) -> Any:
        return self._translate.expression(variable)

    def term(self, expression: Any) -> Term:
        return term_of(expression)
