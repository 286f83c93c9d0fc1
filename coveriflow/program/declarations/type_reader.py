"""Types as declared: what a pycparser type node means. What is not handled is carried along until it is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pycparser import c_ast
from pycparser.c_parser import ParseError

from coveriflow.program.declarations.scopes import ObjectSymbol, Scope, TypeAlias
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.syntax.nodes import AUTO_TYPE, OF_VALUE, place
from coveriflow.program.syntax.parser import COMPLEX_WORDS, GnuParser
from coveriflow.program.text.normalise import MODE, REGISTER, VECTOR
from coveriflow.program.types.c_types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    FURTHER_ARGUMENTS,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Array,
    ArrayOf,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Scalar,
    Unhandled,
    Void,
    complex_type,
    long_double_type,
    long_type,
    pointer_width,
    vector_type,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.record_layout import alignment_of, size_of

_NAME = re.compile(r"[^\W\d]\w*")
MAXIMUM_ELEMENTS = 256
"""Of a vector."""


@dataclass(frozen=True, slots=True)
class TypeReader:
    """Reads type nodes; the functions look names up, evaluate array bounds, define enumerators and records, tell what
    ``typeof`` stands for, what a ``typedef`` names, and with which qualifiers, in the current scope, and which
    expressions may have an effect.

    To read a type evaluates nothing. So one with a length whose evaluation may have an effect (C11 6.7.6 p3) is
    refused, but for what a list of parameters says of the outermost array.

    Attributes of layout matter to records, their members and type names only: here they are passed over.
    """

    model: DataModel
    typedef: Callable[[str], DeclaredType | None]
    constant: Callable[[c_ast.Node], Constant]
    enumeration: Callable[[c_ast.Enum], DeclaredType]
    record: Callable[[c_ast.Struct | c_ast.Union, Callable[[c_ast.Node], DeclaredType]], DeclaredType]
    type_of: Callable[[c_ast.TypeOf], DeclaredType]
    named: Callable[[c_ast.Typedef, Callable[[c_ast.Node], DeclaredType]], DeclaredType]
    has_effect: Callable[[c_ast.Node], bool]
    qualified: Callable[[str], frozenset[str]]

    def read(self, node: c_ast.Node) -> DeclaredType:
        """The declared type of a pycparser type node."""
        match node:
            case c_ast.Typedef():
                return self.named(node, self.read)
            case c_ast.TypeDecl(quals=quals) if "_Atomic" in (quals or []):
                return self._atomic(self.read(node.type))
            case c_ast.AttributedType():
                return self._attributed(node)
            case c_ast.TypeDecl() | c_ast.Typename() | c_ast.Decl():
                return self.read(node.type)
            case c_ast.IdentifierType():
                return self._named(tuple(node.names), place(node))
            case c_ast.ArrayDecl():
                return self._array(node)
            case c_ast.FuncDecl():
                return FunctionOf(self.read(node.type), self._parameters(node))
            case c_ast.Enum():
                return self.enumeration(node)
            case c_ast.TypeOf(op=op, expr=expr):
                found = self.type_of(node)
                if not isinstance(expr, c_ast.ID | c_ast.Typename):
                    found = with_unknown_words(found)
                return self._adjusted(found) if op in (AUTO_TYPE, OF_VALUE) else found
            case c_ast.PtrDecl():
                return Pointer(self.read(node.type), pointer_width(self.model), self._qualifiers(node.type))
            case c_ast.Struct() | c_ast.Union():
                return self.record(node, self.read)
            case c_ast.BitIntType():
                return Unhandled("a bit-precise integer")
            case _:
                return Unhandled(f"the type construct {type(node).__name__}")

    def _qualifiers(self, target: c_ast.Node) -> frozenset[str] | None:
        """Of what a pointer points to, if they are written there."""
        if not isinstance(target, c_ast.TypeDecl | c_ast.PtrDecl):
            return None
        own, inner = frozenset(target.quals or ()), target.type
        if "_Atomic" in own or isinstance(inner, c_ast.TypeOf | c_ast.AttributedType):
            return None
        if isinstance(target, c_ast.TypeDecl) and isinstance(inner, c_ast.IdentifierType):
            return known_qualifiers(own | self.qualified(" ".join(inner.names)))
        return own

    def _atomic(self, declared: DeclaredType) -> DeclaredType:
        """An atomic object: gcc aligns one of 2, 4, 8 or 16 bytes to its size, and so lays structs out otherwise."""
        wide = isinstance(declared, Integer | Floating) and declared.width > self.model.long_width
        if isinstance(declared, Record) or wide:
            return Unhandled("an atomic object of such a type")
        return declared

    def _attributed(self, node: c_ast.AttributedType) -> DeclaredType:
        """``mode`` and ``vector_size`` change a type of numbers, the latter one last."""
        found = self.read(node.type)
        for mode in _given(node, MODE):
            found = _of_mode(mode.strip("()"), found, self.model)
        sizes = _given(node, VECTOR)
        return self._vector(found, sizes[-1], place(node)) if sizes else found

    def _vector(self, element: DeclaredType, size: str, span: Span) -> DeclaredType:
        """GNU's ``vector_size``: so many bytes, a power of two of elements."""
        if isinstance(element, Unhandled):
            return element
        if not isinstance(element, Integer | Floating) or element == BOOL:
            raise InputError("a vector has elements of an arithmetic type", span)
        argument = attribute_argument(size, lambda name: self.typedef(name) is not None, span)
        bytes_, each = self.constant(argument).value, size_of(element, span)
        count = bytes_ // each
        if bytes_ % each or count <= 0 or count & (count - 1):
            raise InputError("such a size of a vector is not allowed", span)
        if count > MAXIMUM_ELEMENTS:
            return Unhandled(f"a vector of more than {MAXIMUM_ELEMENTS} elements")
        return vector_type(element, count)

    def _array(self, node: c_ast.ArrayDecl) -> DeclaredType:
        element = self.read(node.type)
        if isinstance(element, Unhandled):
            return element
        if node.dim is None:
            return ArrayOf(element, None)
        if isinstance(node.dim, c_ast.ID) and node.dim.name == "*":
            return Unhandled(VARIABLE_ARRAY)
        try:
            length = self.constant(node.dim).value
        except NotSupported:
            if self.has_effect(node.dim):
                raise NotSupported("an array length with a side effect within a type", place(node.dim)) from None
            return Unhandled(VARIABLE_ARRAY)
        if length < 0:
            raise InputError("the array's length is negative", place(node))
        array = ArrayOf(element, length)
        if _size(array) >= 1 << (self.model.long_width - 1):
            raise InputError("the array is too large", place(node))
        return array

    def _parameters(self, node: c_ast.FuncDecl) -> tuple[tuple[str | None, DeclaredType], ...] | None:
        if node.args is None:
            return None
        if any(map(_defines_names, node.args.params)):
            raise NotSupported("a type that a list of parameters defines", place(node))
        found: list[tuple[str | None, DeclaredType]] = []
        names = {parameter.name for parameter in node.args.params if isinstance(parameter, c_ast.Decl)}
        for parameter in node.args.params:
            if isinstance(parameter, c_ast.EllipsisParam):
                found.append((None, FURTHER_ARGUMENTS))
            elif isinstance(parameter, c_ast.ID):
                return None
            else:
                found.append((parameter.name, self._parameter(parameter.type, names)))
        return () if found == [(None, Void())] else tuple(found)

    def _parameter(self, node: c_ast.Node, names: set[str | None]) -> DeclaredType:
        """An array parameter is a pointer to its elements, whatever its length is (C11 6.7.6.3 p7); ``names``: of all
        parameters, on which lengths of elements may depend.
        """
        if isinstance(node, c_ast.ArrayDecl | c_ast.PtrDecl) and _has_length_of(node.type, names):
            return Pointer(Unhandled(VARIABLE_ARRAY), pointer_width(self.model))
        if isinstance(node, c_ast.ArrayDecl):
            element = self.read(node.type)
            known = not isinstance(element, Unhandled) or element.feature == VARIABLE_ARRAY
            return Pointer(element, pointer_width(self.model)) if known else element
        return self._adjusted(self.read(node))

    def _adjusted(self, parameter: DeclaredType) -> DeclaredType:
        """An array is a pointer to its elements, a function one to it (C11 6.7.6.3 p7, p8, 6.3.2.1 p3, p4)."""
        if isinstance(parameter, ArrayOf | FunctionOf):
            target = parameter.element if isinstance(parameter, ArrayOf) else parameter
            return Pointer(target, pointer_width(self.model))
        return parameter

    def _named(self, names: tuple[str, ...], span: Span) -> DeclaredType:
        if len(names) == 1 and (aliased := self.typedef(names[0])) is not None:
            return aliased
        basic = _basic(names, self.model)
        if basic is None:
            raise InputError(f"unknown type '{' '.join(names)}'", span)
        return basic


