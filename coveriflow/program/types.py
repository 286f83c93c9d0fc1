"""The C types that are handled (C11 6.2.5, 6.3.1). A value of any scalar type is a number: a pointer's is the address,
a floating value's its bit pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from coveriflow.program.data_model import DataModel


class Rank(IntEnum):
    """Integer conversion ranks (C11 6.3.1.1), in their order."""

    BOOL = 0
    CHAR = 1
    SHORT = 2
    INT = 3
    LONG = 4
    LONG_LONG = 5
    INT128 = 6


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type. ``_Bool`` is stored in 8 bits and holds 0 or 1 only."""

    rank: Rank
    width: int
    signed: bool

    @property
    def minimum(self) -> int:
        """The least value."""
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        """The greatest value (1 for ``_Bool``)."""
        if self.rank is Rank.BOOL:
            return 1
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1

    def wrap(self, value: int) -> int:
        """``value`` converted to this type: modulo 2^width (C11 6.3.1.3, as gcc), or ``value != 0`` for ``_Bool``."""
        if self.rank is Rank.BOOL:
            return int(value != 0)
        low = value & ((1 << self.width) - 1)
        return low - (1 << self.width) if self.signed and low >> (self.width - 1) else low

    def __str__(self) -> str:
        return _name(self)


class _Pattern:
    """What pointers and floating types have in common: their values are unsigned numbers of ``width`` bits."""

    __slots__ = ()
    width: int
    signed = False
    minimum = 0

    @property
    def maximum(self) -> int:
        """The greatest number."""
        return (1 << self.width) - 1

    def wrap(self, value: int) -> int:
        """``value`` modulo 2^width."""
        return value & self.maximum


@dataclass(frozen=True, slots=True)
class Pointer(_Pattern):
    """A pointer to ``target``; its value is the address, 0 for a null pointer."""

    target: DeclaredType
    width: int

    def __str__(self) -> str:
        return "char *"


@dataclass(frozen=True, slots=True)
class Floating(_Pattern):
    """A binary floating type of IEEE 754; ``size``: bytes that an object has (C11 6.2.5 p10).

    A value is its bit pattern: sign, ``exponent`` bits, and ``significand`` bits of which the first one is left out,
    but for ``long double``, where it is written.
    """

    name: str
    exponent: int
    significand: int
    width: int
    size: int

    def __str__(self) -> str:
        return self.name


Scalar = Integer | Pointer | Floating


@dataclass(frozen=True, slots=True)
class Array:
    """``length`` elements side by side. Nested C arrays are flattened, row by row (C11 6.5.2.1)."""

    element: Scalar
    length: int

    def __str__(self) -> str:
        return f"{self.element}[{self.length}]"


@dataclass(frozen=True, slots=True)
class Block:
    """An object in memory: ``size`` bytes from ``address``."""

    size: int
    address: int
    alignment: int

    def __str__(self) -> str:
        return f"char[{self.size}]"


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the memory, as numbers of ``width`` bits by their addresses; ``single``: there is one number only."""

    width: int
    single: bool = False

    def __str__(self) -> str:
        return f"memory of {self.width} bits"


@dataclass(frozen=True, slots=True)
class Bytes:
    """``size`` bytes that are copied or filled, whatever they hold: only while a program is lowered. ``apart``: two
    such parts of the memory are the same or have no byte in common.
    """

    size: int
    apart: bool = True


Type = Integer | Pointer | Floating | Array | Block | Region


@dataclass(frozen=True, slots=True)
class Void:
    """``void``."""


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A declared array; ``length`` is ``None`` for ``[]``."""

    element: DeclaredType
    length: int | None


