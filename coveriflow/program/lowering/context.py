"""What the front end knows while it lowers a program, and while it lowers one function of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder, Cursor
from coveriflow.program.cfa.cfa import Function, Global, MemoryObject
from coveriflow.program.cfa.edges import Input, InputKind, Location, Undefined
from coveriflow.program.cfa.presumptions import LOOPS_END
from coveriflow.program.declarations.declared_functions import declared_type
from coveriflow.program.declarations.enumerations import define_enumeration
from coveriflow.program.declarations.records import ReadType, RecordReader
from coveriflow.program.declarations.scopes import (
    FunctionSymbol,
    ObjectSymbol,
    Scope,
    Symbol,
    TypeAlias,
)
from coveriflow.program.declarations.type_reader import TypeReader, flattened
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, Constant, Expression, Place, Variable, scalar_type
from coveriflow.program.lowering.evaluation_order import DEPENDS, OpenNode, OpenOrders, units, within
from coveriflow.program.lowering.lowerers import Lowerers
from coveriflow.program.lowering.passed_declarations import Jumps
from coveriflow.program.memory.layout import LITERAL_PREFIX, Cut, Layout, Site, Source
from coveriflow.program.syntax.address_taken import AddressedNames, AddressedObjects
from coveriflow.program.syntax.kept_values import DroppedCalls
from coveriflow.program.syntax.nodes import declares_out_of_order, is_in_any_order, place, walk
from coveriflow.program.syntax.sequencing import Effects, Names, check_sequencing, may_have_effect
from coveriflow.program.syntax.templates import Expanded
from coveriflow.program.text.violations import NOTHING, Violations
from coveriflow.program.types.c_types import (
    FURTHER_ARGUMENTS,
    INT,
    UCHAR,
    UINT,
    Array,
    ArrayOf,
    Block,
    DeclaredType,
    Pointer,
    Record,
    Scalar,
    Type,
    Void,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.record_layout import alignment_of, has_array, size_of


@dataclass(frozen=True, slots=True)
class UndefinedVariable:
    """A variable that is used but defined nowhere; ``kind``: as what it gets its value when the program starts."""

    symbol: ObjectSymbol
    kind: InputKind
    span: Span


@dataclass(slots=True)
class ProgramContext:
    """State of one program's lowering; functions are lowered on demand, so that only what can run must be supported."""

    model: DataModel
    lowerers: Lowerers[FunctionContext]
    violations: Violations
    builder: Builder
    error: Location
    halt: Location
    layout: Layout
    functions: dict[str, Function] = field(default_factory=dict)
    pending: list[FunctionSymbol] = field(default_factory=list)
    globals: dict[str, Global] = field(default_factory=dict)
    assumptions: dict[str, None] = field(default_factory=dict)
    external: dict[str, ObjectSymbol | FunctionSymbol] = field(default_factory=dict)
    effects: Callable[[str], Effects] = lambda _name: Effects()
    addressed: AddressedNames = field(default_factory=AddressedNames)
    addressed_objects: AddressedObjects = field(default_factory=AddressedObjects)
    dropped: DroppedCalls = field(default_factory=DroppedCalls)
    arguments: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    frees: bool = False
    """Whether the program may free objects."""
    never_returning: frozenset[str] = frozenset()
    """Functions that are declared not to return."""
    has_own_headers: bool = False
    """Whether it includes headers of ours, which declare less than those of a system."""
    repeatable: frozenset[str] = frozenset()
    not_null: frozenset[str] = frozenset()
    registers: frozenset[str] = frozenset()
    """Names that are declared ``register``."""
    results: dict[str, Variable] = field(default_factory=dict)
    literals: dict[tuple[bytes, int, str], Variable] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)
    startup: list[tuple[Place, Expression, Span]] = field(default_factory=list)
    """Initial values that hold addresses, or what is open of a NaN: assigned before the entry function begins."""
    inlined: list[Span] = field(default_factory=list)
    """Calls of ``__builtin_rint``: gcc computes it with SSE so that it is right only where the rounding is nearest."""
    pointed_functions: list[FunctionSymbol] = field(default_factory=list)
    """Functions with a body whose address a program may take."""
    constructors: Sequence[FunctionSymbol] = ()
    destructors: Sequence[FunctionSymbol] = ()
    """Functions that run before the program begins, and when it ends, in this order."""
    calls_pointers: bool = False
    """Whether a call through a pointer has been lowered: it leads to the pointed functions known by then."""
    argument_objects: set[Variable] = field(default_factory=set)
    """In which calls leave what they pass to functions with any number of arguments."""
    argument_list: DeclaredType = INT
    """What ``va_list`` is."""
    undefined: dict[str, UndefinedVariable] = field(default_factory=dict)
    unset: dict[Variable, Variable] = field(default_factory=dict)
    """Variables that reads of are checked, since they may have no value yet; and the flags that tell."""
    passed: list[Variable] = field(default_factory=list)
    """The local variables whose declarations a jump may pass."""
    recursive: frozenset[str] = frozenset()
    """Functions that may be entered again before they return: each activation has objects of its own."""
    volatile: set[str] = field(default_factory=set)
    """Variables with static storage that are volatile: where nothing defines one, it has another value each time."""
    followed: frozenset[Source] = frozenset()
    """Where pointers come from that are not the program's own but are followed by it."""
    address_numbers: set[Expression] = field(default_factory=set)
    """Pointers that the program itself converts to numbers."""
    cut: dict[Variable, Cut] = field(default_factory=dict)
    """Objects that may be larger than they are here."""
    file_objects: dict[int, dict[str, tuple[int, Variable | None]]] = field(default_factory=dict)
    """By the identity of a file's scope: its names, when each was declared, and the object that it means."""

    orders: OpenOrders = field(default_factory=OpenOrders)
    """Expressions whose operands may clash in memory."""

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
        given = enumerate(symbol.declared.parameters or (), start=1)
        arguments = tuple(self._parameter(name, number, p, span) for number, p in given)
        self.arguments[name] = arguments
        returns, result = symbol.declared.result, None
        if isinstance(returns, Record):
            self.results[name] = self.object(f"{name}::return", returns, name, span, ())
        elif not isinstance(returns, Void):
            result = Variable(f"{name}::return", scalar(returns, span))
        entry, exit_ = self.builder.location(name), self.builder.location(name)
        scalars = tuple(a for a in arguments if not isinstance(a.type, Block))
        return Function(name, entry, exit_, scalars, (), result)

    def _parameter(
        self, function: str, number: int, parameter: tuple[str | None, DeclaredType], span: Span
    ) -> Variable:
        name, declared = parameter
        if declared == FURTHER_ARGUMENTS:
            return Variable(f"{function}::$arguments", self.layout.pointer())
        unique = f"{function}::{name or f'$parameter{number}'}"
        if isinstance(declared, Record):
            return self.object(unique, declared, function, span, ())
        return Variable(unique, scalar(declared, span))

    def object(
        self,
        name: str,
        declared: DeclaredType,
        function: str,
        span: Span,
        initial: tuple[tuple[int, int], ...] | None = None,
        *,
        constant: bool = False,
    ) -> Variable:
        """A new object in memory."""
        size, alignment = size_of(declared, span), max(1, alignment_of(declared, self.model))
        block = self.layout.place(size, alignment, span, constant=constant)
        variable = Variable(name, block)
        self.layout.objects[name] = MemoryObject(variable, function, initial, declared)
        return variable

    def literal(self, characters: bytes, width: int, span: Span, owner: str) -> Variable:
        """The array of a string literal, terminated; equal literals of one ``owner`` are one object."""
        known = self.literals.get((characters, width, owner))
        if known is None:
            name = f"{LITERAL_PREFIX}{len(self.literals) + 1}"
            initial = tuple((offset, byte) for offset, byte in enumerate(characters) if byte)
            known = self.object(name, ArrayOf(UCHAR, len(characters)), "", span, initial, constant=True)
            self.literals[characters, width, owner] = known
        return known

    @property
    def asks_whole_objects(self) -> bool:
        """Whether the property is about accesses within objects: where in its object an access lies is all the same."""
        checks = self.violations.checks
        return Undefined.DEREFERENCE in checks and Undefined.BOUNDS not in checks

    def scratch(self) -> ProgramContext:
        """A copy for what is looked at but never executed: it leaves no trace in the program, since all that can be
        changed is its own.
        """
        own: dict[str, Any] = {}
        for each in fields(self):
            if isinstance(value := getattr(self, each.name), dict | list | set):
                own[each.name] = copy(value)
        own |= {"pending": [], "startup": [], "assumptions": {}, "orders": OpenOrders()}
        layout = replace(self.layout, objects=dict(self.layout.objects))
        return replace(self, builder=Builder(locations=self.builder.locations), layout=layout, **own)


