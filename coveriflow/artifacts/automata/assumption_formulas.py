"""Assumption formulas (CMC paper, Sect. I and III): for each location what has to hold there, ``(pc = l) => psi``."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True, order=True)
class LocatedAssumption:
    """``holds``, a C expression, is true whenever an edge of ``line`` in ``function`` is about to be taken."""

    file: str
    line: int
    function: str
    holds: str


@dataclass(frozen=True, slots=True)
class AssumptionFormula:
    """No execution violates the specification as long as all ``assumptions`` hold: together they are the conjunction.

    ``program_file`` is for people; the hashes are those of the program (see ``Condition``).
    """

    assumptions: tuple[LocatedAssumption, ...]
    program_hash: str
    program_file: str = ""
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    producer: str = "coveriflow"
    preprocessed_hash: str = ""
