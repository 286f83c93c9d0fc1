"""Terms for bitwuzla: booleans, bit-vectors, arrays, and floating-point numbers as their bits.

A number has two views, its bits and bitwuzla's own number. Bits of a computed number are a new constant, which is
defined to stand for that number; the bits of a NaN are those of ``float_terms.nan_of``.
"""

from __future__ import annotations

from typing import Any

from bitwuzla import Kind, RoundingMode

from coveriflow.logic.float_terms import NUMBERS, PREDICATES, format_of, nan_of
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, Op, Term
from coveriflow.program.expressions.softfloat import Format, Rounding

KINDS: dict[Op, Any] = {
    Op.NOT: Kind.NOT,
    Op.AND: Kind.AND,
    Op.OR: Kind.OR,
    Op.ITE: Kind.ITE,
    Op.EQ: Kind.EQUAL,
    Op.ULT: Kind.BV_ULT,
    Op.SLT: Kind.BV_SLT,
    Op.NEG: Kind.BV_NEG,
    Op.COMPLEMENT: Kind.BV_NOT,
    Op.ADD: Kind.BV_ADD,
    Op.SUB: Kind.BV_SUB,
    Op.MUL: Kind.BV_MUL,
    Op.UDIV: Kind.BV_UDIV,
    Op.UREM: Kind.BV_UREM,
    Op.SDIV: Kind.BV_SDIV,
    Op.SREM: Kind.BV_SREM,
    Op.BVAND: Kind.BV_AND,
    Op.BVOR: Kind.BV_OR,
    Op.XOR: Kind.BV_XOR,
    Op.SHL: Kind.BV_SHL,
    Op.LSHR: Kind.BV_SHR,
    Op.ASHR: Kind.BV_ASHR,
    Op.SELECT: Kind.ARRAY_SELECT,
    Op.STORE: Kind.ARRAY_STORE,
}
_ROUNDED = {
    Op.FADD: Kind.FP_ADD,
    Op.FSUB: Kind.FP_SUB,
    Op.FMUL: Kind.FP_MUL,
    Op.FDIV: Kind.FP_DIV,
    Op.FSQRT: Kind.FP_SQRT,
    Op.FROUND: Kind.FP_RTI,
}
_CONVERTED = {
    Op.FCONVERT: Kind.FP_TO_FP_FROM_FP,
    Op.FROM_SIGNED: Kind.FP_TO_FP_FROM_SBV,
    Op.FROM_UNSIGNED: Kind.FP_TO_FP_FROM_UBV,
}
_PLAIN = {
    Op.FNEG: Kind.FP_NEG,
    Op.FABS: Kind.FP_ABS,
    Op.FEQ: Kind.FP_EQUAL,
    Op.FLT: Kind.FP_LT,
    Op.FLE: Kind.FP_LEQ,
    Op.FNAN: Kind.FP_IS_NAN,
}
_MODES = {
    Rounding.NEAREST_EVEN: RoundingMode.RNE,
    Rounding.NEAREST_AWAY: RoundingMode.RNA,
    Rounding.TOWARDS_ZERO: RoundingMode.RTZ,
    Rounding.DOWN: RoundingMode.RTN,
    Rounding.UP: RoundingMode.RTP,
}


