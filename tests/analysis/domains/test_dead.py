"""What steps forget, along random walks: nothing that is dead at a place is known there."""

from __future__ import annotations

import pickle
import random

import pytest

from coveriflow.analysis.cpa.control_flow import control_flow
from coveriflow.analysis.domains.dead import DeadVariables, dead_variables
from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call
from coveriflow.program.cfa.liveness import live_variables, liveness_of
from coveriflow.program.cfa.loops import loops_of
from tests.analysis.runs import automaton_of
from tests.generators.lists import generate as generate_lists
from tests.generators.overlapping import generate_overlapping
from tests.generators.programs import generate

_STEPS = 300


def names_of(cfa: Cfa, function: str) -> set[str]:
    """All variables that live only while ``function`` runs."""
    own = cfa.functions[function]
    found = {v.name for v in (*own.parameters, *own.locals, *([own.result] if own.result else []))}
    return found | {g.variable.name for g in cfa.globals if g.function == function}


@pytest.mark.parametrize("seed", range(24))
def test_nothing_that_is_dead_is_known(seed: int) -> None:
    make = (generate, generate, generate_lists, generate_overlapping)[seed % 4]
    cfa = automaton_of(make(seed))
    dead, flow, choice = dead_variables(cfa), control_flow(cfa), random.Random(seed)
    position = flow.start
    known = {name for function in cfa.functions for name in names_of(cfa, function)}
    known -= {*dead.at(position.location), *dead.regions_at(position.location)}
    for _ in range(_STEPS):
        ways = flow.ways_from(position)
        if not ways.targets:
            position = flow.start
            known -= {*dead.at(position.location), *dead.regions_at(position.location)}
            continue
        step = choice.choice(sorted(ways.targets, key=lambda each: each[0].number))
        for edge in step:
            variable = written_variable(edge.operation)
            known |= {variable.name} if variable is not None else set()
            known |= {p.name for p in edge.operation.parameters} if isinstance(edge.operation, Call) else set()
        forgotten = {*dead.after(step), *dead.regions_after(step)}
        position = ways.targets[step]
        gone = {*dead.at(position.location), *dead.regions_at(position.location)}
        assert forgotten <= gone
        known -= forgotten
        assert not known & gone


@pytest.mark.parametrize("seed", range(12))
def test_what_is_dead_is_what_is_not_live(seed: int) -> None:
    cfa = automaton_of(generate(seed))
    dead, live = DeadVariables(cfa), live_variables(cfa.edges, cfa.functions, cfa.globals)
    for location in cfa.locations:
        if location.function in cfa.functions:
            gone = {*dead.at(location), *dead.regions_at(location)}
            assert gone <= names_of(cfa, location.function) - live(location)


def test_what_follows_from_an_automaton_is_computed_once_and_not_pickled() -> None:
    cfa = automaton_of(generate(1))
    assert loops_of(cfa) is loops_of(cfa)
    assert dead_variables(cfa) is dead_variables(cfa)
    assert liveness_of(cfa) is not liveness_of(automaton_of(generate(2)))
    copy = pickle.loads(pickle.dumps(cfa))
    assert "derived" not in vars(copy)
    assert loops_of(copy).heads == loops_of(cfa).heads
