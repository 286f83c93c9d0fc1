"""Values and places of an execution as people write them: names of the program text, characters, what pointers lead
to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from coveriflow.program.cfa.cfa import Cfa, MemoryObject
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Assume, Check, Edge, Undefined
from coveriflow.program.cfa.recursion import is_saving
from coveriflow.program.expressions.compile import Evaluate, Key, compiled
from coveriflow.program.expressions.expressions import Address, Cell, Element, Expression, Place, Variable
from coveriflow.program.expressions.float_text import decimal_text
from coveriflow.program.lowering.unset import FLAG
from coveriflow.program.memory.layout import EXTENT, MEMORY, SITE_PREFIX
from coveriflow.program.printing.designators import Places
from coveriflow.program.printing.types import CTypes
from coveriflow.program.types.c_types import (
    Array,
    ArrayOf,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Rank,
    Region,
    Scalar,
    Type,
)

_PRINTABLE = range(32, 127)
_LONGEST_TEXT = 40


def asks_free(edge: Edge) -> bool:
    """Whether ``edge`` checks what is freed. The object ends next, at the same place; local objects end without."""
    return isinstance(edge.operation, Check | Assume) and edge.operation.undefined is Undefined.FREE


class Assigned(NamedTuple):
    """``name`` is empty where the program text has none; ``scope``: the function that it is local to."""

    name: str
    value: str
    scope: str


_NOTHING = Assigned("", "", "")


@dataclass(slots=True)
class Shown:
    """Names for one program."""

    cfa: Cfa
    _starts: list[int] = field(init=False)
    _objects: list[MemoryObject] = field(init=False)
    _places: Places = field(init=False)
    _numbers: dict[int, int] = field(default_factory=dict, init=False)
    _bits: int = field(init=False)
    _first_heap: int = field(init=False)
    _compiled: dict[Expression, Evaluate] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._objects = sorted(self.cfa.objects, key=lambda each: each.block.address)
        self._starts = [each.block.address for each in self._objects]
        self._bits = self.cfa.granules.bits
        self._first_heap = self.cfa.granules.first_heap
        self._places = Places(CTypes(self.cfa.data_model, set()), self._declared, rendered)

    def _declared(self, address: Address) -> tuple[str, DeclaredType] | None:
        known = next((o for o in self._near(address.value) if o.variable == address.object), None)
        return None if known is None or known.declared is None else (name_of(known.variable), known.declared)

    def _near(self, address: int) -> list[MemoryObject]:
        index = bisect_right(self._starts, address) - 1
        return self._objects[index : index + 1] if index >= 0 else []

    def assigned(self, target: Place, written: Mapping[Key, int], memory: Mapping[Key, int]) -> Assigned:
        """What was ``written``."""
        match target:
            case Variable(name, Integer() | Pointer() | Floating() as type_) if _is_named(target):
                return Assigned(name_of(target), self.value(next(iter(written.values()), 0), type_), _scope(name))
            case Element(array, _, type_) if written:
                key = next(iter(written))
                index = key[1] if isinstance(key, tuple) else 0
                name = f"{name_of(array)}{_subscripts(index, array.type)}"
                return Assigned(name, self.value(written[key], type_), _scope(array.name))
            case Cell(Variable(_, Region(width)) as region, address, Integer() | Pointer() | Floating() as type_):
                if region.name.startswith((EXTENT.name, SITE_PREFIX)) or is_saving(target) or not written:
                    return _NOTHING
                first, number = _joined(written, width)
                name, scope = self._at(self._evaluated(address, memory) if first is None else first, target, type_)
                return Assigned(name, self.value(type_.wrap(number), type_), scope)
            case _:
                return _NOTHING

    def _at(self, address: int | None, cell: Cell, type_: Scalar) -> tuple[str, str]:
        """Name and scope of what is written to: of a named object, else as the program text says it."""
        if address is not None:
            for each in self._near(address):
                if address - each.block.address < max(1, each.block.size):
                    return self._inside(each, address - each.block.address, type_), _scope(each.variable.name)
        text = self._places.designator(cell.address, type_)
        if text is not None and "$" not in text and MEMORY.name not in text:
            return text, ""
        return (f"*({self._heap(address)})" if address is not None else ""), ""

    def _inside(self, each: MemoryObject, offset: int, type_: Scalar) -> str:
        name = name_of(each.variable)
        if name.startswith("$") or name.endswith("[]"):
            return ""
        types = [type_, *([replace(type_, signed=not type_.signed)] if isinstance(type_, Integer) else [])]
        for one in types:
            pointer = Pointer(one, self.cfa.data_model.long_width)
            if found := self._places.designator(Address(each.variable, offset, pointer), one):
                return found
        return f"{name} + {offset} bytes"

    def _heap(self, address: int) -> str:
        """Objects that no name points to are numbered."""
        number = self._numbers.setdefault(address >> self._bits, len(self._numbers) + 1)
        offset = address & ((1 << self._bits) - 1)
        return f"heap object {number}" + (f" + {offset} bytes" if offset else "")

    def freed(self, written: Mapping[Key, int]) -> Iterator[str]:
        """The numbered objects that do not exist any more after an edge that has ``written`` something."""
        for key, value in written.items():
            is_end = not value and isinstance(key, tuple) and key[0].startswith(EXTENT.name)
            if is_end and isinstance(key, tuple) and key[1] in self._numbers:
                yield self._heap(key[1] << self._bits)

    def _evaluated(self, expression: Expression, memory: Mapping[Key, int]) -> int | None:
        """A number that the memory determines."""
        evaluate = self._compiled.get(expression)
        if evaluate is None:
            evaluate = self._compiled[expression] = compiled(expression)
        try:
            return evaluate(memory)  # type: ignore[arg-type]
        except (KeyError, ArithmeticError, ValueError):
            return None

    def value(self, value: int, type_: Scalar) -> str:
        """A number, with the character that it may be; a pointer as what it points to."""
        match type_:
            case Pointer():
                return self._pointer(value, type_)
            case Floating():
                return decimal_text(value, type_)
            case _ if type_.rank is Rank.CHAR and value in _PRINTABLE:
                return f"{value} '{chr(value)}'"
            case _:
                return str(type_.wrap(value))

    def _pointer(self, value: int, type_: Pointer) -> str:
        if not value:
            return "NULL"
        for each in self._near(value):
            offset, name = value - each.block.address, name_of(each.variable)
            if offset > each.block.size:
                continue
            if name.startswith("&"):
                return name
            if name.startswith("$"):
                return _literal(each, offset)
            found = self._places.designator(Address(each.variable, offset, type_), type_.target)
            if found:
                return found.removesuffix("[0]") if found.endswith("[0]") else f"&{found}"
            plain = name if isinstance(each.declared, ArrayOf) else f"&{name}"
            return f"{plain} + {offset} bytes" if offset else plain
        return self._heap(value) if value >> self._bits >= self._first_heap else hex(value)


def name_of(variable: Variable) -> str:
    """The name that the text has for it: variables of one name are distinguished by a number."""
    name = variable.name.rpartition("::")[2]
    if name == "return":
        return "return value"
    start, dot, number = name.rpartition(".")
    return start if dot and number.isdigit() else name


def _is_named(variable: Variable) -> bool:
    name = name_of(variable)
    return not name.startswith(("$", SITE_PREFIX)) and not name.endswith(FLAG) and not is_saving(variable)


def _subscripts(index: int, array: Type) -> str:
    """Of an element of a flattened array, as the program text has them."""
    found = ""
    for dimension in reversed(array.dimensions[1:] if isinstance(array, Array) else ()):
        index, inner = divmod(index, dimension) if dimension else (index, 0)
        found = f"[{inner}]{found}"
    return f"[{index}]{found}"


def _scope(name: str) -> str:
    return name.rpartition("::")[0].partition(".")[0]


def _literal(each: MemoryObject, offset: int) -> str:
    """The rest of a string literal; nothing is told of objects without a name that are none."""
    if not each.variable.name.startswith("$string"):
        return "an object without a name"
    given = dict(each.initial or ())
    text = "".join(chr(given.get(place, 0)) for place in range(offset, min(each.block.size, offset + _LONGEST_TEXT)))
    return '"' + text.partition("\0")[0].encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'


def _joined(written: Mapping[Key, int], width: int) -> tuple[int | None, int]:
    """The lowest address, if it is told, and the number there; the parts of a wide number are the lowest first."""
    parts = sorted((key[1] if isinstance(key, tuple) else -1, value) for key, value in written.items())
    number = sum((value & ((1 << width) - 1)) << (width * position) for position, (_, value) in enumerate(parts))
    return (None if parts[0][0] < 0 else parts[0][0]), number
