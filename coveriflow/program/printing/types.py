"""C text for types: names of struct and union types, declarators, definitions that have the layout they had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.types.c_types import (
    ArrayOf,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Member,
    Pointer,
    Record,
    Unhandled,
    Void,
    has_name,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.record_layout import Field, complete


@dataclass(slots=True)
class CTypes:
    """Types as C text. A struct or union type gets a tag of its own when it is first mentioned."""

    model: DataModel
    taken: set[str]
    _tags: dict[int, str] = field(default_factory=dict)
    _records: list[Record] = field(default_factory=list)

    def text(self, type_: DeclaredType, inner: str = "") -> str:
        """The declaration of ``inner`` (a name, or nothing) with this type; what has no name is ``void``."""
        match type_:
            case Pointer(target):
                star = f"*{inner}"
                return self.text(target, f"({star})" if isinstance(target, ArrayOf | FunctionOf) else star)
            case ArrayOf(element, length):
                return self.text(element, f"{inner}[{'' if length is None else length}]")
            case FunctionOf(result, parameters):
                return self.text(result, f"{inner}({self._parameters(parameters)})")
            case Record():
                return _joined(self._name(type_), inner)
            case Integer() if not has_name(type_):
                raise TypeError("the type of a bit-field has no name")
            case Integer() | Floating():
                return _joined(str(type_), inner)
            case Void() | Unhandled():
                return _joined("void", inner)

    def _parameters(self, parameters: tuple[tuple[str | None, DeclaredType], ...] | None) -> str:
        if parameters is None or any(isinstance(type_, Unhandled) for _, type_ in parameters):
            return ""
        return ", ".join(self.text(type_) for _, type_ in parameters) or "void"

    def _name(self, record: Record) -> str:
        tag = self._tags.get(id(record))
        if tag is None:
            tag, number = record.tag or f"{record.kind}_1", 1
            while tag in self.taken:
                number += 1
                tag = f"{record.tag or record.kind}_{number}"
            self.taken.add(tag)
            self._tags[id(record)] = tag
            self._records.append(record)
        return f"{record.kind} {tag}"

    # --- definitions ------------------------------------------------------------------------------------------------

    def definitions(self) -> list[str]:
        """All types that have been mentioned, each before it is needed; those without members are only announced."""
        done: set[int] = set()
        texts: list[str] = []
        number = 0
        while number < len(self._records):
            texts += self._defined(self._records[number], done)
            number += 1
        announced = [f"{self._name(record)};" for record in self._records]
        return [*announced, *texts]

    def _defined(self, record: Record, done: set[int]) -> Iterator[str]:
        if id(record) in done or record.members is None or record.unhandled:
            return
        done.add(id(record))
        if not self.is_plain(record):
            aligned = f" __attribute__((aligned({record.alignment})))" if record.alignment > 1 else ""
            yield f"{self._name(record)} {{ unsigned char bytes[{record.size}]; }}{aligned};"
            return
        for inner in _contained(record):
            yield from self._defined(inner, done)
        yield f"{self._name(record)} {{ {self._members(record)} }};"

    def _members(self, record: Record) -> str:
        return " ".join(f"{self._member(member)};" for member in record.members or ())

    def _member(self, member: Member) -> str:
        if member.bits is not None:
            return f"{self.text(member.type, member.name or '')} : {member.bits}"
        if member.name is None and isinstance(member.type, Record):
            return f"{member.type.kind} {{ {self._members(member.type)} }}"
        return self.text(member.type, member.name or "")

    def is_plain(self, record: Record) -> bool:
        """Whether declaring the members gives the layout; else the type is printed as bytes."""
        if record.members is None or record.unhandled or not record.size:
            return False
        nameless = (member.type for member in record.members if member.name is None)
        if not all(self.is_plain(type_) for type_ in nameless if isinstance(type_, Record)):
            return False
        again = Record(record.kind, "")
        try:
            complete(again, [Field(m.name, m.type, m.bits, Span("")) for m in record.members], self.model)
        except (InputError, NotSupported):
            return False
        same = (again.members, again.size, again.alignment) == (record.members, record.size, record.alignment)
        return same and not any(_is_nameless(member.type) for member in record.members)


def _is_nameless(type_: DeclaredType) -> bool:
    while isinstance(type_, ArrayOf):
        type_ = type_.element
    return isinstance(type_, Unhandled | Void | FunctionOf)


def _contained(record: Record) -> Iterator[Record]:
    """Types that must be complete where ``record`` is defined."""
    for member in record.members or ():
        type_ = member.type
        while isinstance(type_, ArrayOf):
            type_ = type_.element
        if isinstance(type_, Record):
            if member.name is None:
                yield from _contained(type_)
            else:
                yield type_


def _joined(name: str, inner: str) -> str:
    return f"{name} {inner}" if inner and not inner.startswith("[") else f"{name}{inner}"
