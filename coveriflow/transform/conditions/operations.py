"""Conditions as sets of covered paths: the fewest states, union and intersection.

Each operation keeps, for every path of every program, how many edges it takes until the path is covered; guards and
assumptions are compared as they are written.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import replace

from coveriflow.artifacts.automata.guarded_files import names_by_content, renamed
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.transform.reducers.partition_refinement import refined

_ACCEPTING = "T"
_MAXIMUM = 500_000

Letter = tuple[EdgeLabel, str]
States = frozenset[str]
_Moves = dict[States, dict[Letter, States]]
_Covered: States = frozenset()
"""The set that stands for what is covered: no other one is empty, whatever states are called."""


def minimised(condition: Condition) -> Condition:
    """The smallest deterministic condition that covers the same, the same for all that do; without those states that
    lead to nothing covered. Where that takes more than ten times as many states, only these are left out.
    """
    if condition.covers_everything:
        return replace(condition, initial=_ACCEPTING, accepting=frozenset({_ACCEPTING}), transitions=())
    useful = _useful(condition)
    moves = _determinised(condition, useful, 10 * len(condition.states) + 1000)
    if moves is None:
        return trimmed(condition)
    blocks = _blocks(moves)
    names: dict[int, str] = {blocks[_Covered]: _ACCEPTING} if _Covered in blocks else {}
    initial = frozenset({condition.initial})
    pending, transitions = deque([initial]), []
    names[blocks[initial]] = "q0"
    while pending:
        state = pending.popleft()
        for (guard, assumption), target in sorted(moves[state].items()):
            if blocks[target] not in names:
                names[blocks[target]] = f"q{len(names)}"
                pending.append(target)
            transitions.append(Transition(names[blocks[state]], guard, names[blocks[target]], assumption))
    return replace(condition, initial="q0", accepting=frozenset({_ACCEPTING}), transitions=tuple(transitions))


def trimmed(condition: Condition) -> Condition:
    """Without transitions that lead to nothing covered."""
    return replace(condition, transitions=tuple(dict.fromkeys(_useful(condition))))


def _useful(condition: Condition) -> list[Transition]:
    """Those on runs that accept; accepting states are one."""
    entering: defaultdict[str, list[str]] = defaultdict(list)
    for each in condition.transitions:
        entering[each.target].append(each.source)
    found, pending = set(condition.accepting), list(condition.accepting)
    while pending:
        for source in entering[pending.pop()]:
            if source not in found:
                found.add(source)
                pending.append(source)
    return [each for each in condition.transitions if each.target in found and each.source not in condition.accepting]


def _determinised(condition: Condition, transitions: Iterable[Transition], most: int) -> _Moves | None:
    """Over sets of states; a set with an accepting one is covered. ``None`` if there are more than ``most``."""
    leaving: defaultdict[str, list[Transition]] = defaultdict(list)
    for each in transitions:
        leaving[each.source].append(each)
    start = frozenset({condition.initial})
    moves: _Moves = {start: {}}
    pending = deque([start])
    while pending:
        states = pending.popleft()
        targets: defaultdict[Letter, set[str]] = defaultdict(set)
        for state in states:
            for each in leaving[state]:
                targets[each.guard, each.assumption].add(each.target)
        for letter, reached in targets.items():
            following = _Covered if reached & condition.accepting else frozenset(reached)
            moves[states][letter] = following
            if following not in moves:
                moves[following] = {}
                pending += [] if following == _Covered else [following]
        if len(moves) > most:
            return None
    return moves


def _blocks(moves: Mapping[States, Mapping[Letter, States]]) -> dict[States, int]:
    """States with the same language by number."""
    entering: defaultdict[States, list[tuple[Letter, States]]] = defaultdict(list)
    for source, leaving in moves.items():
        for letter, target in leaving.items():
            entering[target].append((letter, source))
    covered = [_Covered] if _Covered in moves else []
    found = refined([[state for state in moves if state != _Covered], covered], entering)
    return {state: number for number, states in enumerate(found) for state in states}


def united(first: Condition, second: Condition) -> Condition:
    """Covers what one of them covers. ``InputError`` if they are not about the same."""
    _check_same(first, second)
    first, second = _with_same_names(first, second)
    producer = _together(first, "or", second)
    for each in (first, second):
        if each.covers_everything:
            return minimised(replace(each, producer=producer))
    initial = "start"
    parts = [_renamed(each, prefix) for each, prefix in ((first, "1:"), (second, "2:"))]
    transitions = [t for part in parts for t in part.transitions]
    transitions += [replace(t, source=initial) for part in parts for t in part.transitions if t.source == part.initial]
    accepting = parts[0].accepting | parts[1].accepting
    return minimised(
        replace(first, initial=initial, accepting=accepting, transitions=tuple(transitions), producer=producer)
    )


def intersected(first: Condition, second: Condition) -> Condition:
    """Covers what both cover. ``InputError`` if they are not about the same, ``NotSupported`` if there are more than
    500,000 pairs of states.
    """
    _check_same(first, second)
    first, second = _with_same_names(first, second)
    one, other = _moves(first), _moves(second)
    start = _pair(first.initial, second.initial, first, second)
    names, pending, transitions = {start: "p0"}, deque([start]), []
    while pending:
        pair = pending.popleft()
        for letter, following in _both(pair, one, other):
            target = _pair(*following, first, second)
            if target not in names:
                if len(names) > _MAXIMUM:
                    raise NotSupported(f"an intersection of more than {_MAXIMUM} states")
                names[target] = f"p{len(names)}"
                pending.append(target)
            transitions.append(Transition(names[pair], letter[0], names[target], letter[1]))
    covered = names.get((None, None))
    accepting = frozenset() if covered is None else frozenset({covered})
    producer = _together(first, "and", second)
    return minimised(
        replace(first, initial="p0", accepting=accepting, transitions=tuple(transitions), producer=producer)
    )


_Pair = tuple[str | None, str | None]
"""``None``: covered by that one."""


def _pair(one: str | None, other: str | None, first: Condition, second: Condition) -> _Pair:
    return (None if one in first.accepting else one), (None if other in second.accepting else other)


def _moves(condition: Condition) -> Mapping[str, Mapping[EdgeLabel, list[Transition]]]:
    found: defaultdict[str, defaultdict[EdgeLabel, list[Transition]]] = defaultdict(lambda: defaultdict(list))
    for each in condition.transitions:
        found[each.source][each.guard].append(each)
    return found


def _both(
    pair: _Pair,
    one: Mapping[str, Mapping[EdgeLabel, list[Transition]]],
    other: Mapping[str, Mapping[EdgeLabel, list[Transition]]],
) -> Iterable[tuple[Letter, _Pair]]:
    """The moves of both over one edge; a condition that covers the path already needs none."""
    left, right = pair
    if left is None and right is None:
        return
    firsts = one.get(left, {}) if left is not None else {}
    seconds = other.get(right, {}) if right is not None else {}
    if left is None:
        yield from ((_letter(t), (None, t.target)) for ts in seconds.values() for t in ts)
    elif right is None:
        yield from ((_letter(t), (t.target, None)) for ts in firsts.values() for t in ts)
    else:
        for guard, transitions in firsts.items():
            for t in transitions:
                for u in seconds.get(guard, ()):
                    yield (guard, _conjoined(t.assumption, u.assumption)), (t.target, u.target)


def _letter(transition: Transition) -> Letter:
    return transition.guard, transition.assumption


def _conjoined(one: str, other: str) -> str:
    return f"({one}) && ({other})" if one and other and one != other else one or other


def _renamed(condition: Condition, prefix: str) -> Condition:
    return replace(
        condition,
        initial=prefix + condition.initial,
        accepting=frozenset(prefix + state for state in condition.accepting),
        transitions=tuple(
            replace(t, source=prefix + t.source, target=prefix + t.target) for t in condition.transitions
        ),
    )


def _check_same(first: Condition, second: Condition) -> None:
    for what, one, other in (
        ("programs", first.program_hash, second.program_hash),
        ("specifications", first.specification, second.specification),
        ("data models", first.data_model, second.data_model),
    ):
        if one != other:
            raise InputError(f"the conditions are about different {what}")
    if "" not in (hashes := {first.preprocessed_hash, second.preprocessed_hash}) and len(hashes) > 1:
        raise InputError("the conditions are about a program with different macros, or different included files")


def _with_same_names(first: Condition, second: Condition) -> tuple[Condition, Condition]:
    """A file that both name has one name, and both say the hashes of all."""
    other = renamed(second, dict(names_by_content(second.files, dict(first.files))))
    files = tuple(dict.fromkeys((*first.files, *other.files)))
    return replace(first, files=files), replace(other, files=files)


def _together(first: Condition, word: str, second: Condition) -> str:
    return first.producer if first.producer == second.producer else f"{first.producer} {word} {second.producer}"
