"""What a graph contains, what a segment is taken apart into, and what is folded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.shape.folding import Folding
from coveriflow.analysis.shape.graphs import Graph, clean, graph_of
from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.inclusion import contains
from coveriflow.analysis.shape.kinds import Telling
from coveriflow.analysis.shape.materialisation import materialised
from coveriflow.analysis.shape.objects import Links, Object, Place, Value
from coveriflow.analysis.shape.program import Program, program_of
from coveriflow.analysis.shape.values import End, Pointer
from coveriflow.analysis.shape.widening import Widening
from tests.analysis.runs import automaton_of

DATA, NEXT, PREVIOUS = Place("memory#1", 0, 4), Place("memory#2", 8, 8), Place("memory#3", 16, 8)
OTHER = Place("memory4", 4, 4)
EXTENT = Place("extent#1", 0, 8)
NULL = exactly(0)
PROGRAM: Program = program_of(automaton_of("int main(void) { return 0; }"))


def chain(data: Sequence[Value], *, doubly: bool = False, last: Value = NULL) -> Heap:
    """A list with these data, to which ``head`` points."""
    heap = Heap(variables={"head": Pointer(0, 0) if data else NULL})
    for number, each in enumerate(data):
        following: Value = Pointer(number + 1, 0) if number + 1 < len(data) else last
        fields = {DATA: each, NEXT: following, EXTENT: exactly(25)}
        if doubly:
            fields[PREVIOUS] = Pointer(number - 1, 0) if number else NULL
        heap.new(Object(fields))
    return heap


def graph(heap: Heap, *, counts: bool = True) -> Graph:
    clean(heap, counts=counts)
    return graph_of(heap)


def folded(heap: Heap, *compared: int, keeps_apart: bool = False) -> Graph:
    """``compared``: the numbers with which the program compares data."""
    Folding(Telling({DATA.region: frozenset(compared)}), keeps_apart).fold(heap)
    return graph(heap)


def holds(larger: Graph, smaller: Graph) -> bool:
    return contains(PROGRAM.evaluation, larger, smaller)


def sevens(length: int, *, doubly: bool = False) -> Heap:
    return chain([exactly(7)] * length, doubly=doubly)


@pytest.mark.parametrize("doubly", [False, True])
def test_a_segment_is_each_list_that_is_not_empty(doubly: bool) -> None:
    segment = folded(sevens(2, doubly=doubly))
    assert len(segment.objects) == 1
    for length in range(1, 6):
        assert holds(segment, graph(sevens(length, doubly=doubly)))
        assert length == 1 or segment == folded(sevens(length, doubly=doubly))
    assert not holds(segment, graph(sevens(0)))
    assert not holds(graph(sevens(1, doubly=doubly)), segment)
    assert not holds(graph(sevens(2, doubly=doubly)), segment)


def test_each_object_has_the_data() -> None:
    segment = folded(sevens(3))
    for data in product((7, 8), repeat=3):
        assert holds(segment, graph(chain([exactly(each) for each in data]))) is (data == (7, 7, 7))


def test_what_links_are_not_is_seen() -> None:
    """One list in both directions contains no other; one that is linked forward only may be linked back."""
    forward, both = folded(sevens(3)), folded(sevens(3, doubly=True))
    assert holds(forward, graph(sevens(3, doubly=True)))
    assert not holds(both, graph(sevens(3)))
    wrong = sevens(3, doubly=True)
    wrong.set_field(2, PREVIOUS, Pointer(0, 0))
    assert not holds(both, graph(wrong))


def test_a_list_that_ends_elsewhere_is_another_one() -> None:
    circle = chain([exactly(7)] * 3, last=Pointer(0, 0))
    assert not holds(folded(sevens(3)), graph(circle.copy()))
    assert holds(folded(circle.copy()), graph(circle.copy()))
    assert holds(folded(circle.copy()), graph(chain([exactly(7)] * 5, last=Pointer(0, 0))))
    assert not holds(folded(circle.copy()), graph(chain([exactly(7)] * 5, last=Pointer(1, 0))))
    assert not holds(folded(circle.copy()), graph(sevens(3)))


def test_a_pointer_into_a_chain_keeps_it_apart() -> None:
    heap = sevens(4)
    heap.variables["p"] = Pointer(2, 0)
    apart = folded(heap.copy())
    assert len(apart.objects) == 2
    assert holds(apart, graph(heap.copy()))
    assert holds(folded(sevens(4)), folded(heap.copy()))
    assert not holds(folded(heap.copy()), folded(sevens(4)))
    heap.variables["p"] = Pointer(1, 8)
    assert not holds(apart, graph(heap))


def test_two_lists_share_nothing() -> None:
    shared, apart = Heap(), Heap()
    for number in range(4):
        shared.new(Object({DATA: NULL, NEXT: Pointer(number + 1, 0) if number < 3 else NULL, EXTENT: exactly(25)}))
        apart.new(Object({DATA: NULL, NEXT: NULL if number % 2 else Pointer(number + 1, 0), EXTENT: exactly(25)}))
    shared.variables |= {"a": Pointer(0, 0), "b": Pointer(2, 0)}
    apart.variables |= {"a": Pointer(0, 0), "b": Pointer(2, 0)}
    assert not holds(folded(apart.copy()), graph(shared.copy()))
    assert not holds(folded(shared.copy()), graph(apart.copy()))


def test_what_is_lost_is_remembered() -> None:
    heap = sevens(2)
    heap.variables["head"] = NULL
    assert graph(heap.copy()).lost
    assert not holds(graph(sevens(0)), graph(heap.copy()))
    assert holds(graph(heap.copy()), graph(sevens(0)))
    assert holds(graph(sevens(0), counts=False), graph(heap.copy(), counts=False))


@pytest.mark.parametrize("end", list(End))
@pytest.mark.parametrize("doubly", [False, True])
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_a_segment_is_taken_apart_without_loss(end: End, doubly: bool, length: int) -> None:
    """Each list that the segment contains is one of a case's, and each case is part of the segment."""
    whole = folded(sevens(3, doubly=doubly))
    cases = [graph(case) for case in materialised(whole.heap(), 0, end)]
    assert len(cases) == 2
    assert any(holds(case, graph(sevens(length, doubly=doubly))) for case in cases)
    assert all(holds(whole, case) for case in cases)


