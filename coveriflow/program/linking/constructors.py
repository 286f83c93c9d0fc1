"""GNU's attributes ``constructor`` and ``destructor``: functions that run before a program begins, and at its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol, Scope
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.syntax.declared_attributes import marks
from coveriflow.program.syntax.nodes import place

CONSTRUCTOR, DESTRUCTOR = "constructor", "destructor"
_LAST = 65535
"""The priority of those that say none."""


def at_start(trees: Mapping[str, c_ast.FileAST], scopes: Mapping[str, Scope]) -> Sequence[FunctionSymbol]:
    """The constructors in their order: least priority first, then as the program has them."""
    return _marked(CONSTRUCTOR, trees, scopes)


def at_end(trees: Mapping[str, c_ast.FileAST], scopes: Mapping[str, Scope]) -> Sequence[FunctionSymbol]:
    """The destructors in their order, which is the opposite."""
    return _marked(DESTRUCTOR, trees, scopes)[::-1]


def begin_of(symbol: FunctionSymbol) -> Span:
    """Where a function that has a body stands."""
    assert symbol.definition is not None
    return place(symbol.definition)


def _marked(word: str, trees: Mapping[str, c_ast.FileAST], scopes: Mapping[str, Scope]) -> Sequence[FunctionSymbol]:
    found: list[tuple[int, FunctionSymbol]] = []
    for file, tree in trees.items():
        priorities = _priorities(tree, word)
        for item in tree.ext:
            if isinstance(item, c_ast.FuncDef) and item.decl.name in priorities:
                symbol = scopes[file].symbols[item.decl.name]
                if not isinstance(symbol, FunctionSymbol) or symbol.declared.parameters:
                    raise NotSupported(f"the attribute {word} of a function with parameters", place(item))
                if _is_only_inline(item.decl):
                    raise NotSupported(f"the attribute {word} of a function that is only defined inline", place(item))
                found.append((priorities[item.decl.name], symbol))
    return [symbol for _, symbol in sorted(found, key=lambda each: each[0])]


def _priorities(tree: c_ast.FileAST, word: str) -> Mapping[str, int]:
    """Of the marked functions. gcc goes by the first declaration: where a later one says another priority, that is not
    supported.
    """
    found: dict[str, int] = {}
    marked = set[str]()
    for each in _declarations(tree.ext):
        is_marked = word in marks(each)
        priority = _priority(each, word) if is_marked else _LAST
        if is_marked and found.get(each.name, priority) != priority:
            raise NotSupported(f"the attribute {word} with several priorities", place(each))
        found.setdefault(each.name, priority)
        marked |= {each.name} if is_marked else set()
    return {name: found[name] for name in marked}


def _is_only_inline(declaration: c_ast.Decl) -> bool:
    """There may be no code of it in the program (C11 6.7.4 p7)."""
    return "inline" in (declaration.funcspec or []) and not {"static", "extern"} & {*(declaration.storage or [])}


def _declarations(items: Iterable[c_ast.Node]) -> list[c_ast.Decl]:
    declared = [item.decl if isinstance(item, c_ast.FuncDef) else item for item in items]
    return [each for each in declared if isinstance(each, c_ast.Decl) and each.name]


def _priority(declaration: c_ast.Decl, word: str) -> int:
    given = marks(declaration)[word].strip()
    if given and (not given.isdigit() or given.startswith("0")):
        raise NotSupported(f"the attribute {word}({given})", place(declaration))
    return int(given) if given else _LAST
