"""What is to be verified: the properties of SV-COMP and the coverage goals of Test-Comp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from coveriflow.program.wording import meant


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
    UNDEFINED = "undefined-behaviour"


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
MEMORY_SAFETY = Specification(
    (Property(PropertyKind.VALID_FREE), Property(PropertyKind.VALID_DEREF), Property(PropertyKind.VALID_MEMTRACK))
)
"""SV-COMP's memory safety: only what was allocated is freed, accesses are within objects, nothing allocated is lost."""
TERMINATION = Specification((Property(PropertyKind.TERMINATION),))
"""Every execution ends."""
NOT_AT_A_PLACE = frozenset({PropertyKind.TERMINATION, PropertyKind.NO_DATA_RACE, PropertyKind.COVERAGE})
"""Properties that no place in a program violates: no call of a function can stand for them."""
BY_NAME = {
    "assertions": ASSERTIONS,
    "unreach-call": REACH_ERROR,
    "no-overflow": Specification((Property(PropertyKind.NO_OVERFLOW),)),
    "memory-safety": MEMORY_SAFETY,
    "memory-cleanup": Specification((Property(PropertyKind.VALID_MEMCLEANUP),)),
    "valid-deref": Specification((Property(PropertyKind.VALID_DEREF),)),
    "valid-free": Specification((Property(PropertyKind.VALID_FREE),)),
    "termination": TERMINATION,
    "undefined-behaviour": Specification((Property(PropertyKind.UNDEFINED),)),
}
"""What the command line can ask for without a file."""


def specification_named(words: str) -> Specification:
    """The specification that names with commas between them say; ``ValueError`` with a sentence."""
    each = words.split(",")
    for word in each:
        if word not in BY_NAME:
            hint = meant(word, BY_NAME, f"the properties are {', '.join(BY_NAME)}")
            raise ValueError(f"'{word}' is not a property: {hint}")
    return all_of([BY_NAME[word] for word in each])


def named(properties: Sequence[Property]) -> list[tuple[str, tuple[Property, ...]]]:
    """The names by which the command line can ask for ``properties``, each with those that it stands for. A property
    that has no such name has its own.
    """
    left, found = list(dict.fromkeys(properties)), list[tuple[str, tuple[Property, ...]]]()
    for one in properties:
        known = (each for each in BY_NAME.items() if one in each[1].properties and set(each[1].properties) <= set(left))
        largest = max(known, key=lambda each: len(each[1].properties), default=None)
        if largest is not None:
            found.append((largest[0], largest[1].properties))
            left = [each for each in left if each not in largest[1].properties]
        elif one in left:
            found.append((one.kind.value, (one,)))
            left.remove(one)
    return found


def all_of(specifications: Sequence[Specification]) -> Specification:
    """Their properties together, each once; ``ValueError`` where they begin in different functions."""
    if len({each.entry for each in specifications}) != 1:
        raise ValueError("properties of executions that begin in different functions")
    properties = dict.fromkeys(one for each in specifications for one in each.properties)
    return Specification(tuple(properties), specifications[0].entry)
