"""Interpolants by z3's Spacer: each cut is an unknown predicate of what it shares, each part a Horn clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.contracts import Effort, OutOfTime, Scope
from coveriflow.logic.interpolation.encodings import Bits, Encoding
from coveriflow.logic.interpolation.loop_folding import Folded, different_parts, folded, unfolded
from coveriflow.logic.interpolation.path import FLOATING, Path, has_operations, named
from coveriflow.logic.interruption import checked
from coveriflow.logic.substitution import Substitution
from coveriflow.logic.terms import Term

_KEPT_AS_IS = ("inline_linear", "inline_eager", "slice", "coi")
"""Transformations that would leave nothing but constants of the predicates."""


@dataclass(frozen=True, slots=True)
class Spacer:
    """Property-directed reachability (Spacer): the best of the engines at finding relations that hold all along.

    ``rounds``: parts that are repeated share their predicates, so that an answer is a loop invariant.
    """

    name: str = "spacer"
    encode: Callable[[Iterable[Term]], Encoding] = Bits
    rounds: bool = False

    @property
    def scope(self) -> Scope:
        """A core is seldom the same in each round."""
        return Scope.WHOLE if self.rounds else Scope.CORE

    @property
    def effort(self) -> Effort:
        """How long the path is does not matter if it is folded."""
        return Effort.LIGHT if self.rounds else Effort.HEAVY

    def applies(self, path: Path) -> bool:
        """Spacer knows no floating-point numbers; loops need a repetition."""
        return not has_operations(path, FLOATING) and (not self.rounds or folded(path) is not None)

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        places = folded(path) if self.rounds else unfolded(path)
        if places is None:
            return None
        return _Horn(path, places, self.encode(c for part in path.parts for c in part)).solved(deadline)


@dataclass(slots=True)
class _Horn:
    path: Path
    places: Folded
    encoding: Encoding

    def solved(self, deadline: float) -> list[Term] | None:
        """Ranges are left out as long as nothing depends on them: they make answers longer."""
        found = self._answer(deadline, within_ranges=False)
        if found is None and self.encoding.ranges(v for part in self.path.variables for v in part):
            return self._answer(deadline, within_ranges=True)
        return found

    def _answer(self, deadline: float, *, within_ranges: bool) -> list[Term] | None:
        predicates = [self._predicate(number) for number in range(len(self.places.places))]
        numbers = different_parts(self.path, self.places)
        clauses = [c for n in numbers for c in self._clauses(n, predicates, within_ranges=within_ranges)]
        solver = z3.SolverFor("HORN", ctx=clauses[0].ctx)
        left = deadline - cpu_time.now()
        if left <= 0:
            raise OutOfTime
        for option in _KEPT_AS_IS:
            solver.set(f"fp.xform.{option}", False)
        solver.add(*clauses)
        answer = checked(solver, left)
        if answer == z3.unknown and cpu_time.now() >= deadline:
            raise OutOfTime
        return self._read(solver.model(), predicates) if answer == z3.sat else None

    def _constants(self, variables: Sequence[Term]) -> list[Any]:
        return [self.encoding.constant(v) for v in variables]

    def _predicate(self, number: int) -> Any:
        constants = self._constants(self.places.places[number].tuples[0])
        context = self.encoding.formula(()).ctx
        return z3.Function(f"P!{number}", *(c.sort() for c in constants), z3.BoolSort(ctx=context))

    def _at(self, cut: int, predicates: Sequence[Any]) -> Any:
        return predicates[self.places.place_of[cut]](*self._constants(self.places.tuple_of[cut]))

    def _clauses(self, number: int, predicates: Sequence[Any], *, within_ranges: bool) -> list[Any]:
        """What holds before a part and the part entail what holds after it; and what must be impossible there."""
        part = self.path.parts[number]
        body = self.encoding.formula(part)
        false = z3.BoolVal(False, ctx=body.ctx)
        last = number == len(self.path.parts) - 1
        bodies = [(body, false if last else self._at(number, predicates))]
        bodies += [(excluded, false) for excluded in self.encoding.excluded(part)]
        variables = set(self.path.variables[number])
        for cut in (number - 1, number):
            variables |= set(self.places.tuple_of.get(cut, ()))
        before = [self._at(number - 1, predicates)] if number > 0 else []
        if within_ranges:
            before += self.encoding.ranges(variables)
        clauses = [z3.Implies(z3.And(*before, body), head) for body, head in bodies]
        constants = self._constants(named(variables))
        return [z3.ForAll(constants, clause) for clause in clauses] if constants else clauses

    def _read(self, model: z3.ModelRef, predicates: Sequence[Any]) -> list[Term]:
        found: dict[int, Term] = {}
        for place, predicate in zip(self.places.places, predicates, strict=True):
            interpretation = model[predicate]
            constants = self._constants(place.tuples[0])
            if constants:
                value = interpretation.else_value() if interpretation is not None else z3.BoolVal(True, predicate.ctx)
                value = z3.substitute_vars(value, *constants)
            else:
                value = interpretation if interpretation is not None else z3.BoolVal(True, predicate.ctx)
            formula = self.encoding.term(z3.simplify(value))
            for cut, variables in zip(place.cuts, place.tuples, strict=True):
                found[cut] = Substitution(dict(zip(place.tuples[0], variables, strict=True)))(formula)
        return [found[cut] for cut in self.path.cuts]