def with_unknown_words(declared: DeclaredType) -> DeclaredType:
    """The type of an expression, which has the right values, but perhaps not the words of its declaration."""
    match declared:
        case Integer():
            return replace(declared, spelled="")
        case Pointer():
            return replace(declared, target=with_unknown_words(declared.target), qualifiers=None)
        case ArrayOf():
            return replace(declared, element=with_unknown_words(declared.element))
        case FunctionOf(parameters=parameters):
            given = parameters and tuple((name, with_unknown_words(each)) for name, each in parameters)
            return replace(declared, result=with_unknown_words(declared.result), parameters=given)
        case _:
            return declared


def attribute_argument(text: str, is_type: Callable[[str], bool], span: Span) -> c_ast.Node:
    """The expression that is the argument of an attribute; ``is_type``: what names stand for types."""
    names = (name for name in dict.fromkeys(_NAME.findall(text)) if is_type(name))
    try:
        tree = GnuParser().parse("".join(f"typedef int {name};" for name in names) + f"int x = {text};")
    except ParseError:
        raise NotSupported(f"the attribute argument ({text})", span) from None
    return tree.ext[-1].init


def _given(node: c_ast.AttributedType, name: str) -> list[str]:
    """The arguments of an attribute, one for each time that it is there."""
    return [each.arguments for group in node.attributes for each in group.attributes if each.name == name]


