"""Quantifiers eliminated by z3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.contracts import Effort, Inapplicable, OutOfTime, Scope
from coveriflow.logic.interpolation.encodings import Bits, Encoding
from coveriflow.logic.interpolation.path import FLOATING, Path, has_operations, named
from coveriflow.logic.interpolation.slimming import slimmed
from coveriflow.logic.terms import Term

_TACTICS = (("qe-light",), ("qe-light", "qe2"))


def without(formula: Any, variables: Sequence[Any], deadline: float) -> Any:
    """``formula`` with ``variables`` quantified existentially and eliminated, as z3's expression."""
    if not variables:
        return formula
    quantified = z3.Exists(list(variables), formula)
    for names in _TACTICS:
        left = deadline - cpu_time.now()
        if left <= 0:
            raise OutOfTime
        tactics = [z3.Tactic(name, ctx=formula.ctx) for name in ("simplify", *names, "simplify")]
        try:
            found = z3.TryFor(z3.AndThen(*tactics), int(cpu_time.wall_for(left) * 1000) + 1).apply(quantified).as_expr()
        except z3.Z3Exception as error:
            if cpu_time.now() >= deadline:
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


@dataclass(frozen=True, slots=True)
class ProjectedPostconditions:
    """Strongest postconditions whose quantifiers z3 eliminates (``qe-light``, ``qe2``)."""

    name: str = "projections"
    encode: Callable[[Iterable[Term]], Encoding] = Bits
    scope: Scope = Scope.CORE
    effort: Effort = Effort.HEAVY

    def applies(self, path: Path) -> bool:
        """Z3 eliminates no floating-point numbers."""
        return not has_operations(path, FLOATING)

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        encoding = self.encode([c for part in path.parts for c in part])
        found: list[Term] = []
        current: Any = None
        variables: frozenset[Term] = frozenset()
        for cut in path.cuts:
            part = encoding.formula(path.parts[cut])
            variables |= path.variables[cut]
            local = [encoding.constant(v) for v in named(variables - path.shared[cut])]
            current = without(part if current is None else z3.And(current, part), local, deadline)
            variables = path.shared[cut]
            found.append(encoding.term(current))
        return slimmed(path, found, deadline)
