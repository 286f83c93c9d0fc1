"""C text that gives an object any value; pointers get objects of their own."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.harness.declared_types import (
    Array,
    Complex,
    Function,
    Number,
    Pointer,
    Record,
    Types,
    Void,
    declared,
)
from coveriflow.program.harness.entry import Aliasing, Entry
from coveriflow.program.harness.input_functions import InputFunctions
from coveriflow.program.syntax.nodes import place
from coveriflow.program.wording import counted

BYTES = 16
"""To how many bytes a ``void *`` points, if nothing else is asked for."""
_WRITTEN_OUT = 8
"""Arrays with more elements are filled by a loop."""
_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Place:
    """What gets a value: as C text, as the user names it, and after how many pointers. ``is_around``: it is the record
    around it, whose member has no name.
    """

    text: str
    path: str
    depth: int = 0
    is_around: bool = False

    def member(self, name: str) -> Place:
        return Place(f"{self.text}.{name}", f"{self.path}.{name}", self.depth)

    def element(self, index: str, path: str) -> Place:
        return Place(f"{self.text}[{index}]", path, self.depth)


@dataclass(frozen=True, slots=True)
class Needs:
    """What a declaration tells of a pointer. ``number``: of elements, 0: nothing; ``is_least``: there are so
    many at least.
    """

    number: int = 0
    is_never_null: bool = False
    is_least: bool = False


@dataclass(frozen=True, slots=True)
class _Object:
    identity: str
    pointer: str
    path: str
    depth: int
    number: int
    is_restricted: bool


@dataclass(slots=True)
class Chosen:
    """What the text chose, for the result: see ``environment``."""

    points: dict[str, str] = field(default_factory=dict)
    shared: dict[str, list[str]] = field(default_factory=dict)  # by what identifies a type
    never_null: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    flexible: list[str] = field(default_factory=list)
    unions: list[str] = field(default_factory=list)
    without_pointers: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Values:
    """Writes ``lines``. ``taken``: names that mean something already. ``storage`` is put before objects."""

    types: Types
    entry: Entry
    inputs: InputFunctions
    taken: set[str]
    storage: str = ""
    lines: list[str] = field(default_factory=list)
    chosen: Chosen = field(default_factory=Chosen)
    objects: list[_Object] = field(default_factory=list)
    open: list[tuple[Place, _Object, Needs]] = field(default_factory=list)

    def put(self, line: str) -> None:
        """A line of the text."""
        if len(self.lines) >= _MOST:
            raise InputError(f"the arguments of {self.entry.function} have too many parts", Span(self.entry.file))
        self.lines.append(f"  {line}")

    def fresh(self, name: str) -> str:
        """A name that means nothing yet."""
        found, number = name, 1
        while found in self.taken:
            number += 1
            found = f"{name}{number}"
        self.taken.add(found)
        return found

    def fill(self, where: Place, node: c_ast.Node, needs: Needs = Needs()) -> None:
        """Any value for the object ``where``, which has the type ``node``."""
        match self.types.shape(node):
            case Number(suffix=suffix):
                self.put(f"{where.text} = {self.inputs.call(suffix)};")
            case Complex(part):
                self.put(f"__real__ {where.text} = {self.inputs.call(part.suffix)};")
                self.put(f"__imag__ {where.text} = {self.inputs.call(part.suffix)};")
            case Record(definition, is_union):
                self._record(where, definition, node, is_union=is_union)
            case Array(element, length):
                self._array(where, element, length, node)
            case Pointer(target, is_restricted):
                self._pointer(where, node, target, needs, is_restricted=is_restricted)
            case Function() | Void():
                raise NotSupported("an argument of such a type", place(node))

    def _record(self, where: Place, definition: c_ast.Node | None, node: c_ast.Node, *, is_union: bool) -> None:
        if definition is None:
            raise NotSupported("an argument of an incomplete type", place(node))
        members = [each for each in definition.decls or [] if isinstance(each, c_ast.Decl)]
        named = [each for each in members if each.name or each.bitsize is None]
        if is_union:
            self._union(where, named, node)
            return
        for number, each in enumerate(named):
            if number == len(named) - 1 and _is_flexible(each):
                self.chosen.flexible.append(where.member(each.name).path)
                continue
            self._member(where, each)

    def _member(self, where: Place, member: c_ast.Decl) -> None:
        if not member.name:
            self.fill(replace(where, is_around=True), _member_type(member))
            return
        if self.types.is_constant(member.type):
            raise NotSupported("an argument with a member that is const", place(member))
        self.fill(where.member(member.name), member.type)

    def _union(self, where: Place, members: list[c_ast.Decl], node: c_ast.Node) -> None:
        """Any bytes; else one of the members has any value. Objects of a member would have to outlive the choice."""
        if not where.is_around and self._is_plain(node):
            size = f"sizeof {where.text}"
            index = self.fresh("i")
            self.put(f"for (unsigned long {index} = 0; {index} < {size}; {index}++) {{")
            self.put(f"  ((unsigned char *)&{where.text})[{index}] = {self.inputs.call('uchar')};")
            self.put("}")
            return
        free = [each for each in members if not self._has_objects(_member_type(each))]
        if not free:
            raise NotSupported("an argument that is a union of pointers", place(node))
        if len(free) < len(members):
            self.chosen.without_pointers.append(where.path)
        if len(free) > 1:
            self.chosen.unions.append(where.path)
            which = self.fresh("member")
            self.put(f"unsigned char {which} = {self.inputs.call('uchar')};")
            for number, each in enumerate(free[:-1]):
                self.put(f"{'} else ' if number else ''}if ({which} == {number}) {{")
                self._member(where, each)
            self.put("} else {")
        self._member(where, free[-1])
        if len(free) > 1:
            self.put("}")

    def _array(self, where: Place, element: c_ast.Node, length: c_ast.Node | None, node: c_ast.Node) -> None:
        number = self.types.value(length)
        if length is None:
            raise NotSupported("an argument with an array of unknown length", place(node))
        if number is not None and (number <= _WRITTEN_OUT or self._has_objects(element)):
            self._elements(where, element, number)
        elif self._has_objects(element):
            raise NotSupported("an argument with such an array of pointers", place(node))
        else:
            computed = f"sizeof {where.text} / sizeof {where.text}[0]"
            self._loop(where, element, computed if number is None else str(number))

    def _elements(self, where: Place, element: c_ast.Node, number: int) -> None:
        for each in range(number):
            self.fill(where.element(str(each), self._path_within(where, element)), element)

    def _path_within(self, where: Place, element: c_ast.Node) -> str:
        """Members of elements are named as those of one object; other elements by ``[]``."""
        return where.path if isinstance(self.types.shape(element), Record) else f"{where.path}[]"

    def _loop(self, where: Place, element: c_ast.Node, number: str) -> None:
        index = self.fresh("i")
        self.put(f"for (unsigned long {index} = 0; {index} < {number}; {index}++) {{")
        self.fill(where.element(index, self._path_within(where, element)), element)
        self.put("}")

    def _has_objects(self, node: c_ast.Node) -> bool:
        """Whether each element needs text of its own."""
        match self.types.shape(node):
            case Pointer():
                return True
            case Array(element):
                return self._has_objects(element)
            case Record(definition):
                members = (definition.decls or []) if definition is not None else []
                return any(self._has_objects(_member_type(each)) for each in members if isinstance(each, c_ast.Decl))
            case _:
                return False

    def _is_plain(self, node: c_ast.Node) -> bool:
        """Whether all bytes are values: there are neither pointers nor booleans."""
        match self.types.shape(node):
            case Number(suffix=suffix):
                return suffix not in ("bool", "longdouble")
            case Complex(part):
                return part.suffix != "longdouble"
            case Array(element, length):
                return length is not None and self._is_plain(element)
            case Record(definition):
                members = (definition.decls or []) if definition is not None else []
                return all(self._is_plain(_member_type(each)) for each in members if isinstance(each, c_ast.Decl))
            case _:
                return False

    # --- pointers -----------------------------------------------------------------------------------------------------

    def _pointer(
        self, where: Place, node: c_ast.Node, target: c_ast.Node, needs: Needs, *, is_restricted: bool
    ) -> None:
        shape = self.types.shape(target)
        if isinstance(shape, Function):
            self._null(where, node, needs, self.chosen.functions)
        elif isinstance(shape, Record) and shape.definition is None:
            self._null(where, node, needs, self.chosen.incomplete)
        elif where.depth >= self.entry.depth:
            self._null(where, node, needs, self.chosen.cut)
        else:
            made = self._object(where, target, needs, is_restricted=is_restricted)
            if where.depth:
                self._decide(where, made, needs)
            else:
                self.open.append((where, made, needs))

    def _null(self, where: Place, node: c_ast.Node, needs: Needs, because: list[str]) -> None:
        if needs.is_never_null:
            raise NotSupported(f"a pointer that is never null ('{where.path}') to such a type", place(node))
        because.append(where.path)
        self.put(f"{where.text} = 0;")

    def decide(self) -> None:
        """Where the pointers point that no pointer leads to: the objects of all of them are there now."""
        for where, own, needs in self.open:
            self._decide(where, own, needs)
        self.open = []

    def _decide(self, where: Place, own: _Object, needs: Needs) -> None:
        others = [each for each in self.objects if self._may_be(each, own)]
        for each in others:
            paths = self.chosen.shared.setdefault(own.identity, [])
            paths += [path for path in (each.path, where.path) if path not in paths]
        if needs.is_never_null:
            self.chosen.never_null.append(where.path)
        self.put(f"{where.text} = {self._choice(where, own, others, is_never_null=needs.is_never_null)};")

    def _may_be(self, other: _Object, own: _Object) -> bool:
        """Whether a pointer may point to an object that was made for another one: it is as large, and where both may
        point to each other's, one choice is enough.
        """
        if other is own or other.identity != own.identity or other.is_restricted or own.is_restricted:
            return False
        is_earlier = self.objects.index(other) < self.objects.index(own)
        if other.number < own.number or (other.number == own.number and not is_earlier):
            return False
        match self.entry.aliasing:
            case Aliasing.NONE:
                return False
            case Aliasing.PARAMETERS:
                return other.depth == own.depth == 1
            case Aliasing.ALL:
                return True

    def _choice(self, where: Place, own: _Object, others: list[_Object], *, is_never_null: bool) -> str:
        choices = [*([] if is_never_null else ["0"]), *(each.pointer for each in others)]
        if not choices:
            return own.pointer
        if not others:
            return f"{self.inputs.call('bool')} ? {own.pointer} : 0"
        which = self.fresh(f"{_word(where.path)}_target")
        self.put(f"unsigned char {which} = {self.inputs.call('uchar')};")
        tests = "".join(f"{which} == {number} ? {each} : " for number, each in enumerate(choices))
        return f"{tests}{own.pointer}"

    def _object(self, where: Place, target: c_ast.Node, needs: Needs, *, is_restricted: bool) -> _Object:
        """Declared and filled."""
        asked = dict(self.entry.arrays).get(where.path)
        shape = self.types.shape(target)
        is_bytes = isinstance(shape, Void)
        is_text = asked is None and not needs.number and isinstance(shape, Number) and shape.exact == "char"
        target = _BYTE if is_bytes else target
        number = self.entry.text + 1 if is_text else asked or needs.number or (BYTES if is_bytes else 1)
        number = max(number, needs.number) if needs.is_least else number
        name = self.fresh(f"{_word(where.path)}_object")
        value = self._value(target) if number == 1 and not self.storage else ""
        self._declare(where, target, name, number, value, is_aligned=is_bytes)
        what = "byte" if is_bytes else "element"
        said = f"a text of at most {counted(self.entry.text, 'character')}" if is_text else counted(number, what)
        self.chosen.points[where.path] = said
        inner = Place(name, where.path, where.depth + 1)
        pointer = f"&{name}[0]" if number > 1 else f"&{name}"
        identity = self.types.identity(target)
        made = _Object(identity, pointer, where.path, inner.depth, number, is_restricted)
        self.objects.append(made)
        if not value:
            self._fill_object(inner, target, number, is_text=is_text)
        return made

    def _value(self, node: c_ast.Node) -> str:
        """An initial value, if the type is a number's."""
        shape = self.types.shape(node)
        return f" = {self.inputs.call(shape.suffix)}" if isinstance(shape, Number) else ""

    def _fill_object(self, inner: Place, target: c_ast.Node, number: int, *, is_text: bool) -> None:
        if is_text:
            self._array(inner, target, _constant(self.entry.text), target)
            self.put(f"{inner.text}[{self.entry.text}] = 0;")
        elif number == 1:
            self.fill(Place(inner.text, self._path_within(inner, target), inner.depth), target)
        else:
            self._array(inner, target, _constant(number), target)

    def _declare(
        self, where: Place, target: c_ast.Node, name: str, number: int, value: str, *, is_aligned: bool
    ) -> None:
        end = f"[{number}]" if number > 1 else ""
        if _is_nameless(target):
            if self.types.is_constant(target):
                raise NotSupported("an argument that points to const objects of a type without a name", place(target))
            self.put(f"{self.storage}__typeof__(*{where.text}) {name}{end}{value};")
            return
        plain = self.without_const(target)
        if end:
            plain = c_ast.ArrayDecl(plain, _constant(number), [])
        aligned = f" __attribute__((aligned({BYTES})))" if is_aligned else ""
        self.put(f"{self.storage}{declared(plain, name)}{aligned}{value};")

    def without_const(self, node: c_ast.Node) -> c_ast.Node:
        """A type whose objects may be changed."""
        found = copy(node)
        if isinstance(node, c_ast.ArrayDecl):
            found.type = self.without_const(node.type)
            return found
        found.quals = [each for each in node.quals or [] if each not in ("const", "restrict")]
        inner = getattr(found, "type", None)
        if isinstance(found, c_ast.Typename):
            return self.without_const(found.type)
        if (
            isinstance(found, c_ast.TypeDecl)
            and isinstance(inner, c_ast.IdentifierType)
            and self.types.is_constant(found)
        ):
            return self.without_const(self.types.typedefs[inner.names[0]])
        return found

    # --- declarations that are needed ---------------------------------------------------------------------------------

    def unused_arrays(self) -> Iterator[str]:
        """Names for which a number of elements was asked, and that are no pointers with an object."""
        return (name for name, _ in self.entry.arrays if name not in self.chosen.points)


_BARE = c_ast.Struct | c_ast.Union | c_ast.Enum
_BYTE = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["unsigned", "char"]))


def _constant(number: int) -> c_ast.Constant:
    return c_ast.Constant("int", str(number))


def _declarator(specified: c_ast.Node) -> c_ast.TypeDecl:
    return c_ast.TypeDecl(None, [], None, specified, coord=specified.coord)


def _member_type(member: c_ast.Decl) -> c_ast.Node:
    return _declarator(member.type) if isinstance(member.type, _BARE) else member.type


def _is_flexible(member: c_ast.Decl) -> bool:
    """Whether it is an array without a length, or with none (GNU)."""
    if not isinstance(member.type, c_ast.ArrayDecl):
        return False
    dim = member.type.dim
    return dim is None or (isinstance(dim, c_ast.Constant) and dim.value == "0")


def _is_nameless(node: c_ast.Node) -> bool:
    while not isinstance(node, c_ast.TypeDecl):
        node = node.type
    return isinstance(node.type, _BARE) and not node.type.name


def _word(path: str) -> str:
    return path.strip(":").replace(".", "_").replace("[]", "_element")
