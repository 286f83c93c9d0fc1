"""Automata in CPAchecker's language of specifications, as assumption automata are written (CMC paper, Sect. III-B)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

VERIFIED = "__TRUE"
"""The state of an assumption automaton after which everything is verified."""
NOT_VERIFIED = "__FALSE"
"""The state after which nothing is."""


class Kind(Enum):
    """How a text is compared with an edge; the values stand between ``MATCH`` and the text."""

    EXACT = "exact"
    PATTERN = "pattern"
    REGULAR = "regular"
    LABEL = "LABEL"
    LABEL_REGULAR = "LABEL regular"
    CALL = "FUNCTIONCALL"
    ENTRY = "ENTRY"
    EXIT = "EXIT"
    ASSERT = "ASSERT"


@dataclass(frozen=True, slots=True)
class Always:
    """``TRUE`` or ``FALSE``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Match:
    """``MATCH``: the edge has this text (``EXACT``), or is as ``kind`` says."""

    kind: Kind
    text: str = ""


@dataclass(frozen=True, slots=True)
class Not:
    """``!operand``."""

    operand: Guard


@dataclass(frozen=True, slots=True)
class Connective:
    """``left operator right``; ``operator`` is ``&&``, ``||``, ``==`` or ``!=``."""

    operator: str
    left: Guard
    right: Guard


@dataclass(frozen=True, slots=True)
class Question:
    """About variables of the automaton or about other analyses: ``text`` as it is written, single blanks between
    words.
    """

    text: str


Guard = Always | Match | Not | Connective | Question


class Ending(Enum):
    """What a transition ends with, in place of a state."""

    GOTO = "GOTO"
    ERROR = "ERROR"
    STOP = "STOP"
    BREAK = "BREAK"


@dataclass(frozen=True, slots=True)
class ObserverTransition:
    """``guard -> ASSERT ... ASSUME {assumption} actions GOTO target``.

    ``assumption``: ``None`` where there is none. ``target``: the state, or the text of an ``ERROR`` (``""``: none).
    ``actions``: as written, single blanks between words.
    """

    guard: Guard
    target: str
    assumption: str | None = None
    assertions: tuple[Guard, ...] = ()
    actions: str = ""
    ending: Ending = Ending.GOTO


@dataclass(frozen=True, slots=True)
class ObserverState:
    """``first``: only the first transition whose guard holds is taken (``USEFIRST``), else all. If no guard holds,
    the state stays.
    """

    name: str
    transitions: tuple[ObserverTransition, ...]
    first: bool = False
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class ObserverAutomaton:
    """``locals``: declarations of its variables, as written. A state that is listed nowhere stays what it is."""

    name: str
    initial: str
    states: tuple[ObserverState, ...]
    locals: tuple[str, ...] = ()
    observer: bool = True
