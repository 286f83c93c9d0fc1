"""Block formulas: path formulas over the values at the beginning of their block, and how these are named.

A program variable has one name at the beginning of a block ("now"); on a path of several blocks it has one for each
cut. What is unknown of memory at the start of the program has the same name everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.dead import DeadVariables
from coveriflow.analysis.domains.symbolic import UNKNOWN_MEMORY, PathFormula, SymbolicDomain
from coveriflow.analysis.predicate.states import Abstraction
from coveriflow.logic import build
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.substitution import Substitution, equality, variables_of
from coveriflow.logic.terms import TRUE, Op, Sort, Term, bits
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Edge
from coveriflow.program.expressions.expressions import NewObject, Variable, variables
from coveriflow.program.memory.layout import ACTIVATION_PREFIX
from coveriflow.program.types.c_types import Block, Integer, Rank, Region

_NOW = "now: "


def now(name: str, sort: Sort) -> Term:
    """The value of the program variable ``name`` at the beginning of the block."""
    return logic_variable(_NOW + name, sort)


def program_name(term: Term) -> str | None:
    """The program variable whose value now ``term`` is; ``None`` for inputs and what is unknown of memory."""
    name = str(term.payload)
    return name.removeprefix(_NOW) if name.startswith(_NOW) else None


@dataclass(slots=True)
class BlockFormulas(SymbolicDomain):
    """Strongest postconditions within blocks, each computed once.

    Unlike in an unwinding from the start of the program, what memory holds where no object is yet is kept exactly: a
    block does not see what was stored before it.
    """

    _after_step: dict[tuple[PathFormula, Step], PathFormula | None] = field(default_factory=dict)
    _joined: dict[tuple[PathFormula, PathFormula], PathFormula] = field(default_factory=dict)
    _starts: dict[tuple[str, ...], PathFormula] = field(default_factory=dict)
    _truths: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        SymbolicDomain.__post_init__(self)
        self._truths = frozenset(v.name for v in all_variables(self.cfa) if _is_truth(v))

    def start(self, arrived: PathFormula) -> PathFormula:
        """The path formula *true* over what is known where ``arrived`` ends."""
        return self.beginning({name: term.sort for name, term in arrived.values.items()})

    def beginning(self, sorts: dict[str, Sort]) -> PathFormula:
        """The path formula *true* over variables of these sorts; a truth value is 0 or 1 everywhere."""
        key = tuple(sorted(sorts))
        if key not in self._starts:
            guard = TRUE
            for name in key:
                if name in self._truths and sorts[name] > 0:
                    below = build.less(now(name, sorts[name]), bits(2, sorts[name]), is_signed=False)
                    guard = build.conjoin(guard, below)
            self._starts[key] = PathFormula(guard, {name: now(name, sorts[name]) for name in key})
        return self._starts[key]

    def successor(self, element: PathFormula, step: Step) -> PathFormula | None:
        """See ``SymbolicDomain``."""
        key = element, step
        if key not in self._after_step:
            self._after_step[key] = SymbolicDomain.successor(self, element, step)
        return self._after_step[key]

    def _after(self, current: PathFormula, edge: Edge) -> PathFormula:
        after = SymbolicDomain._after(self, current, edge)
        if isinstance(edge.operation, Assign) and _is_activation(edge.operation):
            self._forget_memory(after)
        return after

    def _forget_memory(self, current: PathFormula) -> None:
        """Objects of an activation lie where those of an earlier one did, and have unknown content all the same."""
        for variable in (g.variable for g in self.cfa.globals if isinstance(g.variable.type, Region)):
            if not variable.type.single and variable.name in current.values:  # type: ignore[union-attr]
                self._fresh += 1
                current.values[variable.name] = logic_variable(f"content{self._fresh}", sort_of(variable.type))

    def merge(self, new: PathFormula, old: PathFormula) -> PathFormula:
        """Either path."""
        if new is old:
            return old
        key = new, old
        if key not in self._joined:
            shared = [name for name in old.values if name in new.values]
            is_new, guard = build.joined(new.guard, old.guard)
            values = {name: build.ite(is_new, new.values[name], old.values[name]) for name in shared}
            self._joined[key] = PathFormula(guard, values)
        return self._joined[key]


def all_variables(cfa: Cfa) -> Iterator[Variable]:
    """Of the whole program."""
    yield from (g.variable for g in cfa.globals)
    for function in cfa.functions.values():
        yield from (*function.parameters, *function.locals, *([function.result] if function.result else []))


def variables_at(cfa: Cfa, dead: DeadVariables, position: Position) -> list[Variable]:
    """What may be known at ``position``: globals, and variables of the active functions but those that are dead."""
    found = [g.variable for g in cfa.globals]
    for name in dict.fromkeys(location.function for location in (position.location, *position.stack)):
        function = cfa.functions[name]
        found += [*function.parameters, *function.locals, *([function.result] if function.result else [])]
    gone = set(dead.at(position.location))
    return [v for v in found if not isinstance(v.type, Block) and v.name not in gone]


def _is_truth(variable: Variable) -> bool:
    return isinstance(variable.type, Integer) and variable.type.rank is Rank.BOOL


def _is_activation(assignment: Assign) -> bool:
    value = assignment.value
    if not isinstance(value, NewObject):
        return False
    return any(v.name.startswith(ACTIVATION_PREFIX) for v in variables(value.address))


def instance(formula: Term, arrived: PathFormula) -> Term:
    """``formula``, which is over the values now, over the values at the end of ``arrived``; what is not known there may
    be anything.
    """
    values = {now(n, t.sort): t for n, t in arrived.values.items()}
    unknown = [v for v in variables_of(formula) if v not in values and program_name(v) is not None]
    anything = {v: logic_variable(f"any: {v.payload}", v.sort) for v in unknown}
    return Substitution({**values, **anything})(formula)


@dataclass(slots=True)
class Cuts:
    """The blocks of one path as parts of one formula (unifying paper, Sect. 3.2.2): ``parts[i]`` is the block formula
    of ``blocks[i]``, from cut ``i`` to cut ``i + 1``; variables have a name for each cut.

    ``first`` is a formula that holds at cut 0, ``last`` one at the last cut. Of the values at a cut only those are
    described on which what follows depends.
    """

    blocks: Sequence[PathFormula]
    first: Term = TRUE
    last: Term = TRUE
    parts: list[Term] = field(init=False)
    _renamings: dict[int, Callable[[Term], Term]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        needed = variables_of(self.last)
        parts = []
        for number in reversed(range(len(self.blocks))):
            block = self.blocks[number]
            names = sorted(n for v in needed if (n := program_name(v)) is not None and n in block.values)
            part = block.guard
            needed = variables_of(block.guard)
            for name in names:
                needed |= variables_of(block.values[name])
            part = self.within(number, part)
            for name in names:
                value = block.values[name]
                part = build.conjoin(part, equality(at_cut(name, value.sort, number + 1), self.within(number, value)))
            parts.append(part)
        self.parts = parts[::-1]
        self.parts[0] = build.conjoin(self.within(0, self.first), self.parts[0])
        self.parts[-1] = build.conjoin(self.parts[-1], self.at(len(self.blocks), self.last))

    def within(self, number: int, term: Term) -> Term:
        """``term``, which speaks of block ``number`` alone, with the names that it has on the path."""
        found = variables_of(term)
        return Substitution({v: _on_path(v, number) for v in found})(term)

    def at(self, cut: int, formula: Term) -> Term:
        """``formula`` over the values at ``cut``."""
        return self.within(cut, formula)


@dataclass(slots=True)
class AlongPath:
    """Terms of one block after the other over the inputs of the path alone: a model of ``Cuts`` says nothing of values
    on which only the choice between paths that meet again depends.
    """

    _block: int = 0
    _values: dict[Term, Term] = field(default_factory=dict)

    def __call__(self, term: Term) -> Term:
        """``term``, which speaks of the current block."""
        found = variables_of(term)
        return Substitution({v: self._values.get(v) or _on_path(v, self._block) for v in found})(term)

    def leave(self, block: PathFormula) -> None:
        """The current block, with this formula, has ended."""
        self._values = {now(name, term.sort): self(term) for name, term in block.values.items()}
        self._block += 1


def _on_path(variable: Term, number: int) -> Term:
    name = program_name(variable)
    if name is not None:
        return at_cut(name, variable.sort, number)
    if str(variable.payload).startswith(UNKNOWN_MEMORY):
        return variable
    return logic_variable(f"{variable.payload} #{number}", variable.sort)


def at_cut(name: str, sort: Sort, cut: int) -> Term:
    """The value of a program variable at a cut."""
    return logic_variable(f"{name} @{cut}", sort)


def from_cut(formula: Term, cut: int) -> Term:
    """``formula`` over the values at ``cut`` as one over the values now."""
    mark = f" @{cut}"
    names = {v: str(v.payload) for v in variables_of(formula) if str(v.payload).endswith(mark)}
    return Substitution({v: now(name.removesuffix(mark), v.sort) for v, name in names.items()})(formula)


def block_formulas(path: Iterable[Abstraction]) -> list[PathFormula]:
    """The blocks that lead to the abstractions of ``path`` but the first."""
    return [each.block for each in path if each.block is not None]


def atoms(formula: Term) -> frozenset[Term]:
    """The smallest boolean terms of which ``formula`` is made; a constant is one where it is all there is."""
    found: set[Term] = set()
    pending, seen = [formula], {formula}
    while pending:
        term = pending.pop()
        if term.op in (Op.AND, Op.OR, Op.NOT):
            fresh = [a for a in term.args if a not in seen]
            seen.update(fresh)
            pending += fresh
        else:
            found.add(term)
    return frozenset(found - {TRUE})
