r"""Relations between visits of a loop that a witness claims: as probes, and whether they are well-founded.

``\at(x, AnyPrev)`` is the value of ``x`` at any earlier visit (CPAchecker's ``InvariantExchangeFormatTransformer`` of
August 2026). The probe keeps the values of some visit that it chooses, and claims the relation at all later ones
(Cook, Podelski, Rybalchenko 2006). If the relation is transitive, the visit before is enough. A relation is
disjunctively well-founded where each of its disjuncts is (Podelski, Rybalchenko 2004).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from coveriflow.actors.work.validate.connectives import bare, conjuncts, disjuncts
from coveriflow.actors.work.validate.probes import NotMatchedError, Placed, ProgramText, expression_text
from coveriflow.actors.work.validate.proofs import placed_claim
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.termination.verifier import Ends, Termination
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.yaml import Invariant
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import NOTHING, calls_of
from coveriflow.program.types.c_types import Integer
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.probes import claim

CHOICE = "__VERIFIER_nondet_coveriflow_choice"
"""An input function of probes: whether the values of a visit are kept."""
_FAILS = "coveriflow_is_not_transitive"
_PREVIOUS = "coveriflow_prev_"
_AT = re.compile(r"\\at\s*\(\s*([A-Za-z_]\w*)\s*,\s*AnyPrev\s*\)", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_COMPARED = {">": 1, "<": -1}


class Kept(Enum):
    """Which earlier visit a probe keeps the values of."""

    ANY = "any"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Descent:
    """A relation as a claim with a ``number``: its ``tokens``, in which earlier values have names of their own.

    ``types``: of all names in scope that are integers. ``heads``: the statements of the automaton that it is about.
    """

    number: int
    placed: Placed
    tokens: tuple[str, ...]
    kept: tuple[str, ...]
    types: Mapping[str, Integer]
    heads: tuple[ControlStatement, ...]

    @property
    def declarations(self) -> str:
        """Of what the probe keeps; nothing is kept in the beginning."""
        kept = (f"static {self.types[name]} {self._earlier(name)};" for name in self.kept)
        return f"static int {self._saved}; {' '.join(kept)}"

    def probe(self, fails: str, kept: Kept) -> str:
        """Before each evaluation of the condition."""
        keep = " ".join(f"{self._earlier(name)} = {name};" for name in self.kept)
        test = f"if (!({' '.join(self.tokens)})) {fails}();"
        if kept is Kept.LAST:
            return claim(self.number, f"if ({self._saved}) {{ {test} }} {self._saved} = 1; {keep}")
        return claim(
            self.number, f"if ({self._saved}) {{ {test} }} else if ({CHOICE}()) {{ {self._saved} = 1; {keep} }}"
        )

    @property
    def reset(self) -> str:
        """Before the loop is entered: nothing of earlier executions of the loop is kept."""
        return f"{self._saved} = 0;"

    def between(self, earlier: Mapping[str, str], now: Mapping[str, str]) -> str:
        """The relation between two visits with these names for what they have."""
        before = {self._earlier(name): new for name, new in earlier.items()}
        return " ".join(before.get(token, now.get(token, token)) for token in self.tokens)

    @property
    def _saved(self) -> str:
        return f"coveriflow_saved_{self.number}"

    def _earlier(self, name: str) -> str:
        return f"{_PREVIOUS}{self.number}_{name}"


def descent(text: ProgramText, cfa: Cfa, number: int, invariant: Invariant) -> Descent:
    """``NotMatchedError`` where it speaks of something else than integer variables of a loop."""
    if _PREVIOUS in invariant.value or any(_PREVIOUS in source.preprocessed for source in text.task.sources):
        raise NotMatchedError(f"names that begin with {_PREVIOUS} are taken")
    placed = _loop(text, invariant)
    span = text.analysed(placed.source).place(placed.statement.start)
    at = (span.file, span.line, span.column)
    heads = tuple(each for each in cfa.control if (each.span.file, each.span.line, each.span.column) == at)
    if not heads:
        raise NotMatchedError("the loop there is never reached")
    types = _types(cfa, heads[0])
    kept = tuple(dict.fromkeys(_AT.findall(invariant.value)))
    for name in kept:
        if name not in types:
            raise NotMatchedError(f"{name} is not an integer variable in scope there")
    named = _AT.sub(lambda match: f" {_PREVIOUS}{number}_{match[1]} ", invariant.value)
    return Descent(number, placed, tuple(expression_text(named).split(" ")), kept, types, heads)


def _loop(text: ProgramText, invariant: Invariant) -> Placed:
    """The loop that stands there; else the only one on the line, as CPAchecker reads it."""
    try:
        return placed_claim(text, invariant)
    except NotMatchedError:
        return placed_claim(text, replace(invariant, place=replace(invariant.place, column=0)))


def _types(cfa: Cfa, statement: ControlStatement) -> dict[str, Integer]:
    declared = {each.variable.name: each.declared for each in cfa.objects if each.declared is not None}
    found = {}
    for name, variable in statement.names.items():
        type_ = variable.type if isinstance(variable.type, Integer) else declared.get(variable.name)
        if isinstance(type_, Integer):
            found[name] = type_
    return found


def not_well_founded(each: Descent, invariants: Sequence[str], model: DataModel, limits: SoftLimits) -> str:
    """Why a disjunct was not shown to be well-founded, empty if all were. ``invariants`` hold at each visit."""
    for part in disjuncts(each.tokens):
        if any(_is_strict(each, conjunct) for conjunct in conjuncts(part)):
            continue
        reason = _open(each, part, invariants, model, limits)
        if reason:
            return f"that '{' '.join(part)}' is well-founded was not shown: {reason}"
    return ""


def _is_strict(each: Descent, conjunct: Sequence[str]) -> bool:
    """Whether one number of a visit is larger than the same number of a later visit. It has finitely many values."""
    tokens, depth = bare(conjunct), 0
    outer: list[tuple[int, str]] = []
    for number, token in enumerate(tokens):
        depth += (token in ("(", "[")) - (token in (")", "]"))
        outer += [(number, token)] if not depth else []
    cuts = [(number, token) for number, token in outer if token in _COMPARED]
    weaker = {"?", ",", "&&", "||", "|", "^", "&", "==", "!=", "<=", ">="}
    if len(cuts) != 1 or any(token in weaker for _, token in outer):
        return False
    at, operator = cuts[0]
    before, after = (tokens[:at], tokens[at + 1 :])[:: _COMPARED[operator]]
    names = {each._earlier(name): name for name in each.kept}
    now = {token for token in after if _NAME.fullmatch(token)}
    earlier = {name for name in now if name in each.kept}
    if now & names.keys() or any(token in earlier for token in before):
        return False
    return bare([names.get(token, token) for token in before]) == bare(after) and _is_of_these(now, earlier)


def _is_of_these(now: Iterable[str], earlier: Iterable[str]) -> bool:
    """Whether all names are of variables of which the earlier value is meant, or of types."""
    types = set("char short int long signed unsigned _Bool __int128 sizeof".split())
    return set(now) - set(earlier) <= types


def _open(each: Descent, part: Sequence[str], invariants: Sequence[str], model: DataModel, limits: SoftLimits) -> str:
    """Whether a program that does nothing but steps of the relation ends."""
    used = [t for text in (part, *(i.split(" ") for i in invariants)) for t in text if t in each.types]
    names = tuple(dict.fromkeys((*each.kept, *used)))
    try:
        cfa = program_cfa([("relation.c", _program(each, names, part, invariants))], model, NOTHING)
        found = Termination(cfa, limits).run()
    except (NotSupported, InputError) as error:
        return error.feature if isinstance(error, NotSupported) else error.message
    if not isinstance(found, Ends):
        return getattr(found, "reason", "") or "its steps can go on for ever"
    return "it has no value for some states" if found.undefined or cfa.assumptions else ""


def kept_by(each: Descent, model: DataModel, limits: SoftLimits) -> Kept:
    """The last visit, if the relation is shown to be transitive over all values: a program without loops then does not
    fail.
    """
    names = tuple(dict.fromkeys((*each.kept, *(t for t in each.tokens if t in each.types))))
    visits = [{name: f"{name}_{visit}" for name in names} for visit in range(3)]
    lines = [f"extern void {_FAILS}(void);", *(f"extern {each.types[n]} {_input(n)}(void);" for n in names)]
    lines += ["int main(void) {", *(f"{each.types[n]} {v[n]} = {_input(n)}();" for v in visits for n in names)]
    lines += [f"if (!({each.between(visits[a], visits[b])})) return 0;" for a, b in ((0, 1), (1, 2))]
    lines += [f"if (!({each.between(visits[0], visits[2])})) {_FAILS}();", "return 0; }", ""]
    try:
        cfa = program_cfa([("relation.c", "\n".join(lines))], model, calls_of(_FAILS))
        found = BoundedModelChecker(cfa, limits, UnwindingLimits(1, 1)).run()
    except (NotSupported, InputError):
        return Kept.ANY
    is_shown = found.verdict is Verdict.TRUE and not found.undefined and not cfa.assumptions
    return Kept.LAST if is_shown else Kept.ANY


def _program(each: Descent, names: Sequence[str], part: Sequence[str], invariants: Sequence[str]) -> str:
    earlier = {name: each._earlier(name) for name in names}
    lines = [f"extern {each.types[name]} {_input(name)}(void);" for name in names]
    lines += ["int main(void) {", *(f"{each.types[name]} {name} = {_input(name)}();" for name in names)]
    lines += ["while (1) {", *(f"{each.types[name]} {earlier[name]} = {name};" for name in names)]
    lines += [f"{name} = {_input(name)}();" for name in names]
    for invariant in invariants:
        before = " ".join(earlier.get(token, token) for token in invariant.split(" "))
        lines += [f"if (!({invariant})) return 0;", f"if (!({before})) return 0;"]
    return "\n".join([*lines, f"if (!({' '.join(part)})) return 0;", "} }", ""])


def _input(name: str) -> str:
    return f"__VERIFIER_nondet_of_{name}"


def heads_of(some: Iterable[Descent]) -> Iterator[ControlStatement]:
    """The statements that they are about."""
    for each in some:
        yield from each.heads
