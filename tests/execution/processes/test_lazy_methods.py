"""Classes whose methods are compiled when they are first called are those that ``dataclasses`` makes."""

from __future__ import annotations

import dataclasses
import operator
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.artifacts import resources
from coveriflow.execution.processes import lazy_methods

_MAKER = "_create_fn"
KINDS: list[dict[str, bool]] = [
    {},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"slots": True},
    {"kw_only": True, "slots": True},
    {"order": True},
    {"eq": False},
    {"frozen": True, "order": True, "slots": True},
    {"unsafe_hash": True},
]
VALUES = st.tuples(st.integers(0, 2), st.sampled_from(["", "a"]))


class Ours:
    """One class for each kind, made by a maker of methods."""

    def __init__(self, kind: Mapping[str, Any], module: str) -> None:
        space = {"__annotations__": {"number": int, "text": str, "some": list[int]}, "__module__": module}
        space |= {"text": "", "some": dataclasses.field(default_factory=list, compare=False)}
        self.one: Any = dataclasses.dataclass(**kind)(type("One", (), space))
        more = {"__annotations__": {"last": int}, "__module__": module, "last": 7}
        self.other: Any = dataclasses.dataclass(**kind)(type("Other", (self.one,), more))


@pytest.fixture
def lazy() -> Iterator[None]:
    maker = getattr(dataclasses, _MAKER, None)
    lazy_methods.install()
    yield
    if maker is not None:
        setattr(dataclasses, _MAKER, maker)


def _answer(what: Any, *given: Any) -> object:
    try:
        return what(*given)
    except (AttributeError, TypeError) as error:
        return type(error).__name__, str(error)


def _told(made: Ours, left: tuple[int, str], right: tuple[int, str]) -> Iterator[object]:
    compared = [kind for kind in (made.one, made.other) if "__eq__" in kind.__dict__]
    for kind in (made.one, made.other):
        yield _answer(kind, *left)
        yield _answer(kind)
        a, b = kind(number=left[0], text=left[1]), kind(number=right[0], text=right[1])
        yield [dataclasses.asdict(a), [each.name for each in dataclasses.fields(kind)], kind.__match_args__]
        yield _answer(repr, a) if kind in compared else None
        yield [_answer(op, b) for op in (a.__eq__, a.__ne__)]
        yield [_answer(operation, a, b) for operation in (operator.lt, operator.ge)]
        yield _answer(hash, a) if kind in compared else None
        yield _answer(setattr, a, "number", 5), a.number
        yield _answer(delattr, b, "text")
        yield dataclasses.replace(a, text="other").text
        yield a == made.one(number=left[0])


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(left=VALUES, right=VALUES)
@settings(max_examples=15)
def test_they_do_the_same(kind: Mapping[str, Any], left: tuple[int, str], right: tuple[int, str]) -> None:
    before = getattr(dataclasses, _MAKER, None)
    expected = [str(each) for each in _told(Ours(kind, resources.__name__), left, right)]
    lazy_methods.install()
    try:
        made = Ours(kind, resources.__name__)
    finally:
        if before is not None:
            setattr(dataclasses, _MAKER, before)
    assert [str(each) for each in _told(made, left, right)] == expected


@pytest.mark.usefixtures("lazy")
@pytest.mark.skipif(not hasattr(dataclasses, _MAKER), reason="this Python makes methods in another way")
def test_the_first_call_leaves_the_method_that_dataclasses_makes() -> None:
    kind = Ours({"frozen": True, "slots": True}, resources.__name__).one
    stand_ins = kind.__init__, kind.__eq__
    assert kind(1) == kind(1)
    assert kind.__init__ not in stand_ins
    assert kind.__eq__ not in stand_ins
    assert kind.__init__.__code__.co_varnames == ("self", "number", "text", "some")


@pytest.mark.usefixtures("lazy")
def test_classes_of_other_packages_are_made_as_ever() -> None:
    kind = Ours({}, __name__).one
    assert kind.__init__.__code__.co_varnames == ("self", "number", "text", "some")


def test_what_is_sent_between_processes_arrives() -> None:
    """A value of our own, made where methods are lazy, read where they are not."""
    code = """
        from coveriflow.execution.processes.lazy_methods import install; install()
        import pickle, sys
        from coveriflow.artifacts.resources import Limits
        sys.stdout.buffer.write(pickle.dumps((Limits(cpu=3.0), Limits(cpu=3.0) == Limits(cpu=3.0), repr(Limits()))))"""
    made = subprocess.run([sys.executable, "-c", "if True:" + code], check=True, capture_output=True).stdout
    limits = resources.Limits(cpu=3.0)
    assert pickle.loads(made) == (limits, True, repr(resources.Limits()))
