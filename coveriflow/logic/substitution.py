"""Terms rebuilt by the folding constructors: with terms in place of variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coveriflow.logic import build, float_terms
from coveriflow.logic.terms import BOOLEAN, TRUE, Op, Term, make, subterms
from coveriflow.program.expressions.softfloat import Rounding

_BINARY: dict[Op, Callable[[Term, Term], Term]] = {
    Op.AND: build.conjoin,
    Op.OR: build.disjoin,
    Op.ULT: lambda a, b: build.less(a, b, is_signed=False),
    Op.SLT: lambda a, b: build.less(a, b, is_signed=True),
    Op.SELECT: build.select,
}
_UNARY: dict[Op, Callable[[Term], Term]] = {
    Op.NOT: build.negate,
    Op.NEG: build.negative,
    Op.COMPLEMENT: build.complement,
    Op.CONST_ARRAY: build.array_of,
    Op.FNAN: float_terms.is_nan,
}
_ARITHMETIC = frozenset(
    {Op.ADD, Op.SUB, Op.MUL, Op.UDIV, Op.UREM, Op.SDIV, Op.SREM} | {Op.BVAND, Op.BVOR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR}
)
_ROUNDED = frozenset({Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV})


def equality(left: Term, right: Term) -> Term:
    """Equality of two terms of one sort, arrays included."""
    if left.sort >= BOOLEAN:
        return build.equal(left, right)
    if left is right:
        return TRUE
    return make(Op.EQ, (left, right) if left.number <= right.number else (right, left), "", BOOLEAN)


def rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """The operation of ``term`` on other operands of the same sorts, folded."""
    op = term.op
    if args == term.args:
        return term
    if op in _BINARY:
        return _BINARY[op](*args)
    if op in _UNARY:
        return _UNARY[op](*args)
    if op in _ARITHMETIC:
        return build.arithmetic(op, *args)
    match op:
        case Op.EQ:
            return equality(*args)
        case Op.ITE:
            return build.ite(*args)
        case Op.STORE:
            return build.store(*args)
        case Op.TRUNCATE | Op.ZERO_EXTEND:
            return build.resized(args[0], term.sort, is_signed=False)
        case Op.SIGN_EXTEND:
            return build.resized(args[0], term.sort, is_signed=True)
        case _:
            return _rebuilt_float(term, args)


def _rebuilt_float(term: Term, args: tuple[Term, ...]) -> Term:
    op = term.op
    if op in (Op.FEQ, Op.FLT, Op.FLE):
        return float_terms.compared(op, *args)
    if op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
        if args[0].constant is not None:
            return float_terms.to_integer(args[0], term.sort, is_signed=op is Op.TO_SIGNED)
        return make(op, args, "", term.sort)
    rounding = Rounding[str(term.payload)] if term.payload else Rounding.NEAREST_EVEN
    if op in _ROUNDED:
        return float_terms.binary(op, args[0], args[1], rounding)
    match op:
        case Op.FSQRT | Op.FNEG | Op.FABS:
            return float_terms.unary(op, args[0], rounding)
        case Op.FROUND:
            return float_terms.to_integral(args[0], rounding)
        case Op.FCONVERT:
            return float_terms.converted(args[0], term.sort, rounding)
        case Op.FROM_SIGNED | Op.FROM_UNSIGNED:
            return float_terms.from_integer(args[0], term.sort, rounding, is_signed=op is Op.FROM_SIGNED)
        case _:
            raise AssertionError(f"{op} cannot be rebuilt")


class Substitution:
    """Replaces terms (variables, usually) by terms of their sorts, all at once; what was replaced once is kept."""

    def __init__(self, replacements: Mapping[Term, Term]) -> None:
        self._done = dict(replacements)

    def __call__(self, root: Term) -> Term:
        """``root`` with every replacement made."""
        done = self._done
        pending = [root]
        while pending:
            term = pending[-1]
            if term in done:
                pending.pop()
                continue
            missing = [argument for argument in term.args if argument not in done]
            if missing:
                pending += missing
                continue
            done[pending.pop()] = rebuilt(term, tuple(done[a] for a in term.args))
        return done[root]


_variables: dict[Term, frozenset[Term]] = {}


def variables_of(term: Term) -> frozenset[Term]:
    """The variables that occur in ``term``."""
    found = _variables.get(term)
    if found is None:
        found = frozenset(t for t in subterms([term]) if t.op is Op.VARIABLE)
        _variables[term] = found
    return found


_sizes: dict[Term, int] = {}


def size_of(term: Term) -> int:
    """How many different subterms ``term`` has."""
    found = _sizes.get(term)
    if found is None:
        found = _sizes[term] = sum(1 for _ in subterms([term]))
    return found


_depths: dict[Term, int] = {}


def depth_of(term: Term) -> int:
    """How many operators of ``term`` lie inside of each other."""
    for each in subterms([term], _depths):
        _depths[each] = 1 + max((_depths[a] for a in each.args), default=-1)
    return _depths[term]


def conjuncts_of(term: Term) -> tuple[Term, ...]:
    """Terms that hold together exactly where ``term`` does: its conjunction taken apart, each once, in order."""
    found: dict[Term, None] = {}
    pending = [term]
    while pending:
        current = pending.pop()
        if current.op is Op.AND:
            pending += reversed(current.args)
        elif current.op is Op.NOT and current.args[0].op is Op.OR:
            pending += (build.negate(a) for a in reversed(current.args[0].args))
        elif current is not TRUE:
            found[current] = None
    return tuple(found)


def conjunction(terms: tuple[Term, ...] | list[Term]) -> Term:
    """All of ``terms``."""
    found = TRUE
    for term in terms:
        found = build.conjoin(found, term)
    return found