class Translator:
    """Terms of ``manager``, each made once. ``definitions``: by term, what must hold so that the constant of its bits
    means these; the caller asserts them.
    """

    def __init__(self, manager: Any) -> None:
        self.manager = manager
        self._known: dict[Term, Any] = {}
        self._numbers: dict[Term, Any] = {}
        self.variables: dict[Term, Any] = {}
        self.definitions: dict[Term, Any] = {}

    def __len__(self) -> int:
        """How many terms were translated."""
        return len(self._known)

    def __call__(self, root: Term) -> Any:
        """Bitwuzla's term for ``root``: of a number, its bits."""
        pending: list[tuple[Term, bool]] = [(root, False)]
        while pending:
            term, as_number = pending[-1]
            known = self._numbers if as_number else self._known
            if term in known:
                pending.pop()
                continue
            missing = [need for need in self._needs(term, as_number=as_number) if not self._has(*need)]
            if missing:
                pending += missing
                continue
            pending.pop()
            known[term] = self._number(term) if as_number else self._bits(term)
        return self._known[root]

    def _has(self, term: Term, as_number: bool) -> bool:
        return term in (self._numbers if as_number else self._known)

    def _needs(self, term: Term, *, as_number: bool) -> list[tuple[Term, bool]]:
        """Operands and how they are read."""
        op = term.op
        if as_number:
            if op is Op.ITE and _is_number(term):
                return [(term.args[0], False), *((a, True) for a in term.args[1:])]
            if op in NUMBERS:
                return [(a, op not in (Op.FROM_SIGNED, Op.FROM_UNSIGNED)) for a in term.args]
            return [(term, False)]
        if op in PREDICATES or op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
            return [(a, True) for a in term.args]
        if op in (Op.FNEG, Op.FABS):
            return [(term.args[0], False)]
        if op in NUMBERS:
            return [(term, True), (nan_of(term), False)]
        return [(a, False) for a in term.args]

    def _number(self, term: Term) -> Any:
        manager, op = self.manager, term.op
        if op is Op.ITE and _is_number(term):
            condition, *branches = term.args
            return manager.mk_term(Kind.ITE, [self._known[condition], *(self._numbers[b] for b in branches)])
        if op not in NUMBERS:
            return self._of_bits(self._known[term], format_of(term))
        form = format_of(term)
        if op in _CONVERTED:
            known = self._numbers if op is Op.FCONVERT else self._known
            operands = [self._mode(term), known[term.args[0]]]
            return manager.mk_term(_CONVERTED[op], operands, [form.exponent, form.precision])
        operands = [self._numbers[a] for a in term.args]
        if op in _ROUNDED:
            return manager.mk_term(_ROUNDED[op], [self._mode(term), *operands])
        return manager.mk_term(_PLAIN[op], operands)

    def _mode(self, term: Term) -> Any:
        return self.manager.mk_rm_value(_MODES[Rounding[str(term.payload)]])

    def _bits(self, term: Term) -> Any:
        manager, op = self.manager, term.op
        if op in PREDICATES:
            return manager.mk_term(_PLAIN[op], [self._numbers[a] for a in term.args])
        if op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
            kind = Kind.FP_TO_SBV if op is Op.TO_SIGNED else Kind.FP_TO_UBV
            operands = [manager.mk_rm_value(RoundingMode.RTZ), self._numbers[term.args[0]]]
            return manager.mk_term(kind, operands, [term.sort])
        if op in (Op.FNEG, Op.FABS):
            form = format_of(term)
            kind, mask = (Kind.BV_XOR, form.sign) if op is Op.FNEG else (Kind.BV_AND, form.sign - 1)
            return manager.mk_term(kind, [self._known[term.args[0]], self._constant(mask, term.sort)])
        if op in NUMBERS:
            return self._bits_of_number(term)
        return self._plain(term, [self._known[a] for a in term.args])

    def _bits_of_number(self, term: Term) -> Any:
        """A new constant, which stands for the number unless that is a NaN."""
        manager, number = self.manager, self._numbers[term]
        pattern = manager.mk_const(manager.mk_bv_sort(term.sort))
        is_same = manager.mk_term(Kind.EQUAL, [self._of_bits(pattern, format_of(term)), number])
        self.definitions[term] = is_same
        is_nan = manager.mk_term(Kind.FP_IS_NAN, [number])
        return manager.mk_term(Kind.ITE, [is_nan, self._known[nan_of(term)], pattern])

    def _plain(self, term: Term, args: list[Any]) -> Any:
        manager = self.manager
        match term.op:
            case Op.CONSTANT if term.sort == BOOLEAN:
                return manager.mk_true() if term.constant else manager.mk_false()
            case Op.CONSTANT:
                return self._constant(int(term.payload), term.sort)
            case Op.VARIABLE:
                made = self.variables[term] = manager.mk_const(self._sort(term.sort), str(term.payload))
                return made
            case Op.TRUNCATE:
                return manager.mk_term(Kind.BV_EXTRACT, args, [term.sort - 1, 0])
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                kind = Kind.BV_ZERO_EXTEND if term.op is Op.ZERO_EXTEND else Kind.BV_SIGN_EXTEND
                return manager.mk_term(kind, args, [term.sort - term.args[0].sort])
            case Op.CONST_ARRAY:
                return manager.mk_const_array(self._sort(term.sort), args[0])
            case _:
                return manager.mk_term(KINDS[term.op], args)

    def _sort(self, sort: int) -> Any:
        manager = self.manager
        if sort == BOOLEAN:
            return manager.mk_bool_sort()
        if sort > 0:
            return manager.mk_bv_sort(sort)
        return manager.mk_array_sort(manager.mk_bv_sort(INDEX_WIDTH), manager.mk_bv_sort(-sort))

    def _constant(self, value: int, width: int) -> Any:
        return self.manager.mk_bv_value(self.manager.mk_bv_sort(width), value)

    def _of_bits(self, pattern: Any, form: Format) -> Any:
        """The number that a pattern stands for."""
        return self.manager.mk_term(Kind.FP_TO_FP_FROM_BV, [pattern], [form.exponent, form.precision])


def is_supported(term: Term) -> bool:
    """Bitwuzla has no numbers of the x87's format."""
    if term.op not in NUMBERS | PREDICATES | {Op.TO_SIGNED, Op.TO_UNSIGNED}:
        return True
    is_result = term.op in NUMBERS
    numbers = [a for a in term.args if term.op not in (Op.FROM_SIGNED, Op.FROM_UNSIGNED)]
    return not any(format_of(t).has_integer_bit for t in (*numbers, *([term] if is_result else [])))


def _is_number(term: Term) -> bool:
    """Whether a choice is one between computed numbers: bits of these need not be made then."""
    pending = list(term.args[1:])
    while pending:
        current = pending.pop()
        if current.op in NUMBERS:
            return True
        if current.op is Op.ITE:
            pending += current.args[1:]
    return False
