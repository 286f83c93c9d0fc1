"""Which features a program needs, as its syntax shows: only what can be used from the entry, by names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.syntax.parse import deeply, parsed

_FLOATS = frozenset({"float", "double", "_Float16", "_Float32", "_Float64", "_Float128", "__float128"})
_CALLS = {
    "heap": {"malloc", "calloc", "realloc", "free", "alloca", "__builtin_alloca", "reallocarray", "aligned_alloc"},
    "memory functions": {"memcpy", "memset", "memmove", "memcmp", "memchr", "bcopy", "bzero"},
    "string functions": {"strlen", "strcpy", "strncpy", "strcmp", "strncmp", "strcat", "strncat", "strchr", "strdup"},
    "setjmp": {"setjmp", "longjmp", "_setjmp", "sigsetjmp"},
    "threads": {"pthread_create", "thrd_create"},
}
_OF_CALL = {name: feature for feature, names in _CALLS.items() for name in names}


def needs(texts: Iterable[tuple[str, str]], entry: str) -> frozenset[str]:
    """The features of a program of (name, preprocessed text); none where it cannot be parsed."""
    try:
        trees = [parsed(name, text) for name, text in texts]
        return deeply(lambda: frozenset(_features(trees, entry)))
    except (InputError, NotSupported, RecursionError):
        return frozenset()


def _features(trees: Iterable[c_ast.FileAST], entry: str) -> Iterator[str]:
    items = [item for tree in trees for item in tree.ext]
    known: dict[str, list[c_ast.Node]] = {}
    for item in items:
        for name in _given_names(item):
            known.setdefault(name, []).append(item)
    for item in _used(known, entry):
        for node in _below(item):
            yield from _of_node(node)
        if isinstance(item, c_ast.FuncDef) and _calls_itself(item.decl.name, known):
            yield "recursion"


def _given_names(item: c_ast.Node) -> Iterator[str]:
    if isinstance(item, c_ast.FuncDef):
        yield item.decl.name
    elif getattr(item, "name", None) and not _is_prototype(item):
        yield item.name
    yield from (f"tag {n.name}" for n in _below(item) if _is_tag(n) and (getattr(n, "decls", None) is not None))


def _is_prototype(item: c_ast.Node) -> bool:
    return isinstance(item, c_ast.Decl) and isinstance(item.type, c_ast.FuncDecl)


def _is_tag(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Struct | c_ast.Union) and node.name is not None


def _used(known: dict[str, list[c_ast.Node]], entry: str) -> list[c_ast.Node]:
    """The items that the entry uses, directly or not."""
    pending, seen = [entry], {entry}
    found: list[c_ast.Node] = []
    while pending:
        for item in known.get(pending.pop(), ()):
            if any(item is other for other in found):
                continue
            found.append(item)
            fresh = {name for node in _below(item) for name in _mentioned(node)} - seen
            seen |= fresh
            pending += sorted(fresh)
    return found


def _mentioned(node: c_ast.Node) -> list[str]:
    match node:
        case c_ast.ID():
            return [node.name]
        case c_ast.IdentifierType():
            return list(node.names)
        case _:
            return [f"tag {node.name}"] if _is_tag(node) else []


def _calls_itself(name: str, known: dict[str, list[c_ast.Node]]) -> bool:
    bodies = [i.body for i in known.get(name, ()) if isinstance(i, c_ast.FuncDef)]
    called = {n for body in bodies for node in _below(body) for n in _mentioned(node)}
    reached: set[str] = set()
    while called - reached:
        reached |= called
        functions = [i.body for n in called for i in known.get(n, ()) if isinstance(i, c_ast.FuncDef)]
        called = {n for body in functions for node in _below(body) for n in _mentioned(node)}
    return name in reached


def _below(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """A node and all in it."""
    return chain((node,), *(_below(child) for _, child in node.children()))


def _of_node(node: c_ast.Node) -> Iterator[str]:
    match node:
        case c_ast.PtrDecl():
            yield "function pointer" if isinstance(node.type, c_ast.FuncDecl) else "pointer"
        case c_ast.UnaryOp(op="&" | "*"):
            yield "pointer"
        case c_ast.Struct():
            yield "struct"
        case c_ast.Union():
            yield "union"
        case c_ast.Decl() if node.bitsize is not None:
            yield "bit-field"
        case c_ast.IdentifierType() if _FLOATS & set(node.names):
            yield "float"
        case c_ast.Constant(type="float" | "double" | "long double"):
            yield "float"
        case c_ast.Constant(type="string"):
            yield "string literal"
        case c_ast.EllipsisParam():
            yield "variable arguments"
        case c_ast.FuncCall(name=c_ast.ID()) if node.name.name in _OF_CALL:
            yield _OF_CALL[node.name.name]
        case c_ast.FuncCall() if not isinstance(node.name, c_ast.ID):
            yield "function pointer"