def test_the_last_of_a_segment() -> None:
    heap = sevens(3, doubly=True)
    heap.variables["tail"] = Pointer(2, 0)
    links = Links(NEXT, 0, PREVIOUS, 0)
    fields = {DATA: exactly(7), NEXT: NULL, PREVIOUS: NULL, EXTENT: exactly(25)}
    ends = {"head": Pointer(0, 0), "tail": Pointer(0, 0, End.LAST)}
    segment = graph(Heap(dict[str, Value](ends), {0: Object(fields, links)}, next_id=1))
    assert holds(segment, graph(heap.copy()))
    heap.variables["tail"] = Pointer(1, 0)
    assert not holds(segment, graph(heap.copy()))
    backwards = graph(Heap({"tail": Pointer(0, 0, End.LAST)}, {0: Object(fields, links)}, next_id=1))
    del heap.variables["head"]
    heap.variables["tail"] = Pointer(2, 0)
    assert holds(backwards, graph(heap.copy()))


numbers = st.tuples(st.integers(-3, 3), st.integers(0, 3)).map(lambda ends: ValueSet(((ends[0], ends[0] + ends[1]),)))
lists = st.lists(st.one_of(st.integers(-2, 3).map(exactly), numbers), max_size=6)


@given(lists, st.booleans(), st.sets(st.integers(0, 5)))
def test_what_is_folded_is_contained(data: list[ValueSet], doubly: bool, pointed: set[int]) -> None:
    heap = chain(data, doubly=doubly)
    for number in pointed:
        if number < len(data):
            heap.variables[f"p{number}"] = Pointer(number, 0)
    whole = graph(heap.copy())
    assert holds(whole, whole)
    assert holds(folded(whole.heap()), whole)
    assert folded(folded(whole.heap()).heap()) == folded(whole.heap())


