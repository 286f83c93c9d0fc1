"""Formulas as people read them: C operators, names as written."""

from __future__ import annotations

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.predicate.arg import Arg
from coveriflow.analysis.predicate.formulas import program_name
from coveriflow.analysis.predicate.states import PredicateState
from coveriflow.analysis.search.abstract_graphs import Drawable, abstract_graph
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.logic.terms import Op, Term, signed

_LONGEST = 160
_INFIX = {
    Op.AND: "&&", Op.OR: "||", Op.EQ: "==", Op.ULT: "<", Op.SLT: "<", Op.ADD: "+", Op.SUB: "-", Op.MUL: "*",
    Op.UDIV: "/", Op.SDIV: "/", Op.UREM: "%", Op.SREM: "%", Op.BVAND: "&", Op.BVOR: "|", Op.XOR: "^",
    Op.SHL: "<<", Op.LSHR: ">>", Op.ASHR: ">>", Op.FADD: "+", Op.FSUB: "-", Op.FMUL: "*", Op.FDIV: "/",
    Op.FEQ: "==", Op.FLT: "<", Op.FLE: "<=",
}  # fmt: skip
_PREFIX = {Op.NOT: "!", Op.NEG: "-", Op.COMPLEMENT: "~", Op.FNEG: "-"}
_SMALL = 1 << 16


def rendered(formula: Term) -> str:
    """``formula`` in one line, cut where it is long."""
    text = _text(formula, 0)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " ..."


def drawn(arg: Arg) -> AbstractGraph:
    """The reachability graph, with the formulas of its abstraction states."""
    drawable = Drawable("predicates", _described, is_abstraction=_is_abstraction, covered_by=arg.covered_by)
    return abstract_graph(drawable, arg.analysis, arg.nodes)


def _described(state: CompositeState) -> str:
    predicates: PredicateState = state.elements[0]
    return rendered(predicates.abstraction.formula) if predicates.is_abstraction else ""


def _is_abstraction(state: CompositeState) -> bool:
    predicates: PredicateState = state.elements[0]
    return predicates.is_abstraction


def _text(term: Term, depth: int) -> str:
    if depth > 12:
        return "..."
    if term.constant is not None:
        return _constant(term.constant, term.sort)
    if term.op is Op.VARIABLE:
        name = program_name(term) or str(term.payload)
        return name.rpartition("::")[2]
    args = [_text(argument, depth + 1) for argument in term.args]
    if term.op in _INFIX:
        text = f"{args[0]} {_INFIX[term.op]} {args[1]}"
        return f"({text})" if depth else text
    if term.op in _PREFIX:
        return _PREFIX[term.op] + args[0]
    match term.op:
        case Op.SELECT:
            return f"{args[0]}[{args[1]}]"
        case Op.ITE:
            return f"({args[0]} ? {args[1]} : {args[2]})"
        case Op.TRUNCATE | Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            return args[0]
        case _:
            return f"{term.op.value}({', '.join(args)})"


def _constant(value: int, sort: int) -> str:
    """Booleans by name; numbers near zero from below as negative ones."""
    if sort == 0:
        return "true" if value else "false"
    negative = signed(value, sort)
    return str(negative if -_SMALL < negative < 0 else value)
