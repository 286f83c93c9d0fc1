"""Functions that are declared without effects (GNU: ``const``, ``pure``), and have some all the same.

Compilers leave out calls of such a function whose value nothing needs, each of them others. Where a call may be left
out and would be missed the program means nothing that all of them agree on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.library.unmodelled import is_library
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.listed_promises import listed_promises
from coveriflow.program.syntax.attribute_names import declared_with
from coveriflow.program.syntax.kept_values import Dropped, DroppedCalls, called
from coveriflow.program.syntax.nodes import everything, place, walk
from coveriflow.program.syntax.sequencing import CallEffects

_HINT = re.compile(r"(?:__)?(?:const|pure|copy)(?:__)?")
_MAY_HAVE_HINT = re.compile(rf"[(,]\s*{_HINT.pattern}\s*[(),]")
_STANDARD = re.compile(r"\[\s*\[[^\]]*\b(?:const|pure|unsequenced|reproducible|copy)\b")
"""C23's notation: which function it belongs to is not looked for."""

_HARMLESS = re.compile(
    r"__builtin_(?:expect\w*|cl[zr]\w*|ctz\w*|ffs\w*|popcount\w*|parity\w*|bswap\w*|constant_p|object_size|offsetof"
    r"|types_compatible_p|choose_expr|is\w+|l*abs|fabs\w*|(?:add|sub|mul)_overflow_p|unreachable)"
)
_LOOPS = c_ast.While | c_ast.DoWhile | c_ast.For | c_ast.Goto


@dataclass(frozen=True, slots=True)
class Promises:
    """``names``: functions that are declared to have no effects. ``is_open``: it may be any function. ``listed``:
    by attribute, the functions whose other promises are assumed.
    """

    names: frozenset[str] = frozenset()
    is_open: bool = False
    listed: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, name: str) -> bool:
        return self.is_open or name in self.names


def promises_of(texts: Iterable[tuple[str, str]], trees: Iterable[c_ast.FileAST]) -> Promises:
    """What the texts of a program promise."""
    functions = {each.name for tree in trees for each in _declarations(tree)}
    names, is_open = set[str](), False
    texts = list(texts)
    for _, text in texts:
        if _MAY_HAVE_HINT.search(text):
            names |= declared_with(text, _HINT)
        is_open |= _STANDARD.search(text) is not None
    return Promises(frozenset(names), is_open or not names <= functions, listed_promises(texts, functions))


def _declarations(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    """Those of functions, also within functions."""
    for node in everything(tree):
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            yield node


def dropped_calls(trees: Collection[c_ast.FileAST], promises: Promises, effects: CallEffects) -> DroppedCalls:
    """The calls in a program that compilers may leave out and that would be missed."""
    found = DroppedCalls()
    if not promises.is_open and not promises.names:
        return found
    bodies = _Bodies.of(trees, effects)
    own = {name for name in promises.names if not bodies.is_of_library(name)}
    if not promises.is_open and not own:
        return found
    for call in _open_calls(trees, promises):
        name = called(call)
        if not bodies.is_of_library(name) and bodies.has_effects(name, promises):
            found.effects[id(call)] = call
        elif any(bodies.repeats.get(each, False) for each in bodies.reached(name)):
            found.run[id(call)] = call
    return found


def look_at_promise(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Refuse a call that some compilers leave out although it has an effect."""
    dropped = context.program.dropped
    if id(node) in dropped.effects:
        what = f"the function {called(node)}" if called(node) else "a function"
        sentence = f"a call that compilers may leave out, as {what} is declared const or pure but has effects,"
        raise NotSupported(sentence, place(node))
    if id(node) in dropped.run:
        sentence = f"every call of the function {called(node)} ends, as it is declared const or pure"
        context.program.assumptions.setdefault(sentence)


def _open_calls(trees: Collection[c_ast.FileAST], promises: Promises) -> Iterator[c_ast.FuncCall]:
    integers = {each.name for tree in trees for each in _declarations(tree) if _returns_int(each)}
    constants = {n.name for tree in trees for n in everything(tree) if isinstance(n, c_ast.Enumerator)}
    dropped = Dropped(promises.of, integers, constants)
    for tree in trees:
        for item in tree.ext:
            if isinstance(item, c_ast.FuncDef):
                dropped.visit(item.body)
    yield from dropped.found


def _returns_int(declared: c_ast.Decl) -> bool:
    type_ = declared.type.type
    return isinstance(type_, c_ast.TypeDecl) and getattr(type_.type, "names", None) == ["int"]


@dataclass(frozen=True, slots=True)
class _Bodies:
    """``calls``: which names a function calls. ``repeats``: whether it has a loop. ``models``: those that are ours."""

    calls: dict[str, set[str]]
    repeats: dict[str, bool]
    models: frozenset[str]
    effects: CallEffects

    @staticmethod
    def of(trees: Collection[c_ast.FileAST], effects: CallEffects) -> _Bodies:
        calls, repeats, models = dict[str, set[str]](), dict[str, bool](), set[str]()
        for definition in (n for tree in trees for n in everything(tree) if isinstance(n, c_ast.FuncDef)):
            name, nodes = definition.decl.name, list(walk(definition.body))
            calls.setdefault(name, set()).update(called(each) for each in nodes if isinstance(each, c_ast.FuncCall))
            repeats[name] = repeats.get(name, False) or any(isinstance(each, _LOOPS) for each in nodes)
            if place(definition).file.startswith("<"):
                models.add(name)
        return _Bodies(calls, repeats, frozenset(models), effects)

    def is_of_library(self, name: str) -> bool:
        return name in self.models or (name not in self.calls and is_library(name))

    def reached(self, name: str) -> set[str]:
        """What a call leads to; a function that calls itself is one that repeats."""
        seen, pending = {name}, [name]
        while pending:
            for callee in self.calls.get(pending.pop(), ()):
                if callee == name:
                    self.repeats[name] = True
                if callee not in seen:
                    seen.add(callee)
                    pending.append(callee)
        return seen

    def has_effects(self, name: str, promises: Promises) -> bool:
        """Whether a call may change anything, read an input, end the program or violate the property."""
        if not name:
            return True
        for each in self.reached(name):
            summary = self.effects(each)
            if not each or summary.changed or summary.indirect:
                return True
            if each not in self.calls and not _HARMLESS.fullmatch(each):
                if each not in promises.names:
                    return True
        return False
