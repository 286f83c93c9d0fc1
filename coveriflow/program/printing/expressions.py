"""Expressions as C text that has their value and their type: every conversion is written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from coveriflow.program.cfa.edges import OUTSIDE, USABLE
from coveriflow.program.cfa.recursion import is_saving
from coveriflow.program.expressions.expressions import (
    Address,
    ArrayValue,
    Binary,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.expressions.float_text import SUFFIXES, float_text
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import EXTENT, OUTSIDE_PREFIX
from coveriflow.program.printing.designators import Places, size_in_bytes, way_to
from coveriflow.program.printing.names import Names
from coveriflow.program.printing.types import CTypes
from coveriflow.program.types.c_types import (
    INT128,
    LLONG,
    UINT128,
    ULLONG,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Rank,
    Record,
    Scalar,
    has_name,
)

_BYTES = "unsigned char *"
_SUFFIX = {Rank.INT: "", Rank.LONG: "L", Rank.LONG_LONG: "LL"}


@dataclass(slots=True)
class Texts:
    """``objects``: the type that each object in memory is printed with; functions have none. ``made``: for variables
    that point to new objects, what these are taken for.
    """

    names: Names
    types: CTypes
    objects: Mapping[str, DeclaredType]
    made: Mapping[str, DeclaredType] = field(default_factory=dict)
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = Places(self.types, self._object, self.of)

    def _object(self, address: Address) -> tuple[str, DeclaredType] | None:
        name = address.object.name
        declared = self.objects.get(name)
        return None if declared is None else (self.names.variables[name], declared)

    def of(self, expression: Expression) -> str:
        """C text with the value and the type of ``expression``."""
        match expression:
            case Constant():
                return self.constant(expression)
            case Variable(name):
                return self.names.variables[name]
            case Element(array, index):
                return f"{self.names.variables[array.name]}[{self.of(index)}]"
            case Unary(operator, operand):
                return self._unary(operator, operand)
            case Address(_, _, type_):
                return self._pointer(expression, type_)
            case Binary(type=Pointer() as type_):
                return self._pointer(expression, type_)
            case Binary(operator, left, right):
                return f"({self.of(left)} {operator.value} {self.of(right)})"
            case Cell():
                return self._cell(expression)
            case NewObject():
                return self.new_object(expression)
            case Cast(operand, type_):
                return self.cast(operand, type_)
            case ArrayValue():
                raise TypeError("the value of a whole array is no C expression")
            case _:
                assert_never(expression)

    def new_object(self, new: NewObject, variable: str = "") -> str:
        """A call that gives a new object to ``variable``. The type that it has for the program says its size:
        ESBMC takes all others for bytes.
        """
        is_outside = any(each.name.startswith(OUTSIDE_PREFIX) for each in variables(new.address))
        size = self._counted(new.size, self.made.get(variable)) or self.of(new.size)
        text = f"{OUTSIDE if is_outside else 'malloc'}({size})"
        return text if self._name(new.type) == "void *" else f"(({self.types.text(new.type)}){text})"

    def _counted(self, size: Expression, declared: DeclaredType | None) -> str | None:
        """``size`` bytes as a multiple of the size of a type."""
        bytes_ = size_in_bytes(declared)
        if declared is None or bytes_ < 2 or (isinstance(declared, Record) and declared.unhandled):
            return None
        if isinstance(declared, Integer) and not has_name(declared):
            return None
        whole = f"sizeof({self.types.text(declared)})"
        if not isinstance(size, Constant) or not size.value or size.value % bytes_:
            return None
        return whole if size.value == bytes_ else f"({size.value // bytes_} * {whole})"

    def converted(self, expression: Expression, type_: Scalar) -> str:
        """C text of ``expression`` as a ``type_``: pointers of other types are converted."""
        source = scalar_type(expression)
        if isinstance(type_, Pointer) and self._name(source) != self._name(type_):
            return self.cast(expression, type_)
        return self.of(expression)

    def _name(self, type_: Scalar) -> str:
        return self.types.text(type_) if has_name(type_) else ""

    def _unary(self, operator: UnaryOp, operand: Expression) -> str:
        if not operator.value.isalpha():
            return f"({operator.value}{self.of(operand)})"
        prefix = "" if operator is UnaryOp.NEAREST else "__builtin_"  # gcc's own is right in one direction only
        text = f"{prefix}{operator.value}{SUFFIXES[scalar_type(operand).width]}({self.of(operand)})"
        return f"({text} != 0)" if operator is UnaryOp.SIGN else text

    def _cell(self, cell: Cell) -> str:
        if cell.region.name.startswith(EXTENT.name):
            pointer = pointer_of_extent(cell)
            assert pointer is not None
            return f"((unsigned long long){USABLE}({self.of(pointer)}) + 1)"
        if is_saving(cell):
            return f"{self.names.variables[cell.region.name]}[{self.of(cell.address)}]"
        type_ = scalar_type(cell)
        named = self.places.designator(cell.address, type_)
        return named or f"(*{self.cast(cell.address, Pointer(type_, scalar_type(cell.address).width))})"

    # --- pointers ---------------------------------------------------------------------------------------------------

    def _pointer(self, address: Expression, type_: Pointer) -> str:
        """An address that is computed: by C's pointer arithmetic where that is the same, else in bytes."""
        named = self.places.moved(address, type_)
        if named is not None:
            return named
        if isinstance(address, Address):
            return self._in_bytes(self._start(address), address.offset, type_)
        assert isinstance(address, Binary)
        left, right = address.left, address.right
        if isinstance(right, Constant):
            return self._in_bytes(self._byte_pointer(left), right.value, type_)
        return f"(({self.types.text(type_)})({self._byte_pointer(left)} {address.operator.value} {self.of(right)}))"

    def _in_bytes(self, start: str, offset: int, type_: Pointer) -> str:
        text = f"({start} {'-' if offset < 0 else '+'} {abs(offset)})" if offset else start
        wanted = self.types.text(type_)
        return text if text.startswith("((unsigned char *)") and wanted == _BYTES else f"(({wanted}){text})"

    def _start(self, address: Address) -> str:
        known = self._object(address)
        name = self.names.variables[address.object.name]
        return name if known is None else f"(unsigned char *)&{name}"

    def _byte_pointer(self, pointer: Expression) -> str:
        if isinstance(pointer, Address) and not pointer.offset:
            return f"({self._start(pointer)})"
        return f"((unsigned char *){self.of(pointer)})"

    def cast(self, operand: Expression, type_: Scalar) -> str:
        """``operand`` converted to ``type_``; to a bit-field's type, which has no name, by shifting."""
        if isinstance(type_, Pointer) and isinstance(operand.type, Pointer):
            return self._retyped(operand, type_)
        text = self.of(operand)
        if isinstance(scalar_type(operand), Pointer) and type_.width > scalar_type(operand).width:
            text = f"((unsigned long){text})"  # gcc extends a pointer by its sign
        if has_name(type_):
            return f"(({self.types.text(type_)}){text})"
        whole, unsigned = (LLONG, ULLONG) if type_.width <= LLONG.width else (INT128, UINT128)
        up = whole.width - type_.width
        word = whole if isinstance(type_, Integer) and type_.signed else unsigned
        return f"(({word})(({unsigned}){text} << {up}) >> {up})"

    def _retyped(self, operand: Expression, type_: Pointer) -> str:
        """A pointer as one of another type: the address of a member or an element, if that has this type."""
        if self._name(scalar_type(operand)) == self._name(type_):
            return self.of(operand)
        way = way_to(operand)
        is_moved = way.offset or way.terms or isinstance(way.root, Address)
        if is_moved or (isinstance(way.root.type, Pointer) and isinstance(way.root.type.target, Record)):
            named = self.places.moved(operand, type_)
            if named is not None:
                return named
        return f"(({self.types.text(type_)}){self.of(operand)})"

    # --- constants --------------------------------------------------------------------------------------------------

    def constant(self, constant: Constant) -> str:
        """Numbers with the suffix of their type, or converted to it."""
        value, type_ = constant.value, constant.type
        if isinstance(type_, Floating):
            return float_text(value, type_)
        if isinstance(type_, Pointer):
            return f"(({self.types.text(type_)}){f'{value}UL' if value else '0'})"
        if type_.rank is Rank.INT128:
            return _wide_constant(value, type_)
        if type_.rank not in _SUFFIX:
            return f"(({type_}){value})"
        suffix = ("" if type_.signed else "U") + _SUFFIX[type_.rank]
        if type_.signed and value == type_.minimum:
            return f"({value + 1}{suffix} - 1{suffix})"
        return f"{value}{suffix}" if value >= 0 else f"({value}{suffix})"


def _wide_constant(value: int, type_: Integer) -> str:
    pattern = value & ((1 << 128) - 1)
    high, low = pattern >> 64, pattern & ((1 << 64) - 1)
    return f"(({type_})((((unsigned __int128){high}ULL) << 64) | (unsigned __int128){low}ULL))"
