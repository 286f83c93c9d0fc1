"""Statements and local declarations of C to edges (C11 6.8, 6.7)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, InputKind, Location, Skip
from coveriflow.program.declarations.scopes import (
    UnusableSymbol,
)
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    BinaryOp,
    Constant,
    Expression,
    Variable,
    scalar_type,
)
from coveriflow.program.lowering.context import FunctionContext, Switch
from coveriflow.program.lowering.expressions.calls.record_passing import return_record
from coveriflow.program.lowering.expressions.expressions import (
    any_value,
    condition,
    converted_value,
    effect,
    integer_value,
    lowered,
    named_type,
    value,
)
from coveriflow.program.lowering.functions.block_scopes import inside, taken_outside, with_own_names
from coveriflow.program.lowering.functions.branch_recording import deciding
from coveriflow.program.lowering.functions.local_declarations import (
    local_declaration,
    local_typedef,
)
from coveriflow.program.lowering.functions.nested_functions import define_nested_function
from coveriflow.program.lowering.functions.unsupported import attempted
from coveriflow.program.lowering.passed_declarations import Jump, Place
from coveriflow.program.syntax.gnu_ranges import ends_of_range
from coveriflow.program.syntax.nodes import declared_names, everything, place
from coveriflow.program.types.c_types import (
    INT,
    Integer,
    Scalar,
    promoted,
)


def statement(context: FunctionContext, node: c_ast.Node) -> None:
    """Add the edges of one statement or declaration; where it is not supported, of the sentence that says so."""
    handler = _HANDLERS.get(type(node))
    if handler is None:
        attempted(context, node, lambda: _effect(context, node))
    elif isinstance(node, c_ast.Decl):
        if not attempted(context, node, lambda: handler(context, node)) and node.name is not None:
            context.scope.symbols[node.name] = UnusableSymbol(f"'{node.name}' as it is declared")
    elif isinstance(node, c_ast.Return):
        attempted(context, node, lambda: handler(context, node))
    else:
        handler(context, node)


def _effect(context: FunctionContext, node: c_ast.Node) -> None:
    context.check_order(node)
    effect(context, node)


def statement_expression(context: FunctionContext, node: c_ast.Compound) -> Expression | None:
    """GNU's ``({ ... })``: its value is that of the last expression statement."""
    items = node.block_items or []
    found: Expression | None = None
    with inside(context, place(node)):
        for item in items[:-1]:
            statement(context, item)
        if items:
            found = _last_value(context, items[-1])
    return None if found is None else taken_outside(context, found, place(node))


def _last_value(context: FunctionContext, item: c_ast.Node) -> Expression | None:
    """That of the last statement, which may have labels."""
    if isinstance(item, c_ast.Compound):
        return statement_expression(context, item)  # the parser does not tell a block from ({ ... });
    if isinstance(item, c_ast.Label):
        _place_label(context, item)
        return None if item.stmt is None else _last_value(context, item.stmt)
    if type(item) in _HANDLERS:
        statement(context, item)
        return None
    context.check_order(item)
    return lowered(context, item)


def body(context: FunctionContext, node: c_ast.Compound) -> None:
    """The outermost block of a function."""
    outer = context.scope
    context.scope = outer.inner()
    for item in node.block_items or []:
        statement(context, item)
    context.scope = outer


def _block(context: FunctionContext, node: c_ast.Compound) -> None:
    with inside(context, place(node)):
        for item in node.block_items or []:
            statement(context, item)


def _substatement(context: FunctionContext, node: c_ast.Node) -> None:
    """It is a block (C11 6.8.4 p3, 6.8.5 p5)."""
    if isinstance(node, c_ast.Compound):
        statement(context, node)
        return
    with inside(context, place(node)):
        statement(context, node)


def _test(context: FunctionContext, node: c_ast.Node, if_true: Location, if_false: Location) -> None:
    attempted(context, node, lambda: _checked_condition(context, node, if_true, if_false))


def _checked_condition(context: FunctionContext, node: c_ast.Node, if_true: Location, if_false: Location) -> None:
    context.check_order(node)
    condition(context, node, if_true, if_false)


def _if(context: FunctionContext, node: c_ast.If) -> None:
    then, otherwise, after = (context.cursor.fresh() for _ in range(3))
    with deciding(context, "if", place(node), then, otherwise):
        _test(context, node.cond, then, otherwise)
    context.cursor.at = then
    if node.iftrue is not None:
        _substatement(context, node.iftrue)
    context.cursor.goto(after, place(node))
    context.cursor.at = otherwise
    if node.iffalse is not None:
        _substatement(context, node.iffalse)
    context.cursor.goto(after, place(node))
    context.cursor.at = after


def _loop_body(context: FunctionContext, body: c_ast.Node, stop: Location, following: Location) -> None:
    context.breaks.append(stop)
    context.continues.append(following)
    _substatement(context, body)
    context.breaks.pop()
    context.continues.pop()
    context.cursor.goto(following, place(body))


