"""Conditions: what of a program has been verified (fold paper, Defs. 1 and 2; CMC paper, Sect. I).

A condition always means *covered*: an accepting state says that every execution with this prefix is verified, and
an execution for which no transition applies is not covered.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True, order=True)
class Transition:
    """``source`` moves to ``target`` over the program edge ``guard``, covering only states that satisfy ``assumption``.

    ``assumption`` is a C expression over the program's variables after the edge; empty means true.
    """

    source: str
    guard: EdgeLabel
    target: str
    assumption: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Condition(Brief, Displayed):
    """A condition automaton over the edges of the program with ``program_hash`` (fold paper, Def. 1).

    ``preprocessed_hash`` is that of the text that was analysed: the same program under other macros, or with a header
    that has changed, is another one. Empty where it is not known.
    ``files``: those that guards name, each with the SHA-256 of its lines (``automata.guarded_files``).

    ``states`` includes ``initial`` and ``accepting``; accepting states have no leaving transitions.
    """

    initial: str
    accepting: frozenset[str]
    transitions: tuple[Transition, ...]
    program_hash: str
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    producer: str = "coveriflow"
    preprocessed_hash: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """All states, initial first, then in the order of first mention."""
        seen = {self.initial: None}
        for transition in self.transitions:
            seen[transition.source] = seen[transition.target] = None
        return tuple(seen) + tuple(sorted(self.accepting - seen.keys()))

    @property
    def covers_everything(self) -> bool:
        """Whether the initial state already accepts."""
        return self.initial in self.accepting

    @property
    def digest(self) -> str:
        """SHA-256 of the automaton and its provenance, equal for equal conditions."""
        program = (self.program_hash, self.preprocessed_hash, self.files)
        about = (program, self.specification, self.data_model, self.producer)
        parts = [repr(about), repr(self.initial), *map(repr, sorted(self.accepting)), *map(repr, self.transitions)]
        return hashlib.sha256("\n".join(parts).encode("ascii", "backslashreplace")).hexdigest()
