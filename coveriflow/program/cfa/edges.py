"""Control-flow edges: what happens between two program locations (fold paper, Sect. 2; CMC paper, Sect. II)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import ArrayValue, Expression, Place, Variable
from coveriflow.program.types.c_types import Scalar
from coveriflow.program.values import many


class InputKind(Enum):
    """Where a nondeterministic value comes from. Only ``CALL`` is an input of the program as the user wrote it.
    ``LIBRARY``: the value is known when the program runs, but it is not computed here. ``ORDER``: so is this, whether a
    comparison of pointers to different objects comes out otherwise than where objects lie as here. ``EVALUATION``: so
    is this, whether operands are evaluated in the opposite order. ``NAN``: so are these bits.
    """

    CALL = "call of an input function"
    UNINITIALISED = "uninitialised variable"
    UNDEFINED = "undefined function"
    VARIABLE = "undefined variable"
    ARGUMENT = "argument of the program"
    LIBRARY = "function of the C library"
    ORDER = "whether the opposite holds of"
    EVALUATION = "whether operands are evaluated in the opposite of"
    NAN = "the bits of"


class Undefined(Enum):
    """Undefined behaviour (C11) that a ``Check`` excludes; values complete the sentence 'no ... at ...'.

    ``LEAK`` and ``LOST`` are none: they are asked for only where they violate the property.
    """

    DIVISION = "division by zero or overflowing division"
    OVERFLOW = "signed integer overflow"
    SHIFT = "oversized or negative shift"
    BOUNDS = "array access out of bounds"
    FLOAT_CONVERSION = "conversion of a floating value out of range"
    DEREFERENCE = "invalid dereference"
    POINTER = "pointer arithmetic beyond an object"
    COMPARISON = "distance between pointers to different objects, or comparison of a dangling one"
    LIFETIME = "comparison or test of a pointer to a local object after its lifetime"
    FREE = "invalid free"
    STACK = "allocation of more memory on the stack than it has"
    CALL = "call through an invalid pointer"
    SIGNATURE = "call of a function with another type than its own"
    ARGUMENT = "reading of an argument that was passed with another type"
    OVERLAP = "copying between objects that overlap"
    OPERAND = "call of a built-in function or character test with an operand it is not defined for"
    JUMP = "computed goto to what is no label of the function"
    READ_ONLY = "writing to a string literal or an object that is defined const"
    BOOL = "reading of a _Bool that holds neither 0 nor 1"
    UNINITIALISED = "reading of a local variable that was never written"
    UNREACHABLE = "reaching of __builtin_unreachable"
    RETURNING = "return of a function that is declared not to return"
    UNSEQUENCED = "change of an object beside another access to it, in no order"
    LEAK = "allocated memory that is never freed"
    LOST = "allocated memory to which no pointer is left"


UNSUPPORTED = "__coveriflow_unsupported"
"""The function by which printed C says that something is not supported; its argument says what."""


OUTSIDE = "__coveriflow_outside"
"""The function that printed C calls for an object of so many bytes that is not the program's own."""


USABLE = "__coveriflow_usable"
"""The function that printed C calls for the number of bytes that an allocated object has."""


ACCESSIBLE = "__coveriflow_accessible"
"""The function that printed C calls to ask whether so many bytes from an address belong to one object that exists."""


CLOSE = "__coveriflow_close"
"""The function that printed C calls to ask whether two addresses are not further apart than objects are large."""


FREEABLE = "__coveriflow_freeable"
"""The function that printed C calls to ask whether an address may be freed."""
ABOUT_MEMORY = (ACCESSIBLE, CLOSE, FREEABLE)
"""Functions by which printed programs ask about memory."""


UNSET_POINTER = "__VERIFIER_nondet_unset_pointer"
"""The input function that printed C calls for a pointer that is not initialised: it points to nothing."""


@many
@dataclass(frozen=True, slots=True)
class Location:
    """A program location; ``number`` is unique in its automaton."""

    number: int
    function: str

    def __hash__(self) -> int:
        return self.number


class _Evaluating:
    """An operation never changes: what it evaluates is found once, and kept beside its value (``cfa.accesses``)."""

    __slots__ = ("names", "parts")
    parts: tuple[Expression, ...]
    names: frozenset[str]


@many
@dataclass(frozen=True, slots=True)
class Skip(_Evaluating):
    """Nothing happens; ``text`` says what of the program this is (a call of the error function, a label)."""

    text: str = ""


@many
@dataclass(frozen=True, slots=True)
class Assume(_Evaluating):
    """The branch is taken only where ``condition != 0`` has the value ``truth`` (C11 6.8.4).

    ``undefined``: this was a ``Check``, and the property is about executions that fail it
    (``transform.failing_checks``).
    """

    condition: Expression
    truth: bool
    undefined: Undefined | None = None


@many
@dataclass(frozen=True, slots=True)
class Assign(_Evaluating):
    """``target = value``; the types are the same (a whole array takes an ``ArrayValue``)."""

    target: Place
    value: Expression | ArrayValue


@many
@dataclass(frozen=True, slots=True)
class Input(_Evaluating):
    """``target`` gets any value of its type (an array: one input per element, in order).

    ``source`` is the function called, or the name of what is not initialised.
    """

    target: Variable
    source: str
    kind: InputKind
    type: Scalar


@many
@dataclass(frozen=True, slots=True)
class Check(_Evaluating):
    """Where ``condition`` is zero the execution is undefined and ends; nothing is verified about it."""

    condition: Expression
    undefined: Undefined


@many
@dataclass(frozen=True, slots=True)
class Call(_Evaluating):
    """Enter ``function``: its ``parameters`` get the values of ``arguments``; continue at ``return_to`` afterwards."""

    function: str
    parameters: tuple[Variable, ...]
    arguments: tuple[Expression, ...]
    return_to: Location


@many
@dataclass(frozen=True, slots=True)
class Return(_Evaluating):
    """Leave ``function`` with ``value`` for the edge's target, which is a call's ``return_to``; ``target`` gets the
    value.
    """

    function: str
    value: Variable | None
    target: Variable | None


@many
@dataclass(frozen=True, slots=True)
class Stop(_Evaluating):
    """The program ends here: ``exit(status)``, or ``abort()`` where ``status`` is ``None``."""

    status: Expression | None


@many
@dataclass(frozen=True, slots=True)
class Unsupported(_Evaluating):
    """From here on the program does what is not handled: nothing is known of an execution that comes here.

    ``feature`` completes the sentence '... is not supported'. ``is_limit``: it is handled, but not so much of it.
    """

    feature: str
    is_limit: bool = False

    def __str__(self) -> str:
        return f"{self.feature} is not supported"


Operation = Unsupported | Stop | Skip | Assume | Assign | Input | Check | Call | Return


@many
@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """An edge of one automaton; compared by identity, named outside by ``label``."""

    number: int
    source: Location
    operation: Operation
    target: Location
    origin: Span
    label: EdgeLabel

    def __repr__(self) -> str:
        return f"{self.source.number}->{self.target.number} {self.label.statement!r} ({self.origin})"
