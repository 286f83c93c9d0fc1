"""Constructors of terms that fold constants and the shapes that merging of program paths produces."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from coveriflow.logic.bit_vector_bounds import compared, differ
from coveriflow.logic.cells import MOST_CELLS, cells_of, from_cells
from coveriflow.logic.choices import Parts, constants_of, with_each, with_each_pair, with_parts
from coveriflow.logic.terms import (
    BOOLEAN,
    FALSE,
    INDEX_WIDTH,
    TRUE,
    Op,
    Term,
    bits,
    boolean,
    is_array,
    make,
    signed,
)

_DEPTH = 8
"""How far constants are pushed into nested ``ite`` terms, and how many stores a read looks through times eight."""

_CONJUNCTS = 12
"""How many parts of a conjunction are compared with one that is added."""

_BEGINNINGS = 64
"""How many parts of two terms are compared where one of the two holds."""


def negate(term: Term) -> Term:
    """Boolean negation."""
    if term.constant is not None:
        return boolean(not term.constant)
    return term.args[0] if term.op is Op.NOT else make(Op.NOT, (term,), "", BOOLEAN)


def conjoin(left: Term, right: Term) -> Term:
    """Both hold. A conjunct of one is not repeated by the other. Solvers write nested conjunctions out, and those
    that share parts at each level become exponentially long.
    """
    if left is FALSE or right is FALSE or left is negate(right):
        return FALSE
    if left is TRUE or left is right:
        return right
    if right is TRUE or _says(left, right):
        return left
    if right.op is Op.AND:
        if _says(right, left):
            return right
        for known, further in (right.args, right.args[::-1]):
            if _says(left, known):
                return conjoin(left, further)
    return make(Op.AND, (left, right), "", BOOLEAN)


def _says(whole: Term, part: Term) -> bool:
    """Whether ``part`` is one of the first conjuncts that ``whole`` consists of, at any level."""
    level = [whole]
    for _ in range(_CONJUNCTS):
        if not level:
            return False
        one = level.pop(0)
        if one is part:
            return True
        if one.op is Op.AND:
            level.extend(one.args)
    return False


def disjoin(left: Term, right: Term) -> Term:
    """One holds. What both begin with stays outside: ``(a and b) or (a and not b)`` is ``a``. This is what a join of
    two branches looks like.
    """
    return joined(left, right)[1]


def joined(left: Term, right: Term) -> tuple[Term, Term]:
    """What says that it is ``left`` where one of the two holds, and that one holds."""
    shared = []
    while (found := _trivially_disjoined(left, right)) is None:
        both, left, right = _apart(left, right)
        if both is TRUE:
            found = _undenied(left, right)
            break
        shared.append(both)
    for both in reversed(shared):
        found = conjoin(both, found)
    return left, found


def _undenied(left: Term, right: Term) -> Term:
    """One holds; neither says again that the other one does not hold."""
    if (less := _without_denied(right, left)) is not right:
        return disjoin(left, less)
    if (less := _without_denied(left, right)) is not left:
        return disjoin(less, right)
    return make(Op.OR, (left, right), "", BOOLEAN)


def _apart(left: Term, right: Term) -> tuple[Term, Term, Term]:
    """The longest conjunction that both begin with, and what each has besides."""
    theirs = set(_beginnings(right))
    shared = next((each for each in _beginnings(left) if each in theirs), TRUE)
    return shared, _after(left, shared), _after(right, shared)


def _beginnings(term: Term) -> list[Term]:
    found = [term]
    while found[-1].op is Op.AND and len(found) < _BEGINNINGS:
        found.append(found[-1].args[0])
    return found


def _after(term: Term, beginning: Term) -> Term:
    if beginning is TRUE:
        return term
    rest = []
    while term is not beginning:
        rest.append(term.args[1])
        term = term.args[0]
    found = TRUE
    for each in reversed(rest):
        found = conjoin(found, each)
    return found


def _without_denied(conjunction: Term, alternative: Term) -> Term:
    """Without what ``alternative`` says the opposite of: ``a or (not a and b)`` is ``a or b``."""
    if conjunction.op is not Op.AND:
        return conjunction
    denied = {negate(each) for each in _parts(alternative, Op.OR)}
    known = _parts(conjunction, Op.AND)
    kept = [each for each in known if each not in denied]
    if len(kept) == len(known):
        return conjunction
    found = TRUE
    for each in kept:
        found = conjoin(found, each)
    return found


def _parts(term: Term, op: Op) -> list[Term]:
    """What ``term`` joins by ``op``, in order; what is more than many stays together."""
    parts: list[Term] = []
    pending = [term]
    while pending:
        each = pending.pop()
        if each.op is op and len(parts) + len(pending) < _BEGINNINGS:
            pending += reversed(each.args)
        else:
            parts.append(each)
    return parts


def any_of(terms: Iterable[Term]) -> Term:
    """The disjunction, as a balanced tree."""
    level = list(terms)
    while len(level) > 1:
        level = [disjoin(a, b) for a, b in zip(level[::2], [*level[1::2], FALSE], strict=False)]
    return level[0] if level else FALSE


def _trivially_disjoined(left: Term, right: Term) -> Term | None:
    if left is TRUE or right is TRUE or left is negate(right):
        return TRUE
    if left is FALSE or left is right:
        return right
    return left if right is FALSE else None


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    """``then`` where ``condition`` holds, else ``otherwise``; both of one sort."""
    if condition.constant is not None:
        return then if condition.constant else otherwise
    if then is otherwise:
        return then
    if then.sort == BOOLEAN:
        return disjoin(conjoin(condition, then), conjoin(negate(condition), otherwise))
    if condition.op is Op.NOT:
        condition, then, otherwise = condition.args[0], otherwise, then
    if then.sort < BOOLEAN:
        return joined_arrays(condition, then, otherwise)
    if then.op is Op.ITE and then.args[0] is condition:
        then = then.args[1]
    if otherwise.op is Op.ITE and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    if then is otherwise:
        return then
    return make(Op.ITE, (condition, then, otherwise), "", then.sort)


def joined_arrays(
    condition: Term, then: Term, otherwise: Term, irrelevant: Callable[[int, int], bool] = lambda _side, _index: False
) -> Term:
    """Element by element where both are the same array but for known elements. ``irrelevant(side, index)``: it does
    not matter what ``then`` (side 0) or ``otherwise`` (side 1) holds at ``index``.
    """
    if then is otherwise or condition.constant is not None:
        return ite(condition, then, otherwise)
    one, other = cells_of(then), cells_of(otherwise)
    if one.base is not other.base:
        return make(Op.ITE, (condition, then, otherwise), "", then.sort)
    known = {}
    for index in dict.fromkeys((*one.known, *other.known)):
        place = bits(index, INDEX_WIDTH)
        left, right = (c.known[index] if index in c.known else _element(c.base, place) for c in (one, other))
        if left is not right and irrelevant(0, index):
            left = right
        elif left is not right and irrelevant(1, index):
            right = left
        known[index] = ite(condition, left, right)
    return from_cells(one.base, known)


def equal(left: Term, right: Term) -> Term:
    """Equality of two terms of one sort (not arrays)."""
    if left is right:
        return TRUE
    if left.constant is not None and right.constant is not None:
        return FALSE
    if left.sort == BOOLEAN:
        return disjoin(conjoin(left, right), conjoin(negate(left), negate(right)))
    if differ(left, right):
        return FALSE
    moved = pushed(left, right, equal)
    return moved if moved is not None else make(Op.EQ, _ordered(left, right), "", BOOLEAN)


def is_everywhere(term: Term, value: int) -> Term:
    """That ``term`` is ``value``, or that it is an array with only this value."""
    if is_array(term):
        return make(Op.EQ, (term, array_of(bits(value, -term.sort))), "", BOOLEAN)
    return equal(term, bits(value, term.sort))


def _ordered(left: Term, right: Term) -> tuple[Term, Term]:
    return (left, right) if left.number <= right.number else (right, left)


def pushed(left: Term, right: Term, apply: Callable[[Term, Term], Term]) -> Term | None:
    """``apply`` moved into choices among constants, one of them or two that go together."""
    if right.constant is not None and left.op is Op.ITE and constants_of(left) is not None:
        return with_each(left, lambda leaf: apply(leaf, right), ite)
    if left.constant is not None and right.op is Op.ITE and constants_of(right) is not None:
        return with_each(right, lambda leaf: apply(left, leaf), ite)
    if left.op is Op.ITE and right.op is Op.ITE:
        return with_each_pair(left, right, apply, ite)
    return None


def less(left: Term, right: Term, *, is_signed: bool) -> Term:
    """``left < right`` on bit-vectors."""
    if left is right:
        return FALSE
    width = left.sort
    if left.constant is not None and right.constant is not None:
        a, b = left.constant, right.constant
        return boolean(signed(a, width) < signed(b, width) if is_signed else a < b)
    decided = compared(left, right, is_signed=is_signed)
    if decided is not None:
        return boolean(decided)
    moved = pushed(left, right, lambda a, b: less(a, b, is_signed=is_signed))
    if moved is not None:
        return moved
    return make(Op.SLT if is_signed else Op.ULT, (left, right), "", BOOLEAN)


_FOLD: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.BVAND: operator.and_,
    Op.BVOR: operator.or_,
    Op.XOR: operator.xor,
}
_COMMUTATIVE = {Op.ADD, Op.MUL, Op.BVAND, Op.BVOR, Op.XOR}


def arithmetic(op: Op, left: Term, right: Term) -> Term:
    """A binary bit-vector operation. Division by zero and oversized shifts are SMT-LIB's, never looked at by
    callers.
    """
    a, b = left.constant, right.constant
    if a is not None and b is not None:
        return bits(_folded(op, a, b, left.sort), left.sort)
    neutral = _neutral(op, left, right)
    if neutral is not None:
        return neutral
    truth = _truth_values(op, left, right)
    if truth is not None:
        return truth
    if op is Op.ADD and b is not None and left.op is Op.ADD and left.args[1].constant is not None:
        return arithmetic(op, left.args[0], bits(left.args[1].constant + b, left.sort))
    if op is Op.SUB and b is not None:
        return arithmetic(Op.ADD, left, bits(-b, left.sort))
    if op in _COMMUTATIVE and a is not None:
        left, right = right, left
    moved = pushed(left, right, lambda x, y: arithmetic(op, x, y))
    return moved if moved is not None else make(op, (left, right), "", left.sort)


def _neutral(op: Op, left: Term, right: Term) -> Term | None:
    a, b, width = left.constant, right.constant, left.sort
    if b == 0 and op in (Op.ADD, Op.SUB, Op.BVOR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR):
        return left
    if a == 0 and op in (Op.ADD, Op.BVOR, Op.XOR):
        return right
    if 0 in (a, b) and op in (Op.MUL, Op.BVAND):
        return bits(0, width)
    if b == 1 and op in (Op.MUL, Op.UDIV, Op.SDIV):
        return left
    if a == 1 and op is Op.MUL:
        return right
    if left is right:
        same = {Op.SUB: bits(0, width), Op.XOR: bits(0, width), Op.BVAND: left, Op.BVOR: left}
        return same.get(op)
    return None


def _truth_values(op: Op, left: Term, right: Term) -> Term | None:
    """``(c ? 1 : 0) & (d ? 1 : 0)`` is ``(c and d) ? 1 : 0``."""
    one, zero = bits(1, left.sort), bits(0, left.sort)
    shaped = all(t.op is Op.ITE and t.args[1] is one and t.args[2] is zero for t in (left, right))
    if not shaped or op not in (Op.BVAND, Op.BVOR):
        return None
    join = conjoin if op is Op.BVAND else disjoin
    return ite(join(left.args[0], right.args[0]), one, zero)


def _folded(op: Op, a: int, b: int, width: int) -> int:
    if op in _FOLD:
        return _FOLD[op](a, b)
    if op in (Op.SHL, Op.LSHR, Op.ASHR):
        return _shifted(op, a, b, width)
    if op in (Op.UDIV, Op.UREM):
        return _unsigned_division(op, a, b, width)
    x, y = signed(a, width), signed(b, width)
    magnitude = _unsigned_division(Op.UDIV if op is Op.SDIV else Op.UREM, abs(x), abs(y), width)
    negative = (x < 0) != (y < 0) if op is Op.SDIV else x < 0
    return -magnitude if negative else magnitude


def _unsigned_division(op: Op, a: int, b: int, width: int) -> int:
    if b == 0:
        return (1 << width) - 1 if op is Op.UDIV else a
    return a // b if op is Op.UDIV else a % b


def _shifted(op: Op, a: int, b: int, width: int) -> int:
    if op is Op.SHL:
        return a << b if b < width else 0
    value = signed(a, width) if op is Op.ASHR else a
    return value >> min(b, width)


def negative(term: Term) -> Term:
    """Two's complement negation."""
    return arithmetic(Op.SUB, bits(0, term.sort), term)


