"""Who is asked first, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coveriflow.logic import portfolio
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term, variable
from coveriflow.logic.z3_solver import Engine

_UNKNOWN, _SAT = Satisfiability.UNKNOWN, Satisfiability.SAT


@pytest.mark.parametrize("engine", [Engine.COMBINED, Engine.SIMPLE, Engine.BLASTED])
def test_z3_has_less_time_while_bitwuzla_answers(monkeypatch: pytest.MonkeyPatch, engine: Engine) -> None:
    """And again as much as at first where it answers one of those questions. Who checks has the same time always."""
    answers: list[Satisfiability] = []
    had: list[float] = []

    def by_z3(_: Portfolio, __: Sequence[Term], seconds: float, ___: float | None = None) -> Satisfiability:
        had.append(seconds)
        return answers.pop(0)

    def by_bits(_: Portfolio, __: list[Term], ___: float, *, simplifies: bool = True) -> Satisfiability:
        assert simplifies == (engine is Engine.COMBINED)
        return _SAT

    monkeypatch.setattr(Portfolio, "_by_z3", by_z3)
    monkeypatch.setattr(Portfolio, "_by_bits", by_bits)
    monkeypatch.setattr(portfolio, "_failed", type(portfolio._failed)())
    answers[:] = [_UNKNOWN, _UNKNOWN, _UNKNOWN, _UNKNOWN, _SAT, _UNKNOWN]
    for _ in range(6):
        assert Portfolio(engine).check([variable("claim", 0)], 100) is _SAT
    first, few = portfolio._SOON, portfolio._GLANCE
    is_checked = engine is not Engine.COMBINED
    assert had == ([portfolio._SOON_AGAIN] * 6 if is_checked else [first, first, few, few, few, first])


def test_z3_keeps_its_time_where_bitwuzla_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    had: list[float] = []

    def by_z3(_: Portfolio, __: Sequence[Term], seconds: float, ___: float | None = None) -> Satisfiability:
        had.append(seconds)
        return _UNKNOWN

    monkeypatch.setattr(Portfolio, "_by_z3", by_z3)
    monkeypatch.setattr(Portfolio, "_by_bits", lambda *_, **__: _UNKNOWN)
    monkeypatch.setattr(portfolio, "_failed", type(portfolio._failed)())
    for _ in range(4):
        assert Portfolio().check([variable("claim", 0)], 100) is _UNKNOWN
    assert had[::2] == [portfolio._SOON] * 4
