"""What a call has to do with a state, and what the state is after it (functional approach; Sharir and Pnueli 1981)."""

from __future__ import annotations

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import plain
from coveriflow.analysis.data_flow.framing.calls import Effect
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.text_ends import End, names_in
from coveriflow.analysis.data_flow.values.contents import cell_named, is_cell
from coveriflow.program.cfa.recursion import SAVED


def seen(state: State, effect: Effect) -> State:
    """What ``state`` says of what the call touches, and of what facts about texts have to do with that; nothing of what
    is saved.
    """
    return _about(state, _related(state, effect.touched))


def _about(state: State, names: frozenset[str] | None) -> State:
    """What is known of ``names`` alone (``None``: of all) that are no saved values."""

    def counts(*others: str) -> bool:
        return not any(n.endswith(SAVED) for n in others) and (names is None or names.issuperset(others))

    found = State(
        {name: number for name, number in state.numbers.items() if counts(name)},
        {pair: most for pair, most in state.bounds.items() if counts(*map(_owner, pair))},
        {name: number for name, number in state.floats.items() if counts(name)},
    )
    found.memory = {name: contents for name, contents in state.memory.items() if counts(name)}
    lost = {name for end in state.ends.values() for name, _ in end.tops if not counts(_owner(name))}
    ends = text_ends.without(state.ends, lost) if lost else state.ends
    found.ends = {key: end for key, end in ends.items() if counts(key[0], *map(_owner, key[1]))}
    found.reads = {name: cell for name, cell in state.reads.items() if counts(name, *names_in(cell))}
    return found


def _related(state: State, names: frozenset[str] | None) -> frozenset[str] | None:
    if names is None:
        return None
    found, size = set(names), -1
    while size < len(found):
        size = len(found)
        for (region, others, _), end in state.ends.items():
            owners = {region, *map(_owner, others), *(_owner(name) for name, _ in end.tops)}
            if not owners.isdisjoint(found):
                found |= owners
        for name, cell in state.reads.items():
            if name in found:
                found |= names_in(cell)
    return frozenset(found)


def returned(before: State, after: State, effect: Effect) -> State:
    """A call with this ``effect`` has led from a state in ``before`` to one in ``after``. What was saved before it is
    as it was: ``after`` speaks of saved values as if nothing had been saved before the call.
    """
    written, after = effect.written, _about(after, None)

    def is_kept(*names: str) -> bool:
        return all(name.endswith(SAVED) or (written is not None and name not in written) for name in names)

    numbers = {name: number for name, number in before.numbers.items() if is_kept(name)}
    bounds = {pair: most for pair, most in before.bounds.items() if is_kept(*map(_owner, pair))}
    floats = {name: number for name, number in before.floats.items() if is_kept(name)}
    found = State(after.numbers | numbers, after.bounds | bounds, after.floats | floats, context=before.context)
    for pair in bounds.keys() & after.bounds.keys():
        found.bounds[pair] = min(bounds[pair], after.bounds[pair])
    found.memory = after.memory | {name: known for name, known in before.memory.items() if is_kept(name)}
    lost = {name for end in before.ends.values() for name, _ in end.tops if not is_kept(_owner(name))}
    ends = text_ends.without(before.ends, lost) if lost else before.ends
    ends = {key: end for key, end in ends.items() if is_kept(key[0], *map(_owner, key[1]))}
    found.ends = ends | {key: _better(end, ends.get(key)) for key, end in after.ends.items()}
    reads = {name: cell for name, cell in before.reads.items() if is_kept(name, *names_in(cell))}
    found.reads = reads | after.reads
    return found


def _better(one: End, other: End | None) -> End:
    """One of two facts that hold: both say that there is a zero, which need not be the same."""
    return one if other is None else max(one, other, key=lambda end: (end.offset, -end.last))


def _owner(name: str) -> str:
    """The variable, or the region in which a value in memory lies."""
    base = plain(name)
    return cell_named(base)[0] if is_cell(base) else base
