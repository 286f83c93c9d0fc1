"""How Spacer sees the terms of clauses: as integers that do not wrap, as integers that wrap, or bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import z3

from coveriflow.logic.integer_encoding import IntegerEncoding
from coveriflow.logic.interpolation.encodings import Bits
from coveriflow.logic.interpolation.from_z3 import term_of
from coveriflow.logic.interpolation.integers.back import Reader
from coveriflow.logic.interpolation.integers.encoding import Integers
from coveriflow.logic.terms import BOOLEAN, Op, Term, subterms


class Arithmetic(Enum):
    """``ASSUMED``: linear integers; clauses hold only where no operation wraps. Solutions may be wrong in bits, and
    derivations are right. ``WRAPPED``: linear integers with the wrapped value where an operation overflows; what is not
    linear has any value. Solutions are right, and derivations may be wrong. ``BITS``: bit-vectors; both are right.
    """

    ASSUMED = "assumed"
    WRAPPED = "wrapped"
    BITS = "bits"


@dataclass(frozen=True, slots=True)
class Encoding:
    """``holds``: what a conjunction of terms is for z3, where these variables have values of their widths.
    ``constant``: what a variable is there. ``parameter``: the same with a name that ``read`` knows.

    ``context``: of all that is made. ``read``: a formula of z3's over parameters as a term; ``Inapplicable`` where
    there is none.
    """

    context: z3.Context
    holds: Callable[[Sequence[Term], Sequence[Term]], list[Any]]
    constant: Callable[[Term], Any]
    parameter: Callable[[Term], Any]
    read: Callable[[Any], Term]


def encoding_of(arithmetic: Arithmetic, terms: Iterable[Term], parameters: Iterable[Term]) -> Encoding:
    """That for ``terms``. Raises ``Inapplicable`` when it is used, for what it has no arithmetic for."""
    below, named = list(subterms(list(terms))), list(parameters)
    match arithmetic:
        case Arithmetic.ASSUMED:
            return _assumed(below, named)
        case Arithmetic.WRAPPED:
            return _wrapped(below, named)
        case Arithmetic.BITS:
            return _bits()


def _assumed(below: Sequence[Term], parameters: Sequence[Term]) -> Encoding:
    integers = Integers(t for t in below if t.sort == BOOLEAN)
    context = integers.formula(()).ctx

    def holds(terms: Sequence[Term], variables: Sequence[Term]) -> list[Any]:
        return [integers.formula(terms), *integers.ranges(variables)]

    return Encoding(context, holds, integers.constant, integers.constant, _reader(below, parameters))


def _wrapped(below: Sequence[Term], parameters: Sequence[Term]) -> Encoding:
    integers = IntegerEncoding(is_signed=_is_signed(below))

    def holds(terms: Sequence[Term], variables: Sequence[Term]) -> list[Any]:
        return [*integers.formulas(terms), *integers.ranges(variables)]

    def parameter(of: Term) -> Any:
        return z3.Const(str(of.payload), integers.constant(of).sort())

    return Encoding(integers.context, holds, integers.constant, parameter, _reader(below, parameters))


def _bits() -> Encoding:
    bits = Bits()
    context = bits.formula(()).ctx
    return Encoding(context, lambda terms, _: [bits.formula(terms)], bits.constant, bits.constant, term_of)


def _is_signed(below: Sequence[Term]) -> bool:
    operators = {term.op for term in below}
    return Op.SLT in operators or Op.ULT not in operators


def _reader(below: Sequence[Term], parameters: Sequence[Term]) -> Callable[[Any], Term]:
    reader = Reader(is_signed=_is_signed(below))
    for parameter in parameters:
        reader.name(parameter)
    return reader.formula
