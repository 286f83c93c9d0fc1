"""z3's expressions as terms, built by the folding constructors: bit-vectors, booleans, arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

import z3

from coveriflow.logic import build
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.substitution import equality
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, Op, Sort, Term, bits, boolean, variable

_LARGEST = 20_000

_FOLDED: dict[int, Op] = {
    z3.Z3_OP_BADD: Op.ADD,
    z3.Z3_OP_BMUL: Op.MUL,
    z3.Z3_OP_BAND: Op.BVAND,
    z3.Z3_OP_BOR: Op.BVOR,
    z3.Z3_OP_BXOR: Op.XOR,
    z3.Z3_OP_BSUB: Op.SUB,
    z3.Z3_OP_BUDIV: Op.UDIV,
    z3.Z3_OP_BUDIV_I: Op.UDIV,
    z3.Z3_OP_BUREM: Op.UREM,
    z3.Z3_OP_BUREM_I: Op.UREM,
    z3.Z3_OP_BSDIV: Op.SDIV,
    z3.Z3_OP_BSDIV_I: Op.SDIV,
    z3.Z3_OP_BSREM: Op.SREM,
    z3.Z3_OP_BSREM_I: Op.SREM,
    z3.Z3_OP_BSHL: Op.SHL,
    z3.Z3_OP_BLSHR: Op.LSHR,
    z3.Z3_OP_BASHR: Op.ASHR,
}
_Compare = Callable[[Term, Term], Term]


def _less(*, is_signed: bool, swapped: bool, negated: bool) -> _Compare:
    def compare(left: Term, right: Term) -> Term:
        found = build.less(*((right, left) if swapped else (left, right)), is_signed=is_signed)
        return build.negate(found) if negated else found

    return compare


_COMPARED: dict[int, _Compare] = {
    z3.Z3_OP_ULT: _less(is_signed=False, swapped=False, negated=False),
    z3.Z3_OP_UGT: _less(is_signed=False, swapped=True, negated=False),
    z3.Z3_OP_ULEQ: _less(is_signed=False, swapped=True, negated=True),
    z3.Z3_OP_UGEQ: _less(is_signed=False, swapped=False, negated=True),
    z3.Z3_OP_SLT: _less(is_signed=True, swapped=False, negated=False),
    z3.Z3_OP_SGT: _less(is_signed=True, swapped=True, negated=False),
    z3.Z3_OP_SLEQ: _less(is_signed=True, swapped=True, negated=True),
    z3.Z3_OP_SGEQ: _less(is_signed=True, swapped=False, negated=True),
    z3.Z3_OP_EQ: equality,
    z3.Z3_OP_IFF: equality,
    z3.Z3_OP_IMPLIES: lambda a, b: build.disjoin(build.negate(a), b),
    z3.Z3_OP_XOR: lambda a, b: build.negate(build.equal(a, b)),
}


def sort_of(expression: Any) -> Sort:
    """The sort of terms for an expression of z3's."""
    sort = expression.sort()
    if z3.is_bool(expression):
        return BOOLEAN
    if z3.is_bv(expression):
        return int(sort.size())
    if z3.is_array(expression) and sort.domain().kind() == z3.Z3_BV_SORT and sort.range().kind() == z3.Z3_BV_SORT:
        if sort.domain().size() == INDEX_WIDTH:
            return -int(sort.range().size())
    raise Inapplicable(f"no sort for {sort}")


def postorder(root: Any) -> Iterable[Any]:
    """The subexpressions of ``root``, each once, operands first; at most a few ten thousand."""
    seen: set[int] = set()
    pending = [(root, False)]
    while pending:
        expression, expanded = pending.pop()
        if expanded:
            yield expression
        elif expression.get_id() not in seen:
            seen.add(expression.get_id())
            if len(seen) > _LARGEST or not z3.is_app(expression):
                raise Inapplicable("too large, or quantified")
            pending.append((expression, True))
            pending += [(child, False) for child in expression.children()]


def term_of(root: Any) -> Term:
    """The term that means the same as ``root``. Raises ``Inapplicable`` where there is none."""
    done: dict[int, Term] = {}
    for expression in postorder(root):
        args = [done[child.get_id()] for child in expression.children()]
        done[expression.get_id()] = _converted(expression, args)
    return done[root.get_id()]


def _converted(expression: Any, args: list[Term]) -> Term:
    kind = expression.decl().kind()
    if kind in _FOLDED:
        return reduce(lambda a, b: build.arithmetic(_FOLDED[kind], a, b), args)
    if kind in _COMPARED and len(args) == 2:
        return _COMPARED[kind](*args)
    match kind:
        case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
            return boolean(kind == z3.Z3_OP_TRUE)
        case z3.Z3_OP_BNUM:
            return bits(expression.as_long(), expression.size())
        case z3.Z3_OP_UNINTERPRETED if not args:
            return variable(expression.decl().name(), sort_of(expression))
        case z3.Z3_OP_NOT:
            return build.negate(args[0])
        case z3.Z3_OP_AND:
            return reduce(build.conjoin, args)
        case z3.Z3_OP_OR:
            return reduce(build.disjoin, args)
        case z3.Z3_OP_ITE:
            return build.ite(*args)
        case z3.Z3_OP_DISTINCT:
            pairs = [(a, b) for n, a in enumerate(args) for b in args[:n]]
            return reduce(build.conjoin, (build.negate(equality(a, b)) for a, b in pairs))
        case z3.Z3_OP_SELECT:
            return build.select(*args)
        case z3.Z3_OP_STORE:
            return build.store(*args)
        case z3.Z3_OP_CONST_ARRAY:
            sort_of(expression)
            return build.array_of(args[0])
        case _:
            return _of_bits(expression, kind, args)


def _of_bits(expression: Any, kind: int, args: list[Term]) -> Term:
    match kind:
        case z3.Z3_OP_BNOT:
            return build.complement(args[0])
        case z3.Z3_OP_BNEG:
            return build.negative(args[0])
        case z3.Z3_OP_CONCAT:
            return reduce(build.concatenated, args)
        case z3.Z3_OP_EXTRACT:
            high, low = expression.params()
            shifted = build.arithmetic(Op.LSHR, args[0], bits(low, args[0].sort))
            return build.resized(shifted, operator.sub(high, low) + 1, is_signed=False)
        case z3.Z3_OP_ZERO_EXT | z3.Z3_OP_SIGN_EXT:
            return build.resized(args[0], sort_of(expression), is_signed=kind == z3.Z3_OP_SIGN_EXT)
        case _:
            raise Inapplicable(f"no term for {expression.decl()}")
