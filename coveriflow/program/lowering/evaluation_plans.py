"""Plans for expressions whose order of evaluation matters: which parts are computed in which orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from coveriflow.program.lowering.evaluation_order import Part, Plan

_MOST_ORDERS = 6
_MOST_PARTS = 8


@dataclass(slots=True)
class Between:
    """Between which parts, named by their numbers, a clash has a call in it (``open_``), and between which none
    (``undefined``). ``cut_off``: the first may end the program before the second does what violates the property if it
    is undefined. ``is_refused``: not all orders are known.
    """

    open_: set[tuple[int, int]] = field(default_factory=set)
    cut_off: set[tuple[int, int]] = field(default_factory=set)
    undefined: set[tuple[int, int]] = field(default_factory=set)
    is_assumed: bool = False
    is_refused: bool = False


def united(found: Sequence[Between], parts: Sequence[Part]) -> Plan | None:
    """The plan for an expression that is lowered in several places."""
    open_, apart, cut_off = set[tuple[int, int]](), set[tuple[int, int]](), set[tuple[int, int]]()
    for each in found:
        open_, apart, cut_off = open_ | each.open_, apart | each.undefined, cut_off | each.cut_off
    is_assumed = any(each.is_assumed for each in found)
    if not (open_ or cut_off or apart or is_assumed or any(each.is_refused for each in found)):
        return None
    open_, early = _early(open_, cut_off, parts)
    orders = _orders(open_, parts)
    if any(each.is_refused for each in found) or orders is None:
        return Plan(is_refused=True)
    with_early = [(*early, *order) for order in orders] if early else []
    return Plan((*orders, *with_early), tuple(sorted(apart)), is_assumed)


def _early(
    open_: Set[tuple[int, int]], cut_off: Set[tuple[int, int]], parts: Sequence[Part]
) -> tuple[set[tuple[int, int]], list[int]]:
    """Which parts come before all others once, since ends of the program may cut them off. Those with a part below that
    takes part in a clash do so themselves, which is the first result.
    """
    found = set(open_)
    while True:
        numbers = {number for pair in found for number in pair}
        below = {above for number in numbers for above in (number, *parts_around(number, parts))}
        clashing = {(end, cut) for end, cut in cut_off if cut in below}
        if clashing <= found:
            return found, sorted({cut for _, cut in cut_off - clashing})
        found |= clashing


def _orders(clashing: Set[tuple[int, int]], parts: Sequence[Part]) -> list[tuple[int, ...]] | None:
    """One order of each kind: what clashes comes in each possible order, and what is below a part before it. ``None``:
    there are too many.
    """
    numbers = sorted({number for pair in clashing for number in pair})
    if len(numbers) > _MOST_PARTS:
        return None
    above = {number: set(parts_around(number, parts)) for number in numbers}
    found: dict[frozenset[tuple[int, int]], tuple[int, ...]] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        begun = pending.pop()
        left = [number for number in numbers if number not in begun]
        if not left:
            places = {number: at for at, number in enumerate(begun)}
            kind = frozenset((a, b) if places[a] < places[b] else (b, a) for a, b in clashing)
            found.setdefault(kind, begun)
        ready = (n for n in reversed(left) if not any(n in above[other] for other in left))
        pending += [(*begun, number) for number in ready]
    return list(found.values()) if len(found) <= _MOST_ORDERS else None


def parts_around(number: int, parts: Sequence[Part]) -> Iterator[int]:
    """The parts around one."""
    parent = parts[number].parent
    while parent is not None:
        yield parent
        parent = parts[parent].parent
