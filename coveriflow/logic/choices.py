"""Terms that choose among few constants, by conditions of any kind: what joins of program paths make of addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coveriflow.logic.terms import Op, Term, make

_MOST = 64
_leaves: dict[Term, frozenset[int] | None] = {}


def constants_of(term: Term) -> frozenset[int] | None:
    """The constants that ``term`` chooses from; ``None`` if it may be something else, or if there are many."""
    if term not in _leaves:
        for current in _unknown_below(term):
            _leaves[current] = _computed(current)
    return _leaves[term]


def _unknown_below(term: Term) -> Iterator[Term]:
    """The choices below ``term`` that were not looked at yet, operands before those that use them."""
    pending = [term]
    while pending:
        current = pending[-1]
        missing = [a for a in current.args[1:] if a not in _leaves] if current.op is Op.ITE else []
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
    pending = [term]
    while pending:
        current = pending[-1]
        missing = [a for a in current.args[1:] if a not in done] if current.op is Op.ITE else []
        if missing:
            pending += missing
            continue
        pending.pop()
        if current.op is Op.ITE:
            done[current] = choose(current.args[0], done[current.args[1]], done[current.args[2]])
        else:
            done[current] = change(current)
    return done[term]


def restricted(term: Term, keep: Callable[[int], bool]) -> Term:
    """A choice without the constants that are not kept: the same where one that is kept is chosen."""
    found = constants_of(term)
    if found is None or term.op is not Op.ITE or all(map(keep, found)) or not any(map(keep, found)):
        return term
    done: dict[Term, Term | None] = {}
    pending = [term]
    while pending:
        current = pending[-1]
        missing = [a for a in current.args[1:] if a not in done] if current.op is Op.ITE else []
        if missing:
            pending += missing
            continue
        pending.pop()
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
