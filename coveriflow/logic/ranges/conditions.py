"""What a condition that holds, or fails, says of the ranges of terms."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.logic.ranges.integers import Interval, in_other_view
from coveriflow.logic.ranges.operations import COMPARISONS, Value, View
from coveriflow.logic.ranges.views import Reading, Views, intersection, is_empty
from coveriflow.logic.terms import BOOLEAN, Op, Term
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.expressions.softfloat import FORMATS

_MOST_ATOMS = 40
_INTEGERS = {Op.SLT: View.SIGNED, Op.ULT: View.UNSIGNED}


def literals(condition: Term, *, truth: bool) -> tuple[list[tuple[Term, bool]], list[tuple[Term, bool]]]:
    """Atoms that have a truth value where ``condition`` has the value ``truth``, in the order of the text; and
    disjunctions, of which one part at least has the value.
    """
    atoms, choices, pending = [], [], [(condition, truth)]
    while pending:
        term, wanted = pending.pop()
        match term.op:
            case Op.NOT:
                pending.append((term.args[0], not wanted))
            case Op.AND if wanted:
                pending += [(a, wanted) for a in reversed(term.args)]
            case Op.OR if not wanted:
                pending += [(a, wanted) for a in reversed(term.args)]
            case Op.AND | Op.OR:
                choices.append((term, wanted))
            case _:
                atoms.append((term, wanted))
    return atoms, choices


def local(views: Views, condition: Term, truth: bool) -> dict[Reading, Value] | None:
    """What the atoms of ``condition`` say, each by itself; ``None`` where it cannot have the value ``truth``."""
    low, high = views.interval(condition, View.TRUTH)
    if not low <= truth <= high:
        return None
    found: dict[Reading, Value] = {}
    for atom, wanted in literals(condition, truth=truth)[0][-_MOST_ATOMS:]:
        for reading, value in told(views, atom, truth=wanted):
            both = intersection(value, found[reading]) if reading in found else value
            if is_empty(both):
                return None
            found[reading] = both
    return found


def told(views: Views, atom: Term, *, truth: bool) -> Iterator[tuple[Reading, Value]]:
    """What ``atom`` says of its operands, and these of theirs; something empty where it cannot have that value."""
    op = atom.op
    yield (atom, View.TRUTH), (int(truth), int(truth))
    if op in COMPARISONS:
        left, right = atom.args
        found = float_sets.assumed(COMPARISONS[op], views.float(left), views.float(right), truth=truth)
        for term, value in zip((left, right), found, strict=True):
            yield from _inwards(term, value)
    elif op is Op.FNAN:
        form = FORMATS[atom.args[0].sort]
        nan = FloatSet(form, 0, -1, nan=True)
        yield from _inwards(atom.args[0], nan if truth else float_sets.without_nan(float_sets.everything(form)))
    elif op in _INTEGERS:
        yield from _ordered(views, atom, _INTEGERS[op], truth=truth)
    elif op is Op.EQ and atom.args[0].sort > BOOLEAN:
        yield from _equal(views, atom, truth=truth)


def _inwards(term: Term, value: FloatSet) -> Iterator[tuple[Reading, Value]]:
    """Of a number, and of what it is made of where that can be told exactly."""
    yield (term, View.FLOAT), value
    if term.op is Op.FNEG:
        yield from _inwards(term.args[0], float_sets.negated(value))
    elif term.op is Op.FABS and value.high >= 0:
        yield from _inwards(term.args[0], FloatSet(value.form, -value.high - 1, value.high, value.nan))
    elif term.op is Op.FCONVERT and term.args[0].sort < term.sort:
        yield from _inwards(term.args[0], float_sets.before_widening(value, FORMATS[term.args[0].sort]))


def _ordered(views: Views, atom: Term, view: View, *, truth: bool) -> Iterator[tuple[Reading, Value]]:
    left, right = atom.args
    one, other = views.interval(left, view), views.interval(right, view)
    if truth:
        new: tuple[Interval, Interval] = (one[0], min(one[1], other[1] - 1)), (max(other[0], one[0] + 1), other[1])
    else:
        new = (max(one[0], other[0]), one[1]), (other[0], min(other[1], one[1]))
    for term, value in zip((left, right), new, strict=True):
        yield from _both_views(term, view, value)


def _equal(views: Views, atom: Term, *, truth: bool) -> Iterator[tuple[Reading, Value]]:
    left, right = atom.args
    for view in (View.SIGNED, View.UNSIGNED):
        one, other = views.interval(left, view), views.interval(right, view)
        if truth:
            both = max(one[0], other[0]), min(one[1], other[1])
            yield (left, view), both
            yield (right, view), both
        else:
            yield (left, view), _without(one, other)
            yield (right, view), _without(other, one)


def _without(value: Interval, other: Interval) -> Interval:
    low, high = value
    if other[0] != other[1]:
        return value
    return (low + 1 if low == other[0] else low), (high - 1 if high == other[0] else high)


def _both_views(term: Term, view: View, value: Interval) -> Iterator[tuple[Reading, Value]]:
    yield (term, view), value
    is_signed = view is View.SIGNED
    other = View.UNSIGNED if is_signed else View.SIGNED
    yield (term, other), in_other_view(value, term.sort, is_signed=is_signed)
