"""The C types that are handled (C11 6.2.5, 6.3.1). A value of any scalar type is a number: a pointer's is the address,
a floating value's its bit pattern.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import cache
from typing import TypeGuard

from coveriflow.program.types.data_model import DataModel
from coveriflow.program.values import many


class Rank(IntEnum):
    """Integer conversion ranks (C11 6.3.1.1), in their order."""

    BOOL = 0
    CHAR = 1
    SHORT = 2
    INT = 3
    LONG = 4
    LONG_LONG = 5
    INT128 = 6


@many
@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type. ``_Bool`` is stored in 8 bits and holds 0 or 1 only. ``spelled``: of a type with the values of
    ``char``, whether it is that or ``signed char``, where this is known.
    """

    rank: Rank
    width: int
    signed: bool
    spelled: str = field(default="", compare=False)

    def __hash__(self) -> int:
        return 2 * self.width + self.signed

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


@many
@dataclass(frozen=True, slots=True)
class Pointer(_Pattern):
    """A pointer to ``target``; its value is the address, 0 for a null pointer. ``qualifiers``: those of the target,
    where they are known.
    """

    target: DeclaredType
    width: int
    qualifiers: frozenset[str] | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return self.width

    def __str__(self) -> str:
        return "char *"


@many
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


@many
@dataclass(frozen=True, slots=True)
class Array:
    """``length`` elements side by side. Nested C arrays are flattened, row by row (C11 6.5.2.1); their ``dimensions``,
    the outermost first, are for people only.
    """

    element: Scalar
    length: int
    dimensions: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.element}[{self.length}]"


@many
@dataclass(frozen=True, slots=True)
class Block:
    """An object in memory: ``size`` bytes from ``address``."""

    size: int
    address: int
    alignment: int

    def __str__(self) -> str:
        return f"char[{self.size}]"


@many
@dataclass(frozen=True, slots=True)
class Region:
    """A part of the memory, as numbers of ``width`` bits by their addresses; ``single``: there is one number only."""

    width: int
    single: bool = False

    def __str__(self) -> str:
        return f"memory of {self.width} bits"


@many
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


