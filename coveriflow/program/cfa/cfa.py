"""Control-flow automata (fold paper, Sect. 2): one per program, functions entered by call and left by return edges."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assume, Edge, Location, Operation, Unsupported
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.types.c_types import Block, DeclaredType
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import Granules
from coveriflow.program.values import many


@many
@dataclass(frozen=True, slots=True)
class Global:
    """A variable with static storage: ``initial`` values of its first elements (a scalar: one), the rest are zero."""

    variable: Variable
    initial: tuple[int, ...]
    cells: tuple[tuple[int, int], ...] = ()
    """Of a region: numbers by address."""
    unknown: bool = False
    """Of a region: whether what ``cells`` does not give is unknown rather than zero."""
    function: str = ""
    """Of a region for local objects of one function, which no one uses but it and those that it calls: that function.
    """


@many
@dataclass(frozen=True, slots=True)
class MemoryObject:
    """An object with a place of its own. ``initial``: its bytes that are not zero, by offset; ``None`` where it starts
    with unknown content. ``function``: the one it is local to, ``""`` for static storage. ``declared``: its type, where
    that is known. ``in_block``: it may end before its function does.
    """

    variable: Variable
    function: str
    initial: tuple[tuple[int, int], ...] | None
    declared: DeclaredType | None = None
    in_block: bool = False

    @property
    def block(self) -> Block:
        """Where it lies."""
        assert isinstance(self.variable.type, Block)
        return self.variable.type


@many
@dataclass(frozen=True, slots=True)
class Function:
    """``exit`` is where all its return edges start; ``result`` holds the value returned (``None``: void)."""

    name: str
    entry: Location
    exit: Location
    parameters: tuple[Variable, ...]
    locals: tuple[Variable, ...]
    result: Variable | None


@dataclass(frozen=True)
class Cfa:
    """A whole program.

    ``error``: a call of the function that must not be called leads here. ``halt``: the end of executions that stop
    without violating (``abort``, a failed ``__VERIFIER_assume``). The exit of the entry function ends normally.
    Every other location has a leaving edge; leaving assume edges come in pairs of opposite truth, or alone where the
    other one was removed by a transformation (then that execution ends).
    """

    entry: Location
    error: Location
    halt: Location
    edges: tuple[Edge, ...]
    globals: tuple[Global, ...]
    functions: Mapping[str, Function]
    entry_function: str
    error_function: str
    data_model: DataModel
    granules: Granules
    assumptions: tuple[str, ...] = ()
    objects: tuple[MemoryObject, ...] = ()
    control: tuple[ControlStatement, ...] = ()
    """The conditions of the program text; a program that was transformed has none."""

    @cached_property
    def leaving(self) -> Mapping[Location, tuple[Edge, ...]]:
        """Edges by source, in order of number; every location with none maps to ``()``."""
        table: defaultdict[Location, tuple[Edge, ...]] = defaultdict(tuple)
        for edge in self.edges:
            table[edge.source] += (edge,)
        return table

    @cached_property
    def entering(self) -> Mapping[Location, tuple[Edge, ...]]:
        """Edges by target, in order of number."""
        table: defaultdict[Location, tuple[Edge, ...]] = defaultdict(tuple)
        for edge in self.edges:
            table[edge.target] += (edge,)
        return table

    @cached_property
    def by_label(self) -> Mapping[EdgeLabel, Edge]:
        """The edge of each label: labels are unique."""
        return {edge.label: edge for edge in self.edges}

    @cached_property
    def unsupported(self) -> tuple[NotSupported, ...]:
        """What of the program is not handled, where it may be reached; limits are not named."""
        found = ((e.operation, e.origin) for e in self.edges if isinstance(e.operation, Unsupported))
        return tuple(NotSupported(operation.feature, origin) for operation, origin in found if not operation.is_limit)

    @cached_property
    def derived(self) -> dict[str, object]:
        """What ``once`` keeps. It stays in this process."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "derived"}

    @property
    def exit(self) -> Location:
        """Where the entry function returns: the program ends."""
        return self.functions[self.entry_function].exit

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """All locations, by number."""
        found = {self.entry, self.error, self.halt, *(e.source for e in self.edges), *(e.target for e in self.edges)}
        return tuple(sorted(found, key=lambda location: location.number))


@many
@dataclass(frozen=True, slots=True)
class RawEdge:
    """An edge before it gets number and label. ``text``: what is shown, if it is not what the operation does."""

    source: Location
    operation: Operation
    target: Location
    origin: Span
    text: str | None = None

    @property
    def shown(self) -> str:
        """What people read."""
        return operation_text(self.operation) if self.text is None else self.text


def numbered(raw: Iterable[RawEdge]) -> tuple[Edge, ...]:
    """Edges with numbers in the given order and with unique labels."""
    seen: Counter[tuple[str, str, int, str, str]] = Counter()
    edges = []
    for number, r in enumerate(raw):
        branch = _branch(r.operation)
        text = r.shown
        key = (r.source.function, r.origin.file, r.origin.line, text, branch.value)
        label = EdgeLabel(r.source.function, r.origin.line, text, branch.value, seen[key], r.origin.file)
        seen[key] += 1
        edges.append(Edge(number, r.source, r.operation, r.target, r.origin, label))
    return tuple(edges)


def _branch(operation: Operation) -> Branch:
    if isinstance(operation, Assume):
        return Branch.TRUE if operation.truth else Branch.FALSE
    return Branch.NONE
