"""Names that inner scopes declare (C11 6.2.1), on syntax trees.

Whatever goes by a name on trees, to rename it, to look it up or to write it out, means something at file scope. It asks
here whether the name has another meaning further inside, and leaves such a place alone or refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from pycparser import c_ast

from coveriflow.program.syntax.nodes import NAMELESS

_PREFIX = "__builtin_"
_SCOPES = c_ast.Compound | c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.If | c_ast.Switch | c_ast.FuncDecl
_STATEMENTS = ("iftrue", "iffalse", "stmt")


class _Role(Enum):
    """What is to be done with a node: ``OWN`` and ``LINKED``: it gets its meaning, in its scope or that around all.
    ``STATEMENT``: it is part of another statement, and a block (C11 6.8.4 p3, 6.8.5 p5).
    """

    ANY = auto()
    PARAMETER = auto()
    OWN = auto()
    LINKED = auto()
    STATEMENT = auto()


def inner_names(root: c_ast.Node) -> frozenset[str]:
    """Those by which something within ``root`` is meant that is not at file scope: variables of blocks, parameters,
    nested functions, enumerators, types and members, but nothing that is declared in a block and has linkage (C11
    6.2.2). ``root`` is a whole text, or something at file scope.
    """
    return frozenset(_walked(root).names)


def hidden_uses(root: c_ast.Node) -> frozenset[int]:
    """The identities of the identifiers below ``root`` that mean something of an inner scope, and of those that would
    without a ``__builtin_`` before them.
    """
    return frozenset(_walked(root).hidden)


Meaning: TypeAlias = c_ast.Node | str
"""What declares an object, a type or a number of an inner scope; or the name of something at file scope."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """What identifiers mean. ``uses``: of each identifier its meanings, several where trees share it. ``declarations``:
    those in inner scopes that have been looked at, but those of something with linkage.
    """

    uses: Mapping[c_ast.Node, tuple[Meaning, ...]]
    declarations: Set[c_ast.Node]


def meanings(root: c_ast.FileAST) -> Meanings:
    """Those of the identifiers of a whole text."""
    found = _walked(root)
    return Meanings(found.uses, found.declarations)


def parameters_called(definition: c_ast.FuncDef, name: str) -> list[c_ast.Node]:
    """What declares a parameter of a function; a definition in the old style names it twice."""
    arguments = _outermost(definition).args
    declared = [*(arguments.params if arguments else ()), *(definition.param_decls or ())]
    return [each for each in declared if getattr(each, "name", None) == name]


def has_linkage(declaration: c_ast.Decl) -> bool:
    """Whether a declaration in a block, no parameter, is one of something outside of all blocks."""
    storage = declaration.storage or []
    return "extern" in storage or (isinstance(declaration.type, c_ast.FuncDecl) and "auto" not in storage)


@dataclass(slots=True)
class _Scope:
    """``meant``: what declares each name so far, if it is one of this scope."""

    outer: _Scope | None = None
    meant: dict[str, c_ast.Node | None] = field(default_factory=dict)

    def inside(self) -> _Scope:
        """A new one. Nothing is declared here any more while it lasts, so an empty one does not matter to it."""
        return _Scope(self if self.meant or self.outer is None else self.outer)

    def find(self, name: str) -> c_ast.Node | None:
        """What declares ``name`` in an inner scope."""
        scope = self
        while scope.outer is not None:
            if name in scope.meant:
                return scope.meant[name]
            scope = scope.outer
        return None


@dataclass(slots=True)
class _Walk:
    """``pending``: what is to be looked at in the order of the text, the next one last."""

    pending: list[tuple[c_ast.Node, _Scope, _Role]]
    names: set[str] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    uses: dict[c_ast.Node, tuple[Meaning, ...]] = field(default_factory=dict)
    declarations: set[c_ast.Node] = field(default_factory=set)

    def visit(self, node: c_ast.Node, scope: _Scope, role: _Role) -> None:
        if role in (_Role.OWN, _Role.LINKED):
            self._declare(node.name, scope, node if role is _Role.OWN else None)
            return
        if type(node) in NAMELESS:
            return
        if role is _Role.STATEMENT:
            scope = scope.inside()
        match node:
            case c_ast.FuncDef():
                self._function(node, scope)
            case c_ast.Decl() | c_ast.Typedef():
                self._declaration(node, scope, role)
            case c_ast.Struct() | c_ast.Union():
                self._members(node, scope)
            case c_ast.ParamList():
                self._go_on(node.params, scope, _Role.PARAMETER)
            case c_ast.ID() if role is _Role.PARAMETER:
                self._declare(node.name, scope, node)
                self._use(node, scope)
            case c_ast.ID():
                self.hidden.update({id(node)} if scope.find(node.name.removeprefix(_PREFIX)) else ())
                self._use(node, scope)
            case c_ast.Enumerator():
                self._go_on([node], scope, _Role.OWN)
                self._go_on([node.value] if node.value else [], scope)
            case _ if isinstance(node, _SCOPES):
                self._parts(node, scope.inside())
            case _:
                self._go_on(list(node), scope)

    def _use(self, node: c_ast.ID, scope: _Scope) -> None:
        """An identifier that stands in several places may mean something else in each."""
        meaning, before = scope.find(node.name) or str(node.name), self.uses.get(node, ())
        if meaning not in before:
            self.uses[node] = (*before, meaning)

    def _declare(self, name: str | None, scope: _Scope, own: c_ast.Node | None) -> None:
        if name is None or scope.outer is None:
            return
        scope.meant[name] = own
        if own is not None:
            self.names.add(name)
            self.declarations.add(own)

    def _parts(self, node: c_ast.Node, scope: _Scope) -> None:
        for name, child in reversed(node.children()):
            role = _Role.STATEMENT if name in _STATEMENTS else _Role.ANY
            self.pending.append((child, scope, role))

    def _go_on(self, nodes: Sequence[c_ast.Node], scope: _Scope, role: _Role = _Role.ANY) -> None:
        self.pending.extend((node, scope, role) for node in reversed(nodes))

    def _declaration(self, node: c_ast.Decl | c_ast.Typedef, scope: _Scope, role: _Role) -> None:
        """A name has its meaning after its type, and before its initial value (C11 6.2.1 p7)."""
        is_linked = isinstance(node, c_ast.Decl) and role is not _Role.PARAMETER and has_linkage(node)
        self._go_on([child for name, child in node.children() if name != "type"], scope)
        self._go_on([node], scope, _Role.LINKED if is_linked else _Role.OWN)
        self._go_on([node.type], scope)

    def _members(self, record: c_ast.Struct | c_ast.Union, scope: _Scope) -> None:
        """They are names among those of their record; what their types declare is not (C11 6.2.3)."""
        for member in record.decls or []:
            self.names.update({member.name} if isinstance(member, c_ast.Decl) and member.name else ())
        members = [part for member in record.decls or [] for part in member]
        self._go_on(members, scope)

    def _function(self, node: c_ast.FuncDef, scope: _Scope) -> None:
        """The parameters are those of the outermost list, and known in the body."""
        self._declare(node.decl.name, scope, node)
        type_, inner = _outermost(node), scope.inside()
        self._go_on([node.body], inner)
        self._go_on(node.param_decls or [], inner, _Role.PARAMETER)
        self._go_on([type_.args] if type_.args else [], inner)
        self._go_on([type_.type], scope)


def _outermost(definition: c_ast.FuncDef) -> c_ast.FuncDecl:
    type_ = definition.decl.type
    while not isinstance(type_, c_ast.FuncDecl):
        type_ = type_.type
    return type_


def _walked(root: c_ast.Node) -> _Walk:
    walk = _Walk([(root, _Scope(), _Role.ANY)])
    while walk.pending:
        walk.visit(*walk.pending.pop())
    return walk