@many
@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A declared array; ``length`` is ``None`` for ``[]``."""

    element: DeclaredType
    length: int | None


@many
@dataclass(frozen=True, slots=True)
class FunctionOf:
    """A function; ``parameters`` is ``None`` where the declaration gives none (K&R). ``promoted``: it is defined in the
    old style, so its arguments come as the default promotions leave them (C11 6.9.1 p10).
    """

    result: DeclaredType
    parameters: tuple[tuple[str | None, DeclaredType], ...] | None
    promoted: bool = field(default=False, compare=False)

    @property
    def is_variadic(self) -> bool:
        """Whether further arguments may follow those of the parameters."""
        return bool(self.parameters) and self.parameters is not None and self.parameters[-1][1] == FURTHER_ARGUMENTS


@many
@dataclass(frozen=True, slots=True)
class Member:
    """A member of a struct or union at ``offset`` bytes; a bit-field has ``bits`` bits from bit ``first`` there.
    ``constant``: it is declared const.
    """

    name: str | None
    type: DeclaredType
    offset: int
    first: int = 0
    bits: int | None = None
    constant: bool = field(default=False, compare=False)


class Sort(Enum):
    """What a record is to the program: its members have no names there if it is a number."""

    STRUCT_OR_UNION = "struct or union"
    COMPLEX = "complex number"
    VECTOR = "vector"


@dataclass(eq=False, slots=True)
class Record:
    """A struct or union type: each is a type of its own within its translation ``unit``, see ``compatible_types``.
    ``members`` is ``None`` until it is complete; ``unhandled``: why it never will be. A complex number, and a vector,
    is a struct whose members lie side by side, all of one type (C11 6.2.5 p13).
    """

    kind: str
    tag: str
    members: tuple[Member, ...] | None = None
    size: int = 0
    alignment: int = 1
    unhandled: str = ""
    sort: Sort = Sort.STRUCT_OR_UNION
    unit: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.tag}"

    @property
    def is_number(self) -> bool:
        """Whether operators take it: it is a complex number or a vector."""
        return self.sort is not Sort.STRUCT_OR_UNION

    @property
    def element(self) -> Scalar:
        """The type of each member of a complex number or vector."""
        type_ = self.members[0].type if self.members else None
        assert isinstance(type_, Integer | Pointer | Floating)
        return type_

    @property
    def count(self) -> int:
        """How many members it has."""
        return len(self.members or ())


@dataclass(frozen=True, slots=True)
class Unhandled:
    """A type that is not supported; using it raises ``NotSupported`` with ``feature``."""

    feature: str


FURTHER_ARGUMENTS = Unhandled("a variable argument list")
"""Stands after the parameters of a function that takes any number of arguments (``...``)."""

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


_WIDTHS = frozenset({8, 16, 32, 64, 128})


def has_name(type_: Scalar) -> bool:
    """Whether programs can name it: gcc has types of other widths for bit-fields that are wider than ``int``."""
    return not isinstance(type_, Integer) or type_.width in _WIDTHS


def named(type_: Scalar) -> Scalar:
    """A type that programs can name, with all values of this one: itself, if it has a name."""
    if not isinstance(type_, Integer) or has_name(type_):
        return type_
    return replace(type_, width=LLONG.width if type_.width <= LLONG.width else INT128.width)


def of_bits(type_: Integer, bits: int) -> Integer:
    """The type that a bit-field of ``bits`` bits has in expressions, promoted (C11 6.3.1.1 p2): ``int`` or ``unsigned
    int`` where these hold all its values, else one of its own width, as gcc has it.
    """
    if bits < INT.width or (bits == INT.width and type_.signed):
        return INT
    if bits == INT.width:
        return UINT
    rank = min(type_.rank, Rank.LONG_LONG) if bits <= LLONG.width else type_.rank
    return replace(type_, rank=rank, width=bits)


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


def is_complex(type_: object) -> bool:
    """Whether this is a type of complex numbers: for an initialiser these are scalars (C11 6.2.5 p21)."""
    return isinstance(type_, Record) and type_.sort is Sort.COMPLEX


def is_aggregate(type_: object) -> TypeGuard[ArrayOf | Record]:
    """Whether objects of this type have parts that an initialiser may give one by one."""
    return isinstance(type_, ArrayOf | Record) and not is_complex(type_)


@cache
def complex_type(element: Integer | Floating, alignment: int) -> Record:
    """``_Complex`` of ``element``, which objects have at multiples of ``alignment``: one type for each."""
    size = element.size if isinstance(element, Floating) else element.width // 8
    members = (Member("real", element, 0), Member("imaginary", element, size))
    return Record("struct", _tag("complex", element), members, 2 * size, alignment, sort=Sort.COMPLEX)


@cache
def vector_type(element: Scalar, count: int) -> Record:
    """GNU's vector of ``count`` elements, aligned to its size: one type for each."""
    size = element.size if isinstance(element, Floating) else element.width // 8
    members = tuple(Member(f"element{number}", element, number * size) for number in range(count))
    tag = f"{_tag('vector', element)}_{count}"
    return Record("struct", tag, members, size * count, size * count, sort=Sort.VECTOR)


def _tag(sort: str, element: Scalar) -> str:
    return f"{sort}_{element}".replace(" ", "_").strip("_*")


def common_component(left: Scalar, right: Scalar) -> Scalar:
    """The type of the result's components where ``left`` and ``right`` are those of complex operands: gcc promotes
    none of them.
    """
    if isinstance(left, Integer) and isinstance(right, Integer):
        return _common_integer(left, right)
    return common(left, right)


def _common_integer(left: Scalar, right: Scalar) -> Integer:
    """The wider type; of two of the same width the higher rank, and unsigned if one of them is."""
    assert isinstance(left, Integer)
    assert isinstance(right, Integer)
    if left.width != right.width:
        return left if left.width > right.width else right
    return Integer(max(left.rank, right.rank), left.width, left.signed and right.signed)
