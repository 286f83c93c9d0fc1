"""GNU C to C, on syntax trees: what other constructs can express is, so that lowering need not know it.

Omitted operands, ``__func__``, ``__auto_type``, definitions in the old style (C11 6.9.1 p6), and calls of functions
that the templates have in C.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.library.errno import asks_for_errno, functions_without_value, with_error_number
from coveriflow.program.library.inline.setjmp import has_jumps, returned_once
from coveriflow.program.library.inline.tested_calls import asked_for_sign, promised
from coveriflow.program.library.unmodelled import is_of_system_header
from coveriflow.program.syntax.inner_names import hidden_uses
from coveriflow.program.syntax.nodes import AUTO_TYPE, LEAVES, OF_VALUE, nested_functions, place, walk
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.syntax.templates import Expander, Expansion, infer
from coveriflow.program.text.extended_names import with_written_name
from coveriflow.program.text.normalise import MODE, OF_NUMBERS, OMITTED

_NAMES_OF_FUNCTION = ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__")
_KEPT = ("coord", "__weakref__", "call")


def defined_name(item: c_ast.Node) -> str | None:
    """The name of a function with a body, or of an object, at file scope."""
    if isinstance(item, c_ast.FuncDef):
        return str(item.decl.name)
    return item.name if isinstance(item, c_ast.Decl) and not isinstance(item.type, c_ast.FuncDecl) else None


def external_names(trees: Iterable[c_ast.FileAST]) -> set[str]:
    """What a program defines at file scope for all of its files."""
    items = (item for tree in trees for item in tree.ext if not _is_static(item))
    return {name for item in items if (name := defined_name(item))}


def defined_names(trees: Sequence[c_ast.FileAST]) -> list[set[str]]:
    """By tree: what it defines at file scope or another one does; what is ``static`` there is not seen in it."""
    external = external_names(trees)
    internal = ((item for item in tree.ext if _is_static(item)) for tree in trees)
    return [external | {name for item in own if (name := defined_name(item))} for own in internal]


def _is_static(item: c_ast.Node) -> bool:
    declared = item.decl if isinstance(item, c_ast.FuncDef) else item
    return isinstance(declared, c_ast.Decl) and "static" in (declared.storage or [])


def desugar(trees: Iterable[c_ast.FileAST], expanders: Mapping[str, Expander], models: Collection[str]) -> None:
    """Rewrite the trees of one program in place. A function that the program defines itself is left to it.

    ``expanders``: what calls become, by the functions' names. ``models``: the functions that have a model in C.
    """
    trees = list(trees)
    without_value = functions_without_value(trees) if asks_for_errno(trees) else None
    jumps = has_jumps(trees)
    has_volatile = cache(lambda: any("volatile" in (getattr(n, "quals", None) or ()) for t in trees for n in walk(t)))
    for tree, own in zip(trees, defined_names(trees), strict=True):
        _Rewriting(own, without_value, jumps, Expansion(expanders), models, has_volatile).rewrite(tree)


@dataclass(slots=True)
class _Rewriting:
    """``own``: what the program defines at file scope; ``hidden``: uses of names of inner scopes in the function under
    way, whose name is ``function``. ``without_value``: functions that return nothing, if it matters what calls do to
    ``errno``. ``has_jumps``: whether ``longjmp`` may be called. ``has_volatile``: whether something may be read that
    changes by itself. ``tested``: calls of whose value no more than the sign is asked for.
    """

    own: set[str]
    without_value: frozenset[str] | None
    has_jumps: bool
    expansion: Expansion
    models: Collection[str]
    has_volatile: Callable[[], bool]
    hidden: frozenset[int] = frozenset()
    tested: set[int] = field(default_factory=set)
    function: str = ""

    def rewrite(self, tree: c_ast.FileAST) -> None:
        tree.ext = [item.decl if _passes_all_on(item) else item for item in tree.ext]
        for item in tree.ext:
            if isinstance(item, c_ast.FuncDef):
                _with_prototype(item)
                self.function = str(item.decl.name)
                _name_nested_functions(item)
            self._below(item)

    def _below(self, root: c_ast.Node) -> None:
        """Each node below ``root`` after the nodes below itself; the walk keeps its own stack."""
        self.hidden, self.tested = hidden_uses(root), set()
        visits: list[tuple[c_ast.Node, Callable[[c_ast.Node], None]]] = []
        pending: list[tuple[c_ast.Node, Callable[[c_ast.Node], None] | None]] = [(root, None)]
        while pending:
            node, put = pending.pop()
            if put is not None and type(node) in _REWRITERS:
                visits.append((node, put))
            if type(node) in LEAVES:
                continue
            self.tested.update(map(id, asked_for_sign(node)))
            if type(node) is c_ast.Decl:
                infer(node, AUTO_TYPE)
            if isinstance(node, c_ast.Decl | c_ast.Typedef | c_ast.Typename):
                _move_attributes_of_numbers(node)
            pending.extend(_parts(node))
        for node, put in reversed(visits):
            instead = _REWRITERS[type(node)](self, node)
            if instead is not node:
                put(instead)


def _parts(node: c_ast.Node) -> list[tuple[c_ast.Node, Callable[[c_ast.Node], None]]]:
    """The nodes directly below, each with what puts another one in its place."""
    found: list[tuple[c_ast.Node, Callable[[c_ast.Node], None]]] = []
    for name in type(node).__slots__:
        if name in _KEPT:
            continue
        value = getattr(node, name)
        if isinstance(value, c_ast.Node):
            found.append((value, partial(setattr, node, name)))
        elif isinstance(value, list):
            found += [
                (part, partial(value.__setitem__, index))
                for index, part in enumerate(value)
                if isinstance(part, c_ast.Node)
            ]
    return found


def _move_attributes_of_numbers(node: c_ast.Node) -> None:
    """``vector_size`` tells of the type of numbers within the declared one, wherever it stands, and ``mode`` of the
    declared one, which must be that of numbers (gcc).
    """
    found: list[c_ast.Node] = []
    declared = node
    while True:
        groups = getattr(node, "attributes", None) or []
        own = [each for group in groups for each in group.attributes if each.name in OF_NUMBERS]
        if own:  # other declarators may have the same groups
            found += own
            node.attributes = [_without(group, own) for group in groups]
        if not isinstance(node.type, c_ast.TypeDecl | c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl):
            break
        node = node.type
    if any(each.name == MODE for each in found) and node not in (declared, declared.type):
        raise NotSupported("the attribute mode of a type that is no integer", place(declared))
    if found:
        groups = [c_ast.AttributeSpecifier(found, found[0].coord)]
        node.type = c_ast.AttributedType(node.type, groups, found[0].coord)


def _without(group: c_ast.AttributeSpecifier, some: Sequence[c_ast.Node]) -> c_ast.AttributeSpecifier:
    return c_ast.AttributeSpecifier([each for each in group.attributes if each not in some], group.coord)


def _omitted(rewriting: _Rewriting, node: c_ast.TernaryOp) -> c_ast.Node:
    """``a ?: b`` evaluates ``a`` once."""
    if not (isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == OMITTED):
        return node
    if not may_have_effect(node.cond) and not (rewriting.function and rewriting.has_volatile()):
        return c_ast.TernaryOp(node.cond, node.cond, node.iffalse, node.coord)
    name = f"$omitted{rewriting.expansion.fresh()}"
    type_ = c_ast.TypeDecl(name, [], None, c_ast.TypeOf(OF_VALUE, node.cond, node.coord), node.coord)
    kept = c_ast.Decl(name, [], [], [], [], type_, node.cond, None, node.coord)
    again = c_ast.ID(name, node.coord)
    return c_ast.Compound([kept, c_ast.TernaryOp(again, again, node.iffalse, node.coord)], node.coord)


def _name_of_function(rewriting: _Rewriting, node: c_ast.ID) -> c_ast.Node:
    if node.name in _NAMES_OF_FUNCTION:
        return NameOfFunction(node.name, rewriting.function, node.coord)
    return node


class NameOfFunction(c_ast.Constant):  # type: ignore[misc]
    """``__func__``: an object of its ``function``, and no string literal (C11 6.4.2.2)."""

    __slots__ = ("coord", "function", "type", "value")  # all that a copy has

    def __init__(self, spelled: str, function: str, coord: object) -> None:
        super().__init__("string", f'"{with_written_name(function)}"', coord)
        self.function = f"{spelled} {function}"


def _call(rewriting: _Rewriting, node: c_ast.FuncCall) -> c_ast.Node:
    """``__builtin_memcpy`` is ``memcpy``, the program's own if it has one."""
    if not isinstance(node.name, c_ast.ID):
        return node
    name, is_hidden = node.name.name.removeprefix("__builtin_"), id(node.name) in rewriting.hidden
    if is_hidden and name != node.name.name and name in rewriting.models:
        raise NotSupported(f"the built-in function {node.name.name} where '{name}' is something else", place(node))
    if name in rewriting.models:
        node.name.name = name
    if node.name.name in rewriting.own or (is_hidden and node.name.name == name):
        return node
    is_tested = id(node) in rewriting.tested
    if not rewriting.has_jumps:
        node = returned_once(node, rewriting.expansion)
    if not isinstance(node, c_ast.FuncCall):
        return node
    meaning = promised(node, rewriting.expansion, is_tested=is_tested)
    if isinstance(meaning, c_ast.FuncCall):
        meaning = rewriting.expansion.expanded(meaning)
    if rewriting.without_value is None:
        return meaning
    has_value = node.name.name not in rewriting.without_value
    return with_error_number(node, meaning, rewriting.expansion, has_value=has_value)


