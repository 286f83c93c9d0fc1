"""z3 with the solver contract. Terms are translated once per solver, through z3's C functions (three times as
fast).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import z3
from z3 import z3core

from coveriflow.logic.build import select
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.interruption import checked
from coveriflow.logic.rewriting.sums import CommonAddends
from coveriflow.logic.terms import INDEX_WIDTH, Op, Term, bits, subterms
from coveriflow.logic.z3_floats import FLOAT_OPS, FloatTranslator

_Ast = Any


class Engine(Enum):
    """Four of z3's solvers: each is fast where another is slow, and they check each other's proofs."""

    COMBINED = "combined"
    SIMPLE = "simple"
    BLASTED = "blasted"
    SUMS = "sums"


_BLASTING = ("simplify", "fpa2bv", "propagate-values", "solve-eqs", "bit-blast", "smt")
_FOREVER = 1e9
_TURNS = (0.075, 0.075, 0.15, 0.7)
"""Shares of a nominal limit, for one seed after the other."""
_SUMS = ("propagate-values", "solve-eqs", "bit-blast", "sat")

_BINARY: dict[Op, Callable[[Any, _Ast, _Ast], _Ast]] = {
    Op.EQ: z3core.Z3_mk_eq,
    Op.ULT: z3core.Z3_mk_bvult,
    Op.SLT: z3core.Z3_mk_bvslt,
    Op.ADD: z3core.Z3_mk_bvadd,
    Op.SUB: z3core.Z3_mk_bvsub,
    Op.MUL: z3core.Z3_mk_bvmul,
    Op.UDIV: z3core.Z3_mk_bvudiv,
    Op.UREM: z3core.Z3_mk_bvurem,
    Op.SDIV: z3core.Z3_mk_bvsdiv,
    Op.SREM: z3core.Z3_mk_bvsrem,
    Op.BVAND: z3core.Z3_mk_bvand,
    Op.BVOR: z3core.Z3_mk_bvor,
    Op.XOR: z3core.Z3_mk_bvxor,
    Op.SHL: z3core.Z3_mk_bvshl,
    Op.LSHR: z3core.Z3_mk_bvlshr,
    Op.ASHR: z3core.Z3_mk_bvashr,
    Op.SELECT: z3core.Z3_mk_select,
}
_UNARY: dict[Op, Callable[[Any, _Ast], _Ast]] = {
    Op.NOT: z3core.Z3_mk_not,
    Op.NEG: z3core.Z3_mk_bvneg,
    Op.COMPLEMENT: z3core.Z3_mk_bvnot,
}
_TERNARY: dict[Op, Callable[[Any, _Ast, _Ast, _Ast], _Ast]] = {
    Op.ITE: z3core.Z3_mk_ite,
    Op.STORE: z3core.Z3_mk_store,
}


class Translator:
    """Terms to z3's, in a context of its own."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self._ref = self.context.ref()
        self._known: dict[Term, _Ast] = {}
        self._floats = FloatTranslator(self._ref, self._known, self)

    def __len__(self) -> int:
        """How many terms were translated."""
        return len(self._known)

    def __call__(self, root: Term) -> _Ast:
        """z3's handle for ``root``; it stays valid as long as this translator."""
        self.load([root])
        return self._known[root]

    def load(self, roots: Sequence[Term]) -> None:
        """Translate all of ``roots``."""
        for term in subterms(roots, self._known):
            ast = self._translated(term)
            z3core.Z3_inc_ref(self._ref, ast)
            self._known[term] = ast
            if term.op is Op.ITE:
                self._floats.choice(term)

    def expression(self, term: Term) -> Any:
        """z3py's object for ``term``."""
        return z3.z3._to_expr_ref(self(term), self.context)

    def _translated(self, term: Term) -> _Ast:
        context, args = self._ref, [self._known[a] for a in term.args]
        if len(args) == 2 and term.op in (Op.AND, Op.OR):
            both = (z3core.Ast * 2)(*args)
            return (z3core.Z3_mk_and if term.op is Op.AND else z3core.Z3_mk_or)(context, 2, both)
        if term.op in _BINARY:
            return _BINARY[term.op](context, *args)
        if term.op in _UNARY:
            return _UNARY[term.op](context, *args)
        if term.op in _TERNARY:
            return _TERNARY[term.op](context, *args)
        return self._special(term, args)

    def _special(self, term: Term, args: list[_Ast]) -> _Ast:
        if term.op in FLOAT_OPS:
            return self._floats(term)
        context = self._ref
        match term.op:
            case Op.CONSTANT if term.sort == 0:
                return z3core.Z3_mk_true(context) if term.payload else z3core.Z3_mk_false(context)
            case Op.CONSTANT:
                return z3core.Z3_mk_numeral(context, str(term.payload), self._sort(term.sort))
            case Op.VARIABLE:
                symbol = z3core.Z3_mk_string_symbol(context, str(term.payload))
                return z3core.Z3_mk_const(context, symbol, self._sort(term.sort))
            case Op.TRUNCATE:
                return z3core.Z3_mk_extract(context, term.sort - 1, 0, *args)
            case Op.ZERO_EXTEND:
                return z3core.Z3_mk_zero_ext(context, term.sort - term.args[0].sort, *args)
            case Op.SIGN_EXTEND:
                return z3core.Z3_mk_sign_ext(context, term.sort - term.args[0].sort, *args)
            case Op.CONST_ARRAY:
                return z3core.Z3_mk_const_array(context, self._sort(INDEX_WIDTH), *args)
            case _:
                raise AssertionError(f"no translation of {term.op}")

    def _sort(self, sort: int) -> Any:
        if sort == 0:
            return z3core.Z3_mk_bool_sort(self._ref)
        if sort > 0:
            return z3core.Z3_mk_bv_sort(self._ref, sort)
        return z3core.Z3_mk_array_sort(self._ref, self._sort(INDEX_WIDTH), self._sort(-sort))