def word(data: Sequence[int], *, doubly: bool = False) -> Heap:
    return chain([exactly(each) for each in data], doubly=doubly)


def are_words(data: Sequence[int], examples: Sequence[Sequence[int]]) -> bool:
    """Whether a list begins, ends, and has neighbours as one of ``examples``."""
    ends = {each[0] for each in examples}, {each[-1] for each in examples}
    pairs = {pair for each in examples for pair in pairwise(each)}
    return data[0] in ends[0] and data[-1] in ends[1] and set(pairwise(data)) <= pairs


@pytest.mark.parametrize("doubly", [False, True])
def test_which_kind_follows_which_is_known(doubly: bool) -> None:
    """Black and red objects, no two of which are red."""
    example = (0, 0, 1, 0, 0, 1, 0)
    segment = folded(word(example, doubly=doubly), 0, 1)
    assert len(segment.objects) == 1
    for length in range(1, 6):
        for data in product((0, 1), repeat=length):
            assert holds(segment, graph(word(data, doubly=doubly))) is are_words(data, [example])


@pytest.mark.parametrize("end", list(End))
def test_a_word_is_taken_apart_without_loss(end: End) -> None:
    """Each list of the segment is one of a case's, and the cases have no others."""
    examples = [1, 2, 3, 2, 2, 1, 3]
    whole = folded(word(examples, doubly=True), 1, 2, 3)
    cases = [graph(case) for case in materialised(whole.heap(), 0, end)]
    for length in range(1, 5):
        for data in product((1, 2, 3), repeat=length):
            assert any(holds(case, graph(word(data, doubly=True))) for case in cases) is are_words(data, [examples])
    assert all(holds(whole, case) for case in cases)


def pairs(data: Sequence[tuple[int, int]]) -> Heap:
    heap = word([first for first, _ in data])
    for number, (_, second) in enumerate(data):
        heap.set_field(number, OTHER, exactly(second))
    return heap


def test_fields_that_belong_together() -> None:
    """Where they differ in several fields, objects have these as one of them has."""
    segment = folded(pairs([(0, 1), (1, 0)] * 2))
    assert len(segment.objects) == 1
    found = [holds(segment, graph(pairs([first, (1, 0)]))) for first in ((0, 1), (0, 0), (1, 1))]
    assert found == [True, False, False]


def test_an_object_of_either_kind() -> None:
    """What one field tells of the others is known until it is written."""
    one, other = graph(pairs([(0, 1)])), graph(pairs([(1, 0)]))
    heap = Widening([], {}, {}).widened(one, other, lambda _p, _v: None).heap()
    assert [each.objects[0].fields[OTHER] for each in materialised(heap, 0, End.FIRST)] == [exactly(1), exactly(0)]
    assert holds(graph(heap.copy()), one)
    assert not holds(graph(heap.copy()), graph(pairs([(0, 0)])))
    heap.set_field(0, DATA, exactly(0))
    assert heap.objects[0].kinds is None
    assert holds(graph(heap), graph(pairs([(0, 0)])))


def test_one_of_its_kind_is_kept_apart() -> None:
    data = [0, 0, 1, 2, 0, 1, 2, 0]
    apart = folded(word(data), 1, 2, keeps_apart=True)
    assert len(apart.objects) == 7
    assert holds(apart, graph(word([0, 0, 0, 1, 2, 0, 1, 2, 0])))
    more = graph(word([0, 1, 2, 0, 1, 2, 0, 1, 2, 0]))
    assert not holds(apart, more)
    assert holds(folded(word(data), 1, 2), more)


