"""Names and what they stand for (C11 6.2.1 to 6.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.expressions.expressions import Constant, Expression, Variable
from coveriflow.program.types.c_types import DeclaredType, FunctionOf, Record


@dataclass(frozen=True, slots=True)
class ObjectSymbol:
    """A variable, with its type as declared (before flattening). An array of variable length is a pointer to its first
    element, with its ``dimensions``, outermost first; the first one is missing for a parameter. ``qualifiers``: those
    it is declared with, as far as ``typeof`` may hand them on.
    """

    variable: Variable
    declared: DeclaredType
    dimensions: tuple[Expression | None, ...] = ()
    element: DeclaredType | None = None
    """Of an array of variable length."""
    qualifiers: frozenset[str] = frozenset()

    @property
    def is_variable_array(self) -> bool:
        """Whether it is an array of variable length, no parameter."""
        return bool(self.dimensions) and self.dimensions[0] is not None


@dataclass(frozen=True, slots=True)
class UnusableSymbol:
    """Something of an unsupported kind; an error only when it is used."""

    feature: str


@dataclass(frozen=True, slots=True)
class RegisterSymbol:
    """A variable that is another name of a register: a read gives an unknown value."""

    declared: DeclaredType


@dataclass(slots=True)
class FunctionSymbol:
    """A function; ``unique`` is its name in the automaton, ``definition`` is missing for undefined ones, ``hidden``
    are parameters that no one passes (those of ``main``), with their types. ``inside``: the variable that tells
    whether the function around it runs, if it is a nested one. ``violates``: entering it violates the property,
    however it is called and whether it has a definition or not. ``is_of_system``: a header of the system declares it.
    ``position``: that of the definition in its unit.
    """

    unique: str
    declared: FunctionOf
    definition: c_ast.FuncDef | None = None
    scope: Scope | None = None
    hidden: tuple[tuple[str | None, DeclaredType], ...] = ()
    inside: Variable | None = None
    violates: bool = False
    is_of_system: bool = False
    position: int | None = None

    @property
    def is_entered(self) -> bool:
        """Whether a call through a pointer may come to it."""
        return self.violates or self.definition is not None


@dataclass(frozen=True, slots=True)
class EnumConstant:
    """An enumerator (type ``int``)."""

    constant: Constant


@dataclass(frozen=True, slots=True)
class TypeAlias:
    """A ``typedef`` name; ``qualifiers``: those that objects of the type, or their elements, have by it."""

    declared: DeclaredType
    qualifiers: frozenset[str] = frozenset()


Symbol = ObjectSymbol | UnusableSymbol | RegisterSymbol | FunctionSymbol | EnumConstant | TypeAlias


@dataclass(slots=True)
class Scope:
    """A block of names inside ``parent``; ``None`` is the outside of a translation unit, which is called ``unit``.
    ``functions``: the types with which functions are declared, each with its position in the unit. ``position``: that
    of the function whose body this is.
    """

    parent: Scope | None = None
    symbols: dict[str, Symbol] = field(default_factory=dict)
    enumerations: dict[str, DeclaredType] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    unit: str = ""
    functions: dict[str, list[tuple[int, FunctionOf]]] = field(default_factory=dict)
    position: int | None = None

    def inner(self) -> Scope:
        """A block inside. Around it stands what has a name by now: of many nested blocks most declare nothing, and
        nothing that is declared after a block can be meant in it.
        """
        is_empty = self.position is None and not (self.symbols or self.enumerations or self.records or self.functions)
        return Scope(self.parent if is_empty and self.parent is not None else self)

    def outwards(self) -> Iterator[Scope]:
        """The scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def is_of_models(self) -> bool:
        """Whether it is in one of our own units."""
        *_, outside = self.outwards()
        return outside.unit.startswith("<")

    def declare_function(self, name: str, declared: FunctionOf, position: int = 0) -> None:
        """A declaration or a definition, which calls after it see."""
        self.functions.setdefault(name, []).append((position, declared))

    def function_types(self, name: str) -> Iterator[FunctionOf]:
        """With what types the declarations before this place declare a function, those of inner scopes first."""
        here = next((scope.position for scope in self.outwards() if scope.position is not None), None)
        for scope in self.outwards():
            for position, declared in scope.functions.get(name, ()):
                if here is None or position <= here:
                    yield declared

    def announce_record(self, kind: str, tag: str) -> None:
        """``struct tag;``: a type of this scope, whatever is around it (C11 6.7.2.3 p7)."""
        self.records.setdefault(tag, self.new_record(kind, tag))

    def new_record(self, kind: str, tag: str) -> Record:
        """A type of this translation unit."""
        *_, outside = self.outwards()
        return Record(kind, tag, unit=outside.unit)

    def find(self, name: str) -> Symbol | None:
        """The innermost meaning of ``name``."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.symbols:
                return scope.symbols[name]
            scope = scope.parent
        return None

    def find_enumeration(self, tag: str) -> DeclaredType | None:
        """The type of ``enum tag``."""
        return next((s.enumerations[tag] for s in self.outwards() if tag in s.enumerations), None)

    def find_record(self, tag: str) -> Record | None:
        """The type ``struct tag`` or ``union tag``."""
        return next((s.records[tag] for s in self.outwards() if tag in s.records), None)
