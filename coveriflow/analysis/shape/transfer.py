"""What edges do to heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.data_flow.values.arithmetic import EITHER
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.shape.evaluation import Evaluation, is_counter, is_extent, is_single
from coveriflow.analysis.shape.heaps import Heap, is_unknown
from coveriflow.analysis.shape.lost_objects import nothing_is_lost
from coveriflow.analysis.shape.materialisation import materialised
from coveriflow.analysis.shape.objects import Object, Value
from coveriflow.analysis.shape.refinement import Refinement
from coveriflow.analysis.shape.values import Ambiguous, Refused
from coveriflow.program.cfa.edges import (
    Assign,
    Assume,
    Call,
    Check,
    Edge,
    Input,
    Return,
    Skip,
    Stop,
    Undefined,
    Unsupported,
)
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    ArrayValue,
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    scalar_type,
)
from coveriflow.program.types.c_types import Array, Region

_NOTHING = exactly(0)


@dataclass(frozen=True)
class Transfer:
    """Of one program. ``static``: names of variables and objects that live as long as it does. ``undefined``: the
    checks that may fail, as far as they were come to.
    """

    evaluation: Evaluation
    static: frozenset[str]
    undefined: dict[Edge, None] = field(default_factory=dict)

    @property
    def _refinement(self) -> Refinement:
        return Refinement(self.evaluation)

    def after(self, heap: Heap, edges: Sequence[Edge]) -> Iterator[Heap]:
        """All that ``edges``, one after the other, lead to. Raises ``Refused``.

        Law: a concrete state of ``heap`` leads to one of a heap that is yielded, unless the edges cannot be taken.
        """
        pending = [(heap, 0)]
        while pending:
            now, index = pending.pop()
            if index == len(edges):
                yield now
                continue
            changed = now.copy()
            try:
                if self._apply(changed, edges[index]):
                    pending += [(case, index + 1) for case in self._cases(changed, edges[index])]
            except Refused as refusal:
                raise Refused(f"{refusal} ({edges[index].origin})") from None
            except Ambiguous as which:
                pending += [(case, index) for case in materialised(now, which.segment, which.end)]

    def _cases(self, heap: Heap, edge: Edge) -> Sequence[Heap]:
        """A truth value that is stored is looked at: programs remember so which way they went."""
        match edge.operation:
            case Assign(Variable() | Cell() as target, Binary(op) as value) if op in COMPARISONS:
                if not _is_scalar(target) or self.evaluation.value(target, heap) != EITHER:
                    return (heap,)
                cases = heap.copy(), heap
                for number, case in enumerate(cases):
                    constant = Constant(number, scalar_type(value))
                    self._assign(case, target, constant)
                return cases
            case _:
                return (heap,)

    def _apply(self, heap: Heap, edge: Edge) -> bool:
        """Change ``heap``; whether the edge can be taken."""
        match edge.operation:
            case Skip() | Stop():
                return True
            case Assume(_, truth, Undefined.LOST) if nothing_is_lost(heap, self.static):
                return truth
            case Assume(condition, truth):
                return self._refinement.assume(heap, condition, truth=truth)
            case Check(condition):
                if self._refinement.assume(heap.copy(), condition, truth=False):
                    self.undefined[edge] = None
                return self._refinement.assume(heap, condition, truth=True)
            case Assign(target, value):
                self._assign(heap, target, value)
            case Input(target):
                heap.variables.pop(target.name, None)
            case Call(_, parameters, arguments):
                values = [self.evaluation.stored(each, heap) for each in arguments]
                for parameter, each in zip(parameters, values, strict=True):
                    self._set(heap, parameter, each)
            case Return(_, result, to):
                if to is not None and result is not None:
                    self._set(heap, to, self.evaluation.stored(result, heap))
            case Unsupported() as operation:
                raise Refused(f"what happens here: {operation}")
        return True

    def _set(self, heap: Heap, target: Variable, value: Value) -> None:
        if is_unknown(value, scalar_type(target).width // 8):
            heap.variables.pop(target.name, None)
        else:
            heap.variables[target.name] = value

    def _assign(self, heap: Heap, target: Variable | Element | Cell, value: Expression | ArrayValue) -> None:
        match target:
            case Element():
                return
            case Variable(_, Array()):
                return
            case Variable() if is_counter(target):
                return
            case Variable() if target == ALLOCATED:
                heap.surplus += _change(value)
            case Variable():
                self._set(heap, target, self.evaluation.stored(value, heap))
            case Cell():
                self._write(heap, target, value)

    def _write(self, heap: Heap, target: Cell, value: Expression | ArrayValue) -> None:
        number = self.evaluation.stored(value, heap)
        if is_extent(target):
            self._set_extent(heap, target, number)
        elif is_single(target.region):
            region = target.region.type
            assert isinstance(region, Region)
            if scalar_type(target).width != region.width:
                raise Refused("writing a part of a number in memory")
            heap.variables[target.region.name] = number
        else:
            found = self.evaluation.place(target, heap)
            if found is None or found[0].object not in heap.objects:
                raise Refused("where a write through this pointer goes")
            heap.set_field(found[0].object, found[1], number)

    def _set_extent(self, heap: Heap, target: Cell, size: Value) -> None:
        """Memory that begins or ceases to exist; of what ceases to, nothing is known any more."""
        found = self.evaluation.extent_of(target, heap)
        if found is None or isinstance(found, ValueSet):
            raise Refused("which object begins or ceases to exist")
        object_, place = found[0].object, found[1]
        exists = isinstance(size, ValueSet) and size != _NOTHING
        if isinstance(size, ValueSet) and exists and 0 in size:
            raise Refused("whether an object begins to exist")
        before = heap.objects[object_]
        if isinstance(object_, int):
            heap.surplus += before.exists - exists
        if not exists and isinstance(object_, int):
            heap.objects[object_] = Object({place: _NOTHING})
        else:
            heap.set_field(object_, place, size)


def _is_scalar(target: Variable | Cell) -> bool:
    return not isinstance(target, Variable) or not isinstance(target.type, Array)


def _change(value: Expression | ArrayValue) -> int:
    """By how much the number of allocated objects changes."""
    match value:
        case Binary(BinaryOp.ADD, left, Constant(number)) if left == ALLOCATED:
            return number
        case Binary(BinaryOp.SUB, left, Constant(number)) if left == ALLOCATED:
            return -number
        case _:
            raise Refused("how many objects are allocated now")
