"""Interpolants that are bounds of variables: intervals carried forwards along the path, and what is needed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.checking import entailed
from coveriflow.logic.interpolation.contracts import Effort, OutOfTime, Scope
from coveriflow.logic.interpolation.path import Path, has_operations, named
from coveriflow.logic.interpolation.slimming import slimmed
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import BOOLEAN, FALSE, Op, Term, bits, signed, subterms

Interval = tuple[int, int]
_PASSES = 3
"""Over the conjuncts of a part, at most, as long as a pass learns something."""
_SECONDS = 0.5
"""For the question whether bounds are enough."""
_COMPARISONS = frozenset({Op.ULT, Op.SLT})


@dataclass(frozen=True, slots=True)
class Bounds:
    """I_i says for each shared variable between which numbers it lies, read with a sign and without.

    It costs the same at each step, so that long paths, and choices that no path can undo, are no obstacle; it knows
    nothing of how variables depend on each other.
    """

    name: str = "bounds"
    scope: Scope = Scope.WHOLE
    effort: Effort = Effort.LIGHT

    def applies(self, path: Path) -> bool:
        """Where something is compared."""
        return has_operations(path, _COMPARISONS)

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        found = bounds_along(path, deadline)
        return slimmed(path, found, deadline) if _are_enough(path, found, deadline) else None


def bounds_along(path: Path, deadline: float) -> list[Term]:
    """For each cut what intervals say there. Law: the parts before the cut entail it."""
    views = [_View(is_signed, deadline) for is_signed in (True, False)]
    found: list[Term] = []
    for cut in path.cuts:
        if cpu_time.now() > deadline:
            raise OutOfTime
        for view in views:
            view.assume_all(path.parts[cut])
        said = [c for view in views for c in view.said(named(path.shared[cut]))]
        found.append(FALSE if any(view.is_empty for view in views) else conjunction(list(dict.fromkeys(said))))
    return found


def _are_enough(path: Path, found: Sequence[Term], deadline: float) -> bool:
    """Whether what is said at the last cut contradicts what comes after it: asked before any other work is done."""
    if not found:
        return False
    soon = min(deadline, cpu_time.now() + _SECONDS)
    return entailed((found[-1], path.formulas[-1]), FALSE, soon) is Satisfiability.UNSAT


@dataclass(slots=True)
class _View:
    """Bit-vectors as numbers, with a sign or without. ``known``: intervals of variables that are not everything.
    ``deadline``: see ``contracts.Engine``.
    """

    is_signed: bool
    deadline: float
    known: dict[Term, Interval] = field(default_factory=dict)
    is_empty: bool = False

    def assume_all(self, conjuncts: Iterable[Term]) -> None:
        """All of ``conjuncts`` hold."""
        conjuncts = tuple(conjuncts)
        for _ in range(_PASSES):
            before = dict(self.known)
            for conjunct in conjuncts:
                self._assume(conjunct)
            if self.is_empty or self.known == before:
                break

    def said(self, variables: Iterable[Term]) -> list[Term]:
        """What is known of ``variables``, as formulas; the rest is forgotten."""
        self.known = {v: self.known[v] for v in variables if v in self.known}
        found = []
        for variable, (low, high) in self.known.items():
            least, most = self._everything(variable.sort)
            if low > least:
                found.append(build.negate(self._less(variable, bits(low, variable.sort))))
            if high < most:
                found.append(build.negate(self._less(bits(high, variable.sort), variable)))
        return found

    # --- assumptions -------------------------------------------------------------------------------------------------

    def _assume(self, formula: Term) -> None:
        """Narrow what is known to where ``formula`` holds. Formulas nest as deep as programs are long: what is inside
        of one waits on a list, not on the stack of calls.
        """
        pending = [self._narrowing(formula)]
        while pending:
            if cpu_time.now() > self.deadline:
                raise OutOfTime
            inside = next(pending[-1], None)
            if inside is None:
                pending.pop()
            else:
                view, inner = inside
                pending.append(view._narrowing(inner))

    def _narrowing(self, formula: Term) -> Iterator[tuple[_View, Term]]:
        """As ``_assume``; gives the views and formulas that have to be assumed before it goes on."""
        holds = formula.op is not Op.NOT
        inner = formula if holds else formula.args[0]
        if inner.op in (Op.AND, Op.OR):
            cases = inner.args if holds else tuple(map(build.negate, inner.args))
            if (inner.op is Op.AND) is holds:
                yield from ((self, case) for case in cases)
            else:
                yield from self._one_of(cases)
        elif inner.op is Op.EQ and holds:
            self._equal(*inner.args)
        elif inner.op in _COMPARISONS:
            self._compare(inner, holds=holds)
        elif formula is FALSE:
            self.is_empty = True

    def _one_of(self, formulas: Iterable[Term]) -> Iterator[tuple[_View, Term]]:
        """One of ``formulas`` holds: what all of them leave possible."""
        cases = []
        for formula in formulas:
            case = _View(self.is_signed, self.deadline, dict(self.known), self.is_empty)
            yield case, formula
            if not case.is_empty:
                cases.append(case.known)
        if not cases:
            self.is_empty = True
            return
        shared = set(cases[0]).intersection(*cases[1:])
        self.known = {v: _hull(case[v] for case in cases) for v in cases[0] if v in shared}

    def _equal(self, left: Term, right: Term) -> None:
        if left.sort <= BOOLEAN:
            return
        found = self.values((left, right))
        self._narrow(left, *found[right])
        self._narrow(right, *found[left])

    def _compare(self, comparison: Term, *, holds: bool) -> None:
        smaller, larger = comparison.args
        found = self.values((smaller, larger))
        if (comparison.op is Op.SLT) is not self.is_signed and not self._read_alike(smaller.sort, found.values()):
            return
        if not holds:
            smaller, larger = larger, smaller
        gap = 1 if holds else 0
        least, most = self._everything(smaller.sort)
        self._narrow(smaller, least, found[larger][1] - gap)
        self._narrow(larger, found[smaller][0] + gap, most)

    def _narrow(self, term: Term, low: int, high: int) -> None:
        """``term`` lies in ``[low, high]``."""
        old = self.values((term,))[term]
        new = max(old[0], low), min(old[1], high)
        if new[0] > new[1]:
            self.is_empty = True
        elif term.op is Op.VARIABLE and new != self._everything(term.sort):
            self.known[term] = new

    def _read_alike(self, width: int, intervals: Iterable[Interval]) -> bool:
        """Whether all numbers in ``intervals`` are the same with a sign and without."""
        half = 1 << (width - 1)
        return all(low >= 0 and high < half for low, high in intervals)

    # --- values ------------------------------------------------------------------------------------------------------

    def values(self, terms: Sequence[Term]) -> dict[Term, Interval]:
        """Where the values of bit-vectors lie, given what is known."""
        found: dict[Term, Interval] = {}
        for term in subterms(list(terms)):
            if term.sort > BOOLEAN:
                least, most = self._everything(term.sort)
                low, high = self._value(term, found)
                found[term] = (low, high) if least <= low and high <= most else (least, most)
        return found

    def _value(self, term: Term, found: Mapping[Term, Interval]) -> Interval:
        everything = self._everything(term.sort)
        if term.constant is not None:
            number = signed(term.constant, term.sort) if self.is_signed else term.constant
            return number, number
        if term.op is Op.VARIABLE:
            return self.known.get(term, everything)
        if term.op is Op.ITE:
            return _hull(found[a] for a in term.args[1:])
        operands = [found[a] for a in term.args if a in found]
        exact = _exact(term.op, operands)
        if exact is not None:
            return exact
        if term.op is Op.SIGN_EXTEND and self.is_signed:
            return operands[0]
        if not all(self._read_alike(a.sort, (found[a],)) for a in term.args if a in found):
            return everything
        return _of_naturals(term, operands, everything)

    def _everything(self, width: int) -> Interval:
        return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if self.is_signed else (0, (1 << width) - 1)

    def _less(self, left: Term, right: Term) -> Term:
        return build.less(left, right, is_signed=self.is_signed)


def _exact(op: Op, operands: Sequence[Interval]) -> Interval | None:
    """Bounds of operations on integers; one that leaves the type's numbers may have wrapped."""
    match op, operands:
        case Op.ADD, [(low, high), (other_low, other_high)]:
            return low + other_low, high + other_high
        case Op.SUB, [(low, high), (other_low, other_high)]:
            return low - other_high, high - other_low
        case Op.MUL, [one, other]:
            corners = [a * b for a in one for b in other]
            return min(corners), max(corners)
        case Op.NEG, [(low, high)]:
            return -high, -low
        case _:
            return None


def _of_naturals(term: Term, operands: Sequence[Interval], everything: Interval) -> Interval:
    """Bounds of operations whose operands are the same with a sign and without."""
    match term.op, operands:
        case ((Op.ZERO_EXTEND | Op.SIGN_EXTEND | Op.TRUNCATE), [found]):
            return found
        case Op.BVAND, [(_, high), (_, other_high)]:
            return 0, min(high, other_high)
        case ((Op.UREM | Op.SREM), [(_, high), (least, greatest)]) if least > 0:
            return 0, min(high, greatest - 1)
        case ((Op.UDIV | Op.SDIV), [(low, high), (least, greatest)]) if least > 0:
            return low // greatest, high // least
        case ((Op.LSHR | Op.ASHR), [(_, high), _]):
            return 0, high
        case _:
            return everything


def _hull(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return min(lows), max(highs)
