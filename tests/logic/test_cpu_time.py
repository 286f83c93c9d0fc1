"""Limits of solvers are CPU time: with half of a machine they have twice as long."""

import time

import pytest
import z3

from coveriflow.logic import build, cpu_time
from coveriflow.logic.interpolation.apart import Apart
from coveriflow.logic.interpolation.path import path_of
from coveriflow.logic.interpolation.quantifiers import ProjectedPostconditions
from coveriflow.logic.terms import bits, variable


class Machine:
    """Clocks, and a solver that answers when it had ``needed`` seconds of CPU time in one piece."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, share: float, needed: float) -> None:
        self.share, self.needed = share, needed
        self.cpu = self.wall = self.timeout = 0.0
        monkeypatch.setattr(time, "process_time", lambda: self.cpu)
        monkeypatch.setattr(time, "monotonic", lambda: self.wall)

    def set(self, option: str, milliseconds: int) -> None:
        assert option == "timeout"
        self.timeout = milliseconds / 1000

    def check(self) -> z3.CheckSatResult:
        used = min(self.needed, self.timeout * self.share)
        self.cpu += used
        self.wall += used / self.share
        return z3.unsat if used == self.needed else z3.unknown


@pytest.mark.parametrize("share", [1.0, 0.5, 0.2])
def test_what_is_solved_on_an_idle_machine_is_solved_on_a_busy_one(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(monkeypatch, share, needed=2.8)
    assert cpu_time.checked(machine, 3.0) == z3.unsat


@pytest.mark.parametrize("share", [1.0, 0.5, 0.2])
def test_what_needs_more_is_given_up(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, share, needed=3.2)
    assert cpu_time.checked(machine, 3.0) == z3.unknown
    assert machine.cpu <= 6.0


def test_who_waits_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, 1e-6, needed=1.0)
    assert cpu_time.checked(machine, 1.0) == z3.unknown
    assert machine.wall < 50


def test_what_processes_of_their_own_use_counts() -> None:
    a, b, c = (variable(name, 32) for name in "abc")
    path = path_of([build.equal(a, bits(1, 32)), build.equal(b, a), build.equal(c, b), build.equal(c, bits(2, 32))])
    here, everywhere = time.process_time(), cpu_time.now()
    assert Apart(ProjectedPostconditions()).interpolants(path, cpu_time.now() + 30) is not None
    here, everywhere = time.process_time() - here, cpu_time.now() - everywhere
    assert everywhere > here + 0.001