@contextmanager
def _head(context: FunctionContext) -> Iterator[None]:
    """Within, the head of a loop is lowered: it is passed again, as what comes after a label may be, and ``break`` in
    it is about what is around.
    """
    around = context.labels.get(_HEAD)
    context.labels[_HEAD] = context.cursor.at
    yield
    del context.labels[_HEAD]
    if around is not None:
        context.labels[_HEAD] = around


_HEAD = "the head of a loop"


def _while(context: FunctionContext, node: c_ast.While) -> None:
    head, body, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.goto(head, place(node))
    context.cursor.at = head
    with deciding(context, "while", place(node), body, after), _head(context):
        _test(context, node.cond, body, after)
    context.cursor.at = body
    _loop_body(context, node.stmt, after, head)
    context.cursor.at = after


def _do(context: FunctionContext, node: c_ast.DoWhile) -> None:
    body, test, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.goto(body, place(node))
    context.cursor.at = body
    _loop_body(context, node.stmt, after, test)
    context.cursor.at = test
    with deciding(context, "do", place(node), body, after), _head(context):
        _test(context, node.cond, body, after)
    context.cursor.at = after


def _for(context: FunctionContext, node: c_ast.For) -> None:
    _check_step(node)
    with inside(context, place(node)):
        if node.init is not None:
            statement(context, node.init)
        head, inner, step, after = (context.cursor.fresh() for _ in range(4))
        context.cursor.goto(head, place(node))
        context.cursor.at = head
        with deciding(context, "for", place(node), inner, after), _head(context):
            if node.cond is None or isinstance(node.cond, c_ast.EmptyStatement):
                context.cursor.goto(inner, place(node))
            else:
                _test(context, node.cond, inner, after)
        context.cursor.at = inner
        _loop_body(context, node.stmt, after, step)
        context.cursor.at = step
        if node.next is not None:
            with _head(context):
                statement(context, node.next)
        context.cursor.goto(head, place(node))
        context.cursor.at = after


def _check_step(node: c_ast.For) -> None:
    """The names that a step declares are those of the body, too: it stands before the body."""
    if node.next is not None and any(declared_names(each) for each in everything(node.next)):
        raise NotSupported("a type that the step of a loop declares", place(node))


def _switch(context: FunctionContext, node: c_ast.Switch) -> None:
    """The tests stand before the body; the selector is converted by the promotions (C11 6.8.4.2)."""
    context.has_switch = True
    found: list[tuple[Variable, Scalar]] = []
    if not attempted(context, node.cond, lambda: found.append(_selector(context, node.cond))):
        found.append((context.temporary(INT), INT))
    selected = found[0]
    dispatch, after = context.cursor.at, context.cursor.fresh()
    context.switches.append(Switch())
    context.jumps.heads.append(_here(context))
    context.breaks.append(after)
    context.cursor.at = context.cursor.fresh()
    _substatement(context, node.stmt)
    context.cursor.goto(after, place(node))
    context.breaks.pop()
    _dispatch(context, context.switches.pop(), selected, (dispatch, after), place(node))
    context.jumps.heads.pop()
    context.cursor.at = after


def _selector(context: FunctionContext, node: c_ast.Node) -> tuple[Variable, Scalar]:
    """What is looked at, and the type to which labels are converted: that of a bit-field has its width."""
    context.check_order(node)
    selected = value(context, node)
    if not isinstance(selected.type, Integer):
        raise InputError("a switch is over integers", place(node))
    type_, selected = promoted(scalar_type(selected)), named_type(selected)
    selector = context.temporary(promoted(scalar_type(selected)))
    context.cursor.emit(Assign(selector, make.cast(selected, scalar_type(selector))), place(node))
    return selector, type_


def _dispatch(
    context: FunctionContext,
    switch: Switch,
    selected: tuple[Variable, Scalar],
    ends: tuple[Location, Location],
    span: Span,
) -> None:
    (context.cursor.at, after), (selector, type_) = ends, selected
    seen: list[tuple[int, int]] = []
    for first, last, target, where in switch.cases:
        low, high = type_.wrap(first.value), type_.wrap(last.value)
        if low > high:
            continue
        _note_label(seen, low, high, where)
        following = context.cursor.fresh()
        context.cursor.branch(_within(selector, low, high), _way(context, target, where), following, where)
        context.cursor.at = following
    context.cursor.goto(after if switch.default is None else _way(context, switch.default, span), span)


def _way(context: FunctionContext, label: Location, span: Span) -> Location:
    """From the head of the innermost switch to a label of it."""
    via = context.cursor.fresh()
    context.jumps.all.append(Jump(label, context.jumps.heads[-1], span, via, label))
    return via


def _within(selector: Variable, low: int, high: int) -> Expression:
    type_ = scalar_type(selector)
    if low == high:
        return make.binary(BinaryOp.EQ, selector, Constant(low, type_))
    from_low = make.binary(BinaryOp.GE, selector, Constant(low, type_))
    return make.conjunction(from_low, make.binary(BinaryOp.LE, selector, Constant(high, type_)))