_MOST_TERMS = 2_000_000
_shared: Translator | None = None


def shared_translator() -> Translator:
    """The translator of all solvers of this process: terms are shared too, and deleting a context takes z3 longer than
    most checks. A new one is begun when it has grown very large.
    """
    global _shared
    if _shared is None or len(_shared) > _MOST_TERMS:
        _shared = Translator()
    return _shared


class Z3Model:
    """A model of z3's, completed: asking twice gives the same value."""

    def __init__(self, translator: Translator, model: z3.ModelRef) -> None:
        self._translator, self._model = translator, model

    def value(self, term: Term) -> int:
        """See ``contracts.Model``."""
        found = self._model.eval(self._translator.expression(term), model_completion=True)
        if term.sort == 0:
            return int(z3.is_true(found))
        value: int = found.as_long()
        return value

    def elements(self, array: Term, length: int) -> list[int]:
        """See ``contracts.Model``. What z3 gives is a list of stores in a constant array, or a function."""
        found = self._model.eval(self._translator.expression(array), model_completion=True)
        stored: dict[int, int] = {}
        while z3.is_store(found):
            found, index, value = found.children()
            stored.setdefault(index.as_long(), value.as_long())
        if not z3.is_K(found):
            return [self.value(select(array, bits(index, INDEX_WIDTH))) for index in range(length)]
        values = [found.arg(0).as_long()] * length
        for place, number in stored.items():
            if place < length:
                values[place] = number
        return values


class Z3Solver:
    """A solver (``contracts.Solver``). No narrow logic is ever set: that is unsound in z3.

    ``COMBINED`` decides every question afresh, by z3's newer SAT solver where that applies; ``BLASTED`` does so by bits
    and z3's older core; ``SIMPLE`` is that core with its own theory of bit-vectors, and keeps what it learnt. ``SUMS``
    moves common addends out of choices and multiplies products of sums out before; it knows neither arrays nor floating
    numbers.
    """

    def __init__(self, engine: Engine = Engine.COMBINED, translator: Translator | None = None) -> None:
        self.translator = translator or shared_translator()
        self._engine = engine
        self._formulas: list[Term] = []
        self._kept = z3.SimpleSolver(ctx=self.translator.context) if engine is Engine.SIMPLE else None
        self._last: Z3Model | None = None
        self._addends = CommonAddends()

    def add(self, formula: Term) -> None:
        """See ``contracts.Solver``."""
        self._formulas.append(formula)
        if self._kept is not None:
            self._kept.add(self.translator.expression(formula))

    def check(
        self, assumptions: Sequence[Term] = (), seconds: float | None = None, nominal: float | None = None
    ) -> Satisfiability:
        """See ``contracts.Solver``; constant assumptions are decided here. ``nominal``: see ``checked``. Engines that
        decide afresh do so in turns then, each with another seed: what one seed takes seconds for, another one often
        shows at once.
        """
        if any(a.constant == 0 for a in assumptions):
            return Satisfiability.UNSAT
        if nominal is None or self._kept is not None:
            return self._check(assumptions, seconds, nominal)
        deadline, answer = in_seconds(_FOREVER if seconds is None else seconds), Satisfiability.UNKNOWN
        for seed, share in enumerate(_TURNS):
            answer = self._check(assumptions, deadline.left(), share * nominal, seed)
            if answer is not Satisfiability.UNKNOWN or deadline.is_over():
                break
        return answer

    def _check(
        self, assumptions: Sequence[Term], seconds: float | None, nominal: float | None, seed: int = 0
    ) -> Satisfiability:
        solver = self._kept if self._kept is not None else self._fresh(seed)
        if self._kept is not None:
            solver.push()
        try:
            for assumption in self._prepared(assumptions):
                solver.add(self.translator.expression(assumption))
            result = checked(solver, seconds, nominal=nominal)
            self._last = Z3Model(self.translator, solver.model()) if result == z3.sat else None
        finally:
            if self._kept is not None:
                solver.pop()
        return Satisfiability(str(result))

    def _fresh(self, seed: int) -> z3.Solver:
        context = self.translator.context
        solver = z3.Solver(ctx=context)
        if self._engine is Engine.BLASTED:
            solver = z3.Then(*_BLASTING, ctx=context).solver()
        if self._engine is Engine.SUMS:
            normal = z3.With(z3.Tactic("simplify", ctx=context), som=True)
            solver = z3.Then(normal, *_SUMS, ctx=context).solver()
        if seed:
            solver.set("random_seed", seed)
        for formula in self._prepared(self._formulas):
            solver.add(self.translator.expression(formula))
        return solver

    def _prepared(self, terms: Sequence[Term]) -> Sequence[Term]:
        return [self._addends.outside(term) for term in terms] if self._engine is Engine.SUMS else terms

    def model(self) -> Z3Model:
        """See ``contracts.Solver``."""
        assert self._last is not None
        return self._last