words = st.lists(st.integers(0, 3), min_size=1, max_size=7)


@given(words, words, st.booleans(), st.sets(st.integers(0, 3)))
def test_what_a_folded_list_stands_for(example: list[int], data: list[int], doubly: bool, compared: set[int]) -> None:
    """All words of which it may be one, and no others where each number is a kind of its own."""
    segment = folded(word(example, doubly=doubly), *compared)
    assert holds(segment, graph(word(example, doubly=doubly)))
    if len(segment.objects) == 1 and len(example) > 1 and compared == {0, 1, 2, 3}:
        assert holds(segment, graph(word(data, doubly=doubly))) is are_words(data, [example])
    for end in End if doubly else (End.FIRST,):
        cases = [graph(case) for case in materialised(segment.heap(), 0, end)] if segment.objects[0].links else []
        if holds(segment, graph(word(data, doubly=doubly))) and cases:
            assert any(holds(case, graph(word(data, doubly=doubly))) for case in cases)


@given(words, words, words)
def test_what_contains_both_has_the_words_of_both(one: list[int], other: list[int], data: list[int]) -> None:
    old, new = (folded(word(each), 0, 1, 2, 3) for each in (one, other))
    if old.skeleton == new.skeleton:
        both = Widening([], {}, {DATA.region: frozenset({0, 1, 2, 3})}).widened(old, new, lambda _p, _v: None)
        for each in (old, new):
            assert holds(both, each)
            assert not holds(each, graph(word(data))) or holds(both, graph(word(data)))


INNER, CONTENT = Place("memory5", 16, 8), Place("memory6", 0, 4)
owned = st.lists(st.none() | st.integers(7, 9), min_size=1, max_size=5).map(lambda numbers: [*numbers, None])


def owners(numbers: Sequence[int | None], *, flags: bool = False) -> Heap:
    """A list of objects each of which may have one of its own, with a number. ``flags``: they tell that it has."""
    data = [exactly(0 if each is None else 1) for each in numbers] if flags else [exactly(1)] * len(numbers)
    heap = chain(data)
    for object_, number in enumerate(numbers):
        own = None if number is None else heap.new(Object({CONTENT: exactly(number), EXTENT: exactly(9)}))
        heap.set_field(object_, INNER, NULL if own is None else Pointer(own, 0))
    return heap


def embedded(heap: Heap) -> Graph:
    Folding(Telling({}), embeds=True).fold(heap)
    return graph(heap, counts=False)


@given(owned, owned, st.booleans())
def test_what_an_object_owns_is_contained_where_its_numbers_are(
    example: list[int | None], data: list[int | None], flags: bool
) -> None:
    """Whatever is folded, no list is in it of which an object has a number beyond those of the example."""
    larger = embedded(owners(example, flags=flags))
    assert holds(larger, graph(owners(example, flags=flags), counts=False))
    if holds(larger, graph(owners(data, flags=flags), counts=False)):
        numbers = [each for each in example if each is not None]
        assert all(None in example if each is None else min(numbers) <= each <= max(numbers) for each in data)


@given(st.lists(st.just(7) | st.none(), min_size=2, max_size=5))
def test_objects_that_have_one_in_common_own_none(example: list[int | None]) -> None:
    larger, shared = embedded(owners([*example, None])), owners([7, 7, None])
    shared.set_field(1, INNER, shared.objects[0].fields[INNER])
    assert not holds(larger, graph(shared, counts=False)) or larger == embedded(shared.copy())


def test_what_is_freed_is_owned_by_none() -> None:
    larger, freed = embedded(owners([7, None, 7, None, None])), owners([7, None])
    freed.set_field(2, EXTENT, exactly(0))
    assert holds(larger, graph(owners([7, None]), counts=False))
    assert not holds(larger, graph(freed, counts=False))