def scalar(declared: DeclaredType, span: Span) -> Scalar:
    """The type of a scalar parameter or result."""
    type_ = flattened(declared, span)
    if isinstance(type_, Array):
        raise InputError("an array cannot be passed or returned", span)
    return type_


@dataclass(slots=True)
class FunctionContext:
    """State of one function's lowering. ``declared``: the local variables that the program text declares."""

    program: ProgramContext
    function: Function
    cursor: Cursor
    scope: Scope
    gotos: list[tuple[str, Span]] = field(default_factory=list)
    labels: dict[str, Location] = field(default_factory=dict)
    defined_labels: set[str] = field(default_factory=set)
    breaks: list[Location] = field(default_factory=list)
    continues: list[Location] = field(default_factory=list)
    jumps: Jumps = field(default_factory=Jumps)
    switches: list[Switch] = field(default_factory=list)
    locals: list[Variable] = field(default_factory=list)
    declared: list[Variable] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    temporaries: int = 0
    leaving: Location | None = None
    running: Variable | None = None
    """Tells nested functions whether this one runs."""
    is_entry: bool = False
    has_switch: bool = False
    initialised: set[Variable] = field(default_factory=set)
    """Objects in memory that are written wholly wherever their declaration is passed."""
    activated: dict[Variable, Variable] = field(default_factory=dict)
    """Objects that each activation has for its own, and the pointers to them."""
    declared_objects: list[tuple[Variable, DeclaredType]] = field(default_factory=list)
    """Those of them that the program text declares."""
    allocated: dict[Variable, Variable] = field(default_factory=dict)
    """Large objects, and the pointers to them."""
    definition: c_ast.FuncDef | None = None

    @property
    def is_recursive(self) -> bool:
        """Whether the function may be entered again before it returns."""
        return self.function.name in self.program.recursive

    @property
    def end(self) -> Location:
        """Where an activation ends; the lifetimes of its own objects end from there to the exit."""
        return self.leaving or self.function.exit

    def temporary(self, type_: Scalar) -> Variable:
        """A new local variable that no program text can name."""
        self.temporaries += 1
        variable = self.named(f"${self.temporaries}", type_)
        self.locals.append(variable)
        return variable

    def temporary_object(self, declared: DeclaredType, span: Span, prefix: str = "$") -> Variable:
        """A new local object in memory that no program text can name."""
        self.temporaries += 1
        object_ = self.object(f"{prefix}{self.temporaries}", declared, span)
        self.initialised.add(object_)
        return object_

    def object(self, name: str, declared: DeclaredType, span: Span, *, constant: bool = False) -> Variable:
        """A new local object in memory: where it lies is known, unless the function is recursive."""
        unique = self.unique(name)
        if self.cursor.block is not None:
            self.program.builder.blocks.homes[unique] = self.cursor.block
            self.program.builder.blocks.declarations[unique] = self.cursor.at
        if not self.is_recursive:
            return self.program.object(unique, declared, self.function.name, span, constant=constant)
        alignment = max(1, alignment_of(declared, self.program.model))
        object_ = Variable(unique, Block(size_of(declared, span), 0, alignment))
        pointer = self.named(f"&{name}", self.program.layout.pointer())
        self.locals.append(pointer)
        self.activated[object_] = pointer
        return object_

    def address(self, object_: Variable, declared: DeclaredType) -> Expression:
        """Where an object in memory begins."""
        pointer = self.program.layout.pointer(declared)
        known = self.activated.get(object_) or self.allocated.get(object_)
        return Address(object_, 0, pointer) if known is None else make.cast(known, pointer)

    def local(
        self,
        name: str,
        type_: DeclaredType,
        span: Span,
        declarations: Sequence[c_ast.Node],
        *,
        constant: bool = False,
    ) -> Variable:
        """A new variable on the stack; one of the same name in another block is distinguished by a number."""
        if self.in_memory(name, type_, declarations):
            object_ = self.object(name, type_, span, constant=constant)
            self.declared_objects.append((object_, type_))
            return object_
        variable = self.named(name, flattened(type_, span))
        self.locals.append(variable)
        self.declared.append(variable)
        return variable

    def in_memory(self, name: str, type_: DeclaredType, declarations: Sequence[c_ast.Node]) -> bool:
        """Whether a local variable needs a place in memory; the arrays of recursive functions do."""
        is_own_array = isinstance(type_, ArrayOf) and self.is_recursive
        return is_own_array or self.program.addressed_objects.in_memory(name, type_, declarations)

    def named(self, name: str, type_: Type) -> Variable:
        """A variable with a name that no other variable of this function has."""
        variable = Variable(self.unique(name), type_)
        if self.cursor.block is not None:
            self.program.builder.blocks.variables[variable.name] = self.cursor.block
        return variable

    def unique(self, name: str) -> str:
        """``name`` as a name that no other variable of this function has."""
        unique, number = f"{self.function.name}::{name}", 1
        while unique in self.names or unique in self.program.layout.objects:
            number += 1
            unique = f"{self.function.name}::{name}.{number}"
        self.names.add(unique)
        return unique

    def input(self, target: Variable, source: str, kind: InputKind, span: Span) -> None:
        """``target`` gets an unknown value."""
        element = target.type.element if isinstance(target.type, Array) else scalar_type(target)
        if isinstance(element, Pointer) and (kind, source) in self.program.followed:
            self.program.lowerers.followed(self, target, (kind, source), span)
            return
        self.cursor.emit(Input(target, source, kind, element), span)

    def symbol(self, name: str) -> Symbol | None:
        """What ``name`` means here; a function that another unit defines need not be declared (as gcc has it)."""
        found = self.scope.find(name)
        if found is None or (isinstance(found, FunctionSymbol) and found.definition is None):
            elsewhere = self.program.external.get(name)
            found = elsewhere if isinstance(elsewhere, FunctionSymbol) else found
        if isinstance(found, FunctionSymbol) and found.definition is None and not found.violates:
            return replace(found, declared=declared_type(self.scope, name, found.declared))
        return found

    def scratch(self) -> FunctionContext:
        """A context whose edges are thrown away, for operands that are not evaluated."""
        program = self.program.scratch()
        cursor = Cursor(program.builder, self.function.name, program.builder.location(self.function.name))
        names, temporaries = set(self.names), self.temporaries
        return FunctionContext(program, self.function, cursor, self.scope, names=names, temporaries=temporaries)

    def detached(self) -> FunctionContext:
        """A context whose edges are thrown away, but which may add objects to the program."""
        builder = Builder(locations=self.program.builder.locations)
        return replace(self, cursor=Cursor(builder, self.function.name, builder.location(self.function.name)))

    def check_order(self, expression: c_ast.Node) -> None:
        """Of a full expression, note what parts do whose order C leaves open."""
        if is_in_any_order(expression):
            return
        if declares_out_of_order(expression):
            raise NotSupported("a type that a part of an expression declares", place(expression))
        addressed = self.program.addressed
        names = Names(
            self._pointed,
            self._apart,
            self._behind,
            addressed.dimensions,
            addressed.variables,
            addressed.functions,
            bool(self.program.violations.checks),
            self.program.violations == NOTHING,
        )
        for each in walk(expression):
            if isinstance(each, Expanded) and check_sequencing(each.call, self.program.effects, names).left_open:
                raise NotSupported(DEPENDS, place(each.call))  # the order of its arguments is fixed
        found = check_sequencing(expression, self.program.effects, names)
        for node in found.assumed:
            self.program.assumptions.setdefault(_assumption(node))
        if not found.left_open:
            return
        open_nodes = {id(node) for node in found.left_open}
        for unit in units(expression, open_nodes):
            if any(id(each) in open_nodes for each in within(unit)):
                self._watch(unit)

    def _watch(self, unit: c_ast.Node) -> None:
        open_ = self.open_node(unit)
        plan = self.program.orders.decided.get(open_)
        if plan is not None and plan.is_refused:
            raise NotSupported(DEPENDS, place(unit))
        self.program.orders.watch(open_, unit, finely=bool(self.program.violations.checks))

    def open_node(self, node: c_ast.Node) -> OpenNode:
        """What names ``node``, however often it is lowered."""
        size = sum(isinstance(each, _COUNTED) for each in walk(node))
        return OpenNode(self.function.name, place(node), type(node).__name__, size)

    def _pointed(self, name: str) -> bool:
        """Whether a pointer may point to a variable of this name, here or wherever a called function stands."""
        if name in self.program.addressed.taken:
            return True
        meanings = [scope.symbols[name] for scope in self.scope.outwards() if name in scope.symbols]
        return not meanings or any(isinstance(m, ObjectSymbol) and _is_pointed(m) for m in meanings)

    def _apart(self, name: str, member: str) -> bool:
        symbol = self.scope.find(name)
        return isinstance(symbol, ObjectSymbol) and _has_member(symbol.declared, member)

    def _behind(self, name: str, member: str) -> bool:
        symbol = self.scope.find(name)
        declared = symbol.declared if isinstance(symbol, ObjectSymbol) else None
        return isinstance(declared, Pointer) and _has_member(declared.target, member)


