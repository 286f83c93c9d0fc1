"""Addresses as expressions: to which object one belongs, and where objects begin."""

from __future__ import annotations

from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, Binary, BinaryOp, Cast, Cell, Constant, Expression
from coveriflow.program.memory.layout import EXTENT, Layout
from coveriflow.program.types.c_types import ULLONG, Block, Pointer
from coveriflow.program.types.granules import Granules


def same_object(left: Expression, right: Expression, layout: Layout, *, exactly: bool = True) -> Expression:
    """Whether two addresses belong to one object, as far as their granules tell: an object without a lifetime has the
    granules that it had. Where an object has several, its extent tells. ``exactly``: the size of an object with a name
    tells, too.
    """
    if exactly and isinstance(left, Address) and isinstance(left.object.type, Block):
        block, number = left.object.type, make.cast(right, ULLONG)
        least = make.binary(BinaryOp.GE, number, Constant(block.address, ULLONG))
        most = make.binary(BinaryOp.LE, number, Constant(block.address + block.size, ULLONG))
        return make.conjunction(least, most)
    bits = Constant(layout.granules.bits, ULLONG)
    one, other = (make.binary(BinaryOp.SHR, make.cast(each, ULLONG), bits) for each in (left, right))
    same = make.binary(BinaryOp.EQ, one, other)
    if layout.spread == 1:
        return same
    return make.disjunction(same, make.disjunction(_reaches(left, right, layout), _reaches(right, left, layout)))


def _reaches(first: Expression, last: Expression, layout: Layout) -> Expression:
    """Whether ``last`` lies after ``first``, in the same object or at its end."""
    low, high = make.cast(first, ULLONG), make.cast(last, ULLONG)
    mask = Constant(ULLONG.maximum - layout.granules.size + 1, ULLONG)
    distance = make.binary(BinaryOp.SUB, high, make.binary(BinaryOp.AND, low, mask))
    within = make.binary(BinaryOp.LT, distance, extent_of(first, layout.granules))
    return make.conjunction(make.binary(BinaryOp.LE, low, high), within)


def object_named(address: Expression) -> Address | None:
    """The object that an address is computed from, if that can be seen."""
    match address:
        case Address():
            return address
        case Cast(operand) if isinstance(operand.type, Pointer):
            return object_named(operand)
        case Binary(BinaryOp.ADD, left, _) if isinstance(left.type, Pointer):
            return object_named(left)
        case _:
            return None


def extent_of(address: Expression, granules: Granules) -> Cell:
    """One more than the bytes from the start of the granule of ``address`` that belong to an object; 0: none exists."""
    bits = Constant(granules.bits, ULLONG)
    return Cell(EXTENT, make.binary(BinaryOp.SHR, make.cast(address, ULLONG), bits), ULLONG)


def access_of(condition: Expression) -> tuple[Expression, Expression] | None:
    """Address and number of bytes of an access, where ``condition`` says that these belong to one object."""
    match condition:
        case Binary(BinaryOp.LT, Binary(BinaryOp.ADD, _, size), Cell() as extent):
            pointer = pointer_of_extent(extent)
            return None if pointer is None else (pointer, size)
        case _:
            return None


def close_pointers(condition: Expression) -> tuple[Expression, Expression] | None:
    """The addresses of which ``condition`` says that they belong to one granule."""
    match condition:
        case Binary(
            BinaryOp.EQ, Binary(BinaryOp.SHR, Cast(left), Constant()), Binary(BinaryOp.SHR, Cast(right), Constant())
        ) if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
            return left, right
        case _:
            return None


def pointer_of_extent(cell: Cell) -> Expression | None:
    """The address that an entry of ``EXTENT`` is about."""
    match cell.address:
        case Binary(BinaryOp.SHR, Cast(pointer), Constant()) if cell.region.name.startswith(EXTENT.name):
            return pointer
        case Binary(BinaryOp.SHR, pointer, Constant()) if cell.region.name.startswith(EXTENT.name):
            return pointer
        case _:
            return None
