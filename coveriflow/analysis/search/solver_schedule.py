"""One question to several engines in turns: what one does not answer for long is often easy for another."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.integer_solver import check_by_integers
from coveriflow.logic.portfolio import Portfolio, by_bits, in_small_products
from coveriflow.logic.products.check import check_by_products, is_shown
from coveriflow.logic.products.linear import has_products
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Engine


class Other(Enum):
    """Engines that are none of z3's bit-vectors: linear arithmetic over integers, which finds no models, and bitwuzla
    without its simplifications, also with products in as few bits as they need.
    """

    INTEGERS = "integers"
    PLAIN_BITS = "plain bits"
    SMALL_PRODUCTS = "small products"


Turn = tuple[Engine | Other, float]
"""An engine and its CPU seconds."""

_ALGEBRA, _BRIEFLY = 2.0, 0.2
"""CPU seconds; and where another engine has answered first."""
_SMALLER = 0.1
"""A share of the seconds, twice: to find out which products are small."""

_LATER: tuple[Turn, ...] = (
    (Engine.BLASTED, 10.0),
    (Engine.COMBINED, 50.0),
    (Engine.BLASTED, 50.0),
    (Engine.COMBINED, 250.0),
    (Engine.BLASTED, 250.0),
    (Engine.COMBINED, 3600.0),
)
FIRST: tuple[Turn, ...] = ((Engine.COMBINED, 10.0), (Engine.SUMS, 1.0), (Engine.SIMPLE, 2.0), *_LATER)
AGAIN: tuple[Turn, ...] = (
    (Other.SMALL_PRODUCTS, 10.0),
    (Engine.SIMPLE, 1.0),
    (Engine.SUMS, 1.0),
    (Engine.BLASTED, 3.0),
    (Other.PLAIN_BITS, 4.0),
    (Other.INTEGERS, 2.0),
    (Engine.COMBINED, 5.0),
    *_LATER,
)
"""Others than in ``FIRST`` begin. Integers are asked here only: no proof rests on them alone."""


def answered(
    question: Sequence[Term], watch: LimitWatch, turns: Sequence[Turn] = FIRST
) -> tuple[Satisfiability, Model | None]:
    """Whether ``question`` can hold, with a model if so; ``UNKNOWN`` when no engine says it before ``watch`` ends."""
    for engine, most in turns:
        seconds = watch.seconds_left(most)
        if engine is Other.INTEGERS:
            if check_by_integers(question, seconds) is Satisfiability.UNSAT:
                return Satisfiability.UNSAT, None
            continue
        asked = question
        if engine is Other.SMALL_PRODUCTS:
            small = in_small_products(list(question), _SMALLER * seconds)
            if small is None:
                continue
            asked = small
        solver = by_bits(simplifies=False) if isinstance(engine, Other) else Portfolio(engine)
        answer = solver.check(asked, seconds)
        if answer is not Satisfiability.UNKNOWN:
            return answer, solver.model() if answer is Satisfiability.SAT else None
        if watch.check_now() is not None:
            break
    return Satisfiability.UNKNOWN, None


def solved_again(question: Term, watch: LimitWatch, wrong: str) -> bool:
    """Contract: what a proof rests on is solved again, by another engine if that one can. ``wrong``: what it means if
    they disagree. Algebra comes first, with each of its steps confirmed: no solver multiplies out what it has.
    """
    seconds = watch.seconds_left(_ALGEBRA if is_shown([question]) else _BRIEFLY)
    if has_products(question) and check_by_products([question], seconds, again=True) is Satisfiability.UNSAT:
        return True
    answer, _ = answered([question], watch, AGAIN)
    if answer is Satisfiability.SAT:
        raise AssertionError(wrong)
    return answer is Satisfiability.UNSAT
