"""Control comes back to where it was called from; the list of what waits has the order that it was asked for."""

from __future__ import annotations

from coveriflow.analysis.cpa.call_stack import CallStackDomain, Position, matches
from coveriflow.analysis.cpa.reached import Node, Order, Waitlist
from coveriflow.program.cfa.edges import Return
from tests.analysis.runs import automaton_of

NUMBERS = range(8)


def waiting(order: Order, seed: int = 0) -> Waitlist[int]:
    found = Waitlist[int](order, seed=seed)
    for number in NUMBERS:
        found.add(Node(number, number))
    return found


def popped(waitlist: Waitlist[int]) -> list[int]:
    found = []
    while (node := waitlist.pop()) is not None:
        found.append(node.state)
    return found


def test_a_return_leads_to_the_innermost_call_only() -> None:
    cfa = automaton_of(
        "int f(int x) { return x; } int g(void) { return f(1) + f(2); } int main(void) { return g() + f(3); }"
    )
    domain = CallStackDomain(cfa)
    waiting, reached, refused = [domain.initial()], set[Position](), 0
    while waiting:
        position = waiting.pop()
        reached.add(position)
        for edge in cfa.leaving[position.location]:
            after = domain.successor(position, (edge,))
            assert (after is not None) == matches(position, edge)
            refused += after is None
            if after is None:
                assert isinstance(edge.operation, Return)
            elif after not in reached:
                waiting.append(after)
    assert refused > 0
    assert max(len(position.stack) for position in reached) == 2
    assert all(len(set(position.stack)) == len(position.stack) for position in reached)


def test_orders_of_what_waits() -> None:
    assert popped(waiting(Order.BREADTH_FIRST)) == [*NUMBERS]
    assert popped(waiting(Order.DEPTH_FIRST)) == [*NUMBERS][::-1]


def test_a_random_order_is_one_of_all_and_the_same_for_a_seed() -> None:
    assert sorted(popped(waiting(Order.RANDOM))) == [*NUMBERS]
    assert popped(waiting(Order.RANDOM, seed=3)) == popped(waiting(Order.RANDOM, seed=3))
    assert len({tuple(popped(waiting(Order.RANDOM, seed))) for seed in range(5)}) > 1


def test_what_is_gone_does_not_wait() -> None:
    waitlist, nodes = Waitlist[int](Order.BREADTH_FIRST), [Node(number, number) for number in NUMBERS]
    for node in nodes:
        waitlist.add(node)
        node.gone = node.state % 2 == 0
    assert popped(waitlist) == [number for number in NUMBERS if number % 2]


def test_priority_goes_before_order() -> None:
    waitlist = Waitlist[int](Order.BREADTH_FIRST, priority=lambda state: -state)
    for number in NUMBERS:
        waitlist.add(Node(number, number))
    assert popped(waitlist) == [*NUMBERS][::-1]
