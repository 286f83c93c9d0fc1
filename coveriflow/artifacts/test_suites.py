"""Test suites (Test-Comp format 1.1): the values that the program reads, in the order in which it reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.program.expressions.float_text import decimal_text
from coveriflow.program.types.c_types import floating_type
from coveriflow.program.types.data_model import DataModel

_BYTES = "latin-1"


@dataclass(frozen=True, slots=True)
class TestInput:
    """One value read: an integer, with the C type and the variable it goes to where they are known. If ``type`` is a
    floating one, ``value`` is the bit pattern.
    """

    __test__: ClassVar[bool] = False  # not a test class of pytest's

    value: int
    type: str = ""
    variable: str = ""

    def __str__(self) -> str:
        """The value as people write it."""
        floating = floating_type(self.type, DataModel.LP64)
        return str(self.value) if floating is None else decimal_text(self.value, floating)


@dataclass(frozen=True, slots=True)
class TestCase:
    """The inputs of one execution; ``covers_error`` says that it is meant to violate the property."""

    __test__: ClassVar[bool] = False

    inputs: tuple[TestInput, ...]
    covers_error: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class TestSuite(Brief):
    """Test cases for one program. ``created`` is ISO 8601 with a zone (UTC as ``Z``)."""

    __test__: ClassVar[bool] = False

    cases: tuple[TestCase, ...]
    program_file: str
    program_hash: str
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    producer: str = "coveriflow"
    entry: str = "main"
    created: str = "1970-01-01T00:00:00Z"

    def __add__(self, other: TestSuite) -> TestSuite:
        """The cases of both, each once; what is said about the suite is what this one says. ``ValueError`` for suites
        of different programs.
        """
        if other.program_hash != self.program_hash:
            raise ValueError(f"test suites of {self.program_file} and {other.program_file} cannot be joined")
        return replace(self, cases=tuple(dict.fromkeys((*self.cases, *other.cases))))


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What a compiled program is given so that it does what was found. ``values``: what calls of input functions
    return, in order. ``given``: the text on standard input; ``arguments``: the program's own, its name first. Each
    character of these is a byte.

    ``is_sanitized``: what was found is reported by sanitizers that are compiled in. ``printed``: the program that was
    executed in the place of the one as written, with its hidden inputs made explicit; empty if that was executed.
    """

    values: tuple[int, ...] = ()
    given: str = ""
    arguments: tuple[str, ...] = ()
    is_sanitized: bool = False
    printed: str = ""
    stops: str = ""
    """The function of that program which is called where it violates the property."""

    @property
    def standard_input(self) -> bytes:
        """What the program may read there."""
        return self.given.encode(_BYTES)

    @property
    def own_arguments(self) -> tuple[bytes, ...]:
        """Without the program's name."""
        return tuple(each.encode(_BYTES) for each in self.arguments[1:])


def reproduction(
    values: tuple[int, ...],
    given: bytes,
    arguments: tuple[bytes, ...],
    *,
    is_sanitized: bool = False,
    printed: str = "",
    stops: str = "",
) -> Reproduction:
    """Of the bytes themselves."""
    texts = tuple(each.decode(_BYTES) for each in arguments)
    return Reproduction(values, given.decode(_BYTES), texts, is_sanitized, printed, stops)
