"""The types of a translation unit's file scope, as far as values are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.nodes import place, walk

_OTHERS = frozenset({"__builtin_va_list", "__float128", "_Float128", "_Float16"})
"""Type names for which the parser has others."""
_WORDS = {"__signed__": "signed", "__signed": "signed"}
_INTEGERS = {
    "char": ("char", "char"),
    "char signed": ("char", "char"),
    "char unsigned": ("unsigned char", "uchar"),
    "short": ("short", "short"),
    "short unsigned": ("unsigned short", "ushort"),
    "": ("int", "int"),
    "unsigned": ("unsigned int", "uint"),
    "long": ("long", "long"),
    "long unsigned": ("unsigned long", "ulong"),
    "long long": ("long long", "longlong"),
    "long long unsigned": ("unsigned long long", "ulonglong"),
    "__int128": ("__int128", "int128"),
    "__int128 unsigned": ("unsigned __int128", "uint128"),
    "_Bool": ("_Bool", "bool"),
}
_FLOATING = {
    "float": ("float", "float"),
    "double": ("double", "double"),
    "double long": ("long double", "longdouble"),
}
KINDS = _INTEGERS | _FLOATING
"""C text and suffix of each arithmetic type, by the words of its name, sorted."""
_HARMLESS = frozenset({"aligned", "packed", "unused", "deprecated", "may_alias", "designated_init", "pack"})


@dataclass(frozen=True, slots=True)
class Number:
    """``type`` as C text; ``suffix`` as ``__VERIFIER_nondet_`` has it. ``exact``: differs for compatible types only."""

    type: str
    suffix: str
    exact: str


@dataclass(frozen=True, slots=True)
class Complex:
    """With ``part`` twice."""

    part: Number


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union; ``definition`` ``None``: an incomplete one."""

    definition: c_ast.Struct | c_ast.Union | None
    is_union: bool


@dataclass(frozen=True, slots=True)
class Array:
    """``length`` ``None``: none is written."""

    element: c_ast.Node
    length: c_ast.Node | None


@dataclass(frozen=True, slots=True)
class Pointer:
    """To ``target``, which may be qualified."""

    target: c_ast.Node
    is_restricted: bool


@dataclass(frozen=True, slots=True)
class Function:
    """No object."""


@dataclass(frozen=True, slots=True)
class Void:
    """Nor this."""


Shape = Number | Complex | Record | Array | Pointer | Function | Void


