"""Terms that choose among few constants, by conditions of any kind: what joins of program paths make of addresses."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

from coveriflow.logic.terms import Op, Term, make

_MOST = 64
_MOST_PAIRS = 512
_leaves: dict[Term, frozenset[int] | None] = {}
Parts = tuple[Term, ...]
"""Terms that are looked at together, as the bytes of a number."""


def constants_of(term: Term) -> frozenset[int] | None:
    """The constants that ``term`` chooses from; ``None`` if it may be something else, or if there are many."""
    if term not in _leaves:
        for current in _bottom_up(term, _leaves):
            _leaves[current] = _computed(current)
    return _leaves[term]


def _bottom_up(term: Term, done: Container[Term]) -> Iterator[Term]:
    """The choices below ``term`` that are not ``done`` yet, operands before those that use them, and ``term``. Who
    takes one has done it before taking the next.
    """
    pending = [term]
    while pending:
        current = pending[-1]
        missing = [a for a in current.args[1:] if a not in done] if current.op is Op.ITE else []
        if missing:
            pending += missing
        else:
            yield pending.pop()


def _computed(term: Term) -> frozenset[int] | None:
    if term.constant is not None:
        return frozenset({term.constant})
    if term.op is not Op.ITE:
        return None
    one, other = _leaves[term.args[1]], _leaves[term.args[2]]
    if one is None or other is None or len(one | other) > _MOST:
        return None
    return one | other


def with_each(term: Term, change: Callable[[Term], Term], choose: Callable[[Term, Term, Term], Term]) -> Term:
    """``change`` of the constant that ``term`` chooses: the same choice among changed constants."""
    done: dict[Term, Term] = {}
    for current in _bottom_up(term, done):
        if current.op is Op.ITE:
            done[current] = choose(current.args[0], done[current.args[1]], done[current.args[2]])
        else:
            done[current] = change(current)
    return done[term]


def with_each_pair(
    left: Term, right: Term, change: Callable[[Term, Term], Term], choose: Callable[[Term, Term, Term], Term]
) -> Term | None:
    """``change`` of the two constants that two terms choose, as a choice; ``None`` where that would be large."""
    ones, others = constants_of(left), constants_of(right)
    if ones is None or others is None:
        return None
    return _Pairs(change, choose).chosen(left, right)


def with_parts(
    parts: Parts, change: Callable[[Parts], Term], choose: Callable[[Term, Term, Term], Term], done: dict[Parts, Term]
) -> Term | None:
    """``change`` of parts, moved into their choices: choices of several parts by the same condition become one.
    ``None`` where there are many. ``done`` is what came out for other parts: a choice that was made later is one more
    step.
    """
    pending, begun = [parts], 0
    while pending:
        current = pending[-1]
        if current in done:
            pending.pop()
            continue
        condition, ways = _parted(current)
        missing = [way for way in ways if way not in done]
        if missing:
            begun += len(missing)
            if begun > _MOST_PAIRS:
                return None
            pending += missing
            continue
        pending.pop()
        done[current] = change(current) if condition is None else choose(condition, done[ways[0]], done[ways[1]])
    return done[parts]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Two choices followed at once: where their conditions differ, the one that was made later goes first."""

    change: Callable[[Term, Term], Term]
    choose: Callable[[Term, Term, Term], Term]

    def chosen(self, left: Term, right: Term) -> Term | None:
        """``None`` when there are many pairs."""
        done: dict[Parts, Term] = {}
        seen: set[Parts] = set()
        pending: list[Parts] = [(left, right)]
        while pending:
            pair = pending[-1]
            seen.add(pair)
            if len(seen) > _MOST_PAIRS:
                return None
            condition, ways = _parted(pair)
            missing = [way for way in ways if way not in done]
            if missing:
                pending += reversed(missing)
                continue
            pending.pop()
            if pair not in done:
                done[pair] = (
                    self.change(pair[0], pair[1])
                    if condition is None
                    else self.choose(condition, *(done[w] for w in ways))
                )
        return done[left, right]


def _parted(parts: Parts) -> tuple[Term | None, tuple[Parts, ...]]:
    """The outermost condition of choices, and what they are where it holds and where not; ``None``: no choices."""
    numbers = [t.args[0].number if t.op is Op.ITE else -1 for t in parts]
    outer = max(numbers)
    if outer < 0:
        return None, ()
    condition = parts[numbers.index(outer)].args[0]
    both = list(zip(parts, numbers, strict=True))
    return condition, (
        tuple([t.args[1] if number == outer else t for t, number in both]),
        tuple([t.args[2] if number == outer else t for t, number in both]),
    )


def restricted(term: Term, keep: Callable[[int], bool]) -> Term:
    """A choice without the constants that are not kept: the same where one that is kept is chosen."""
    found = constants_of(term)
    if found is None or term.op is not Op.ITE or all(map(keep, found)) or not any(map(keep, found)):
        return term
    done: dict[Term, Term | None] = {}
    for current in _bottom_up(term, done):
        if current.constant is not None:
            done[current] = current if keep(current.constant) else None
        else:
            done[current] = _either(current, done[current.args[1]], done[current.args[2]])
    return done[term] or term


def _either(choice: Term, one: Term | None, other: Term | None) -> Term | None:
    if one is None or other is None:
        return one or other
    if one is other:
        return one
    return make(Op.ITE, (choice.args[0], one, other), "", choice.sort)
