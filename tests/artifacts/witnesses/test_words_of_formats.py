"""Values of the kinds in witnesses are the words of the formats, which codecs write as they are."""

from __future__ import annotations

from enum import Enum

import pytest

from coveriflow.artifacts.witnesses.graphml import WitnessKind
from coveriflow.artifacts.witnesses.yaml import InvariantKind, WaypointKind


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (WitnessKind, {"violation_witness", "correctness_witness"}),
        (WaypointKind, {"assumption", "branching", "function_enter", "function_return", "target"}),
        (InvariantKind, {"loop_invariant", "location_invariant", "loop_transition_invariant"}),
    ],
)
def test_words_are_those_of_the_standard(kinds: type[Enum], words: set[str]) -> None:
    assert {kind.value for kind in kinds} == words