def complement(term: Term) -> Term:
    """Bitwise complement."""
    if term.constant is not None:
        return bits(~term.constant, term.sort)
    return term.args[0] if term.op is Op.COMPLEMENT else make(Op.COMPLEMENT, (term,), "", term.sort)


def resized(term: Term, width: int, *, is_signed: bool) -> Term:
    """Truncated, or extended by the sign or by zeros."""
    if width == term.sort:
        return term
    if term.constant is not None:
        return bits(signed(term.constant, term.sort) if is_signed else term.constant, width)
    if term.op is Op.ITE and constants_of(term) is not None:
        return with_each(term, lambda leaf: resized(leaf, width, is_signed=is_signed), ite)
    if width < term.sort:
        return _truncated(term, width)
    if term.op is Op.ZERO_EXTEND or (term.op is Op.SIGN_EXTEND and is_signed):
        return make(term.op, term.args, "", width)
    return make(Op.SIGN_EXTEND if is_signed else Op.ZERO_EXTEND, (term,), "", width)


def _truncated(term: Term, width: int) -> Term:
    if term.op in (Op.ZERO_EXTEND, Op.SIGN_EXTEND):
        inner = term.args[0]
        return resized(inner, width, is_signed=term.op is Op.SIGN_EXTEND)
    return make(Op.TRUNCATE, (term,), "", width)