@dataclass(frozen=True, slots=True)
class FunctionOf:
    """A function; ``parameters`` is ``None`` where the declaration gives none (K&R)."""

    result: DeclaredType
    parameters: tuple[tuple[str | None, DeclaredType], ...] | None

    @property
    def is_variadic(self) -> bool:
        """Whether further arguments may follow those of the parameters."""
        return bool(self.parameters) and self.parameters is not None and self.parameters[-1][1] == FURTHER_ARGUMENTS


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a struct or union at ``offset`` bytes; a bit-field has ``bits`` bits from bit ``first`` there."""

    name: str | None
    type: DeclaredType
    offset: int
    first: int = 0
    bits: int | None = None


@dataclass(eq=False, slots=True)
class Record:
    """A struct or union type: each is a type of its own. ``members`` is ``None`` until it is complete; ``unhandled``:
    why it never will be.
    """

    kind: str
    tag: str
    members: tuple[Member, ...] | None = None
    size: int = 0
    alignment: int = 1
    unhandled: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.tag}"


@dataclass(frozen=True, slots=True)
class Unhandled:
    """A type that is not supported; using it raises ``NotSupported`` with ``feature``."""

    feature: str


FURTHER_ARGUMENTS = Unhandled("a variable argument list")
"""Stands behind the parameters of a function that takes any number of arguments (``...``)."""

DeclaredType = Integer | Pointer | Floating | Void | ArrayOf | FunctionOf | Record | Unhandled

BOOL = Integer(Rank.BOOL, 8, signed=False)
CHAR = Integer(Rank.CHAR, 8, signed=True)
UCHAR = Integer(Rank.CHAR, 8, signed=False)
SHORT = Integer(Rank.SHORT, 16, signed=True)
USHORT = Integer(Rank.SHORT, 16, signed=False)
INT = Integer(Rank.INT, 32, signed=True)
UINT = Integer(Rank.INT, 32, signed=False)
LLONG = Integer(Rank.LONG_LONG, 64, signed=True)
ULLONG = Integer(Rank.LONG_LONG, 64, signed=False)
INT128 = Integer(Rank.INT128, 128, signed=True)
UINT128 = Integer(Rank.INT128, 128, signed=False)
FLOAT = Floating("float", 8, 24, 32, 4)
DOUBLE = Floating("double", 11, 53, 64, 8)

_NAMES = {
    Rank.BOOL: "_Bool",
    Rank.CHAR: "char",
    Rank.SHORT: "short",
    Rank.INT: "int",
    Rank.LONG: "long",
    Rank.LONG_LONG: "long long",
    Rank.INT128: "__int128",
}


def _name(integer: Integer) -> str:
    name = _NAMES[integer.rank]
    if integer.rank is Rank.CHAR and integer.signed:
        return "signed char"
    return name if integer.signed or integer.rank is Rank.BOOL else f"unsigned {name}"


def long_type(model: DataModel, *, signed: bool) -> Integer:
    """``long`` or ``unsigned long``."""
    return Integer(Rank.LONG, model.long_width, signed)


def size_type(model: DataModel) -> Integer:
    """``size_t``: ``unsigned int`` for ILP32, ``unsigned long`` for LP64 (System V ABI)."""
    return UINT if model is DataModel.ILP32 else long_type(model, signed=False)


def floating_type(name: str, model: DataModel) -> Floating | None:
    """The floating type of this name."""
    return next((type_ for type_ in (FLOAT, DOUBLE, long_double_type(model)) if type_.name == name), None)


def long_double_type(model: DataModel) -> Floating:
    """``long double``: the x87's format in 12 or 16 bytes (System V ABI)."""
    return Floating("long double", 15, 64, 80, 12 if model is DataModel.ILP32 else 16)


def pointer_width(model: DataModel) -> int:
    """Bits of an address."""
    return model.long_width


def difference_type(model: DataModel) -> Integer:
    """``ptrdiff_t``."""
    return INT if model is DataModel.ILP32 else long_type(model, signed=True)


WIDTHS = frozenset({8, 16, 32, 64, 80, 96, 128})
"""Of the types that programs can name: gcc has types of other widths for bit-fields that are wider than ``int``."""


def promoted(operand: Scalar) -> Scalar:
    """The integer promotions (C11 6.3.1.1 p2): every type of a lower rank than ``int`` fits ``int``."""
    return INT if isinstance(operand, Integer) and operand.rank < Rank.INT else operand


def common(left: Scalar, right: Scalar) -> Scalar:
    """The usual arithmetic conversions (C11 6.3.1.8): to the wider of the floating types, if there is one; two
    pointers, or a pointer and a number, become the pointer.
    """
    for operand in (left, right):
        if isinstance(operand, Pointer):
            return operand
    floating = [operand for operand in (left, right) if isinstance(operand, Floating)]
    if floating:
        return max(floating, key=lambda each: each.width)
    return _common_integer(promoted(left), promoted(right))


def _common_integer(left: Scalar, right: Scalar) -> Integer:
    """The wider type; of two of the same width the higher rank, and unsigned if one of them is."""
    assert isinstance(left, Integer)
    assert isinstance(right, Integer)
    if left.width != right.width:
        return left if left.width > right.width else right
    return Integer(max(left.rank, right.rank), left.width, left.signed and right.signed)
