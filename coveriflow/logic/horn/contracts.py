"""Constrained Horn clauses over terms, and what solving them gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Predicate:
    """An unknown relation. ``parameters``: variables by which a solution speaks of its arguments. ``name`` is unique
    in a system.
    """

    name: str
    parameters: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Atom:
    """``predicate`` holds of ``arguments``, which have the sorts of its parameters."""

    predicate: Predicate
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """For all values of variables: where the atoms of ``body`` and ``guard`` hold, ``head`` holds. ``None``: they
    cannot hold together.

    Law: no two atoms of a body have the same predicate, and no two clauses have the same predicates in body and head
    unless the head is ``None``.
    """

    body: tuple[Atom, ...]
    guard: Term
    head: Atom | None


@dataclass(frozen=True, slots=True)
class Solution:
    """For each predicate a formula over its parameters. ``complete``: no part of an answer was left out because no term
    says it. A solution that is not complete is weaker than the answer, and may solve nothing.
    """

    formulas: Mapping[Predicate, Term]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Derivation:
    """Why ``clause`` derives its head: ``premises`` derive the atoms of its body, in their order.

    ``values``: constants with which it does, for variables of the clause that are no arguments of its body, as far as
    they are known.
    """

    clause: Clause
    premises: tuple[Derivation, ...]
    values: Mapping[Term, Term] = field(default_factory=dict)


Outcome = Solution | Derivation | None
"""``None``: neither was found."""


def predicates_of(clauses: Sequence[Clause]) -> tuple[Predicate, ...]:
    """All of them, in order of appearance."""
    found: dict[Predicate, None] = {}
    for clause in clauses:
        for atom in (*clause.body, *((clause.head,) if clause.head is not None else ())):
            found[atom.predicate] = None
    return tuple(found)
