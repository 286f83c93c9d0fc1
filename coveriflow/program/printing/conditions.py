"""Conditions as C text over the names that are in scope somewhere: defined, and of the same value, wherever C is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    subexpressions,
)
from coveriflow.program.expressions.make import is_truth_value
from coveriflow.program.printing.designators import Places
from coveriflow.program.printing.types import CTypes
from coveriflow.program.types.c_types import INT, DeclaredType, Integer, Rank, Region, has_name
from coveriflow.program.types.data_model import DataModel

_SUFFIXES = {Rank.INT: "", Rank.LONG: "L", Rank.LONG_LONG: "LL"}
_OVERFLOWING = frozenset({BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL})
_DIVISIONS = frozenset({BinaryOp.DIV, BinaryOp.MOD})
_BITWISE = frozenset({BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR})
_LOGICAL = {BinaryOp.AND: "&&", BinaryOp.OR: "||"}


class Inexpressible(Exception):
    """There is no such text: a variable is not in scope here, or C has another meaning for it."""


@dataclass(slots=True)
class ScopedText:
    """``names``: the objects in scope, by name; ``declared``: the types of those that lie in memory, by variable;
    ``addresses``: where the number of a region that has one only lies.
    """

    names: Mapping[str, Variable]
    declared: Mapping[str, DeclaredType]
    model: DataModel
    addresses: Mapping[str, Address] = field(default_factory=dict)
    _by_variable: dict[str, str] = field(init=False)
    _places: Places = field(init=False)

    def __post_init__(self) -> None:
        self._by_variable = {variable.name: name for name, variable in self.names.items()}
        self._places = Places(CTypes(self.model, set()), self._object, self.of)

    def _object(self, address: Address) -> tuple[str, DeclaredType] | None:
        name, declared = self._by_variable.get(address.object.name), self.declared.get(address.object.name)
        return None if name is None or declared is None else (name, declared)

    def of(self, expression: Expression) -> str:
        """Text with the value and the type of ``expression``; raises ``Inexpressible``."""
        if not isinstance(expression.type, Integer) or not has_name(expression.type):
            raise Inexpressible
        match expression:
            case Constant(value, Integer() as type_):
                return _constant(value, type_)
            case Variable(name) if name in self._by_variable:
                return self._by_variable[name]
            case Cell(_, Address() as address, Integer() as type_):
                return self._cell(address, type_)
            case Cell(region, _, Integer() as type_) if region.name in self.addresses:
                return self._cell(self.addresses[region.name], type_)
            case Unary(operator, operand, Integer() as type_):
                return self._unary(operator, operand, type_)
            case Cast(operand, type_) if isinstance(operand.type, Integer):
                return f"({type_}){self._operand(operand)}"
            case Binary(operator, left, right, Integer() as type_):
                return self._binary(operator, left, right, type_)
            case _:
                raise Inexpressible

    def _cell(self, address: Address, type_: Integer) -> str:
        named = self._places.designator(address, type_)
        if named is None:
            raise Inexpressible
        return named

    def _operand(self, expression: Expression) -> str:
        """In parentheses, unless it is a name or a number."""
        text = self.of(expression)
        return f"({text})" if isinstance(expression, Binary | Unary | Cast) or text.startswith("-") else text

    def _unary(self, operator: UnaryOp, operand: Expression, type_: Integer) -> str:
        if operator is UnaryOp.COMPLEMENT:
            return f"~{self._operand(operand)}"
        if operator is not UnaryOp.NEGATE:
            raise Inexpressible
        return _wrapping(f"0 - {_as_unsigned(self._operand(operand), type_)}", type_)

    def _binary(self, operator: BinaryOp, left: Expression, right: Expression, type_: Integer) -> str:
        first, second = self._operand(left), self._operand(right)
        if operator in COMPARISONS:
            return f"{first} {operator.value} {second}"
        if operator in _LOGICAL and is_truth_value(left) and is_truth_value(right) and type_ == INT:
            return f"{first} {_LOGICAL[operator]} {second}"
        if operator in _OVERFLOWING:
            wide = f"{_as_unsigned(first, type_)} {operator.value} {_as_unsigned(second, type_)}"
            return _wrapping(wide, type_)
        if operator in _BITWISE or (operator in _DIVISIONS and isinstance(right, Constant) and right.value > 0):
            return f"{first} {operator.value} {second}"
        raise Inexpressible


def _as_unsigned(text: str, type_: Integer) -> str:
    """Arithmetic that wraps is that of the unsigned type."""
    return f"(unsigned {type_}){text}" if type_.signed else text


def _wrapping(text: str, type_: Integer) -> str:
    return f"({type_})({text})" if type_.signed else text


def _constant(value: int, type_: Integer) -> str:
    if type_.rank not in _SUFFIXES:
        if type_.rank is Rank.INT128 and not -(1 << 63) <= value < 1 << 63:
            raise Inexpressible
        return f"({type_}){value}" if value >= 0 else f"({type_})({value})"
    suffix = ("" if type_.signed else "U") + _SUFFIXES[type_.rank]
    if type_.signed and value == type_.minimum:
        return f"({value + 1}{suffix} - 1{suffix})"
    return f"{value}{suffix}"


def addresses_of_regions(cfa: Cfa) -> dict[str, Address]:
    """Where the number of each region that has one only lies, as far as some edge says it."""
    found: dict[str, Address] = {}
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                match part:
                    case Cell(Variable(name, Region(single=True)), Address() as address):
                        found.setdefault(name, address)
                    case _:
                        pass
    return found
