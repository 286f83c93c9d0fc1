"""Names that the front end gives to inputs and variables of its own."""

from __future__ import annotations

from typing import Final

from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.types.c_types import INT, LLONG

COUNT = "argc"
"""The source of an input that is the number of arguments of the program."""


ALLOCATED: Final = Variable("$allocated", LLONG)
"""How many allocated objects no one has freed, where the property asks for them."""


DIRECTION: Final = Variable("$rounding", INT)
"""The direction as ``fegetround`` gives it."""
