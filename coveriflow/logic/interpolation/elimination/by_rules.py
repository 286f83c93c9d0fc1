"""Existential quantifiers over formulas eliminated without a solver: equations, bounds, reads and truth values."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.checking import satisfiable
from coveriflow.logic.interpolation.elimination.definitions import definition
from coveriflow.logic.interpolation.path import Conjuncts, named
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, equality, size_of, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, TRUE, Op, Term, bits, subterms, variable

_MOST_CASES = 6
"""So many truth values are tried out, each doubling the formula at worst."""
_MOST_READS = 12
_LARGEST = 20_000
_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Projection:
    """``conjuncts``, in which ``left`` still have to be eliminated."""

    conjuncts: Conjuncts
    left: frozenset[Term]


def projected(conjuncts: Iterable[Term], eliminated: Set[Term]) -> Projection:
    """A formula that is equivalent to ``conjuncts`` with ``eliminated`` quantified existentially."""
    current, left = list(conjuncts), set(eliminated)
    while left:
        changed = _by_equation(current, left) or _by_bounds(current, left) or _by_reads(current, left)
        changed = changed or _by_cases(current, left)
        if FALSE in current:
            return Projection((FALSE,), frozenset())
        if not changed or sum(map(size_of, current)) > _LARGEST:
            break
    occurring = frozenset[Term]().union(*map(variables_of, current))
    return Projection(tuple(dict.fromkeys(current)), frozenset(left) & occurring)


def decided(projection: Projection) -> Projection:
    """Where conjuncts speak of nothing but what is left, they hold for some values of it or for none: a solver says."""
    alone = [c for c in projection.conjuncts if variables_of(c) <= projection.left]
    if not alone:
        return projection
    answer = satisfiable(alone, cpu_time.now() + _SECONDS)
    if answer is Satisfiability.UNSAT:
        return Projection((FALSE,), frozenset())
    separate = {v for c in alone for v in variables_of(c)}
    others = tuple(c for c in projection.conjuncts if c not in alone)
    if answer is Satisfiability.UNKNOWN or any(separate & variables_of(c) for c in others):
        return projection
    return Projection(others, projection.left - separate)


def _by_equation(current: list[Term], left: set[Term]) -> bool:
    for position, conjunct in enumerate(current):
        if left.isdisjoint(variables_of(conjunct)):
            continue
        found = definition(conjunct, left)
        if found is None:
            continue
        left.discard(found.variable)
        if found.fresh is not None:
            left.add(found.fresh)
        replace = Substitution({found.variable: found.value})
        others = [*found.rest, *current[:position], *current[position + 1 :]]
        current[:] = _flat(replace(c) if found.variable in variables_of(c) else c for c in others)
        return True
    return False


def _flat(formulas: Iterable[Term]) -> list[Term]:
    return list(dict.fromkeys(c for formula in formulas for c in conjuncts_of(formula)))


def _by_bounds(current: list[Term], left: set[Term]) -> bool:
    """A variable that is only compared with other terms: Fourier and Motzkin's rule, which holds for bit-vectors when
    the variable stands alone.
    """
    for unknown in named(left):
        concerned = [c for c in current if unknown in variables_of(c)]
        implied = _bounds_of(unknown, concerned) if concerned and unknown.sort > BOOLEAN else None
        if not concerned:
            left.discard(unknown)
        elif implied is not None:
            left.discard(unknown)
            current[:] = _flat([*(c for c in current if c not in concerned), *implied])
            return True
    return False


def _bounds_of(unknown: Term, concerned: list[Term]) -> list[Term] | None:
    """What ``concerned`` says about the rest, if it is about ``unknown`` alone on one side of comparisons."""
    if len(concerned) == 1 and concerned[0].op is Op.NOT and concerned[0].args[0].op is Op.EQ:
        sides = concerned[0].args[0].args
        return [] if unknown in sides and sum(unknown in variables_of(s) for s in sides) == 1 else None
    signs = {_comparison(c).op for c in concerned}
    if len(signs) != 1 or not signs <= {Op.SLT, Op.ULT}:
        return None
    is_signed = Op.SLT in signs
    lower: list[tuple[Term, bool]] = []
    upper: list[tuple[Term, bool]] = []
    for conjunct in concerned:
        small, large = _comparison(conjunct).args
        strict = conjunct.op is not Op.NOT
        if not strict:
            small, large = large, small
        if small is unknown and unknown not in variables_of(large):
            upper.append((large, strict))
        elif large is unknown and unknown not in variables_of(small):
            lower.append((small, strict))
        else:
            return None
    return _between(unknown.sort, lower, upper, is_signed=is_signed)


def _comparison(conjunct: Term) -> Term:
    return conjunct.args[0] if conjunct.op is Op.NOT else conjunct


def _between(
    width: int, lower: list[tuple[Term, bool]], upper: list[tuple[Term, bool]], *, is_signed: bool
) -> list[Term]:
    """There is a number above all of ``lower`` and below all of ``upper``; those with a ``True`` are not meant."""
    least, most = (1 << (width - 1), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    one = bits(1, width)
    implied = [build.negate(equality(t, bits(most, width))) for t, strict in lower if strict]
    implied += [build.negate(equality(t, bits(least, width))) for t, strict in upper if strict]
    for low, low_strict in lower:
        for high, high_strict in upper:
            if not (low_strict or high_strict):
                implied.append(build.negate(build.less(high, low, is_signed=is_signed)))
                continue
            implied.append(build.less(low, high, is_signed=is_signed))
            if low_strict and high_strict:
                implied.append(build.less(build.arithmetic(Op.ADD, low, one), high, is_signed=is_signed))
    return implied


def _by_reads(current: list[Term], left: set[Term]) -> bool:
    """An array that is only read: each read is a number of its own, equal where the indices are (Ackermann)."""
    for array in named(left):
        if array.sort >= BOOLEAN:
            continue
        reads = [t for t in subterms(current) if array in t.args]
        if any(t.op is not Op.SELECT or array in variables_of(t.args[1]) for t in reads) or len(reads) > _MOST_READS:
            continue
        numbers = [variable(f"{array.payload}[{n}]", -array.sort) for n in range(len(reads))]
        replace = Substitution(dict(zip(reads, numbers, strict=True)))
        agree = []
        for n, read in enumerate(reads):
            for m, other in enumerate(reads[:n]):
                same = build.equal(replace(read.args[1]), replace(other.args[1]))
                agree.append(build.disjoin(build.negate(same), build.equal(numbers[n], numbers[m])))
        left.discard(array)
        left.update(numbers)
        current[:] = _flat([*map(replace, current), *agree])
        return True
    return False


def _by_cases(current: list[Term], left: set[Term]) -> bool:
    """A truth value is one of two; so is the condition under which a formula speaks of a variable at all."""
    truths = [v for v in named(left) if v.sort == BOOLEAN]
    if not truths or len(truths) > _MOST_CASES:
        return False
    concerned = [c for c in current if truths[0] in variables_of(c)]
    others = [c for c in current if c not in concerned]
    whole = conjunction(concerned)
    either = [Substitution({truths[0]: value})(whole) for value in (TRUE, FALSE)]
    left.discard(truths[0])
    current[:] = _flat([*others, build.negate(conjunction(_flat(map(build.negate, either))))])
    return True