def array_of(value: Term) -> Term:
    """The array that has ``value`` everywhere."""
    return make(Op.CONST_ARRAY, (value,), "", -value.sort)


def store(array: Term, index: Term, value: Term) -> Term:
    """``array`` with ``value`` at ``index`` (64 bits)."""
    assert index.sort == INDEX_WIDTH
    if index.constant is not None:
        return _with_elements(array, {index.constant: value})
    leaves = constants_of(index)
    if leaves is not None and len(leaves) <= _SPREAD:
        old = {leaf: _element(array, bits(leaf, INDEX_WIDTH)) for leaf in sorted(leaves)}
        return _with_elements(array, {n: ite(equal(index, bits(n, INDEX_WIDTH)), value, o) for n, o in old.items()})
    if array.op is Op.STORE and array.args[1] is index:
        array = array.args[0]
    return make(Op.STORE, (array, index, value), "", array.sort)


_SPREAD = 32
"""A store to one of so many places is one to each of them that may change nothing."""


def _with_elements(array: Term, new: dict[int, Term]) -> Term:
    cells = cells_of(array)
    known = {**cells.known, **new}
    if len(known) <= MOST_CELLS:
        return from_cells(cells.base, known)
    for index, value in new.items():
        array = make(Op.STORE, (array, bits(index, INDEX_WIDTH), value), "", array.sort)
    return array


