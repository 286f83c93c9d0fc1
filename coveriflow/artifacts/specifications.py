"""What is to be verified: the properties of SV-COMP and the coverage goals of Test-Comp."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class PropertyKind(Enum):
    """The properties a ``.prp`` file can name; values are the names that SV-COMP results use, where it has them."""

    UNREACH_CALL = "unreach-call"
    NO_OVERFLOW = "no-overflow"
    VALID_FREE = "valid-free"
    VALID_DEREF = "valid-deref"
    VALID_MEMTRACK = "valid-memtrack"
    VALID_MEMCLEANUP = "valid-memcleanup"
    NO_DATA_RACE = "no-data-race"
    TERMINATION = "termination"
    COVERAGE = "coverage"
    ASSERTIONS = "assertions"


@dataclass(frozen=True, slots=True)
class Property:
    """One property. ``subject``: the function not to be called (``unreach-call``) or the FQL goal (``coverage``)."""

    kind: PropertyKind
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Specification:
    """All properties that must hold together for executions that start in ``entry``."""

    properties: tuple[Property, ...]
    entry: str = "main"


REACH_ERROR = Specification((Property(PropertyKind.UNREACH_CALL, "reach_error"),))
"""No execution calls ``reach_error``."""
ASSERTIONS = Specification((Property(PropertyKind.ASSERTIONS),))
"""The default: no execution calls an error function, and no assertion fails (``program.text.violations``)."""
BY_NAME = {"assertions": ASSERTIONS, "unreach-call": REACH_ERROR}
"""What the command line can ask for without a file."""