def _record(_rewriting: _Rewriting, node: c_ast.AttributedType) -> c_ast.Node:
    """``struct s {} [[packed]]`` is ``struct [[packed]] s {}``, and so it is for ``enum``."""
    own = node.type
    is_record = isinstance(own, c_ast.Struct | c_ast.Union) and own.decls is not None
    if not is_record and not (isinstance(own, c_ast.Enum) and own.values is not None):
        return node
    if any(each.name == MODE for group in node.attributes for each in group.attributes):
        if own.name is not None or len(node.attributes) > 1:
            raise NotSupported("the attribute mode of a type with a tag", place(node))
        return node
    node.type.attributes = [*(node.type.attributes or []), *node.attributes]
    return node.type


def _with_prototype(definition: c_ast.FuncDef) -> None:
    """``int f(a, b) char b; {}`` becomes ``int f(int a, char b) {}``: arguments are converted all the same. An empty
    list of declarations tells that it was in the old style.
    """
    arguments = definition.decl.type.args
    if arguments is None or not any(isinstance(parameter, c_ast.ID) for parameter in arguments.params):
        return
    declared = {declaration.name: declaration for declaration in definition.param_decls or []}
    arguments.params = [declared.get(p.name) or _integer(p) for p in arguments.params]
    definition.param_decls = []


