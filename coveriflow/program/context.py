"""What the front end knows while it lowers a program, and while it lowers one function of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.builder import Builder, Cursor
from coveriflow.program.cfa import Function, Global
from coveriflow.program.data_model import DataModel
from coveriflow.program.declared import DeclaredType, FunctionOf, TypeReader, Void, flattened, place
from coveriflow.program.edges import Input, InputKind, Location
from coveriflow.program.effects import Effects, check_sequencing
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import Constant, Variable
from coveriflow.program.scopes import EnumConstant, FunctionSymbol, Scope, TypeAlias
from coveriflow.program.types import INT, UINT, Array, Integer


@dataclass(slots=True)
class ProgramContext:
    """State of one program's lowering; functions are lowered on demand, so that only what can run must be supported."""

    model: DataModel
    error_function: str
    builder: Builder
    error: Location
    halt: Location
    functions: dict[str, Function] = field(default_factory=dict)
    pending: list[FunctionSymbol] = field(default_factory=list)
    globals: dict[str, Global] = field(default_factory=dict)
    assumptions: dict[str, None] = field(default_factory=dict)
    effects: Callable[[str], Effects] = lambda _name: Effects()

    def function(self, symbol: FunctionSymbol) -> Function:
        """The automaton's function of a defined ``symbol``; its body is lowered later."""
        known = self.functions.get(symbol.unique)
        if known is None:
            known = self._declare(symbol)
            self.functions[symbol.unique] = known
            self.pending.append(symbol)
        return known

    def _declare(self, symbol: FunctionSymbol) -> Function:
        assert symbol.definition is not None
        span, name = place(symbol.definition), symbol.unique
        parameters = tuple(self._parameter(name, p, span) for p in symbol.declared.parameters or ())
        returns = symbol.declared.result
        result = None if isinstance(returns, Void) else Variable(f"{name}::return", scalar(returns, span))
        entry, exit_ = self.builder.location(name), self.builder.location(name)
        return Function(name, entry, exit_, parameters, (), result)

    def _parameter(self, function: str, parameter: tuple[str | None, DeclaredType], span: Span) -> Variable:
        name, declared = parameter
        return Variable(f"{function}::{name}", scalar(declared, span))


def scalar(declared: DeclaredType, span: Span) -> Integer:
    """The integer type of a parameter or result."""
    type_ = flattened(declared, span)
    if not isinstance(type_, Integer):
        raise NotSupported("an array parameter (a pointer)", span)
    return type_


@dataclass(slots=True)
class FunctionContext:
    """State of one function's lowering."""

    program: ProgramContext
    function: Function
    cursor: Cursor
    scope: Scope
    gotos: list[tuple[str, Span]] = field(default_factory=list)
    labels: dict[str, Location] = field(default_factory=dict)
    defined_labels: set[str] = field(default_factory=set)
    breaks: list[Location] = field(default_factory=list)
    continues: list[Location] = field(default_factory=list)
    switches: list[Switch] = field(default_factory=list)
    locals: list[Variable] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    temporaries: int = 0

    def temporary(self, type_: Integer) -> Variable:
        """A new local variable that no program text can name."""
        self.temporaries += 1
        return self.local(f"${self.temporaries}", type_)

    def local(self, name: str, type_: DeclaredType, span: Span | None = None) -> Variable:
        """A new variable on the stack; one of the same name in another block is told apart by a number."""
        variable = self.named(name, flattened(type_, span or Span("")))
        self.locals.append(variable)
        return variable

    def named(self, name: str, type_: Integer | Array) -> Variable:
        """A variable with a name that no other variable of this function has."""
        unique, number = f"{self.function.name}::{name}", 1
        while unique in self.names:
            number += 1
            unique = f"{self.function.name}::{name}.{number}"
        self.names.add(unique)
        return Variable(unique, type_)

    def input(self, target: Variable, source: str, kind: InputKind, span: Span) -> None:
        """``target`` gets an unknown value."""
        element = target.type if isinstance(target.type, Integer) else target.type.element
        self.cursor.emit(Input(target, source, kind, element), span)

    def check_order(self, expression: c_ast.Node) -> None:
        """A full expression must not depend on the order of evaluation."""
        check_sequencing(expression, self.program.effects)


@dataclass(slots=True)
class Switch:
    """A switch statement whose body is being lowered: its cases in the order met."""

    cases: list[tuple[c_ast.Node, Location]] = field(default_factory=list)
    default: Location | None = None


def type_reader(model: DataModel, scope: Scope, constant: Callable[[c_ast.Node], Constant]) -> TypeReader:
    """A reader of type nodes that sees the names of ``scope``."""

    def typedef(name: str) -> DeclaredType | None:
        symbol = scope.find(name)
        return symbol.declared if isinstance(symbol, TypeAlias) else None

    def enumeration(node: c_ast.Enum) -> Integer:
        if node.values is None:
            return scope.find_enumeration(node.name) or UINT
        return _define_enumeration(node, scope, constant)

    return TypeReader(model, typedef, constant, enumeration)


def _define_enumeration(node: c_ast.Enum, scope: Scope, constant: Callable[[c_ast.Node], Constant]) -> Integer:
    """C11 6.7.2.2; the type is ``unsigned int``, or ``int`` where an enumerator is negative (as gcc has it)."""
    following, negative = 0, False
    for enumerator in node.values.enumerators:
        value = constant(enumerator.value).value if enumerator.value else following
        if not INT.minimum <= value <= INT.maximum:
            raise NotSupported("an enumerator outside int", place(enumerator))
        scope.symbols[enumerator.name] = EnumConstant(Constant(value, INT))
        following, negative = value + 1, negative or value < 0
    type_ = INT if negative else UINT
    if node.name:
        scope.enumerations[node.name] = type_
    return type_
