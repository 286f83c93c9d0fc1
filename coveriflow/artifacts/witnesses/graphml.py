"""Witness automata (SV-COMP GraphML witnesses 1.0): a path to a violation, or invariants that prove its absence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.program.types.data_model import DataModel


class WitnessKind(Enum):
    """Values are those of the format's ``witness-type``."""

    VIOLATION = "violation_witness"
    CORRECTNESS = "correctness_witness"


@dataclass(frozen=True, slots=True)
class WitnessNode:
    """A state; ``invariant`` (C expression over ``invariant_scope``'s variables) only in correctness witnesses."""

    name: str
    violation: bool = False
    sink: bool = False
    cyclehead: bool = False
    invariant: str = ""
    invariant_scope: str = ""


@dataclass(frozen=True, slots=True)
class WitnessEdge:
    """A transition; lines count from 1, offsets from 0, -1 means not given; ``control`` is ``condition-true|false``.

    ``origin_file``: the file in which these lines and offsets are, empty where it is not named.
    """

    source: str
    target: str
    startline: int = -1
    endline: int = -1
    startoffset: int = -1
    endoffset: int = -1
    control: str = ""
    assumption: str = ""
    assumption_scope: str = ""
    assumption_resultfunction: str = ""
    enter_function: str = ""
    return_from_function: str = ""
    enter_loop_head: bool = False
    origin_file: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Witness(Brief, Displayed):
    """A witness automaton; ``entry`` names its initial node. ``created`` is ISO 8601 with a zone."""

    kind: WitnessKind
    entry: str
    nodes: tuple[WitnessNode, ...]
    edges: tuple[WitnessEdge, ...]
    program_file: str
    program_hash: str
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    producer: str = "coveriflow"
    created: str = "1970-01-01T00:00:00Z"
