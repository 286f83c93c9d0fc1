"""Names that inner scopes declare (C11 6.2.1), on syntax trees.

Whatever goes by a name on trees, to rename it, to look it up or to write it out, means something at file scope. It asks
here whether the name has another meaning further inside, and leaves such a place alone or refuses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from pycparser import c_ast

_PREFIX = "__builtin_"
_SCOPES = c_ast.Compound | c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.If | c_ast.Switch | c_ast.FuncDecl


class _Role(Enum):
    """What is to be done with a node: ``OWN`` and ``LINKED``: it gets its meaning, in its scope or that around all."""

    ANY = auto()
    PARAMETER = auto()
    OWN = auto()
    LINKED = auto()


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


def has_linkage(declaration: c_ast.Decl) -> bool:
    """Whether a declaration in a block, no parameter, is one of something outside of all blocks."""
    storage = declaration.storage or []
    return "extern" in storage or (isinstance(declaration.type, c_ast.FuncDecl) and "auto" not in storage)


@dataclass(slots=True)
class _Scope:
    """``meant``: whether each name that is declared so far is one of this scope."""

    outer: _Scope | None = None
    meant: dict[str, bool] = field(default_factory=dict)

    def inside(self) -> _Scope:
        """A new one. Nothing is declared here any more while it lasts, so an empty one does not matter to it."""
        return _Scope(self if self.meant or self.outer is None else self.outer)

    def hides(self, name: str) -> bool:
        scope = self
        while scope.outer is not None:
            if name in scope.meant:
                return scope.meant[name]
            scope = scope.outer
        return False


@dataclass(slots=True)
class _Walk:
    """``pending``: what is to be looked at in the order of the text, the next one last."""

    pending: list[tuple[c_ast.Node, _Scope, _Role]]
    names: set[str] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)

    def visit(self, node: c_ast.Node, scope: _Scope, role: _Role) -> None:
        if role in (_Role.OWN, _Role.LINKED):
            self._declare(node.name, scope, is_own=role is _Role.OWN)
            return
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
                self._declare(node.name, scope, is_own=True)
            case c_ast.ID():
                self.hidden.update({id(node)} if scope.hides(node.name.removeprefix(_PREFIX)) else ())
            case _:
                if isinstance(node, c_ast.Enumerator):
                    self._declare(node.name, scope, is_own=True)
                inner = scope.inside() if isinstance(node, _SCOPES) else scope
                self._go_on([child for _, child in node.children()], inner)

    def _declare(self, name: str | None, scope: _Scope, *, is_own: bool) -> None:
        if name is None or scope.outer is None:
            return
        scope.meant[name] = is_own
        if is_own:
            self.names.add(name)

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
        members = [part for member in record.decls or [] for _, part in member.children()]
        self._go_on(members, scope)

    def _function(self, node: c_ast.FuncDef, scope: _Scope) -> None:
        """The parameters are those of the outermost list, and known in the body."""
        self._declare(node.decl.name, scope, is_own=True)
        type_, inner = node.decl.type, scope.inside()
        while not isinstance(type_, c_ast.FuncDecl):
            type_ = type_.type
        self._go_on([node.body], inner)
        self._go_on(node.param_decls or [], inner, _Role.PARAMETER)
        self._go_on([type_.args] if type_.args else [], inner)
        self._go_on([type_.type], scope)


def _walked(root: c_ast.Node) -> _Walk:
    walk = _Walk([(root, _Scope(), _Role.ANY)])
    while walk.pending:
        walk.visit(*walk.pending.pop())
    return walk