def _passes_all_on(item: c_ast.Node) -> bool:
    """Whether a header of the system has a body for the compiler to put in the place of calls only (gcc's
    ``va_arg_pack``): the library has the function itself. A body that the program has is what calls do.
    """
    if not isinstance(item, c_ast.FuncDef) or "inline" not in (item.decl.funcspec or []):
        return False
    if not is_of_system_header(place(item.decl).file):
        return False
    calls = (node for node in walk(item.body) if isinstance(node, c_ast.FuncCall))
    names = {call.name.name for call in calls if isinstance(call.name, c_ast.ID)}
    return bool(names & {"__builtin_va_arg_pack", "__builtin_va_arg_pack_len"})


def _name_nested_functions(definition: c_ast.FuncDef) -> None:
    """``__func__`` in a nested function is that one's name."""
    for nested in reversed(list(nested_functions(definition))):
        name = c_ast.Constant("string", f'"{nested.decl.name}"', nested.coord)
        pending = [nested.body]
        while pending:
            for part, put in _parts(pending.pop()):
                if isinstance(part, c_ast.ID) and part.name in _NAMES_OF_FUNCTION:
                    put(name)
                pending.append(part)


def _integer(parameter: c_ast.ID) -> c_ast.Decl:
    type_ = c_ast.IdentifierType(["int"], parameter.coord)
    inner = c_ast.TypeDecl(parameter.name, [], None, type_, parameter.coord)
    return c_ast.Decl(parameter.name, [], [], [], [], inner, None, None, parameter.coord)


_REWRITERS: dict[type[c_ast.Node], Callable[[_Rewriting, c_ast.Node], c_ast.Node]] = {
    c_ast.TernaryOp: _omitted,
    c_ast.ID: _name_of_function,
    c_ast.FuncCall: _call,
    c_ast.AttributedType: _record,
}
