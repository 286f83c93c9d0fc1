"""Which allocated objects are left in a state of an execution, and to which of these no pointer points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from coveriflow.artifacts.definedness import Left
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.compile import Environment
from coveriflow.program.memory.layout import EXTENT, MEMORY
from coveriflow.program.types.c_types import pointer_width


def left_objects(memory: Environment, allocated: Mapping[int, int]) -> Left:
    """Those that no one has freed. ``allocated``: the line where the object of a granule was made."""
    return _left(_existing(memory, allocated), allocated, is_lost=False)


def lost_objects(cfa: Cfa, memory: Environment, allocated: Mapping[int, int], functions: Sequence[str]) -> Left | None:
    """Those of them that no variable points to, directly or through other objects; ``None`` if there is none.

    Variables of ``functions``, which run, count, and those that live as long as the program. A number that may be the
    address of any part of an object is a pointer to it, so that what is called lost is lost. What freed objects held is
    nothing. ``None``, too, where a function runs more than once: of its calls only the last one has its variables.
    """
    if len(set(functions)) < len(functions):
        return None
    existing, bits = _existing(memory, allocated), cfa.granules.bits
    firsts = _firsts(memory, existing, bits)
    held: dict[int, set[int]] = {}
    for at, found in _addresses_by_granule(cfa, memory).items():
        if at not in allocated or at in existing:
            held.setdefault(firsts.get(at, at), set()).update(firsts.get(each, each) for each in found)
    dead = {each.block.address >> bits for each in cfa.objects if each.function and each.function not in functions}
    pointed = (value >> bits for value in _in_variables(cfa, memory, functions))
    seen = {firsts.get(each, each) for each in pointed} | (held.keys() - existing - dead)
    waiting = list(seen)
    while waiting:
        for granule in held.get(waiting.pop(), ()):
            if granule not in seen:
                seen.add(granule)
                waiting.append(granule)
    lost = existing - seen
    return _left(lost, allocated, is_lost=True) if lost else None


def _left(granules: Collection[int], allocated: Mapping[int, int], *, is_lost: bool) -> Left:
    lines = sorted({allocated[granule] for granule in granules} - {0})
    return Left(len(granules), tuple(lines), is_lost)


def _existing(memory: Environment, allocated: Mapping[int, int]) -> set[int]:
    extents = _extents(memory)
    return {granule for granule in allocated if extents.get(granule)}


def _extents(memory: Environment) -> dict[int, int]:
    return {key[1]: value for key, value in memory.items() if isinstance(key, tuple) and key[0].startswith(EXTENT.name)}


def _firsts(memory: Environment, existing: Collection[int], bits: int) -> dict[int, int]:
    """The first granule of the object that has a granule, which is the one where the object was made."""
    extents = _extents(memory)
    return {first + more: first for first in existing for more in range((extents[first] - 1 >> bits) + 1)}


def _in_variables(cfa: Cfa, memory: Environment, functions: Collection[str]) -> Iterator[int]:
    """Of the variables that the program has: what the automaton keeps for itself points to nothing. Those of static
    storage are global ones of the automaton, also where a function declares them. So are local ones whose address is
    taken, and these end with their function.
    """
    local = {each.variable.name for each in cfa.objects if each.function}
    static = {name for each in cfa.globals if (name := each.variable.name).partition("+")[0] not in local}
    literals = {each.variable.name for each in cfa.objects}
    for key, value in memory.items():
        name = key[0] if isinstance(key, tuple) else key
        owner, _, own = name.rpartition("::")
        exists = not owner or name in static or owner.partition("::")[0] in functions
        is_own = own.startswith("$") and name.partition("+")[0] not in literals
        if exists and not is_own and not name.startswith((MEMORY.name, EXTENT.name)):
            yield value


def _addresses_by_granule(cfa: Cfa, memory: Environment) -> dict[int, set[int]]:
    """The granules that numbers in each granule may point to."""
    width, bits = pointer_width(cfa.data_model) // 8, cfa.granules.bits
    bytes_ = {
        key[1]: value for key, value in memory.items() if isinstance(key, tuple) and key[0].startswith(MEMORY.name)
    }
    found: dict[int, set[int]] = {}
    for start in bytes_:
        value = sum(bytes_.get(start + place, 0) << 8 * place for place in range(width))
        if value >> bits:
            found.setdefault(start >> bits, set()).add(value >> bits)
    return found
