"""Values as bytes: equal ones give equal bytes, others do not, and files may be called otherwise."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.artifacts.answers import Answer, InductiveInvariants, Justification
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.store.encoding import Damaged, NotEncodable, decoded, encoded
from coveriflow.execution.store.names import Mentions, names_in
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.text.tokens import line_marker
from tests.formats import strategies


class Colour(Enum):
    RED = 1
    GREEN = 2


@dataclass(frozen=True)
class Leaf:
    colour: Colour
    things: frozenset[object]


@dataclass(frozen=True)
class Twig:
    colour: Colour
    things: frozenset[object]


@dataclass(frozen=True)
class Node:
    parts: tuple[object, ...]
    note: str = field(default="", compare=False)


@dataclass
class Mutable:
    parts: tuple[object, ...]


atoms = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.binary(max_size=5)
    | st.text(st.characters(codec=None, exclude_categories=[]), max_size=5)
    | st.sampled_from(Colour)
)
hashable = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3), max_leaves=8
)
values = st.recursive(
    hashable,
    lambda inner: (
        st.builds(Node, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Leaf, st.sampled_from(Colour), st.frozensets(inner, max_size=3))
        | st.builds(Twig, st.sampled_from(Colour), st.frozensets(inner, max_size=3))
    ),
    max_leaves=10,
)
artifacts = st.one_of(strategies.conditions(), strategies.witnesses(), strategies.suites, strategies.witness_entries)


def plain(value: object) -> bytes:
    return encoded(value, Mentions(()), {})


def back(content: bytes) -> object:
    return decoded(content, (), lambda _: "")


def shape(value: object) -> str:
    """Tells apart what Python takes for equal: ``1`` and ``True``, ``0.0`` and ``-0.0``."""
    if isinstance(value, frozenset):
        return f"{{{sorted(map(shape, value))}}}"
    if isinstance(value, tuple):
        return f"({[shape(each) for each in value]})"
    if isinstance(value, Node | Leaf | Twig):
        return f"{type(value).__name__}{[shape(getattr(value, f.name)) for f in fields(value) if f.compare]}"
    return f"{type(value).__name__} {value!r}"


@settings(max_examples=80, deadline=None)
@given(values)
def test_what_comes_back_is_what_went_in(value: object) -> None:
    assert shape(back(plain(value))) == shape(value)
    assert plain(pickle.loads(pickle.dumps(value))) == plain(value)


@settings(max_examples=80, deadline=None)
@given(values, values)
def test_others_give_other_bytes(one: object, other: object) -> None:
    assert (plain(one) == plain(other)) == (shape(one) == shape(other))


@settings(max_examples=20, deadline=None)
@given(artifacts)
def test_artifacts_come_back(artifact: object) -> None:
    assert back(plain(artifact)) == artifact


@pytest.mark.parametrize("value", [[1], {1: 2}, Mutable(()), object(), (1, {2}), Node(([],)), int])
def test_what_is_no_value_is_refused(value: object) -> None:
    with pytest.raises(NotEncodable):
        plain(value)


def test_types_of_which_nobody_knows_the_name_are_refused() -> None:
    @dataclass(frozen=True)
    class Hidden:
        part: int

    with pytest.raises(NotEncodable):
        plain(Hidden(1))


def test_too_deep_is_refused() -> None:
    value: tuple[object, ...] = ()
    for _ in range(100_000):
        value = (value,)
    with pytest.raises(NotEncodable):
        plain(value)


@pytest.mark.parametrize(
    "nodes",
    [
        [],
        [["x"]],
        [["t", 0]],
        [["d", "builtins:int()"]],
        [["s", "true"], ["d", "os:system()", 0]],
        [["s", "/"], ["d", "pathlib:Path()", 0]],
        [["d", "coveriflow.artifacts.residual_programs:Residual(task)"]],
        [["d", "coveriflow.nowhere:Nothing()"]],
        [["e", "coveriflow.artifacts.verdicts:Verdict()", "MAYBE"]],
        {},
    ],
)
def test_nothing_else_is_made_of_bytes(nodes: object) -> None:
    with pytest.raises(Damaged):
        back(json.dumps(nodes).encode())


# --- files ------------------------------------------------------------------------------------------------------------

TEXT = "int main(void) { return 0; }\n"


def task(*names: str) -> Task:
    return Task(tuple(Source(name, TEXT, marked(name)) for name in names))


def marked(name: str) -> str:
    header = line_marker(1, f"{name}.h")
    return f"{line_marker(1, name)}{header}int x;\n{line_marker(2, name)}{TEXT}"


def about(file: str) -> tuple[object, ...]:
    """All ways to speak of a file that are understood."""
    label = EdgeLabel("main", 3, "s.c == 1", file=file)
    condition = Condition("q", frozenset({"t"}), (Transition("q", label, "t"),), task(file).program_hash)
    reason = f"no overflow at {file}, line 3, column 4, nor at {file}, line 5"
    return (
        Answer(Verdict.UNKNOWN, reason, InductiveInvariants(((f"{file}, line 7", "x > 0"),)), (), (file, 3, 4)),
        condition,
        Justification(condition.digest, InductiveInvariants(())),
        Residual(Task((Source(f"{Path(file).stem}.residual.c", TEXT, TEXT),)), task(file), ((1, label),)),
    )


def moved(value: tuple[object, ...], one: str, other: str) -> tuple[bool, object]:
    """Whether it is understood, and what ``value`` about one file says of another."""
    names, new = names_in((task(one),)), names_in((task(other),))
    mentions = Mentions(names)
    digests: dict[str, object] = {c.digest: 0 for c in value if isinstance(c, Condition)}
    content = encoded(value, mentions, digests)
    digest = next((c.digest for c in about(other) if isinstance(c, Condition)), "")
    return mentions.is_understood, decoded(content, new, lambda _: digest)


@pytest.mark.parametrize(("one", "other"), [("a.c", "b.c"), ("s.c", "t.c"), ("dir/a.c", "a.c"), ("q r.c", 'y\\ ".c')])
def test_what_speaks_of_a_file_speaks_of_another_one(one: str, other: str) -> None:
    assert moved(about(one), one, other) == (True, about(other))
    assert moved(about(one), one, one) == (True, about(one))


@pytest.mark.parametrize("words", ["s.c is 1", "error in s.c:3", "see /home/s.c, line 3", "'s.c' is empty"])
def test_what_may_be_a_file_is_not_understood(words: str) -> None:
    is_understood, told = moved((Answer(Verdict.UNKNOWN, words),), "s.c", "t.c")
    assert not is_understood
    assert told == (Answer(Verdict.UNKNOWN, words),)


@pytest.mark.parametrize("words", ["s.count is 1", "tests.c, line 3", "s->c", "a line of the program"])
def test_what_cannot_be_a_file_is_none(words: str) -> None:
    assert moved((Answer(Verdict.UNKNOWN, words),), "s.c", "t.c") == (True, (Answer(Verdict.UNKNOWN, words),))


def test_the_digest_of_an_unknown_condition_is_not_understood() -> None:
    mentions = Mentions(("a.c",))
    encoded(Justification("0" * 64, InductiveInvariants(())), mentions, {})
    assert not mentions.is_understood


def test_equal_programs_are_equal_whatever_they_are_called() -> None:
    one, other = task("a.c", "x/b.c"), task("y/z.c", "a.c")
    assert encoded(one, Mentions(names_in((one,))), {}) == encoded(other, Mentions(names_in((other,))), {})


@pytest.mark.parametrize(
    "other",
    [
        task("a.c", "c.c", "b.c"),
        Task((*task("a.c").sources, replace(task("b.c").sources[0], preprocessed=TEXT))),
        Task((*task("a.c").sources, replace(task("b.c").sources[0], preprocessed=f'# 1 "a.c"\n# 1 "b.c.h" 1\n{TEXT}'))),
        Task((*task("a.c").sources, replace(task("b.c").sources[0], text=TEXT + " "))),
    ],
)
def test_other_programs_are_not(other: Task) -> None:
    one = task("a.c", "b.c")
    assert encoded(one, Mentions(names_in((one,))), {}) != encoded(other, Mentions(names_in((other,))), {})
