"""GNU's attribute ``cleanup``, on syntax trees: where the scope of a variable is left, but not where the program ends,
a function gets its address, that of the last variable first. A scope begins with the declaration.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.declared_attributes import marks
from coveriflow.program.syntax.inner_names import inner_names
from coveriflow.program.syntax.nodes import everything, place
from coveriflow.program.syntax.parser import COMPUTED_GOTO

CLEANUP = "cleanup"
_JUMPS = c_ast.Return | c_ast.Goto | c_ast.Break | c_ast.Continue
_STATEMENTS = (
    c_ast.Compound | c_ast.If | c_ast.While | c_ast.DoWhile | c_ast.For | c_ast.Switch | c_ast.Case | c_ast.Default
    | c_ast.Label | _JUMPS
)  # fmt: skip

_BODIES = ("stmt", "iftrue", "iffalse")
"""The statements of a statement; what else it has are expressions."""

Active = tuple[c_ast.Decl, ...]
"""The variables whose scopes these are, the outermost first."""


def write_out_cleanups(tree: c_ast.FileAST) -> None:
    """Change the functions that have such variables. ``NotSupported`` where a name may mean two things there."""
    for item in tree.ext:
        if isinstance(item, c_ast.FuncDef) and any(_is_cleaned(node) for node in everything(item.body)):
            _check(item)
            cleaning = _Cleaning(item)
            cleaning.note(item.body, ())
            item.body = cleaning.of(item.body, (), 0, 0)


def _is_cleaned(node: c_ast.Node) -> bool:
    if not isinstance(node, c_ast.Decl) or {"static", "extern"} & {*(node.storage or ())}:
        return False
    return CLEANUP in marks(node) and not isinstance(node.type, c_ast.FuncDecl)


def _check(function: c_ast.FuncDef) -> None:
    nodes = list(everything(function))
    declared = [n.name for n in nodes if isinstance(n, c_ast.Decl | c_ast.Typedef | c_ast.Enumerator)]
    inner = inner_names(function)
    for variable in filter(_is_cleaned, nodes):
        is_clear = declared.count(variable.name) == 1 and _function_of(variable) not in inner
        has_others = any(isinstance(n, c_ast.FuncDef) and n is not function for n in nodes)
        jumps = any(isinstance(n, c_ast.ID) and n.name == COMPUTED_GOTO for n in nodes)
        if not is_clear or has_others or jumps:
            raise NotSupported("the attribute cleanup in such a function", place(variable))


def _leaves(expression: c_ast.Node) -> bool:
    """Whether a statement within an expression leaves a scope, or has one that is cleaned up."""
    return any(isinstance(each, _JUMPS) or _is_cleaned(each) for each in everything(expression))


def _is_meaning(node: c_ast.Node) -> bool:
    """Whether it gives a name a meaning."""
    if isinstance(node, c_ast.Struct | c_ast.Union):
        return node.decls is not None
    return isinstance(node, c_ast.Typedef | c_ast.Decl | c_ast.Enumerator) or (
        isinstance(node, c_ast.Enum) and node.values is not None
    )


def _words(type_: c_ast.Node) -> Sequence[str]:
    if isinstance(type_, c_ast.IdentifierType):
        return list(type_.names)
    return [type_.name] if isinstance(type_, c_ast.Struct | c_ast.Union | c_ast.Enum) and type_.name else []


def _function_of(variable: c_ast.Decl) -> str:
    return marks(variable)[CLEANUP].strip()


@dataclass(slots=True)
class _Cleaning:
    """``labels``: in which scopes each label stands; ``count``: values kept so far."""

    function: c_ast.FuncDef
    labels: dict[str, Active] = field(default_factory=dict)
    count: int = 0

    def note(self, node: c_ast.Node, active: Active) -> None:
        """Find the labels, and refuse what is not handled."""
        match node:
            case c_ast.Compound():
                for item in node.block_items or []:
                    self.note(item, active)
                    active = (*active, item) if _is_cleaned(item) else active
            case c_ast.For(init=c_ast.DeclList(decls=decls)):
                for inner in (*(each.init for each in decls), node.cond, node.next):
                    self._refuse(node, within=inner is not None and _leaves(inner))
                self.note(node.stmt, (*active, *filter(_is_cleaned, decls)))
            case c_ast.Case() | c_ast.Default():
                for item in node.stmts or []:
                    self._refuse(item, within=_is_cleaned(item))
                    self.note(item, active)
            case c_ast.Label():
                self.labels[node.name] = active
                self.note(node.stmt, active)
            case c_ast.If() | c_ast.While() | c_ast.DoWhile() | c_ast.For() | c_ast.Switch():
                self._refuse(node, within=any(_leaves(each) for name, each in node.children() if name not in _BODIES))
                for body in (each for name, each in node.children() if name in _BODIES):
                    self.note(body, active)
            case _:
                self._refuse(node, within=any(map(_leaves, node)))

    def _refuse(self, node: c_ast.Node, *, within: bool) -> None:
        if within:
            raise NotSupported("the attribute cleanup in such a function", place(node))

    def of(self, node: c_ast.Node, active: Active, leave: int, repeat: int) -> c_ast.Node:
        """``node`` with calls; ``break`` leaves all scopes but the first ``leave``, ``continue`` all but ``repeat``."""
        match node:
            case c_ast.Compound():
                return self._block(node, active, leave, repeat)
            case c_ast.For(init=c_ast.DeclList(decls=decls)) if any(map(_is_cleaned, decls)):
                node.init = None
                return self._block(c_ast.Compound([*decls, node], node.coord), active, leave, repeat)
            case c_ast.While() | c_ast.DoWhile() | c_ast.For():
                node.stmt = self.of(node.stmt, active, len(active), len(active))
            case c_ast.Switch():
                node.stmt = self.of(node.stmt, active, len(active), repeat)
            case c_ast.If():
                node.iftrue = self.of(node.iftrue, active, leave, repeat) if node.iftrue else None
                node.iffalse = self.of(node.iffalse, active, leave, repeat) if node.iffalse else None
            case c_ast.Case() | c_ast.Default():
                node.stmts = [self.of(each, active, leave, repeat) for each in node.stmts or []]
            case c_ast.Label():
                node.stmt = self.of(node.stmt, active, leave, repeat)
            case c_ast.Break():
                return _after(active[leave:], node)
            case c_ast.Continue():
                return _after(active[repeat:], node)
            case c_ast.Goto():
                return _after(active[_common(active, self.labels.get(node.name, ())) :], node)
            case c_ast.Return() if active:
                return self._returned(node, active)
            case _:
                pass
        return node

    def _name_alone(self, type_: c_ast.Node, node: c_ast.Node) -> None:
        """A copy of what declares a tag would declare another one."""
        parts = {c_ast.Struct: "decls", c_ast.Union: "decls", c_ast.Enum: "values"}
        if (part := parts.get(type(type_))) is not None and getattr(type_, part) is not None:
            self._refuse(node, within=type_.name is None)
            setattr(type_, part, None)

    def _hides_words_of(self, type_: c_ast.Node) -> bool:
        """Whether the function gives another meaning to a word of its result's type."""
        words = {word for each in everything(type_) for word in _words(each)}
        return any(_is_meaning(each) and each.name in words for each in everything(self.function.body))

    def _block(self, node: c_ast.Compound, active: Active, leave: int, repeat: int) -> c_ast.Compound:
        items, outer = [], len(active)
        for item in node.block_items or []:
            items.append(self.of(item, active, leave, repeat))
            active = (*active, item) if _is_cleaned(item) else active
        return c_ast.Compound([*items, *_calls(active[outer:])], node.coord)

    def _returned(self, node: c_ast.Return, active: Active) -> c_ast.Compound:
        """The value is computed before."""
        calls, type_ = _calls(active), self.function.decl.type.type
        if node.expr is None:
            return c_ast.Compound([*calls, node], node.coord)
        if isinstance(type_, c_ast.TypeDecl) and getattr(type_.type, "names", None) == ["void"]:
            return c_ast.Compound([node.expr, *calls, c_ast.Return(None, node.coord)], node.coord)
        self._refuse(node, within=self._hides_words_of(type_))
        self.count += 1
        name, type_ = f"$returned{self.count}", deepcopy(type_)
        inner = type_
        while not isinstance(inner, c_ast.TypeDecl):
            inner = inner.type
        inner.declname = name
        self._name_alone(inner.type, node)
        kept = c_ast.Decl(name, [], [], [], [], type_, node.expr, None, node.coord)
        return c_ast.Compound([kept, *calls, c_ast.Return(c_ast.ID(name, node.coord), node.coord)], node.coord)


def _common(one: Active, other: Active) -> int:
    """How many scopes around both are the same."""
    same = (first is second for first, second in zip(one, other, strict=False))
    return next((number for number, each in enumerate(same) if not each), min(len(one), len(other)))


def _after(left: Active, jump: c_ast.Node) -> c_ast.Node:
    return c_ast.Compound([*_calls(left), jump], jump.coord) if left else jump


def _calls(left: Active) -> list[c_ast.Node]:
    """For the scopes that are left, the innermost first."""
    found: list[c_ast.Node] = []
    for variable in reversed(left):
        where = variable.coord
        address = c_ast.UnaryOp("&", c_ast.ID(variable.name, where), where)
        found.append(c_ast.FuncCall(c_ast.ID(_function_of(variable), where), c_ast.ExprList([address], where), where))
    return found