_joined: dict[Parts, Term] = {}


def concatenated(high: Term, low: Term) -> Term:
    """The bits of ``high`` above those of ``low``."""
    return joined_parts((low, high))


def joined_parts(parts: Parts) -> Term:
    """The bits of the parts, the lowest first: parts of one term that were side by side are joined again."""
    found = _joined.get(parts)
    if found is None:
        found = with_parts(parts, _side_by_side, ite, _joined) or _side_by_side(parts)
        _joined[parts] = found
    return found


def _side_by_side(parts: Parts) -> Term:
    term = parts[0]
    for part in parts[1:]:
        term = _beside(part, term)
    return term


def _beside(high: Term, low: Term) -> Term:
    width = high.sort + low.sort
    (whole, first), (other, second) = _part(high), _part(low)
    if whole is other and whole.constant is None and first == second + low.sort:
        return resized(arithmetic(Op.LSHR, whole, bits(second, whole.sort)), width, is_signed=False)
    above = arithmetic(Op.SHL, resized(high, width, is_signed=False), bits(low.sort, width))
    return arithmetic(Op.BVOR, above, resized(low, width, is_signed=False))


def _part(term: Term) -> tuple[Term, int]:
    """The term of which ``term`` has some bits, and the first of them."""
    inner = term.args[0] if term.op is Op.TRUNCATE else term
    shift = inner.args[1].constant if inner.op is Op.LSHR else None
    if shift is None:
        return inner, 0
    return (inner.args[0], shift) if shift + term.sort <= inner.sort else (inner, 0)


def select(array: Term, index: Term) -> Term:
    """The element of ``array`` at ``index``; known stores are looked through."""
    if index.constant is not None:
        return _element(array, index)
    if index.op is Op.ITE and constants_of(index) is not None:
        return with_each(index, lambda leaf: _element(array, leaf), ite)
    return make(Op.SELECT, (array, index), "", -array.sort)


def _element(array: Term, index: Term) -> Term:
    cells = cells_of(array)
    assert index.constant is not None
    known = cells.known.get(index.constant)
    if known is not None:
        return known
    current = cells.base
    for _ in range(_DEPTH * 64):
        if current.op is Op.CONST_ARRAY:
            return current.args[0]
        if current.op is not Op.STORE:
            break
        same = equal(current.args[1], index)
        if same is TRUE:
            return current.args[2]
        if same is not FALSE:
            break
        current = current.args[0]
    return make(Op.SELECT, (current, index), "", -array.sort)
