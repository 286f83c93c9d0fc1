"""What one edge does to an abstract state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import Offset, assign, constrain, forget, plain
from coveriflow.analysis.data_flow.evaluation import Evaluation
from coveriflow.analysis.data_flow.memory_transfer import MemoryTransfer, StoredCells
from coveriflow.analysis.data_flow.refinement import Refinement
from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.analysis.data_flow.text_transfer import TextTransfer
from coveriflow.analysis.data_flow.values.arithmetic import everything
from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Cell,
    Element,
    Expression,
    NewObject,
    Place,
    Variable,
)
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.types.c_types import Array, Integer, Region


@dataclass(frozen=True, slots=True)
class Transfer:
    """Law: where a concrete execution takes ``edge`` from a state in ``state``, what it comes to is in the result."""

    evaluation: Evaluation
    refinement: Refinement
    contents: MemoryTransfer

    @property
    def _lattice(self) -> Lattice:
        return self.evaluation.lattice

    @property
    def cells(self) -> StoredCells:
        """For differences to values in memory."""
        return StoredCells(self.evaluation)

    @property
    def texts(self) -> TextTransfer:
        """For facts about the ends of texts."""
        return self.refinement.texts

    def apply(self, state: State, edge: Edge) -> bool:
        """Change ``state``; ``False``: the edge cannot be taken."""
        if state.ends and not self.texts.tightened(state):
            return False
        match edge.operation:
            case Skip() | Stop() | Unsupported():
                return True
            case Assume(condition, truth):
                return self.refinement.assume(state, condition, truth=truth)
            case Check(condition):
                return self.refinement.assume(state, condition, truth=True)
            case Assign(target, value):
                self._assign(state, target, value)
                return True
            case Input(target):
                self.forget(state, target.name)
                self.cells.forget_region(state, target.name)
                if state.memory.pop(target.name, None) is not None or state.ends:
                    self.texts.forget_region(state, target.name)
                return True
            case Call(_, parameters, arguments):
                self._call(state, parameters, arguments)
                return True
            case Return(_, value, target):
                if target is not None:
                    self._assign(state, target, value if value is not None else target)
                return True
            case _:
                assert_never(edge.operation)

    def forget(self, state: State, name: str) -> None:
        """``name`` may have any value."""
        if state.ends or state.reads:
            self.texts.forget(state, name)
        state.numbers.pop(name, None)
        state.floats.pop(name, None)
        if state.bounds:
            forget(state.bounds, self._lattice.partners, name)

    def _assign(self, state: State, target: Place, value: Expression) -> None:
        if isinstance(value, NewObject):
            self.texts.allocate(state, value)
            self.contents.allocate(state, value)
            self.cells.allocate(state, value)
        if self._lattice.regions:
            self._end_texts(state, target, value)
        stored = self.cells.stored(state, target, value)
        overwritten = self.cells.overwritten(state, target)
        ends = {} if stored is None else self.texts.stored_in(state, (stored[0], target), value, overwritten)
        others = self.cells.texts_without(state, overwritten)
        if self.contents.assign(state, target, value):
            state.ends = others
            self.cells.forget(state, overwritten)
            if stored is not None:
                self.cells.assign(state, stored, overwritten)
                state.ends = text_ends.bounded({**state.ends, **ends}) if ends else state.ends
            return
        name = self._written(target)
        if name is None:
            return
        if name in self._lattice.floating:
            self._set_float(state, name, self._stored_float(state, name, target, value))
            return
        if isinstance(value, ArrayValue) or self.evaluation.place(target) is None:
            self.forget(state, name)
            return
        number, offsets = self._stored(state, name, target, value)
        if self._lattice.regions:
            self.texts.changed(state, [self.texts.change(state, name, value)])
        self._set(state, name, number, offsets)

    def _end_texts(self, state: State, target: Place, value: Expression) -> None:
        """What a write to memory or to an array does to facts about texts."""
        match target:
            case Cell(Variable(name, Region(_, False))) | Element(Variable(name)):
                if name in self._lattice.regions:
                    self.texts.store(state, target, value)
            case Variable(name, Array()):
                self.texts.forget_region(state, name)
            case _:
                pass

    def _written(self, target: Place) -> str | None:
        """The name of what is tracked and changed."""
        match target:
            case Variable(name):
                return name if name in self.evaluation.types or name in self._lattice.floating else None
            case Cell(Variable(name)):
                return name if name in self.evaluation.types or name in self._lattice.floating else None
            case _:
                return None

    def _stored(self, state: State, name: str, target: Place, value: Expression) -> tuple[ValueSet, list[Offset]]:
        """The number that is tracked, and what it is near."""
        number, type_ = self.evaluation.value(value, state), self.evaluation.types[name]
        offsets = self.evaluation.offsets(value, state) if name in self._lattice.partners else []
        if isinstance(target, Variable) and isinstance(value.type, Integer) and value.type == type_:
            return number, offsets
        kept = number.within(type_.minimum, type_.maximum)
        return self.evaluation.arithmetic.wrapped(number, type_), offsets if kept else []

    def _stored_float(self, state: State, name: str, target: Place, value: Expression) -> FloatSet | None:
        """The number that is tracked; ``None``: any, since what is stored there is read as something else."""
        type_ = self._lattice.floating[name]
        if target.type != type_ or value.type != type_:
            return None
        return self.evaluation.floating(value, state)

    def _set_float(self, state: State, name: str, value: FloatSet | None) -> None:
        if value is None or value == float_sets.everything(value.form):
            state.floats.pop(name, None)
        else:
            state.floats[name] = value

    def _set(self, state: State, name: str, number: ValueSet, offsets: list[Offset]) -> None:
        """The nearest variable first: itself, if its old value is near."""
        if number == everything(self.evaluation.types[name]):
            state.numbers.pop(name, None)
        else:
            state.numbers[name] = number
        partners = self._lattice.partners
        if name not in partners:
            return
        ordered = sorted((o for o in offsets if o[0] == name or o[0] in partners[name]), key=lambda o: o[0] != name)
        if not ordered:
            forget(state.bounds, partners, name)
            return
        assign(state.bounds, partners, name, ordered[0])
        for base, low, high in ordered[1:]:
            if ordered[0][0] != name and base != name:
                constrain(state.bounds, partners, name, base, high)
                constrain(state.bounds, partners, base, name, -low)

    def _call(self, state: State, parameters: tuple[Variable, ...], arguments: tuple[Expression, ...]) -> None:
        """All arguments first; no bounds to what a parameter was before."""
        names = {p.name for p in parameters}
        stored = [
            (p.name, *self._stored(state, p.name, p, a))
            for p, a in zip(parameters, arguments, strict=True)
            if p.name in self.evaluation.types
        ]
        floats = [
            (p.name, self._stored_float(state, p.name, p, a))
            for p, a in zip(parameters, arguments, strict=True)
            if p.name in self._lattice.floating
        ]
        if self._lattice.regions:
            changes = [
                self.texts.change(state, p.name, a)
                for p, a in zip(parameters, arguments, strict=True)
                if p.name in self.evaluation.types
            ]
            self.texts.changed(state, changes)
        for name, value in floats:
            self._set_float(state, name, value)
        for name, number, offsets in stored:
            self._set(state, name, number, [o for o in offsets if plain(o[0]) not in names])