@dataclass(slots=True)
class Types:
    """Of one tree. Types that are declared within functions, or within parameters, are not known here."""

    tree: c_ast.FileAST
    typedefs: dict[str, c_ast.Node] = field(default_factory=dict)
    tags: dict[str, c_ast.Node] = field(default_factory=dict)
    constants: dict[str, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for item in self.tree.ext:
            if isinstance(item, c_ast.Typedef):
                self.typedefs[item.name] = item.type
            root = item.decl if isinstance(item, c_ast.FuncDef) else item
            for node in _without_parameters(root):
                self._note(node)

    def _note(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.Struct | c_ast.Union) and node.name and node.decls is not None:
            self.tags[node.name] = node
        if isinstance(node, c_ast.Enum) and node.values is not None:
            if node.name:
                self.tags[node.name] = node
            before: int | None = -1
            for each in node.values.enumerators:
                value = self.value(each.value) if each.value is not None else None if before is None else before + 1
                self.constants[each.name] = before = value

    def shape(self, node: c_ast.Node) -> Shape:
        """Of the type of a declarator; ``NotSupported`` where there is none."""
        match node:
            case c_ast.PtrDecl():
                return Pointer(node.type, "restrict" in (node.quals or []))
            case c_ast.ArrayDecl():
                return Array(node.type, node.dim)
            case c_ast.FuncDecl():
                return Function()
            case c_ast.TypeDecl() | c_ast.Typename():
                _check_attributes(node)
                found = self._specified(node.type) if isinstance(node, c_ast.TypeDecl) else self.shape(node.type)
                if isinstance(found, Pointer) and "restrict" in (node.quals or []):
                    return Pointer(found.target, is_restricted=True)
                return found
            case _:
                raise NotSupported("an argument of such a type", place(node))

    def _specified(self, node: c_ast.Node) -> Shape:
        match node:
            case c_ast.IdentifierType(names=[name]) if name in _OTHERS:
                raise NotSupported(f"an argument of the type {name.removeprefix('__builtin_')}", place(node))
            case c_ast.IdentifierType(names=[name]) if name in self.typedefs:
                return self.shape(self.typedefs[name])
            case c_ast.IdentifierType(names=["void"]):
                return Void()
            case c_ast.IdentifierType(names=names):
                return _number(names, node)
            case c_ast.Struct() | c_ast.Union():
                return self._record(node)
            case c_ast.Enum():
                return self._enumeration(node)
            case c_ast.TypeOf(expr=c_ast.Typename() as named):
                return self.shape(named)
            case _:
                raise NotSupported("an argument of such a type", place(node))

    def _record(self, node: c_ast.Struct | c_ast.Union) -> Record:
        definition = node if node.decls is not None else self.tags.get(node.name)
        if definition is not None and not isinstance(definition, type(node)):
            raise NotSupported("an argument of such a type", place(node))
        _check_attributes(node, definition)
        return Record(definition, isinstance(node, c_ast.Union))

    def _enumeration(self, node: c_ast.Enum) -> Number:
        """Any bit pattern of the compatible integer type."""
        definition = node if node.values is not None else self.tags.get(node.name)
        values = definition.values.enumerators if isinstance(definition, c_ast.Enum) else []
        if definition is None or getattr(definition, "underlying_type", None) is not None:
            raise NotSupported("an argument of such an enumeration", place(node))
        known = [self.constants.get(each.name) for each in values]
        is_plain = all(each is not None and -(1 << 31) <= each < 1 << 31 for each in known)
        type_, suffix = KINDS[""] if is_plain else KINDS["long long"]
        return Number(type_, suffix, f"enum {id(definition)}")

    def is_constant(self, node: c_ast.Node) -> bool:
        """Whether the objects of a type may not be changed."""
        if isinstance(node, c_ast.ArrayDecl):
            return self.is_constant(node.type)
        if "const" in (getattr(node, "quals", None) or []):
            return True
        inner = getattr(node, "type", None)
        if isinstance(node, c_ast.TypeDecl | c_ast.Typename) and isinstance(inner, c_ast.IdentifierType):
            return (
                len(inner.names) == 1
                and inner.names[0] in self.typedefs
                and self.is_constant(self.typedefs[inner.names[0]])
            )
        return isinstance(node, c_ast.Typename) and self.is_constant(inner)

    def identity(self, node: c_ast.Node) -> str:
        """Equal for types whose objects may be the same one, qualifiers aside."""
        match self.shape(node):
            case Number(exact=exact):
                return exact
            case Complex(part):
                return f"complex {part.exact}"
            case Record(definition):
                return f"record {id(definition)}"
            case Array(element):
                return f"array of {self.identity(element)}"
            case Pointer(target):
                return f"pointer to {self.identity(target)}"
            case Function():
                return "function"
            case Void():
                return "void"

    def value(self, node: c_ast.Node | None) -> int | None:
        """Of a simple constant expression; ``None`` for any other one."""
        match node:
            case c_ast.Constant(type=type_, value=text) if "int" in type_:
                return _integer(text)
            case c_ast.ID(name=name):
                return self.constants.get(name)
            case c_ast.UnaryOp(op="-", expr=inner):
                found = self.value(inner)
                return None if found is None else -found
            case c_ast.BinaryOp(op=op, left=left, right=right) if op in ("+", "-", "*"):
                a, b = self.value(left), self.value(right)
                return None if a is None or b is None else {"+": a + b, "-": a - b, "*": a * b}[op]
            case _:
                return None


def declared(node: c_ast.Node, name: str) -> str:
    """A declaration of ``name`` with the type of ``node``."""
    return str(CGenerator().visit(c_ast.Decl(name, [], [], [], [], _named(node, name), None, None)))


def _named(node: c_ast.Node, name: str) -> c_ast.Node:
    found = copy(node)
    if isinstance(found, c_ast.TypeDecl):
        found.declname, inner, found.attributes = name, copy(found.type), []
        if isinstance(inner, c_ast.Struct | c_ast.Union | c_ast.Enum):
            if not inner.name:
                raise NotSupported("an argument whose type has no name", place(node))
            setattr(inner, "values" if isinstance(inner, c_ast.Enum) else "decls", None)
        found.type = inner
    else:
        found.type = _named(found.type, name)
    return found


def _without_parameters(node: c_ast.Node) -> Iterator[c_ast.Node]:
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        if isinstance(each, c_ast.FuncDecl):
            pending.append(each.type)
        else:
            pending.extend(child for _, child in each.children()[::-1])


def _check_attributes(*nodes: c_ast.Node | None) -> None:
    """What may change the type is not supported."""
    for node in nodes:
        for specifier in getattr(node, "attributes", None) or []:
            for each in getattr(specifier, "attributes", None) or []:
                if str(each.name).strip("_") not in _HARMLESS:
                    raise NotSupported(f"an argument whose type has the attribute {each.name}", place(node or each))


def _number(names: list[str], node: c_ast.Node) -> Number | Complex:
    words = [_WORDS.get(word, word) for word in names]
    is_complex = "_Complex" in words
    rest = sorted(word for word in words if word not in ("int", "_Complex"))
    is_char = "char" in rest
    exact = " ".join(rest if is_char else (word for word in rest if word != "signed"))
    if exact not in KINDS or (is_complex and exact not in _FLOATING):
        raise NotSupported(f"an argument of the type {' '.join(names)}", place(node))
    number = Number(*KINDS[exact], exact or "int")
    return Complex(number) if is_complex else number


def _integer(text: str) -> int | None:
    digits = text.rstrip("uUlL").replace("'", "")
    try:
        return int(digits, 8) if len(digits) > 1 and digits[0] == "0" and digits.isdigit() else int(digits, 0)
    except ValueError:
        return None


def uses_names(node: c_ast.Node, known: dict[str, int | None]) -> bool:
    """Whether a length is computed from variables."""
    return any(
        isinstance(each, c_ast.FuncCall) or (isinstance(each, c_ast.ID) and each.name not in known)
        for each in walk(node)
    )
