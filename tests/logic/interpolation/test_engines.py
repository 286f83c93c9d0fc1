"""Each engine, and the chain of them: what it gives is a sequence of interpolants."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.interpolation.chain import Chain, all_engines
from coveriflow.logic.interpolation.contracts import Effort, Ending, Engine, Scope
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interpolation.weakest import WeakestPreconditions
from coveriflow.logic.terms import TRUE, Term, bits, variable
from tests.logic.interpolation.paths import Shape, assert_interpolants, is_contradictory, paths

SHAPES = [Shape(4), Shape(4, bitwise=True), Shape(4, memory=True), Shape(32)]
SHAPE_NAMES = ["linear", "bits", "arrays", "wide"]


@pytest.mark.parametrize("shape", SHAPES, ids=SHAPE_NAMES)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_what_the_chain_gives_are_interpolants(shape: Shape, data: st.DataObject) -> None:
    parts = data.draw(paths(shape))
    assume(is_contradictory(parts))
    found = Chain(all_engines()).sequence(parts, 20)
    assert found is not None
    assert_interpolants(parts, found)


@pytest.mark.parametrize("engine", all_engines(), ids=lambda e: e.name)
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_an_engine_is_never_believed_but_mostly_right(engine: Engine, data: st.DataObject) -> None:
    parts = data.draw(paths(data.draw(st.sampled_from(SHAPES))))
    assume(is_contradictory(parts))
    found = Chain([engine]).sequence(parts, 5)
    if found is not None:
        assert_interpolants(parts, found)


class _Liar:
    name = "liar"
    scope = Scope.CORE
    effort = Effort.LIGHT

    def __init__(self, answer: list[Term]) -> None:
        self.answer = answer

    def applies(self, path: Path) -> bool:
        return True

    def interpolants(self, path: Path, deadline: float) -> list[Term]:
        return self.answer


x, y = variable("x", 8), variable("y", 8)
ONE, TWO = bits(1, 8), bits(2, 8)
PARTS = [build.equal(x, ONE), build.equal(y, x), build.equal(y, TWO)]


@pytest.mark.parametrize(
    "answer",
    [
        [],
        [TRUE, TRUE],
        [build.equal(x, ONE)],
        [build.equal(x, TWO), build.equal(y, TWO)],
        [build.equal(x, ONE), build.equal(x, ONE)],
    ],
)
def test_wrong_answers_are_rejected(answer: list[Term]) -> None:
    chain = Chain([_Liar(answer)])
    assert chain.sequence(PARTS, 10) is None
    assert chain.attempts[-1].ending is Ending.REJECTED


def test_the_next_engine_is_asked_and_named() -> None:
    chain = Chain([_Liar([]), WeakestPreconditions()])
    found = chain.sequence(PARTS, 10)
    assert found is not None
    assert_interpolants(PARTS, found)
    assert [a.ending for a in chain.attempts] == [Ending.REJECTED, Ending.FOUND]
    assert chain.answered == WeakestPreconditions.name


def test_parts_that_can_hold_together_have_no_interpolants() -> None:
    assert Chain().sequence(PARTS[:2], 10) is None