def _note_label(seen: list[tuple[int, int]], low: int, high: int, where: Span) -> None:
    """``seen`` holds the ranges of the labels before, sorted."""
    place_of_it = bisect(seen, (low, high))
    around = seen[max(0, place_of_it - 1) : place_of_it + 1]
    if any(first <= high and low <= last for first, last in around):
        raise InputError("duplicate case value", where)
    seen.insert(place_of_it, (low, high))


def _case(context: FunctionContext, node: c_ast.Case | c_ast.Default) -> None:
    if not context.switches:
        raise InputError("a case label outside of a switch", place(node))
    here = context.cursor.fresh()
    context.cursor.goto(here, place(node))
    context.cursor.at = here
    _begin_with_blocks(context, here)
    if isinstance(node, c_ast.Case):
        first, last = (integer_value(context, end) for end in ends_of_range(node.expr))
        context.switches[-1].cases.append((first, last, here, place(node)))
    elif context.switches[-1].default is None:
        context.switches[-1].default = here
    else:
        raise InputError("a second default label", place(node))
    for inner in node.stmts or []:
        statement(context, inner)


def _break(context: FunctionContext, node: c_ast.Break) -> None:
    if not context.breaks:
        raise InputError("break outside of a loop or switch", place(node))
    context.cursor.goto(context.breaks[-1], place(node))


def _continue(context: FunctionContext, node: c_ast.Continue) -> None:
    if not context.continues:
        raise InputError("continue outside of a loop", place(node))
    context.cursor.goto(context.continues[-1], place(node))


def label_target(context: FunctionContext, name: str) -> Location:
    """Where a label of the function stands."""
    return context.labels.setdefault(name, context.cursor.fresh())


def _goto(context: FunctionContext, node: c_ast.Goto) -> None:
    via = context.cursor.fresh()
    note_goto(context, node.name, place(node), via)
    context.cursor.goto(via, place(node))


def note_goto(context: FunctionContext, label: str, span: Span, via: Location) -> None:
    """Control may go from here to a label of the function, by ``via``."""
    context.gotos.append((label, span))
    context.jumps.all.append(Jump(label, _here(context), span, via, label_target(context, label)))


def _here(context: FunctionContext) -> Place:
    return Place(context.cursor.block, len(context.declared_objects), len(context.jumps.arrays))


def _begin_with_blocks(context: FunctionContext, label: Hashable) -> None:
    """A jump to here may pass declarations that stand before: their objects begin with the blocks around (C11 6.2.4
    p6).
    """
    context.jumps.labels[label] = _here(context)
    known, around = context.program.builder.blocks, context.cursor.block
    inside = set(around.outwards()) if around is not None else set()
    for name in [each for each in known.declarations if each in context.names and known.homes[each] in inside]:
        del known.declarations[name]


def _label(context: FunctionContext, node: c_ast.Label) -> None:
    _place_label(context, node)
    if node.stmt is not None:
        statement(context, node.stmt)


def _place_label(context: FunctionContext, node: c_ast.Label) -> None:
    if node.name in context.defined_labels:
        raise InputError(f"label '{node.name}' is defined twice", place(node))
    context.defined_labels.add(node.name)
    target = label_target(context, node.name)
    context.cursor.place(target)
    context.cursor.goto(target, place(node))
    context.cursor.at = target
    _begin_with_blocks(context, node.name)
    if node.name == context.program.violations.label:
        context.cursor.leave(Skip(f"{node.name}:"), context.program.error, place(node))


def _return(context: FunctionContext, node: c_ast.Return) -> None:
    result = context.function.result
    if node.expr is not None:
        context.check_order(node.expr)
        record = context.program.results.get(context.function.name)
        if record is not None:
            return_record(context, record, any_value(context, node.expr), place(node))
        elif result is None:
            effect(context, node.expr)
        else:
            new = converted_value(context, node.expr, scalar_type(result))
            context.cursor.emit(Assign(result, new), place(node))
    elif result is not None:
        context.input(result, "value of a return without expression", InputKind.UNINITIALISED, place(node))
    context.cursor.goto(context.end, place(node))


def _declarations(context: FunctionContext, node: c_ast.DeclList) -> None:
    for declaration in node.decls:
        statement(context, declaration)


def _nothing(_context: FunctionContext, _node: c_ast.Node) -> None:
    """Empty statements and pragmas."""


_HANDLERS: dict[type[c_ast.Node], Callable[[FunctionContext, c_ast.Node], None]] = {
    c_ast.Compound: _block,
    c_ast.If: with_own_names(_if),
    c_ast.While: with_own_names(_while),
    c_ast.DoWhile: with_own_names(_do),
    c_ast.For: _for,
    c_ast.Switch: with_own_names(_switch),
    c_ast.Case: _case,
    c_ast.Default: _case,
    c_ast.Break: _break,
    c_ast.Continue: _continue,
    c_ast.Goto: _goto,
    c_ast.Label: _label,
    c_ast.Return: _return,
    c_ast.DeclList: _declarations,
    c_ast.Decl: local_declaration,
    c_ast.Typedef: local_typedef,
    c_ast.FuncDef: define_nested_function,
    c_ast.EmptyStatement: _nothing,
    c_ast.Pragma: _nothing,
    c_ast.StaticAssert: _nothing,
}