VARIABLE_ARRAY = "an array of variable length"
OTHER_FLOATS = {
    "__float128": Unhandled("a floating type of 128 bits"),
    "_Float128": Unhandled("a floating type of 128 bits"),
    "_Float16": Unhandled("a floating type of 16 bits"),
}
"""gcc's floating types that are none of C11's."""


def _has_length_of(node: c_ast.Node, names: set[str | None]) -> bool:
    """Whether the length of an array depends on parameters."""
    while isinstance(node, c_ast.ArrayDecl):
        pending = [node.dim] if node.dim is not None else []
        while pending:
            current = pending.pop()
            if isinstance(current, c_ast.ID) and current.name in names:
                return True
            pending.extend(current)
        node = node.type
    return False


def _basic(names: tuple[str, ...], model: DataModel) -> DeclaredType | None:
    if any(word in COMPLEX_WORDS for word in names):
        element = _basic(tuple(word for word in names if word not in COMPLEX_WORDS) or ("double",), model)
        if not isinstance(element, Integer | Floating) or element == BOOL:
            return None
        return complex_type(element, alignment_of(element, model))
    words = sorted(names)
    unsigned = "unsigned" in words
    core = [word for word in words if word not in ("signed", "unsigned")]
    if core != ["char"]:
        core = [word for word in core if word != "int"] or ["int"]
    pairs: dict[tuple[str, ...], tuple[Integer, Integer]] = {
        ("char",): (replace(CHAR, spelled="signed char" if "signed" in words else "char"), UCHAR),
        ("short",): (SHORT, USHORT),
        ("int",): (INT, UINT),
        ("long",): (long_type(model, signed=True), long_type(model, signed=False)),
        ("long", "long"): (LLONG, ULLONG),
        ("__int128",): (INT128, UINT128),
    }
    if pair := pairs.get(tuple(core)):
        return pair[unsigned]
    if core in (["void"], ["_Bool"]):
        return Void() if core == ["void"] else BOOL
    floating = {("float",): FLOAT, ("double",): DOUBLE, ("double", "long"): long_double_type(model)}
    return floating[tuple(core)] if tuple(core) in floating and words == core else None


def _of_mode(mode: str, base: DeclaredType, model: DataModel) -> DeclaredType:
    """GNU's ``mode`` attribute: the integer type of a width, with the signedness of the declared one."""
    if not isinstance(base, Integer):
        return Unhandled("the attribute mode of a type that is no integer")
    word = {32: "SI", 64: "DI"}[model.long_width]
    wide = LLONG if model is DataModel.ILP32 else long_type(model, signed=True)
    known = {"QI": CHAR, "HI": SHORT, "SI": INT, "DI": wide, "TI": INT128}
    found = known.get({"byte": "QI", "word": word, "pointer": word, "unwind_word": word}.get(mode, mode))
    return Unhandled(f"the attribute mode({mode})") if found is None else replace(found, signed=base.signed)


