"""Terms for bitwuzla, and back: bit-vectors and booleans. Only worker processes import this: some calls of bitwuzla
end the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import bitwuzla
from bitwuzla import Kind

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.terms import KINDS
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, boolean, subterms, variable

_LARGEST = 50_000


class Translator:
    """Terms of ``manager``, each made once."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._known: dict[Term, Any] = {}
        self._variables: dict[int, Term] = {}

    def __call__(self, root: Term) -> Any:
        """Bitwuzla's term for ``root``."""
        for term in subterms([root], self._known):
            self._known[term] = self._made(term, [self._known[a] for a in term.args])
        return self._known[root]

    def _made(self, term: Term, args: list[Any]) -> Any:
        manager = self._manager
        match term.op:
            case Op.CONSTANT if term.sort == BOOLEAN:
                return manager.mk_true() if term.constant else manager.mk_false()
            case Op.CONSTANT:
                return manager.mk_bv_value(manager.mk_bv_sort(term.sort), int(term.payload))
            case Op.VARIABLE:
                sort = manager.mk_bv_sort(term.sort) if term.sort else manager.mk_bool_sort()
                made = manager.mk_const(sort, str(term.payload))
                self._variables[made.id()] = term
                return made
            case Op.TRUNCATE:
                return manager.mk_term(Kind.BV_EXTRACT, args, [term.sort - 1, 0])
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                kind = Kind.BV_ZERO_EXTEND if term.op is Op.ZERO_EXTEND else Kind.BV_SIGN_EXTEND
                return manager.mk_term(kind, args, [term.sort - term.args[0].sort])
            case _:
                return manager.mk_term(KINDS[term.op], args)

    def term(self, root: Any) -> Term:
        """The term that means what bitwuzla's ``root`` does."""
        done: dict[int, Term] = {}
        for current in _postorder(root):
            args = [done[child.id()] for child in current.children()]
            done[current.id()] = self._read(current, args)
        return done[root.id()]

    def _read(self, current: Any, args: list[Term]) -> Term:
        if current.is_const():
            found = self._variables.get(current.id())
            if found is None:
                found = variable(current.symbol(), current.sort().bv_size() if current.sort().is_bv() else BOOLEAN)
            return found
        if current.is_value():
            value = current.value(10) if current.sort().is_bv() else current.is_true()
            return boolean(value) if isinstance(value, bool) else bits(int(value), current.sort().bv_size())
        return _operation(current.kind(), [int(i) for i in current.indices()], args)


def _operation(kind: Any, indices: list[int], args: list[Term]) -> Term:
    match kind:
        case Kind.NOT:
            return build.negate(args[0])
        case Kind.AND:
            return reduce(build.conjoin, args)
        case Kind.OR:
            return reduce(build.disjoin, args)
        case Kind.IMPLIES:
            return build.disjoin(build.negate(args[0]), args[1])
        case Kind.XOR:
            return build.negate(build.equal(*args))
        case Kind.EQUAL | Kind.IFF:
            return build.equal(*args)
        case Kind.DISTINCT if len(args) == 2:
            return build.negate(build.equal(*args))
        case Kind.ITE:
            return build.ite(*args)
        case Kind.BV_COMP:
            return build.ite(build.equal(*args), bits(1, 1), bits(0, 1))
        case Kind.BV_CONCAT:
            return reduce(build.concatenated, args)
        case Kind.BV_EXTRACT:
            shifted = build.arithmetic(Op.LSHR, args[0], bits(indices[1], args[0].sort))
            return build.resized(shifted, indices[0] - indices[1] + 1, is_signed=False)
        case Kind.BV_ZERO_EXTEND | Kind.BV_SIGN_EXTEND:
            return build.resized(args[0], args[0].sort + indices[0], is_signed=kind == Kind.BV_SIGN_EXTEND)
        case _:
            return _vector_operation(kind, args)


def _vector_operation(kind: Any, args: list[Term]) -> Term:
    match kind:
        case Kind.BV_NOT:
            return build.complement(args[0])
        case Kind.BV_NEG:
            return build.negative(args[0])
        case Kind.BV_INC | Kind.BV_DEC:
            return build.arithmetic(Op.ADD, args[0], bits(1 if kind == Kind.BV_INC else -1, args[0].sort))
        case Kind.BV_ULT | Kind.BV_SLT:
            return build.less(*args, is_signed=kind == Kind.BV_SLT)
        case Kind.BV_UGT | Kind.BV_SGT:
            return build.less(args[1], args[0], is_signed=kind == Kind.BV_SGT)
        case Kind.BV_ULE | Kind.BV_SLE:
            return build.negate(build.less(args[1], args[0], is_signed=kind == Kind.BV_SLE))
        case Kind.BV_UGE | Kind.BV_SGE:
            return build.negate(build.less(*args, is_signed=kind == Kind.BV_SGE))
        case Kind.BV_NAND | Kind.BV_NOR | Kind.BV_XNOR:
            return build.complement(build.arithmetic(_NEGATED[kind], *args))
        case _ if kind in _FOLDED:
            return reduce(lambda a, b: build.arithmetic(_FOLDED[kind], a, b), args)
        case _:
            raise Inapplicable(f"no term for {kind}")


_NEGATED = {Kind.BV_NAND: Op.BVAND, Kind.BV_NOR: Op.BVOR, Kind.BV_XNOR: Op.XOR}
_FOLDED = {
    KINDS[op]: op
    for op in (
        *(Op.ADD, Op.SUB, Op.MUL, Op.UDIV, Op.UREM, Op.SDIV, Op.SREM),
        *(Op.BVAND, Op.BVOR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR),
    )
}


def _postorder(root: Any) -> Iterator[Any]:
    seen: set[int] = set()
    pending = [(root, False)]
    while pending:
        current, expanded = pending.pop()
        if expanded:
            yield current
        elif current.id() not in seen:
            seen.add(current.id())
            if len(seen) > _LARGEST:
                raise Inapplicable("an interpolant is too large")
            pending.append((current, True))
            pending += [(child, False) for child in current.children()]


def solver_for(manager: Any) -> Any:
    """A solver of bitwuzla's that can be asked for interpolants."""
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_INTERPOLANTS, True)
    return bitwuzla.Bitwuzla(manager, options)
