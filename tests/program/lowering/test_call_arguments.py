"""A meaning of a function that forgets an argument, or evaluates one twice, does not come through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pycparser import c_ast

from coveriflow.program import frontend
from coveriflow.program.constructs import LOWERERS
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.frontend import program_cfa
from coveriflow.program.lowering.call_arguments import FORGOTTEN
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import effect, value
from coveriflow.program.syntax.templates import Expansion, statements
from coveriflow.program.types.c_types import INT
from coveriflow.program.types.data_model import DataModel

Meaning = Callable[[FunctionContext, c_ast.FuncCall], Expression]


def _forgets(_context: FunctionContext, _node: c_ast.FuncCall) -> Expression:
    return Constant(0, INT)


def _forgets_the_second(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    return value(context, arguments(node)[0])


def _looks_only(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    first, *_others = [value(context.scratch(), each) for each in arguments(node)]
    return first


def _repeats(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    for each in (*arguments(node), *arguments(node)):
        effect(context, each)
    return Constant(0, INT)


def _is_right(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    first, *_others = [value(context, each) for each in arguments(node)]
    return first


@pytest.mark.parametrize("argument", ["n++", "m", "(n++, 1)", "f()", "({ n; })"])
@pytest.mark.parametrize("meaning", [_forgets, _forgets_the_second, _looks_only, _repeats, _is_right])
def test_each_argument_is_evaluated_once(meaning: Meaning, argument: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = {**LOWERERS.calls, "known": meaning}
    monkeypatch.setattr(frontend, "LOWERERS", replace(LOWERERS, calls=calls))
    refused = _refused(f"known(m, {argument})")
    assert refused == ([] if meaning is _is_right else [FORGOTTEN])


@pytest.mark.parametrize(
    "template", ["0;", "A0; A0;", "if (m) A0; 0;", "m && A0;", "while (A0) m = 0; 0;", "sizeof(A0);", "m ? A0 : 0;"]
)
def test_so_is_one_in_a_template(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it stays a call."""

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        return statements(call, template, {"A0": call.args.exprs[0]}, expansion)

    templates = {**LOWERERS.templates, "__builtin_known": expand}
    monkeypatch.setattr(frontend, "LOWERERS", replace(LOWERERS, templates=templates))
    assert _refused("__builtin_known(n++)") == ["the built-in function __builtin_known"]
    assert not _refused("__builtin_known(m)")


def _refused(expression: str) -> list[str]:
    text = f"int n, m = 1; int f(void) {{ return n++; }} int main(void) {{ {expression}; return n; }}"
    return [each.feature for each in program_cfa([("program.c", text)], DataModel.LP64).unsupported]
