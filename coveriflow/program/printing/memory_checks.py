"""Checks of memory in printed C, whose addresses are others: by functions that the front end knows."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import ACCESSIBLE, CLOSE, FREEABLE, Assume, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Cast, Cell, Expression, is_pointer, subexpressions
from coveriflow.program.memory.addresses import access_of, close_pointers, pointer_of_extent
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.printing.expressions import Texts
from coveriflow.program.types.c_types import size_type

ABOUT_MEMORY = frozenset(
    {
        Undefined.DEREFERENCE,
        Undefined.POINTER,
        Undefined.COMPARISON,
        Undefined.FREE,
        Undefined.CALL,
        Undefined.READ_ONLY,
    }
)
"""Checks that speak of addresses: these are others where the text is compiled."""


_ASKED = (
    (Undefined.DEREFERENCE, ACCESSIBLE, "const volatile void *, {}"),
    (Undefined.FREE, FREEABLE, "const volatile void *"),
    (Undefined.POINTER, CLOSE, "const volatile void *, const volatile void *"),
)
"""By the kind of a check that the property is about: the function that asks in printed C, and its parameters."""


def declarations(cfa: Cfa) -> Iterator[str]:
    """Of the functions that the printed program asks."""
    operations = (edge.operation for edge in cfa.edges)
    kinds = {each.undefined for each in operations if isinstance(each, Assume)}
    for kind, name, parameters in _ASKED:
        if kind in kinds:
            yield f"extern int {name}({parameters.format(size_type(cfa.data_model))});"


def condition_text(texts: Texts, test: Assume) -> str:
    """The condition of a branch; of a check of memory what it asks."""
    if test.undefined is None or not _asks_of_memory(test):
        return texts.of(test.condition)
    asked = access_of(test.condition)
    if test.undefined is Undefined.FREE and (pointer := _pointer_asked(test.condition)) is not None:
        return f"{FREEABLE}({texts.of(pointer)})"
    if test.undefined is Undefined.DEREFERENCE and asked is not None:
        return f"{ACCESSIBLE}({texts.of(asked[0])}, {texts.of(asked[1])})"
    if test.undefined is Undefined.POINTER and (pair := close_pointers(test.condition)) is not None:
        return f"{CLOSE}({texts.of(pair[0])}, {texts.of(pair[1])})"
    raise NotSupported(f"a printed program in which '{test.undefined.value}' violates the property")


def has_extent(expression: Expression) -> bool:
    """Whether it reads how much exists of an object."""
    parts = subexpressions(expression)
    return any(isinstance(part, Cell) and part.region.name.startswith(EXTENT.name) for part in parts)


def _asks_of_memory(test: Assume) -> bool:
    """Whether a check says something of addresses, or of what exists: no C expression tells that of any kind."""
    if has_extent(test.condition):
        return True
    parts = subexpressions(test.condition) if test.undefined in ABOUT_MEMORY else ()
    return any(isinstance(p, Cast) and is_pointer(p.operand) and not is_pointer(p) for p in parts)


def _pointer_asked(condition: Expression) -> Expression | None:
    cells = (part for part in subexpressions(condition) if isinstance(part, Cell))
    return next((found for each in cells if (found := pointer_of_extent(each)) is not None), None)
