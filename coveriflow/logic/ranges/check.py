"""Whether ranges contradict a question: what holds is propagated, and few choices are tried one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.logic import cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.ranges.conditions import literals, local, told
from coveriflow.logic.ranges.operations import FLOATS, View
from coveriflow.logic.ranges.views import Views, is_empty
from coveriflow.logic.terms import Op, Term, subterms

_ROUNDS = 4
_MOST_TRIED = 400
_DEEPEST = 60
"""Choices on one path: the search is a recursion."""
_MOST_CONDITIONS = 6
"""Choices between numbers that are tried on one path, where all else says nothing."""

Literal = tuple[Term, bool]
_OPERATIONS = FLOATS | {Op.FLT, Op.FLE, Op.FEQ, Op.FROM_SIGNED, Op.FROM_UNSIGNED}

_has_floats: dict[Term, bool] = {}


def has_floats(term: Term) -> bool:
    """Whether ``term`` has floating-point operations; kept for each term."""
    found = _has_floats.get(term)
    if found is None:
        pending = [term]
        while pending:
            current = pending[-1]
            missing = [a for a in current.args if a not in _has_floats]
            if missing:
                pending += missing
                continue
            pending.pop()
            _has_floats[current] = current.op in _OPERATIONS or any(_has_floats[a] for a in current.args)
        found = _has_floats[term]
    return found


def check_by_ranges(question: Sequence[Term], seconds: float) -> Satisfiability:
    """``UNSAT`` if ranges show, within ``seconds``, that ``question`` cannot hold; ``UNKNOWN`` otherwise."""
    search = _Search(cpu_time.in_seconds(seconds))
    closed = search.is_closed(_Path(_views()), [(term, True) for term in question])
    return Satisfiability.UNSAT if closed else Satisfiability.UNKNOWN


def _views() -> Views:
    views = Views(lambda condition, truth: local(views, condition, truth))
    return views


@dataclass(slots=True)
class _Path:
    """What holds on one path of the search. ``choices``: disjunctions of which no part was chosen."""

    views: Views
    atoms: list[Literal] = field(default_factory=list)
    choices: list[Literal] = field(default_factory=list)
    conditions: int = 0
    depth: int = 0

    def copy(self) -> _Path:
        views = Views(lambda condition, truth: local(views, condition, truth), dict(self.views.known))
        return _Path(views, list(self.atoms), list(self.choices), self.conditions, self.depth + 1)


@dataclass(slots=True)
class _Search:
    deadline: Deadline
    tried: int = 0

    def is_closed(self, path: _Path, new: list[Literal]) -> bool:
        """Whether each way to make ``new`` true contradicts what holds on ``path``."""
        self.tried += 1
        if self.tried > _MOST_TRIED or self.deadline.is_over():
            return False
        if not self._propagated(path, new):
            return True
        choice = self._next_choice(path) if path.depth < _DEEPEST else None
        if choice is None:
            return False
        return all(self.is_closed(path.copy(), [alternative]) for alternative in choice)

    def _propagated(self, path: _Path, new: list[Literal]) -> bool:
        """``False``: a contradiction was found."""
        for _ in range(_ROUNDS):
            while new:
                literal = new.pop(0)
                if not self._assumed(path, literal, new):
                    return False
            found, changed = path.views.known, False
            path.views = path.copy().views
            for atom, wanted in path.atoms:
                outcome = _learnt(path.views, atom, truth=wanted)
                if outcome is None:
                    return False
                changed |= outcome
            choices, path.choices = path.choices, []
            new = choices
            if not changed and found.keys() == path.views.known.keys() and not self._decides(path, choices):
                path.choices = choices
                return True
        path.choices += new
        return True

    def _decides(self, path: _Path, choices: list[Literal]) -> bool:
        """Whether one of ``choices`` has only one part left, or none."""
        return any(len(_open_parts(path.views, *choice)) < 2 for choice in choices)

    def _assumed(self, path: _Path, literal: Literal, new: list[Literal]) -> bool:
        atoms, choices = literals(literal[0], truth=literal[1])
        for atom, wanted in atoms:
            if _learnt(path.views, atom, truth=wanted) is None:
                return False
            path.atoms.append((atom, wanted))
        for term, wanted in choices:
            low, high = path.views.interval(term, View.TRUTH)
            if low == high == wanted:
                continue
            parts = _open_parts(path.views, term, wanted)
            if not parts:
                return False
            if len(parts) == 1:
                new.insert(0, parts[0])
            else:
                path.choices.append((term, wanted))
        return True

    def _next_choice(self, path: _Path) -> list[Literal] | None:
        """The parts of a disjunction; else the two values of a condition on which a number depends."""
        for index, (term, wanted) in enumerate(path.choices):
            if has_floats(term):
                del path.choices[index]
                return _open_parts(path.views, term, wanted)
        if path.choices:
            return _open_parts(path.views, *path.choices.pop(0))
        if path.conditions >= _MOST_CONDITIONS:
            return None
        for term in subterms([atom for atom, _ in path.atoms if has_floats(atom)]):
            if term.op is Op.ITE and path.views.interval(term.args[0], View.TRUTH) == (0, 1):
                path.conditions += 1
                return [(term.args[0], True), (term.args[0], False)]
        return None


def _open_parts(views: Views, term: Term, wanted: bool) -> list[Literal]:
    """The parts of a disjunction that can still have the value ``wanted``."""
    found, pending = [], [term]
    while pending:
        current = pending.pop()
        if current.op is term.op:
            pending += reversed(current.args)
            continue
        low, high = views.interval(current, View.TRUTH)
        if low <= wanted <= high:
            found.append((current, wanted))
    return found


def _learnt(views: Views, atom: Term, *, truth: bool) -> bool | None:
    """Whether ``atom`` narrowed what is known; ``None``: it cannot have that value."""
    low, high = views.interval(atom, View.TRUTH)
    if not low <= truth <= high:
        return None
    changed = False
    for reading, value in told(views, atom, truth=truth):
        changed |= views.narrow(reading, value)
        if is_empty(views(*reading)):
            return None
    return changed
