"""Which variables must lie in memory, seen from the text: those whose address is taken, and arrays that are not only
indexed.

Names stand for variables, so this errs towards memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.syntax.nodes import walk
from coveriflow.program.types.c_types import ArrayOf, DeclaredType, Floating, Integer, Pointer, Record


@dataclass(frozen=True, slots=True)
class AddressedNames:
    """``taken``: operands of ``&``, and names in nested functions. ``functions``: names used otherwise than by calling
    them. ``aligned``: declared with an alignment of its own. ``nested``: functions within functions. ``subscripts``:
    for each name, the least number of subscripts it is used with. ``dimensions``: how many an array of this name has at
    least, also as a member, 0 if the name may mean something else. ``variables``: names that are declared otherwise
    than as functions.
    """

    taken: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    aligned: frozenset[str] = frozenset()
    nested: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    subscripts: dict[str, int] = field(default_factory=dict)
    dimensions: dict[str, int] = field(default_factory=dict)

    def in_memory(self, name: str, declared: DeclaredType) -> bool:
        """Whether a variable called ``name`` needs a place in memory."""
        if name in self.taken or isinstance(declared, Record):
            return True
        dimensions = 0
        while isinstance(declared, ArrayOf):
            dimensions, declared = dimensions + 1, declared.element
        if not dimensions:
            return False
        return not isinstance(declared, Integer) or self.subscripts.get(name, dimensions) < dimensions


@dataclass(frozen=True, slots=True)
class OwnNames:
    """Names in one function. ``taken``: as above. ``repeated``: those that are declared more than once."""

    taken: frozenset[str]
    repeated: frozenset[str]

    def is_apart(self, name: str, declared: DeclaredType) -> bool:
        """Whether this is a scalar whose address is never taken, although that of another ``name`` may be."""
        return name not in self.taken and isinstance(declared, Integer | Pointer | Floating)


def own_names(definition: c_ast.FuncDef) -> OwnNames:
    """Those of one function, with the functions in it."""
    declared = Counter(node.name for node in walk(definition) if isinstance(node, c_ast.Decl) and node.name)
    repeated = frozenset(name for name, times in declared.items() if times > 1)
    return OwnNames(addressed_names([definition]).taken, repeated)


def addressed_names(trees: Iterable[c_ast.Node]) -> AddressedNames:
    """Collect over whole translation units."""
    taken: set[str] = set()
    subscripts: dict[str, int] = {}
    functions: set[str] = set()
    dimensions: dict[str, int] = {}
    aligned, nested, variables = set[str](), set[str](), set[str]()
    pending: list[c_ast.Node] = list(trees)
    while pending:
        node = pending.pop()
        match node:
            case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "__alignof__" | "__alignof") | c_ast.TypeOf():
                pending.extend(_not_only_measured(node))
                continue
            case c_ast.Compound():
                _note_nested(node, nested, taken)
            case c_ast.ParamList():
                dimensions.update({p.name: 0 for p in node.params if isinstance(p, c_ast.Decl) and p.name})
            case c_ast.Decl(name=str(name)):
                dimensions[name] = min(_dimensions(node.type), dimensions.get(name, 1 << 16))
                aligned.update({name} if node.align else ())
                variables.update(() if isinstance(node.type, c_ast.FuncDecl) else {name})
            case c_ast.UnaryOp(op="&"):
                name = _base(node.expr)
                if name is not None:
                    taken.add(name)
                    functions.add(name)
            case c_ast.ID(name=name):
                subscripts[name] = 0
                functions.add(name)
                continue
            case c_ast.FuncCall(name=c_ast.ID()):
                pending.extend([node.args] if node.args else [])
                continue
            case c_ast.ArrayRef():
                depth, inner = _unsubscripted(node, pending)
                if isinstance(inner, c_ast.ID):
                    subscripts[inner.name] = min(depth, subscripts.get(inner.name, depth))
                else:
                    pending.append(inner)
                continue
            case c_ast.StructRef():
                pending.append(node.name)
                continue
            case _:
                pass
        pending.extend(child for _, child in node.children())
    found = AddressedNames(frozenset(taken), frozenset(functions), frozenset(aligned), frozenset(nested))
    return replace(found, variables=frozenset(variables), subscripts=subscripts, dimensions=dimensions)


def _not_only_measured(node: c_ast.Node) -> list[c_ast.Node]:
    """What matters of an operand of which only the type counts: all but a variable or an element that it names."""
    pending: list[c_ast.Node] = []
    ((_, operand), *_) = node.children()
    if isinstance(operand, c_ast.ArrayRef):
        _, operand = _unsubscripted(operand, pending)
    return pending if isinstance(operand, c_ast.ID) else [*pending, operand]


def _note_nested(block: c_ast.Compound, nested: set[str], taken: set[str]) -> None:
    for inner in (item for item in block.block_items or [] if isinstance(item, c_ast.FuncDef)):
        nested.add(inner.decl.name)
        taken.update(_names_in(inner.body))


def _unsubscripted(node: c_ast.ArrayRef, subscripts: list[c_ast.Node]) -> tuple[int, c_ast.Node]:
    """How many subscripts there are, which are added to ``subscripts``, and what they are applied to."""
    depth, inner = 0, node
    while isinstance(inner, c_ast.ArrayRef):
        subscripts.append(inner.subscript)
        depth, inner = depth + 1, inner.name
    return depth, inner


def _names_in(body: c_ast.Node) -> set[str]:
    """Those that may be of variables of the function around."""
    pending, found = [body], set[str]()
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.ID):
            found.add(node.name)
        pending.extend(child for _, child in node.children())
    return found


def _dimensions(type_: c_ast.Node) -> int:
    """Of an array as it is declared; parameters are no arrays."""
    count = 0
    while isinstance(type_, c_ast.ArrayDecl):
        count, type_ = count + 1, type_.type
    return count


def _base(lvalue: c_ast.Node) -> str | None:
    """The variable of which ``lvalue`` is a part."""
    while True:
        match lvalue:
            case c_ast.ID(name=name):
                return str(name)
            case c_ast.ArrayRef():
                lvalue = lvalue.name
            case c_ast.StructRef(type="."):
                lvalue = lvalue.name
            case c_ast.Cast() | c_ast.UnaryOp(op="__real__" | "__imag__"):
                lvalue = lvalue.expr
            case _:
                return None
