"""Values as bytes: equal bytes for equal values, whatever the files that they speak of are called.

A value is a table of nodes, each distinct one once, those that it is made of before it. Nothing is executed to read a
table: there are texts, numbers, tuples, sets, members of enums, and frozen dataclasses, which are called by their
fields.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import Any

from coveriflow.artifacts.conditions import Condition
from coveriflow.execution.store.names import Mentions, Role, in_marker, role_of

Node = tuple[Any, ...]
Digests = dict[str, object]
"""Digests of conditions, which speak of files, and what stands for them."""

_OWN = "coveriflow."
_fields_of: dict[type, tuple[str, ...]] = {}
_names_of: dict[type, str] = {}


class NotEncodable(Exception):
    """The value holds something that is no frozen value; it cannot be stored."""


class Damaged(Exception):
    """These bytes are no value, or one of another program."""


def encoded(value: object, mentions: Mentions, digests: Digests) -> bytes:
    """``value`` as bytes, in which files have the numbers of ``mentions``, and digests what stands for them.

    Fields that do not take part in comparisons are left out. ``mentions`` remembers whether a file is spoken of in a
    way that is not understood.
    """
    table = _Table(mentions, digests)
    try:
        table.reference(value)
    except RecursionError:
        raise NotEncodable("it is nested too deeply") from None
    return json.dumps(table.nodes, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def decoded(content: bytes, names: tuple[str, ...], digests: Callable[[int], str]) -> Any:
    """The value again, with the names that its files have now; ``Damaged``."""
    try:
        nodes = json.loads(content.decode("utf-8", "surrogatepass"))
        values: list[Any] = []
        for node in nodes:
            values.append(_value(node, values, names, digests))
        return values[-1]
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(f"{type(error).__name__}: {error}") from error


def conditions_in(values: Iterable[object]) -> tuple[Condition, ...]:
    """Those among ``values``."""
    return tuple(value for value in values if isinstance(value, Condition))


class _Table:
    def __init__(self, mentions: Mentions, digests: Digests) -> None:
        self.nodes: list[Node] = []
        self._mentions = mentions
        self._digests = digests
        self._numbers: dict[Node, int] = {}
        self._known: dict[int, int] = {}

    def reference(self, value: object, role: Role = Role.PLAIN) -> int:
        """The number of the node for ``value``."""
        if role is not Role.PLAIN:
            return self._number(self._special(value, role))
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._number(self._node(value))
        return known

    def _number(self, node: Node) -> int:
        number = self._numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _node(self, value: object) -> Node:
        match value:
            case None:
                return ("0",)
            case Enum():
                return ("e", _checked(type(value)), value.name)
            case _ if type(value) is bool:
                return ("b", int(value))
            case _ if type(value) is str:
                return _pieces(self._mentions.sentence(value))
            case _ if type(value) is int:
                return ("i", f"{value:x}")
            case _ if type(value) is float:
                return ("f", value.hex())
            case _ if type(value) is bytes:
                return ("y", value.hex())
            case _ if type(value) is tuple:
                return ("t", *map(self.reference, value))
            case _ if type(value) is frozenset:
                return ("z", *map(self.reference, sorted(value, key=self._alone)))
            case _:
                return self._record(value)

    def _alone(self, value: object) -> bytes:
        return value.encode(errors="surrogatepass") if type(value) is str else encoded(value, self._mentions, {})

    def _record(self, value: Any) -> Node:
        kind = type(value)
        references = (self.reference(getattr(value, f), role_of(kind, f)) for f in _fields(kind))
        return ("d", _checked(kind), *references)

    def _special(self, value: Any, role: Role) -> Node:
        match role:
            case Role.FILE:
                return _pieces(self._mentions.file(value))
            case Role.TEXT:
                return ("s", value)
            case Role.MARKED_TEXT:
                return ("k", *self._mentions.marked(value))
            case Role.PLACE | Role.FILES if not value:
                return self._node(value)
            case Role.PLACE:
                return ("t", self.reference(value[0], Role.FILE), *map(self.reference, value[1:]))
            case Role.FILES:
                return ("t", *(self._number(self._special(each, Role.PLACE)) for each in value))
            case _:
                if value not in self._digests:
                    self._mentions.is_understood = False
                    return ("s", value)
                return ("c", self._digests[value])


def _pieces(pieces: tuple[str | int, ...]) -> Node:
    """Texts and numbers of files, as they follow each other."""
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return ("s", pieces[0])
    return ("m", *pieces)


def _value(node: list[Any], values: list[Any], names: tuple[str, ...], digests: Callable[[int], str]) -> object:
    tag, *rest = node
    match tag:
        case "0":
            return None
        case "s":
            return str(rest[0])
        case "m":
            return "".join(names[piece] if isinstance(piece, int) else piece for piece in rest)
        case "k":
            return "".join(in_marker(names[piece]) if isinstance(piece, int) else piece for piece in rest)
        case "c":
            return digests(rest[0])
        case "b":
            return bool(rest[0])
        case "i":
            return int(rest[0], 16)
        case "f":
            return float.fromhex(rest[0])
        case "y":
            return bytes.fromhex(rest[0])
        case "t":
            return tuple(values[each] for each in rest)
        case "z":
            return frozenset(values[each] for each in rest)
        case "e":
            return _kind(rest[0])[rest[1]]
        case "d":
            return _kind(rest[0])(*(values[each] for each in rest[1:]))
        case _:
            raise Damaged(f"there is no node of kind {tag!r}")


def _fields(kind: type) -> tuple[str, ...]:
    """The fields that make up a value; ``NotEncodable`` unless it is a frozen dataclass that can be made from them."""
    if kind not in _fields_of:
        _fields_of[kind] = _found_fields(kind)
    return _fields_of[kind]


def _found_fields(kind: type) -> tuple[str, ...]:
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise NotEncodable(f"{kind.__qualname__} is no frozen dataclass")
    fields = dataclasses.fields(kind)
    compared = [field for field in fields if field.compare]
    if not all(field.init and not field.kw_only for field in compared) or fields[: len(compared)] != tuple(compared):
        raise NotEncodable(f"{kind.__qualname__} cannot be made from its fields")
    return tuple(field.name for field in compared)


def _checked(kind: type) -> str:
    """The name of a type by which it is found again."""
    if kind not in _names_of:
        _names_of[kind] = _found_name(kind)
    return _names_of[kind]


def _found_name(kind: type) -> str:
    name = _named(kind)
    try:
        found = _kind(name)
    except Damaged:
        found = None
    if found is not kind:
        raise NotEncodable(f"{kind.__qualname__} is not found by its name")
    return name


def _named(kind: type) -> str:
    fields = () if issubclass(kind, Enum) else _fields(kind)
    return f"{kind.__module__}:{kind.__qualname__}({','.join(fields)})"


@cache
def _kind(name: str) -> Any:
    """A frozen dataclass or an enum of a module that is loaded, or one of ours; anything else is ``Damaged``."""
    module, _, rest = name.partition(":")
    qualified = rest.partition("(")[0]
    if module not in sys.modules and module.startswith(_OWN):
        importlib.import_module(module)
    found: Any = sys.modules.get(module)
    for part in qualified.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type) or not (issubclass(found, Enum) or dataclasses.is_dataclass(found)):
        raise Damaged(f"there is no value type {name}")
    if _named(found) != name:
        raise Damaged(f"{name} has other fields now")
    return found
