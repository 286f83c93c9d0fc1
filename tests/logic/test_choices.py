"""Choices among constants: how deep they are does not matter, how many there are does."""

from __future__ import annotations

import pytest

from coveriflow.logic import build
from coveriflow.logic.choices import with_each, with_each_pair
from coveriflow.logic.terms import BOOLEAN, Term, bits, variable


def chain(length: int) -> Term:
    """1 or 2, by as many conditions."""
    found = bits(1, 32)
    for number in range(length):
        found = build.ite(variable(f"chain!{number}", BOOLEAN), bits(1 + number % 2, 32), found)
    return found


def added(left: Term, right: Term) -> Term:
    """Of constants."""
    assert left.constant is not None
    assert right.constant is not None
    return bits((left.constant + right.constant) % (1 << 32), 32)


@pytest.mark.parametrize("length", [1, 20, 400])
def test_deep_choices_are_followed(length: int) -> None:
    two = bits(2, 32)
    found = with_each_pair(chain(length), two, added, build.ite)
    assert found is with_each(chain(length), lambda constant: added(constant, two), build.ite)
    assert with_each_pair(two, chain(length), added, build.ite) is found


def test_two_choices_by_the_same_conditions_are_one() -> None:
    one = chain(50)
    assert with_each_pair(one, one, added, build.ite) is with_each(one, lambda c: added(c, c), build.ite)


def test_many_pairs_are_left() -> None:
    assert with_each_pair(chain(2000), bits(2, 32), added, build.ite) is None
