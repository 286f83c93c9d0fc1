"""Points-to analysis by unification: to which parts of the memory an address may lead.

Flow- and context-insensitive, with offsets (Steensgaard's analysis with the fields of data-structure analysis): what is
stored together is one ``Area``; an address is an area and an offset in it, exact where the area's ``modulus`` is 0,
else known modulo it. Every scalar counts, since a number may have been an address.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.edges import Assign, Call, Operation, Return
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import Bytes, Pointer, Scalar
from coveriflow.program.values import many

_FEW = 64
"""Elements that are copied one by one to where elements are distinguished."""


@many
@dataclass(frozen=True, slots=True)
class Reference:
    """What a number may be the address of: a place in an area."""

    area: Area
    offset: int


@many
@dataclass(frozen=True, slots=True)
class Access:
    """``size`` bytes are read or written at ``offset`` of an area."""

    offset: int
    size: int


@dataclass(eq=False, slots=True)
class Area:
    """Objects that pointers do not tell apart. ``objects``: at which offset each begins. ``contents``: what the numbers
    stored at an offset may be addresses of. ``followed``: whether something there is read or written, or whether it is
    asked if it may be.
    """

    modulus: int = 0
    objects: dict[Variable, int] = field(default_factory=dict)
    sites: dict[str, int] = field(default_factory=dict)
    contents: dict[int, Reference] = field(default_factory=dict)
    accesses: set[Access] = field(default_factory=set)
    followed: bool = False
    parent: Reference | None = None

    def normal(self, offset: int) -> int:
        """``offset`` as far as it is known."""
        return offset % self.modulus if self.modulus else offset

    def within(self, offset: int, size: int) -> list[Access]:
        """The accesses that may touch ``size`` bytes from ``offset``: wherever they may be, counted from there."""
        found: list[Access] = []
        for access in sorted(self.accesses, key=lambda a: (a.offset, a.size)):
            first = access.offset - offset
            if self.modulus:
                before = 1 - access.size
                least = before + (first - before) % self.modulus
                found += (Access(each, access.size) for each in range(least, size, self.modulus))
            elif -access.size < first < size:
                found.append(Access(first, access.size))
        return found

    def overlapping(self) -> Iterator[tuple[Access, Access]]:
        """All accesses that ``overlap``, pair by pair in either order; an access with itself, too."""
        listed = sorted(self.accesses, key=lambda a: (a.offset, a.size))
        offsets = [access.offset for access in listed]
        for one in listed:
            end = one.offset + one.size
            beginning_within = listed[bisect_left(offsets, one.offset) : bisect_left(offsets, end)]
            around = listed[: bisect_left(offsets, end - self.modulus)] if self.modulus else []
            others = listed if 0 < self.modulus <= one.size else beginning_within + around
            yield from ((one, other) for other in others if self.overlap(one, other))

    def overlap(self, one: Access, other: Access) -> bool:
        """Whether two accesses may have a byte in common without being the same bytes."""
        if one == other:
            return 0 < self.modulus < one.size
        if not self.modulus:
            return one.offset < other.offset + other.size and other.offset < one.offset + one.size
        if one.size >= self.modulus or other.size >= self.modulus:
            return True
        distance = (other.offset - one.offset) % self.modulus
        return distance < one.size or self.modulus - distance < other.size


@dataclass(slots=True)
class PointsTo:
    """The areas of a program."""

    of_variable: dict[str, Reference] = field(default_factory=dict)
    of_object: dict[Variable, Area] = field(default_factory=dict)
    of_site: dict[str, Area] = field(default_factory=dict)
    nowhere: Area = field(default_factory=Area)
    _changed: bool = False
    _settling: bool = False
    _pending: deque[tuple[Reference, Reference]] = field(default_factory=deque)

    def analyse(self, operations: Iterable[Operation]) -> None:
        """Unify until nothing changes.

        What is unified stays so, whatever its areas become parts of: an operation has its whole effect the first time,
        unless it is about many bytes, which depends on the accesses that are known.
        """
        listed = [(operation, _cells(operation)) for operation in operations]
        listed = [(operation, cells) for operation, cells in listed if cells or isinstance(operation, _MOVING)]
        self._round(listed)
        bulky = [(operation, cells) for operation, cells in listed if _is_about_bytes(operation)]
        while self._changed:
            self._round(bulky)

    def _round(self, listed: Iterable[tuple[Operation, Sequence[Cell]]]) -> None:
        self._changed = False
        for operation, cells in listed:
            self._transfer(operation, cells)
        for area in self.areas():
            self._join_overlapping(area)

    def areas(self) -> list[Area]:
        """Those that were not merged into others, in a fixed order."""
        known = [*self.of_object.values(), *self.of_site.values(), self.nowhere]
        known += [reference.area for reference in self.of_variable.values()]
        found: dict[Area, None] = {}
        while known:
            area = self.found(Reference(known.pop(), 0)).area
            if area not in found:
                found[area] = None
                known.extend(reference.area for reference in area.contents.values())
        return list(found)

    def found(self, reference: Reference) -> Reference:
        """The same place in the area that stands for the reference's."""
        area, offset = reference.area, reference.offset
        parent = area.parent
        if parent is None:
            modulus = area.modulus
            return reference if not modulus or 0 <= offset < modulus else Reference(area, offset % modulus)
        passed: list[tuple[Area, int]] = []
        while area.parent is not None:
            passed.append((area, offset))
            offset += area.parent.offset
            area = area.parent.area
        for part, before in passed[:-1]:
            part.parent = Reference(area, offset - before)
        return Reference(area, area.normal(offset))

    # --- what values are addresses of ---------------------------------------------------------------------------------

    def _transfer(self, operation: Operation, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self._content(cell)
        match operation:
            case Assign(target, value):
                if not isinstance(target, Cell):
                    self._flow(target, value)
                elif isinstance(target.type, Bytes):
                    self._move(target, value, target.type.size)
                elif type(value) is not Constant:
                    self._flow(target, value)
            case Call(_, parameters, arguments):
                for parameter, argument in zip(parameters, arguments, strict=True):
                    self._flow(parameter, argument)
            case Return(_, value, target) if value is not None and target is not None:
                self._flow(target, value)
            case _:
                return

    def _move(self, target: Cell, value: Expression, size: int) -> None:
        if isinstance(value, Cell) and isinstance(value.type, Bytes):
            self._copy(target, value, size)
        else:
            self._fill(target, value, size)

    def _flow(self, target: Expression, value: Expression) -> None:
        new = self.reference(value)
        old = self.reference(target)
        if new is not None and old is not None:
            self.unify(old, new)

    def reference(self, expression: Expression) -> Reference | None:
        """What the value of ``expression`` may be the address of; ``None``: it is certainly none."""
        return _REFERENCES[type(expression)](self, expression)

    def _addressed(self, address: Address) -> Reference:
        return self.found(Reference(self._object_area(address.object), address.offset))

    def _variable(self, name: str) -> Reference:
        known = self.of_variable.get(name)
        if known is None:
            known = self.of_variable[name] = Reference(Area(), 0)
        return self.found(known)

    def _object_area(self, object_: Variable) -> Area:
        known = self.of_object.get(object_)
        if known is None:
            known = self.of_object[object_] = Area(objects={object_: 0})
        return known

    def _site(self, address: Expression) -> Reference:
        name = next(v.name for v in variables(address) if v.name.startswith((SITE_PREFIX, ACTIVATION_PREFIX)))
        if name not in self.of_site:
            self.of_site[name] = Area(sites={name: 0})
        return self.found(Reference(self.of_site[name], 0))

    def place_of(self, cell: Cell) -> Reference:
        """Where in which area a cell lies."""
        found = self.reference(cell.address)
        return self.found(found if found is not None else Reference(self.nowhere, 0))

    def _content(self, cell: Cell) -> Reference | None:
        pointer = pointer_of_extent(cell)
        if pointer is not None:
            self._asked(pointer)
        if pointer is not None or cell.region.name == EXTENT.name:
            return None
        place = self.place_of(cell)
        return self._touched(place, size_of_scalar(scalar_type(cell)))

    def _asked(self, pointer: Expression) -> None:
        """A check asks for the object that ``pointer`` points to, also where nobody needs what is read there."""
        found = self.reference(pointer)
        if found is not None:
            found.area.followed = True

    def _touched(self, place: Reference, size: int) -> Reference:
        """What ``size`` bytes at ``place``, which are read or written, may be the address of."""
        access, area = Access(place.offset, size), place.area
        area.followed = True
        if access not in area.accesses:
            area.accesses.add(access)
            self._changed = True
        return self._stored(place)

    def _stored(self, place: Reference) -> Reference:
        known = place.area.contents.get(place.offset)
        if known is None:
            known = place.area.contents[place.offset] = Reference(Area(), 0)
        return self.found(known)

    def _computed(self, expression: Binary) -> Reference | None:
        operator, left, right = expression.operator, expression.left, expression.right
        if isinstance(expression.type, Pointer) and operator is BinaryOp.ADD:
            base = self.reference(left)
            if base is None:
                return None
            constant, stride = linear(right)
            if stride:
                self._coarsen(base.area, stride)
            return self.found(Reference(base.area, base.offset + constant))
        if operator in COMPARISONS or (operator is BinaryOp.DIV and _is_difference(left)):
            return None
        return self._blurred([left, right])

    def _blurred(self, operands: list[Expression]) -> Reference | None:
        """Of arithmetic on numbers that may be addresses: any offset."""
        joined = self._joined([self.reference(operand) for operand in operands])
        if joined is not None:
            self._coarsen(joined.area, 1)
            return self.found(joined)
        return None

    def _joined(self, references: list[Reference | None]) -> Reference | None:
        found = [reference for reference in references if reference is not None]
        for other in found[1:]:
            self.unify(found[0], other)
        return self.found(found[0]) if found else None

    # --- many bytes at once -------------------------------------------------------------------------------------------

    def _copy(self, target: Cell, source: Cell, size: int) -> None:
        """What is read or written in one of the two places is so in the other, and holds the same."""
        for one, other in ((target, source), (source, target)):
            place = self.place_of(one)
            if place.area.modulus and size // place.area.modulus > _FEW:
                self._coarsen(self.place_of(other).area, place.area.modulus)
            self.place_of(other).area.followed = True
            for part in self._parts(one, size):
                self.unify(self._touched_in(one, part), self._touched_in(other, part))

    def _fill(self, target: Cell, value: Expression, size: int) -> None:
        self.place_of(target).area.followed = True
        for part in self._parts(target, size):
            content, new = self._touched_in(target, part), self.reference(value)
            if new is not None:
                self.unify(content, new)
                self._coarsen(self.found(content).area, 1)

    def _parts(self, cell: Cell, size: int) -> list[Access]:
        """The accesses within ``size`` bytes; of one that is partly outside, its bytes that are not."""
        place = self.place_of(cell)
        found: list[Access] = []
        for access in place.area.within(place.offset, size):
            first, last = access.offset, access.offset + access.size
            if first >= 0 and last <= size:
                found.append(access)
            else:
                found += (Access(byte, 1) for byte in range(max(first, 0), min(last, size)))
        return found

    def _touched_in(self, cell: Cell, part: Access) -> Reference:
        place = self.place_of(cell)
        return self._touched(self.found(Reference(place.area, place.offset + part.offset)), part.size)

    # --- unification --------------------------------------------------------------------------------------------------

    def unify(self, one: Reference, other: Reference) -> None:
        """The two places are the same from now on."""
        self._pending.append((one, other))
        self._settle()

    def _settle(self) -> None:
        """Unify what is pending; what that makes pending is done by the one loop that runs."""
        if self._settling:
            return
        self._settling = True
        while self._pending:
            left, right = (self.found(reference) for reference in self._pending.popleft())
            if left.area is right.area:
                if left.offset != right.offset:
                    self._coarsen(left.area, abs(left.offset - right.offset))
            else:
                self._merge(left, right)
        self._settling = False

    def _merge(self, left: Reference, right: Reference) -> None:
        """Make ``right``'s area a part of ``left``'s."""
        self._changed = True
        into, area, shift = left.area, right.area, left.offset - right.offset
        area.parent = Reference(into, shift)
        if area.modulus:
            self._coarsen(into, area.modulus)
        for object_, offset in area.objects.items():
            into.objects[object_] = into.normal(offset + shift)
        for site, offset in area.sites.items():
            into.sites[site] = into.normal(offset + shift)
        into.followed |= area.followed
        into.accesses |= {Access(into.normal(a.offset + shift), a.size) for a in area.accesses}
        for offset, content in area.contents.items():
            self._put_content(into, into.normal(offset + shift), content)

    def _put_content(self, area: Area, offset: int, content: Reference) -> None:
        known = area.contents.setdefault(offset, content)
        if known is not content:
            self._pending.append((known, content))

    def _coarsen(self, area: Area, step: int) -> None:
        """Offsets that differ by ``step`` are not distinguished in ``area`` any more."""
        modulus = gcd(area.modulus, step)
        if modulus == area.modulus:
            return
        self._changed = True
        area.modulus = modulus
        area.objects = {o: area.normal(offset) for o, offset in area.objects.items()}
        area.sites = {s: area.normal(offset) for s, offset in area.sites.items()}
        area.accesses = {Access(area.normal(a.offset), a.size) for a in area.accesses}
        contents, area.contents = area.contents, {}
        for offset, content in contents.items():
            self._put_content(area, area.normal(offset), content)
        self._settle()

    def _join_overlapping(self, area: Area) -> None:
        """What is stored by accesses that overlap, but are not the same, is mixed: parts of addresses."""
        if not _is_apart(area):
            return
        for one, other in list(area.overlapping()):
            if _is_apart(area):
                self._mix(area, one, other)

    def _mix(self, area: Area, one: Access, other: Access) -> None:
        first, second = (self._stored(Reference(area, area.normal(a.offset))) for a in (one, other))
        self.unify(first, second)
        self._coarsen(self.found(first).area, 1)


_MOVING = (Assign, Call, Return)
_REFERENCES: Mapping[type[Expression], Callable[[PointsTo, Any], Reference | None]] = {
    Constant: lambda _areas, _constant: None,
    Address: PointsTo._addressed,
    Variable: lambda areas, variable: areas._variable(variable.name),
    Element: lambda areas, element: areas._variable(element.array.name),
    Cell: PointsTo._content,
    NewObject: lambda areas, new: areas._site(new.address),
    Cast: lambda areas, cast: areas.reference(cast.operand),
    Unary: lambda areas, unary: areas._blurred([unary.operand]),
    Binary: PointsTo._computed,
    ArrayValue: lambda areas, array: areas._joined([areas.reference(element) for element in array.elements]),
}


def _is_about_bytes(operation: Operation) -> bool:
    target = operation.target if isinstance(operation, Assign) else None
    return isinstance(target, Cell) and isinstance(target.type, Bytes)


def _cells(operation: Operation) -> list[Cell]:
    """What of the memory an operation reads or writes as scalars."""
    return [part for part in parts_of(operation) if isinstance(part, Cell) and not isinstance(part.type, Bytes)]


def _is_apart(area: Area) -> bool:
    """It has not become a part of another one meanwhile."""
    return area.parent is None


def size_of_scalar(type_: Scalar) -> int:
    """Bytes that a scalar has in memory."""
    return type_.width // 8


def _is_difference(expression: Expression) -> bool:
    """What ``p - q`` divides by the size of an element: checks say that both point to one object, so that only one of
    them can be got from the other by it. Nothing says so of the numbers of two addresses.
    """
    if not isinstance(expression, Binary) or expression.operator is not BinaryOp.SUB:
        return False
    return all(isinstance(e, Cast) and isinstance(e.operand.type, Pointer) for e in (expression.left, expression.right))


def linear(expression: Expression) -> tuple[int, int]:
    """``(c, s)``: what is added to a pointer is ``c`` plus a multiple of ``s`` (0: it is ``c``). Checks before pointer
    arithmetic exclude that the product of the index and the size of an element wraps; the index itself may have.
    """
    if isinstance(expression, Binary) and expression.operator is BinaryOp.MUL:
        if isinstance(size := expression.right, Constant):
            constant, step = _wrapping(expression.left)
            return constant * size.value, abs(step * size.value)
    return _wrapping(expression)


def _wrapping(expression: Expression) -> tuple[int, int]:
    """The same of a number that may have wrapped: a multiple of a power of two still is one."""
    match expression:
        case Constant(value):
            return value, 0
        case Binary(BinaryOp.ADD, left, right):
            (one, step), (other, further) = _wrapping(left), _wrapping(right)
            return one + other, gcd(step, further)
        case Binary(BinaryOp.SUB, left, right):
            (one, step), (other, further) = _wrapping(left), _wrapping(right)
            return one - other, gcd(step, further)
        case Binary(BinaryOp.MUL, left, Constant(value)):
            constant, step = _wrapping(left)
            product = step * value
            return constant * value, min(product & -product, 1 << scalar_type(expression).width)
        case Cast(Constant(value)):
            return value, 0
        case _:
            return 0, 1
