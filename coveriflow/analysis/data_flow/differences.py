"""Upper bounds of differences between variables (zones; Mine 2001), closed under addition of neighbouring bounds.

Of some variables the negative number is a member of the group, too, so that a sum is the difference to it (octagons;
Mine 2006). A bound then holds of the negative numbers of both, the other way round, and is kept there, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Bounds = dict[tuple[str, str], int]
"""``(x, y): c`` means ``x - y <= c``, of the values as integers. What is missing has no bound."""
Partners = Mapping[str, Sequence[str]]
"""The other members of a variable's group; bounds are kept within groups only. A number and its negative one are no
partners: what bounds both is the range of the variable.
"""

Offset = tuple[str, int, int]
"""``(y, low, high)``: a value that lies between ``y + low`` and ``y + high``."""

_MINUS = "-"


def opposite(name: str) -> str:
    """The name of the negative number; no name of a variable begins like that."""
    return name[1:] if name[0] == _MINUS else _MINUS + name


def is_negative(name: str) -> bool:
    """Whether this is the negative number of a variable."""
    return name[0] == _MINUS


def plain(name: str) -> str:
    """The variable itself."""
    return name[1:] if name[0] == _MINUS else name


def mirrored(pair: tuple[str, str]) -> tuple[str, str]:
    """The pair of the negative numbers, which has the same bound."""
    return opposite(pair[1]), opposite(pair[0])


def is_first(pair: tuple[str, str]) -> bool:
    """Whether ``pair`` stands for itself and the one that is ``mirrored``."""
    signs = is_negative(pair[0]) + is_negative(pair[1])
    return signs == 0 or (signs == 1 and pair <= mirrored(pair))


def forget(bounds: Bounds, partners: Partners, name: str) -> None:
    """``name`` has any value now."""
    for each in (name, opposite(name)):
        for other in partners.get(each, ()):
            bounds.pop((each, other), None)
            bounds.pop((other, each), None)


def assign(bounds: Bounds, partners: Partners, name: str, offset: Offset) -> None:
    """``name`` gets a value near a variable, which may be itself."""
    base, low, high = offset
    if base != name:
        forget(bounds, partners, name)
    if base == opposite(name):
        return
    _near(bounds, partners, name, offset)
    if opposite(name) in partners:
        _near(bounds, partners, opposite(name), (opposite(base), -high, -low))


def _near(bounds: Bounds, partners: Partners, name: str, offset: Offset) -> None:
    base, low, high = offset
    for other in partners.get(name, ()):
        above, below = (0, 0) if other == base else (bounds.get((base, other)), bounds.get((other, base)))
        if above is not None:
            bounds[name, other] = above + high
        if below is not None:
            bounds[other, name] = below - low


def constrain(bounds: Bounds, partners: Partners, one: str, other: str, most: int) -> bool:
    """``one - other <= most`` holds, too; ``False`` if that is impossible."""
    if not _closed(bounds, partners, one, other, most):
        return False
    return opposite(one) not in partners or _closed(bounds, partners, opposite(other), opposite(one), most)


def _closed(bounds: Bounds, partners: Partners, one: str, other: str, most: int) -> bool:
    if one == other:
        return most >= 0
    if other not in partners.get(one, ()):
        return True
    known = bounds.get((one, other))
    if known is not None and known <= most:
        return True
    back = bounds.get((other, one))
    if back is not None and back + most < 0:
        return False
    before = [(one, 0), *((p, c) for p in partners[one] if (c := bounds.get((p, one))) is not None)]
    after = [(other, 0), *((p, c) for p in partners[other] if (c := bounds.get((other, p))) is not None)]
    for source, first in before:
        for target, second in after:
            total = first + most + second
            if source in (target, opposite(target)):
                continue
            if total < bounds.get((source, target), total + 1):
                bounds[source, target] = total
    return True