_COUNTED = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.UnaryOp, c_ast.FuncCall, c_ast.ArrayRef, c_ast.StructRef)


def _assumption(node: c_ast.Node) -> str:
    if not isinstance(node, c_ast.InitList):
        return f"{LOOPS_END} {place(node)} end"
    return f"the initial values at {place(node)} are computed in the order in which they are written"


def _has_member(declared: DeclaredType, member: str) -> bool:
    """Whether this is a struct with such a member, which is not within another one without a name."""
    if not isinstance(declared, Record) or declared.kind != "struct":
        return False
    return any(m.name == member for m in declared.members or ())


def _is_pointed(symbol: ObjectSymbol) -> bool:
    """An array in memory, or a struct with an array inside, becomes a pointer where it is used."""
    return isinstance(symbol.variable.type, Block) and has_array(symbol.declared)


@dataclass(slots=True)
class Switch:
    """A switch statement whose body is being lowered: its case labels in the order met, each from one value to another
    (GNU's ``case 1 ... 9``).
    """

    cases: list[tuple[Constant, Constant, Location, Span]] = field(default_factory=list)
    default: Location | None = None


def type_reader(
    model: DataModel,
    scope: Scope,
    constant: Callable[[c_ast.Node], Constant],
    type_of: Callable[[c_ast.TypeOf], DeclaredType],
) -> TypeReader:
    """A reader of type nodes that sees the names of ``scope``."""

    def typedef(name: str) -> DeclaredType | None:
        symbol = scope.find(name)
        return symbol.declared if isinstance(symbol, TypeAlias) else None

    def enumeration(node: c_ast.Enum) -> DeclaredType:
        if node.values is None:
            return scope.find_enumeration(node.name) or UINT
        return define_enumeration(node, model, scope, constant)

    def records(read: ReadType) -> RecordReader:
        return RecordReader(scope, model, read, constant)

    def record(node: c_ast.Struct | c_ast.Union, read: ReadType) -> DeclaredType:
        return records(read).record(node)

    def named(node: c_ast.Typedef, read: ReadType) -> DeclaredType:
        return records(read).alias(node)

    def qualified(name: str) -> frozenset[str]:
        symbol = scope.find(name)
        return symbol.qualifiers if isinstance(symbol, TypeAlias) else frozenset()

    return TypeReader(model, typedef, constant, enumeration, record, type_of, named, may_have_effect, qualified)


LowerCall = Callable[[FunctionContext, c_ast.FuncCall], Expression | None]
"""What lowers a call of a known function: its value, ``None`` for ``void``."""
