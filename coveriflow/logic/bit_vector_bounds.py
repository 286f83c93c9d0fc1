"""Unsigned bounds of bit-vector terms, seen without a solver: a choice among constants lies between two of them."""

from __future__ import annotations

from coveriflow.logic.terms import Op, Term

Range = tuple[int, int]


def range_of(term: Term) -> Range:
    """Least and greatest unsigned value that ``term`` may have; computed once for each term."""
    if term.bounds is None:
        pending = [term]
        while pending:
            current = pending[-1]
            missing = [a for a in _operands(current) if a.bounds is None]
            if not missing:
                pending.pop().bounds = _computed(current)
            pending += missing
    assert term.bounds is not None
    return term.bounds


def _operands(term: Term) -> tuple[Term, ...]:
    """Those that say something about the range of ``term``."""
    if term.op is Op.ITE:
        return term.args[1:]
    return term.args if term.op in _BOUNDED else ()


def _computed(term: Term) -> Range:
    most = (1 << term.sort) - 1
    if isinstance(term.payload, int):
        return term.payload, term.payload
    bounds = [a.bounds for a in _operands(term) if a.bounds is not None]
    match term.op, bounds:
        case Op.ITE, [(low, high), (other_low, other_high)]:
            return min(low, other_low), max(high, other_high)
        case Op.ZERO_EXTEND, [found]:
            return found
        case Op.SIGN_EXTEND, [(low, high)] if not high >> (term.args[0].sort - 1):
            return low, high
        case Op.TRUNCATE, [(low, high)] if high <= most:
            return low, high
        case Op.ADD, [(low, high), (other_low, other_high)] if high + other_high <= most:
            return low + other_low, high + other_high
        case Op.BVAND, [(_, high), (_, other_high)]:
            return 0, min(high, other_high)
        case Op.UREM, [(_, high), (least, greatest)] if least > 0:
            return 0, min(high, greatest - 1)
        case Op.UDIV, [(low, high), (least, greatest)] if least > 0:
            return low // greatest, high // least
        case Op.LSHR, [(_, high), _]:
            return 0, high
        case _:
            return 0, most


_BOUNDED = frozenset({Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.TRUNCATE, Op.ADD, Op.BVAND, Op.UREM, Op.UDIV, Op.LSHR})


def compared(left: Term, right: Term, *, is_signed: bool) -> bool | None:
    """``left < right`` where the ranges tell, else ``None``."""
    (low, high), (other_low, other_high) = range_of(left), range_of(right)
    if is_signed:
        half = 1 << (left.sort - 1)
        if (low < half <= high) or (other_low < half <= other_high):
            return None
        low, high, other_low, other_high = ((b + half) % (2 * half) for b in (low, high, other_low, other_high))
    if high < other_low:
        return True
    return False if low >= other_high else None


def differ(left: Term, right: Term) -> bool:
    """Whether the ranges have nothing in common."""
    (low, high), (other_low, other_high) = range_of(left), range_of(right)
    return high < other_low or other_high < low
