"""Questions about clauses with at most one atom in their bodies, as steps from states to states."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Protocol, TypeVar

from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.horn.contracts import Clause, Predicate
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.terms import Term

L = TypeVar("L", bound=Hashable)
"""A literal: what sets of states are made of. That of one predicate means nothing for another one."""

C = TypeVar("C", bound=Hashable, contravariant=True)


class State(Protocol[C]):
    """Where a step begins."""

    def may_be_in(self, cube: Collection[C]) -> bool:
        """Whether all of ``cube`` may hold."""


class Transition(Protocol[C]):
    """A step from one state, with values for other variables of its clause. It may have to be read before the clause is
    asked about again; what was read stays.
    """

    @property
    def inputs(self) -> Mapping[Term, Term]:
        """Constants for these variables."""

    def beginning(self) -> State[C]:
        """Its state, to be kept."""


class Step(Protocol[L]):
    """Of one clause. A level excludes states; what is excluded at a level is so at those before it. Questions raise
    ``OutOfTime`` at ``deadline``.
    """

    clause: Clause
    deadline: Deadline
    body: Predicate | None

    def learn(self, formula: Term) -> None:
        """``formula`` holds before each step."""

    def exclude(self, cube: Collection[L], level: int) -> None:
        """Where ``level`` counts, no step begins in the states where all of ``cube`` hold."""

    def into(self, cube: Collection[L], level: int, outside: Collection[L] | None) -> Transition[L] | frozenset[L]:
        """A step into ``cube`` where ``level`` and those after it count, from a state that is not in ``outside``; or
        the literals of ``cube`` that allow none.
        """

    def before(self, step: Transition[L], cube: Collection[L]) -> frozenset[L]:
        """States, among them the one of ``step``, from which its inputs lead into ``cube``."""


class Language(Protocol[L]):
    """The literals of a system. Raises ``Inapplicable`` where it has none for it. ``is_quick``: whether questions about
    its steps take so little time that one may ask more of them.
    """

    is_quick: bool

    def step(self, clause: Clause) -> Step[L]:
        """Of ``clause``, which is one of the system's."""

    def known(self, predicate: Predicate) -> Term:
        """What always holds of its states."""

    def term(self, predicate: Predicate, literal: L) -> Term:
        """What ``literal`` says of the parameters of ``predicate``."""

    def order(self, literal: L) -> tuple[int, ...]:
        """Literals that are to be dropped first come first."""


def check_linear(clauses: Sequence[Clause]) -> None:
    """Raises ``Inapplicable`` where clauses are no steps: a body has several atoms, or does not speak of parameters."""
    if any(len(clause.body) > 1 for clause in clauses):
        raise Inapplicable("clauses with several predicates in their bodies")
    if any(atom.arguments != atom.predicate.parameters for clause in clauses for atom in clause.body):
        raise Inapplicable("clauses that do not speak of parameters")