def _size(declared: DeclaredType) -> int:
    """Bytes, 0 for whatever has no size."""
    try:
        return size_of(declared, Span(""))
    except (InputError, NotSupported):
        return 0


def flattened(declared: DeclaredType, span: Span) -> Scalar | Array:
    """The object type of a declaration; raises ``NotSupported`` for what is not handled."""
    match declared:
        case Integer() | Pointer() | Floating():
            return declared
        case Record():
            raise NotSupported(f"a {declared.kind} here", span)
        case ArrayOf():
            dimensions, element = shape(declared, span)
            length = 1
            for dimension in dimensions:
                length *= dimension
            return Array(element, length, dimensions)
        case Unhandled(feature):
            raise NotSupported(feature, span)
        case Void():
            raise InputError("a variable cannot have type void", span)
        case FunctionOf():
            raise NotSupported("a function used as a value", span)


def flattened_scalar(declared: DeclaredType) -> Scalar:
    """``declared``, which is scalar."""
    type_ = flattened(declared, Span(""))
    assert not isinstance(type_, Array)
    return type_


def shape(declared: ArrayOf, span: Span) -> tuple[tuple[int, ...], Scalar]:
    """Dimensions, outermost first, and the element type."""
    dimensions: list[int] = []
    current: DeclaredType = declared
    while isinstance(current, ArrayOf):
        if current.length is None:
            raise InputError("the array's length is missing", span)
        dimensions.append(current.length)
        current = current.element
    element = flattened(current, span)
    assert not isinstance(element, Array)
    return tuple(dimensions), element


UNKNOWN_QUALIFIERS = frozenset({"?"})
"""Of an object that is no variable."""


def known_qualifiers(some: frozenset[str]) -> frozenset[str] | None:
    """``some``, or ``None`` where these are not known."""
    return None if some >= UNKNOWN_QUALIFIERS else some


def qualifiers(node: c_ast.Decl | c_ast.Typedef | c_ast.Typename, scope: Scope) -> frozenset[str]:
    """``const``, ``volatile`` and the like of what is declared, or of each element of the array (C11 6.7.3 p9)."""
    current = node.type
    while isinstance(current, c_ast.ArrayDecl):
        current = current.type
    own = frozenset(getattr(current, "quals", None) or ())
    if isinstance(current, c_ast.TypeDecl) and isinstance(current.type, c_ast.IdentifierType):
        alias = scope.find(" ".join(current.type.names))
        if isinstance(alias, TypeAlias):
            return own | alias.qualifiers
    if isinstance(current, c_ast.TypeDecl) and isinstance(current.type, c_ast.TypeOf):
        return own | _handed_on(current.type, scope)
    return own


def _handed_on(node: c_ast.TypeOf, scope: Scope) -> frozenset[str]:
    """``typeof`` keeps the qualifiers of a type, of a variable and of any other object; ``__auto_type`` does not."""
    if isinstance(node.expr, c_ast.Typename):
        return qualifiers(node.expr, scope)
    if node.op in (AUTO_TYPE, OF_VALUE):
        return frozenset()
    if isinstance(node.expr, c_ast.ID):
        named = scope.find(node.expr.name)
        return named.qualifiers if isinstance(named, ObjectSymbol) else frozenset()
    return UNKNOWN_QUALIFIERS


def is_in_register(node: c_ast.Decl) -> bool:
    """Whether a variable is another name of a register."""
    current = node
    while current is not None and not isinstance(current, c_ast.Struct | c_ast.Union | c_ast.Enum):
        groups = getattr(current, "attributes", None) or []
        if any(attribute.name == REGISTER for group in groups for attribute in group.attributes):
            return True
        current = getattr(current, "type", None)
    return False


def _defines_names(node: c_ast.Node) -> bool:
    """Whether a tag or an enumerator begins to mean something within ``node`` (C11 6.2.1 p7)."""
    if isinstance(node, c_ast.Enum) and node.values is not None:
        return True
    if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None and node.name is not None:
        return True
    return any(map(_defines_names, node))
