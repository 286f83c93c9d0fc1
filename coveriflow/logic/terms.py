"""Terms over bit-vectors, booleans and arrays: hash-consed, so that equal terms are one object, and folded when built.

A sort is a number: 0 is the booleans, ``w > 0`` the bit-vectors of ``w`` bits, ``-w`` the arrays from 64 bits to ``w``
bits. A bit-vector constant is kept as its unsigned value. A floating-point number is the bit-vector of its pattern
(``program.expressions.softfloat``), and its width tells the format; ``=`` on such terms compares bits, ``fp.eq``
numbers. Terms live as long as the process: workers are short-lived.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import Enum
from typing import Final

Sort = int
BOOLEAN: Final = 0
INDEX_WIDTH: Final = 64


class Op(Enum):
    """Operators; names are SMT-LIB's where it has one."""

    CONSTANT = "constant"
    VARIABLE = "variable"
    NOT = "not"
    AND = "and"
    OR = "or"
    ITE = "ite"
    EQ = "="
    ULT = "bvult"
    SLT = "bvslt"
    NEG = "bvneg"
    COMPLEMENT = "bvnot"
    ADD = "bvadd"
    SUB = "bvsub"
    MUL = "bvmul"
    UDIV = "bvudiv"
    UREM = "bvurem"
    SDIV = "bvsdiv"
    SREM = "bvsrem"
    BVAND = "bvand"
    BVOR = "bvor"
    XOR = "bvxor"
    SHL = "bvshl"
    LSHR = "bvlshr"
    ASHR = "bvashr"
    TRUNCATE = "extract"
    ZERO_EXTEND = "zero_extend"
    SIGN_EXTEND = "sign_extend"
    SELECT = "select"
    STORE = "store"
    CONST_ARRAY = "const-array"
    FADD = "fp.add"
    FSUB = "fp.sub"
    FMUL = "fp.mul"
    FDIV = "fp.div"
    FSQRT = "fp.sqrt"
    FROUND = "fp.roundToIntegral"
    FNEG = "fp.neg"
    FABS = "fp.abs"
    FCONVERT = "to_fp"
    FROM_SIGNED = "to_fp_signed"
    FROM_UNSIGNED = "to_fp_unsigned"
    TO_SIGNED = "fp.to_sbv"
    TO_UNSIGNED = "fp.to_ubv"
    FEQ = "fp.eq"
    FLT = "fp.lt"
    FLE = "fp.leq"
    FNAN = "fp.isNaN"

    __hash__ = object.__hash__  # that of Enum is slow, and each term is looked up by its operator


class Term:
    """One term. Compare with ``is`` or ``==`` (the same thing); ``payload`` is a constant's value or a variable's
    name. ``bounds``: see ``logic.bit_vector_bounds``.
    """

    __slots__ = ("args", "bounds", "number", "op", "payload", "sort")

    def __init__(self, op: Op, args: tuple[Term, ...], payload: int | str, sort: Sort, number: int) -> None:
        self.op, self.args, self.payload, self.sort, self.number = op, args, payload, sort, number
        self.bounds: tuple[int, int] | None = None

    def __repr__(self) -> str:
        """For people who look for a defect: as in SMT-LIB, and no further than some operators deep."""
        return _shown(self, _SHOWN)

    @property
    def constant(self) -> int | None:
        """The unsigned value of a constant (booleans: 0 and 1), ``None`` for any other term."""
        return self.payload if self.op is Op.CONSTANT else None  # type: ignore[return-value]


_SHOWN = 8
"""Operators inside of each other that are printed."""


def _shown(term: Term, depth: int) -> str:
    if not term.args:
        return str(term.payload)
    return f"({' '.join([term.op.value, *(_shown(a, depth - 1) for a in term.args)])})" if depth else "..."


_table: dict[tuple[object, ...], Term] = {}
_constants: dict[tuple[int, int], Term] = {}


def make(op: Op, args: tuple[Term, ...], payload: int | str, sort: Sort) -> Term:
    """The one term with these parts, without folding."""
    key = (op, args, payload, sort)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(op, args, payload, sort, len(_table))
    return found


def boolean(value: bool) -> Term:
    """``true`` or ``false``."""
    return TRUE if value else FALSE


def bits(value: int, width: int) -> Term:
    """The constant ``value`` modulo 2^width."""
    found = _constants.get((value, width))
    if found is None:
        found = _constants[value, width] = make(Op.CONSTANT, (), value & ((1 << width) - 1), width)
    return found


def variable(name: str, sort: Sort) -> Term:
    """The unknown called ``name``."""
    return make(Op.VARIABLE, (), name, sort)


TRUE: Final = make(Op.CONSTANT, (), 1, BOOLEAN)
FALSE: Final = make(Op.CONSTANT, (), 0, BOOLEAN)


def is_array(term: Term) -> bool:
    """Whether ``term`` is an array."""
    return term.sort < BOOLEAN


def is_product(term: Term) -> bool:
    """Whether ``term`` is a product of two unknowns."""
    return term.op is Op.MUL and all(a.constant is None for a in term.args)


def signed(value: int, width: int) -> int:
    """The two's complement reading of an unsigned constant."""
    return value - (1 << width) if value >> (width - 1) else value


def subterms(roots: Sequence[Term], besides: Container[Term] = ()) -> Iterator[Term]:
    """All terms below ``roots`` and these, each once, operands before operators; without recursion. Not those of
    ``besides``, nor what is below these: for who has seen it.
    """
    seen: set[Term] = set()
    pending: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while pending:
        term, expanded = pending.pop()
        if expanded:
            yield term
        elif term not in seen and term not in besides:
            seen.add(term)
            pending.append((term, True))
            pending.extend((argument, False) for argument in term.args if argument not in seen)
