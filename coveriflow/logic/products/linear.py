"""Questions in which each product of unknowns is an unknown of its own: more may hold, and solvers answer soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coveriflow.logic.products.audit import Audit, NotShown
from coveriflow.logic.products.normal import Known, Normal
from coveriflow.logic.products.polynomials import TooLarge
from coveriflow.logic.substitution import Substitution
from coveriflow.logic.terms import Term, is_product, subterms, variable

_has_products: dict[Term, bool] = {}


def has_products(term: Term) -> bool:
    """Whether ``term`` multiplies two unknowns; kept for each term."""
    for each in subterms([term], _has_products):
        _has_products[each] = is_product(each) or any(_has_products[a] for a in each.args)
    return _has_products[term]


def linearised(terms: Sequence[Term], *, again: bool = False) -> list[Term]:
    """For each of ``terms`` one without products: where ``terms`` can hold together, these can. ``again``: z3 confirms
    each step of the algebra.
    """
    normal = Normal(Known(Audit(is_on=again)))
    try:
        found = [normal(term) for term in terms]
    except (TooLarge, NotShown):
        return without_products(terms, filter(is_product, subterms(list(terms))))
    return without_products(found, normal.products)


def without_products(terms: Sequence[Term], products: Iterable[Term]) -> list[Term]:
    """``terms`` with an unknown for each of ``products``, the same one wherever that occurs."""
    unknown = Substitution({each: variable(f"product {each.number}", each.sort) for each in products})
    return [unknown(term) for term in terms]
