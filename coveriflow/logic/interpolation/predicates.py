"""Interpolants made of given predicates: at each cut all that follow (cartesian abstraction; Houdini on folded paths).

Predicates are the atoms of the path, those beside them (``<=`` for ``<``), and what another engine says without being
right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.checking import entailed
from coveriflow.logic.interpolation.contracts import Effort, Engine, Inapplicable, OutOfTime, Scope
from coveriflow.logic.interpolation.core import unsatisfiable_core
from coveriflow.logic.interpolation.loop_folding import Folded, different_parts, folded, unfolded
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, TRUE, Op, Term, subterms
from coveriflow.logic.z3_solver import Z3Solver

_MOST = 60
"""Predicates at one place."""
_SECONDS = 2.0
"""For one question."""
_ATOMS = frozenset({Op.EQ, Op.ULT, Op.SLT, Op.FEQ, Op.FLT, Op.FLE, Op.FNAN, Op.VARIABLE})


@dataclass(frozen=True, slots=True)
class Predicates:
    """Keeps what is inductive; then, from the end, what is needed. ``source``: an engine to learn predicates from."""

    name: str = "predicates"
    source: Engine | None = None
    rounds: bool = False
    scope: Scope = Scope.WHOLE
    effort: Effort = Effort.HEAVY

    def applies(self, path: Path) -> bool:
        """Loops need a repetition."""
        return not self.rounds or folded(path) is not None

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        places = folded(path) if self.rounds else unfolded(path)
        if places is None:
            return None
        work = _Abstraction(path, places, deadline)
        work.collect(self._learnt(path, deadline))
        return work.solved()

    def _learnt(self, path: Path, deadline: float) -> Sequence[Term]:
        try:
            return (self.source.interpolants(path, deadline) if self.source is not None else None) or ()
        except Inapplicable:
            return ()


@dataclass(slots=True)
class _Abstraction:
    """``kept``: for each place the predicates over its first tuple that may still be inductive."""

    path: Path
    places: Folded
    deadline: float
    kept: list[dict[Term, None]] = field(default_factory=list)

    def collect(self, learnt: Sequence[Term]) -> None:
        """The predicates to begin with."""
        atoms = dict.fromkeys(a for part in self.path.parts for a in atoms_of(part))
        for place in self.places.places:
            found: dict[Term, None] = {}
            for cut, variables in zip(place.cuts, place.tuples, strict=True):
                rename = Substitution(dict(zip(variables, place.tuples[0], strict=True)))
                near = list(conjuncts_of(learnt[cut]) if learnt else ())
                near += [a for a in atoms if variables_of(a) <= self.path.shared[cut]]
                found |= dict.fromkeys(b for a in near for b in _beside(rename(a)) if b.constant is None)
                if len(found) >= _MOST:
                    break
            self.kept.append(dict.fromkeys(list(found)[:_MOST]))

    def solved(self) -> list[Term]:
        """One pass for a path that is not folded, else passes until nothing is lost."""
        parts = different_parts(self.path, self.places)
        lost = True
        while lost:
            changes = [self._restrict(number) for number in parts if number < len(self.path.cuts)]
            lost = any(changes) and len(self.places.places) < len(self.path.cuts)
        needed = self._needed(parts)
        return [conjunction(self._at(cut, needed[self.places.place_of[cut]])) for cut in self.path.cuts]

    def _needed(self, parts: Sequence[int]) -> list[dict[Term, None]]:
        """Backwards, for each place the predicates that prove what is needed after it."""
        needed: list[dict[Term, None]] = [{} for _ in self.places.places]
        proved: dict[int, Term] = {}
        changed = True
        while changed:
            changed = False
            for part in reversed(parts):
                last = part == len(self.path.cuts)
                goal = FALSE if last else conjunction(self._at(part, needed[self.places.place_of[part]]))
                if part > 0 and goal is not TRUE and proved.get(part) is not goal:
                    proved[part] = goal
                    needed[self.places.place_of[part - 1]] |= dict.fromkeys(self._proof(part, goal))
                    changed = True
        return needed

    def _proof(self, part: int, goal: Term) -> list[Term]:
        """Predicates before ``part`` with which it entails ``goal``: all, if it is not clear which."""
        kept = list(self.kept[self.places.place_of[part - 1]])
        formulas = [*self._at(part - 1, kept), *self.path.parts[part], build.negate(goal)]
        core = unsatisfiable_core(formulas, cpu_time.now() + min(self._left(), _SECONDS))
        return kept if core is None else [kept[number] for number in core if number < len(kept)]

    def _at(self, cut: int, predicates: Iterable[Term]) -> list[Term]:
        place = self.places.places[self.places.place_of[cut]]
        rename = Substitution(dict(zip(place.tuples[0], self.places.tuple_of[cut], strict=True)))
        return [rename(p) for p in predicates]

    def _before(self, part: int) -> list[Term]:
        return self._at(part - 1, self.kept[self.places.place_of[part - 1]]) if part > 0 else []

    def _restrict(self, part: int) -> bool:
        """Drop the predicates after ``part`` that do not follow; whether there were any."""
        kept = self.kept[self.places.place_of[part]]
        solver = Z3Solver()
        for formula in (*self._before(part), *self.path.parts[part]):
            solver.add(formula)
        behind = dict(zip(kept, self._at(part, kept), strict=True))
        before = len(kept)
        while kept:
            some_fails = build.negate(conjunction([behind[p] for p in kept]))
            answer = solver.check([some_fails], seconds=min(self._left(), _SECONDS))
            if answer is Satisfiability.UNSAT:
                break
            if answer is Satisfiability.UNKNOWN:
                self._restrict_one_by_one(part, behind)
                break
            model = solver.model()
            for predicate in [p for p in kept if not model.value(behind[p])]:
                del kept[predicate]
        return len(kept) < before

    def _restrict_one_by_one(self, part: int, behind: Mapping[Term, Term]) -> None:
        """The same where the question about all of them is too hard: what is not known to follow goes too."""
        kept = self.kept[self.places.place_of[part]]
        premises = (*self._before(part), *self.path.parts[part])
        for predicate in tuple(kept):
            soon = cpu_time.now() + min(self._left(), _SECONDS)
            if entailed(premises, behind[predicate], soon) is not Satisfiability.UNSAT:
                del kept[predicate]

    def _left(self) -> float:
        left = self.deadline - cpu_time.now()
        if left <= 0:
            raise OutOfTime
        return left


def atoms_of(part: Iterable[Term]) -> Iterator[Term]:
    """The predicates that ``part`` is made of."""
    for term in subterms(list(part)):
        if term.sort == BOOLEAN and term.op in _ATOMS:
            yield term


def _beside(atom: Term) -> Iterator[Term]:
    """A predicate, its negation, and comparisons of the same terms."""
    yield atom
    yield build.negate(atom)
    inner = atom.args[0] if atom.op is Op.NOT else atom
    if inner.op in (Op.SLT, Op.ULT):
        left, right = inner.args
        is_signed = inner.op is Op.SLT
        yield build.less(right, left, is_signed=is_signed)
        yield build.negate(build.less(right, left, is_signed=is_signed))
        yield build.equal(left, right)
        yield build.negate(build.equal(left, right))
