"""Declarations of structs and unions, with the attributes that change their layout (GNU's ``packed``, ``aligned``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.program.declarations.scopes import Scope, TypeAlias
from coveriflow.program.declarations.type_reader import attribute_argument, qualifiers
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.parser import PACK
from coveriflow.program.text.normalise import OF_NUMBERS
from coveriflow.program.types.c_types import DeclaredType, Record, Unhandled
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.record_layout import Field, Placing, alignment_of, complete

ReadType = Callable[[c_ast.Node], DeclaredType]
Evaluate = Callable[[c_ast.Node], Constant]

_MOST_USEFUL = 16
"""What ``aligned`` without a number means (gcc on x86)."""


@dataclass(frozen=True, slots=True)
class RecordReader:
    """Reads declarations of structs and unions in ``scope``."""

    scope: Scope
    model: DataModel
    read: ReadType
    constant: Evaluate

    def record(self, node: c_ast.Struct | c_ast.Union) -> Record:
        """C11 6.7.2.3: a tag with members defines a type in this scope; without, it names one or announces it."""
        kind = "struct" if isinstance(node, c_ast.Struct) else "union"
        scope = self.scope
        key = node.name or f"at {id(node)}"
        known = scope.records.get(key) if node.decls is not None else scope.find_record(key)
        if known is None:
            known = scope.records[key] = scope.new_record(kind, node.name or "")
        if known.kind != kind:
            raise InputError(f"'{node.name}' is a {known.kind}, not a {kind}", place(node))
        if node.decls is not None and known.members is None:
            self._complete(known, node)
        return known

    def _complete(self, record: Record, node: c_ast.Struct | c_ast.Union) -> None:
        """A record that is not supported stays incomplete, and says why."""
        try:
            whole = self._placing(node.attributes or [], place(node))
            complete(record, list(self._fields(node, whole)), self.model, whole.aligned)
        except NotSupported as error:
            record.unhandled = error.feature
            raise

    def _fields(self, node: c_ast.Struct | c_ast.Union, whole: Placing) -> Iterator[Field]:
        for declaration in node.decls:
            if isinstance(declaration, c_ast.Decl):
                width = None if declaration.bitsize is None else self.constant(declaration.bitsize).value
                span = place(declaration)
                placing = self._placing(_given(declaration, span), span)
                declared = self.read(declaration.type)
                if declaration.name is not None or width is not None or _is_anonymous(declaration.type):
                    aligned = max(placing.aligned, self._alignas(declaration))
                    own = Placing(whole.packed or placing.packed, aligned, whole.most)
                    constant = "const" in qualifiers(declaration, self.scope)
                    yield Field(declaration.name, declared, width, span, own, constant)

    def _alignas(self, declaration: c_ast.Decl) -> int:
        """C11 6.7.5."""
        found = 0
        for given in declaration.align or []:
            asked = given.alignment
            if isinstance(asked, c_ast.Typename):
                found = max(found, alignment_of(self.read(asked), self.model))
            else:
                found = max(found, self.constant(asked).value)
        return found

    def _placing(self, attributes: Iterable[c_ast.Node], span: Span) -> Placing:
        packed, aligned, most = False, 0, 0
        for attribute in (each for group in attributes for each in group.attributes):
            if attribute.name == "packed":
                packed = True
            elif attribute.name == "aligned":
                aligned = max(aligned, self._aligned(attribute.arguments, span))
            elif attribute.name == PACK:
                most = int(attribute.arguments)
            elif attribute.name in OF_NUMBERS:
                continue
            else:
                raise NotSupported(f"the attribute {attribute.name} here", span)
        return Placing(packed, aligned, most)

    def _aligned(self, argument: str | None, span: Span) -> int:
        if not argument:
            return _MOST_USEFUL
        number = self.constant(attribute_argument(argument, self._is_type, span)).value
        if number <= 0 or number & (number - 1):
            raise InputError("an alignment must be a power of two", span)
        return number

    def _is_type(self, name: str) -> bool:
        return isinstance(self.scope.find(name), TypeAlias)

    def alias(self, node: c_ast.Typedef) -> DeclaredType:
        """The type that a ``typedef`` names. One with another alignment than it has anyhow is not supported."""
        attributes = _given(node, place(node))
        declared = self.read(node.type)
        if not isinstance(declared, Unhandled) and any(
            e.name not in OF_NUMBERS for g in attributes for e in g.attributes
        ):
            placing = self._placing(attributes, place(node))
            if placing.packed or placing.aligned != alignment_of(declared, self.model):
                return Unhandled("a type name with an alignment of its own")
        return declared


def announce(scope: Scope, node: c_ast.Decl) -> None:
    """Where ``node`` is ``struct tag;`` and nothing more, the tag gets a new type unless this scope has one."""
    named = node.type
    if isinstance(named, c_ast.Struct | c_ast.Union) and named.name and named.decls is None:
        if node.name is None and not node.quals and not node.storage:
            scope.announce_record("struct" if isinstance(named, c_ast.Struct) else "union", named.name)


def _given(declaration: c_ast.Decl | c_ast.Typedef, span: Span) -> list[c_ast.Node]:
    """The attributes of what is declared, wherever they stand; a struct's in it are its own."""
    found = list(getattr(declaration, "attributes", None) or [])
    node = declaration.type
    while node is not None and not isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum):
        own = getattr(node, "attributes", None) or []
        if own and isinstance(node, c_ast.PtrDecl):
            raise NotSupported("an attribute of a pointer type", span)
        found += own
        node = getattr(node, "type", None)
    return found


def _is_anonymous(given: c_ast.Node) -> bool:
    """Whether a declaration without a name declares a member: a struct or union without a tag (C11 6.7.2.1 p13)."""
    return isinstance(given, c_ast.Struct | c_ast.Union) and given.name is None and given.decls is not None
