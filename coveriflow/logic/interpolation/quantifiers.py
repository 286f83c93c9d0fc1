"""Quantifiers eliminated by z3."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import z3

from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.interpolation.elimination import Projection
from coveriflow.logic.interpolation.from_z3 import term_of
from coveriflow.logic.interpolation.path import named
from coveriflow.logic.substitution import conjunction, conjuncts_of, variables_of
from coveriflow.logic.z3_solver import shared_translator

_TACTICS = (("qe-light",), ("qe-light", "qe2"))


def without(formula: Any, variables: Sequence[Any], deadline: float) -> Any:
    """``formula`` with ``variables`` quantified existentially and eliminated, as z3's expression."""
    if not variables:
        return formula
    quantified = z3.Exists(list(variables), formula)
    for names in _TACTICS:
        milliseconds = int((deadline - time.monotonic()) * 1000)
        if milliseconds <= 0:
            raise OutOfTime
        tactics = [z3.Tactic(name, ctx=formula.ctx) for name in ("simplify", *names, "simplify")]
        try:
            found = z3.TryFor(z3.AndThen(*tactics), milliseconds).apply(quantified).as_expr()
        except z3.Z3Exception as error:
            if time.monotonic() >= deadline:
                raise OutOfTime from error
            continue
        if not _has_quantifier(found):
            return found
    raise Inapplicable("a quantifier that z3 does not eliminate")


def _has_quantifier(root: Any) -> bool:
    seen: set[int] = set()
    pending = [root]
    while pending:
        expression = pending.pop()
        if z3.is_quantifier(expression):
            return True
        if expression.get_id() not in seen:
            seen.add(expression.get_id())
            pending += expression.children()
    return False


def eliminated(projection: Projection, deadline: float) -> Projection:
    """``projection`` without what is left in it, where z3 can do that in time."""
    concerned = [c for c in projection.conjuncts if not projection.left.isdisjoint(variables_of(c))]
    if not concerned:
        return Projection(projection.conjuncts, frozenset())
    translate = shared_translator()
    variables = [translate.expression(v) for v in named(projection.left)]
    try:
        found = term_of(without(translate.expression(conjunction(concerned)), variables, deadline))
    except Inapplicable:
        return projection
    others = [c for c in projection.conjuncts if c not in concerned]
    return Projection((*others, *conjuncts_of(found)), frozenset())
