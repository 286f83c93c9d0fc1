"""Which variables must lie in memory, seen from the text: those whose address is taken, and arrays that are not only
indexed.

In functions this is known of each declaration, as names are resolved in their scopes. Where that is not certain, and
between translation units, names stand for variables: this errs towards memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.syntax.inner_names import Meaning, Meanings, meanings
from coveriflow.program.syntax.nodes import NAMELESS
from coveriflow.program.types.c_types import ArrayOf, DeclaredType, Integer, Record


@dataclass(frozen=True, slots=True)
class AddressedNames:
    """``taken``: operands of ``&``, and names in nested functions. ``functions``: names used otherwise than by calling
    them. ``aligned``: declared with an alignment of its own. ``nested``: functions within functions. ``dimensions``:
    how many an array of this name has at least, also as a member, 0 if the name may mean something else.
    ``variables``: names that are declared otherwise than as functions. ``subscripts``: for each name, the least number
    of subscripts it is used with.
    """

    taken: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    aligned: set[str] = field(default_factory=set)
    nested: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    dimensions: dict[str, int] = field(default_factory=dict)
    subscripts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddressedObjects:
    """Variables of functions are identified by declarations, those of file scope by names. ``taken``: operands
    of ``&``. ``captured``: whatever goes by a name, in a function, that stands in a function within it; these may lie
    in memory for no reason. ``unresolved``: names that may mean anything. ``resolved``: declarations of which
    everything is known; of others, as those in templates, ``names`` tell. ``subscripts``: the least number of
    subscripts an object is used with.
    """

    names: AddressedNames = field(default_factory=AddressedNames)
    taken: set[Meaning] = field(default_factory=set)
    captured: set[Meaning] = field(default_factory=set)
    unresolved: set[str] = field(default_factory=set)
    resolved: set[c_ast.Node] = field(default_factory=set)
    subscripts: dict[Meaning, int] = field(default_factory=dict)

    def in_memory(self, name: str, declared: DeclaredType, declarations: Sequence[c_ast.Node] | None = None) -> bool:
        """Whether a variable called ``name`` needs a place in memory. ``declarations``: those of a variable of a
        function; it has none at file scope.
        """
        if name in self.unresolved or isinstance(declared, Record):
            return True
        meant: Sequence[Meaning] = [name] if declarations is None else declarations
        is_by_name = declarations is not None and not self._is_resolved(declarations)
        if name in self.names.taken if is_by_name else self._has_address(meant):
            return True
        dimensions = 0
        while isinstance(declared, ArrayOf):
            dimensions, declared = dimensions + 1, declared.element
        if not dimensions:
            return False
        used = [self.names.subscripts.get(name)] if is_by_name else [self.subscripts.get(each) for each in meant]
        least = min((each for each in used if each is not None), default=dimensions)
        return not isinstance(declared, Integer) or least < dimensions

    def is_taken(self, declarations: Sequence[c_ast.Node]) -> bool:
        """Whether the address of a variable of a function is certainly taken."""
        return any(each in self.taken for each in declarations)

    def _has_address(self, meant: Sequence[Meaning]) -> bool:
        return any(each in self.taken or each in self.captured for each in meant)

    def _is_resolved(self, declarations: Sequence[c_ast.Node]) -> bool:
        return bool(declarations) and all(each in self.resolved for each in declarations)


def addressed_names(trees: Iterable[c_ast.FileAST]) -> AddressedNames:
    """Collect over whole translation units."""
    found = _Collecting(Meanings({}, set()))
    for tree in trees:
        found.collect(tree)
    return found.names


def addressed(trees: Iterable[c_ast.FileAST]) -> tuple[AddressedNames, AddressedObjects]:
    """What names say, and what declarations say, of whole translation units."""
    names = AddressedNames()
    objects = AddressedObjects(names)
    for tree in trees:
        meant = meanings(tree)
        objects.resolved.update(meant.declarations)
        found = _Collecting(meant, names, objects)
        for item in tree.ext:
            found.collect(item)
            found.capture(item)
    return names, objects


@dataclass(slots=True)
class _Collecting:
    """``inside``: names in the nested functions of the item under way."""

    meant: Meanings
    names: AddressedNames = field(default_factory=AddressedNames)
    objects: AddressedObjects = field(default_factory=AddressedObjects)
    inside: set[str] = field(default_factory=set)

    def collect(self, root: c_ast.Node) -> None:
        """All that is below ``root``."""
        pending = [root]
        while pending:
            node = pending.pop()
            if type(node) not in NAMELESS:
                pending.extend(self._visit(node))

    def capture(self, item: c_ast.Node) -> None:
        """What stands in a nested function may be any variable of its name in the function around, or at file scope."""
        names, self.inside = self.inside, set()
        self.objects.captured.update(names)
        pending = [item] if names else []
        while pending:
            node = pending.pop()
            if node in self.meant.declarations and getattr(node, "name", None) in names:
                self.objects.captured.add(node)
            pending.extend(node)

    def _visit(self, node: c_ast.Node) -> list[c_ast.Node]:
        """What is still to be looked at."""
        match node:
            case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "__alignof__" | "__alignof") | c_ast.TypeOf():
                return _not_only_measured(node)
            case c_ast.Compound():
                self._note_nested(node)
            case c_ast.ParamList():
                self.names.dimensions.update({p.name: 0 for p in node.params if isinstance(p, c_ast.Decl) and p.name})
            case c_ast.Decl(name=str(name)):
                self._note_declaration(node, name)
            case c_ast.UnaryOp(op="&"):
                if (base := _base(node.expr)) is not None:
                    self._note_address(base)
            case c_ast.ID(name=name):
                self._note_subscripts(node, 0)
                self.names.functions.add(name)
            case c_ast.FuncCall(name=c_ast.ID()):
                return [node.args] if node.args else []
            case c_ast.ArrayRef():
                pending: list[c_ast.Node] = []
                depth, inner = _unsubscripted(node, pending)
                if not isinstance(inner, c_ast.ID):
                    return [*pending, inner]
                self._note_subscripts(inner, depth)
                return pending
            case c_ast.StructRef():
                return [node.name]
            case _:
                pass
        return list(node)

    def _note_declaration(self, node: c_ast.Decl, name: str) -> None:
        dimensions = self.names.dimensions
        dimensions[name] = min(_dimensions(node.type), dimensions.get(name, 1 << 16))
        self.names.aligned.update({name} if node.align else ())
        self.names.variables.update(() if isinstance(node.type, c_ast.FuncDecl) else {name})

    def _note_nested(self, block: c_ast.Compound) -> None:
        for inner in (item for item in block.block_items or [] if isinstance(item, c_ast.FuncDef)):
            self.names.nested.add(inner.decl.name)
            found = _names_in(inner.body)
            self.names.taken.update(found)
            self.inside.update(found)

    def _note_address(self, operand: c_ast.ID) -> None:
        self.names.taken.add(operand.name)
        self.names.functions.add(operand.name)
        self.objects.taken.update(self._meaning(operand))

    def _note_subscripts(self, used: c_ast.ID, depth: int) -> None:
        subscripts, named = self.objects.subscripts, self.names.subscripts
        named[used.name] = min(depth, named.get(used.name, depth))
        for each in self._meaning(used):
            subscripts[each] = min(depth, subscripts.get(each, depth))

    def _meaning(self, used: c_ast.ID) -> tuple[Meaning, ...]:
        found = self.meant.uses.get(used)
        if found is None:
            self.objects.unresolved.add(used.name)
        return found or ()


def _not_only_measured(node: c_ast.Node) -> list[c_ast.Node]:
    """What matters of an operand of which only the type counts: all but a variable or an element that it names."""
    pending: list[c_ast.Node] = []
    ((_, operand), *_) = node.children()
    if isinstance(operand, c_ast.ArrayRef):
        _, operand = _unsubscripted(operand, pending)
    return pending if isinstance(operand, c_ast.ID) else [*pending, operand]


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
        pending.extend(node)
    return found


def _dimensions(type_: c_ast.Node) -> int:
    """Of an array as it is declared; parameters are no arrays."""
    count = 0
    while isinstance(type_, c_ast.ArrayDecl):
        count, type_ = count + 1, type_.type
    return count


def _base(lvalue: c_ast.Node) -> c_ast.ID | None:
    """The variable of which ``lvalue`` is a part."""
    while True:
        match lvalue:
            case c_ast.ID():
                return lvalue
            case c_ast.ArrayRef():
                lvalue = lvalue.name
            case c_ast.StructRef(type="."):
                lvalue = lvalue.name
            case c_ast.Cast() | c_ast.UnaryOp(op="__real__" | "__imag__"):
                lvalue = lvalue.expr
            case _:
                return None
