"""Formulas but for the names of their variables."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.logic.terms import Op, Term, subterms

Shape = tuple[object, ...]


def shape_of(formulas: Sequence[Term]) -> tuple[Shape, tuple[Term, ...]]:
    """What ``formulas`` are but for names, and the variables in the order in which they occur: with equal shapes, a
    renaming of the variables takes one to the other.
    """
    numbers: dict[Term, int] = {}
    variables: list[Term] = []
    rows: list[object] = []
    for term in subterms(list(formulas)):
        numbers[term] = len(numbers)
        if term.op is Op.VARIABLE:
            variables.append(term)
        payload = "" if term.op is Op.VARIABLE else term.payload
        rows.append((term.op, tuple(numbers[a] for a in term.args), payload, term.sort))
    return (*rows, tuple(numbers[f] for f in formulas)), tuple(variables)
