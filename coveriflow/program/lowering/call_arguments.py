"""The arguments of a call (C11 6.5.2.2 p4): each is evaluated exactly once, whatever the called function does with it.

A call is lowered with ``Argument`` nodes in the place of what the program gives. Whatever lowers one counts that, and
when the call has been lowered, ``check_evaluated`` compares with what C asks for. So no meaning of a function can
forget an argument, or evaluate one twice: the call is refused, and the tests of all known functions fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.errors import NotSupported
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.syntax.nodes import place

FORGOTTEN = "an argument that the meaning of the function does not evaluate once"
"""What is refused where a meaning breaks the law: a defect of ours, never of the program."""
_Chosen = Callable[[int], bool]


class Argument(c_ast.Node):  # type: ignore[misc]
    """What stands for the argument ``node`` of a call that is lowered into ``builder``; it was evaluated so many
    ``times``.
    """

    __slots__ = ("__weakref__", "builder", "coord", "node", "times")
    attr_names = ()

    def __init__(self, node: c_ast.Node, builder: Builder) -> None:
        self.node, self.builder, self.coord, self.times = node, builder, node.coord, 0

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        """What is given."""
        return (("node", self.node),)

    def __iter__(self) -> Iterator[c_ast.Node]:
        yield self.node


def spelled(argument: c_ast.Node) -> c_ast.Node:
    """An argument as it is written, for who asks for its form or its type only."""
    return argument.node if isinstance(argument, Argument) else argument


def evaluated(context: FunctionContext, argument: c_ast.Node) -> c_ast.Node:
    """An argument as it is written, for who lowers it now (or knows that nothing happens then); what happens in a
    scratch context does not count.
    """
    if not isinstance(argument, Argument):
        return argument
    argument.times += context.cursor.builder is argument.builder
    return argument.node


def tracked(context: FunctionContext, node: c_ast.FuncCall) -> c_ast.FuncCall:
    """The same call with arguments that are counted. Literals and types need no evaluation."""
    if node.args is None:
        return node
    builder = context.cursor.builder
    counted = [Argument(each, builder) if _is_counted(each) else each for each in node.args.exprs]
    return c_ast.FuncCall(node.name, c_ast.ExprList(counted, node.args.coord), node.coord)


def _is_counted(argument: c_ast.Node) -> bool:
    return not isinstance(argument, c_ast.Constant | c_ast.Typename)


_UNEVALUATED: dict[str, _Chosen] = {
    "__builtin_constant_p": lambda number: number == 0,
    "__builtin_object_size": lambda number: number == 0,
    "__builtin_dynamic_object_size": lambda number: number == 0,
    "__builtin_choose_expr": lambda number: number == 0,
    "__builtin_expect_with_probability": lambda number: number == 2,
    "__builtin_va_start": lambda number: number >= 1,
    "__builtin_shufflevector": lambda number: number >= 2,
}
"""Arguments that are not evaluated (gcc): those that are asked about, and constants, which have no effects."""
_ALTERNATIVES: dict[str, _Chosen] = {"__builtin_choose_expr": lambda number: number >= 1}
"""Arguments of which exactly one is evaluated."""


def check_evaluated(call: c_ast.FuncCall) -> None:
    """Raise ``NotSupported`` unless each argument of a ``tracked`` call was evaluated as often as C says."""
    name = call.name.name if isinstance(call.name, c_ast.ID) else ""
    given = enumerate(call.args.exprs if call.args else [])
    counted = [(number, each) for number, each in given if isinstance(each, Argument)]
    is_alternative, is_unevaluated = _ALTERNATIVES.get(name, _none), _UNEVALUATED.get(name, _none)
    for number, each in counted:
        if not is_alternative(number) and each.times != (not is_unevaluated(number)):
            raise NotSupported(FORGOTTEN, place(each))
    _check_alternatives([each for number, each in counted if is_alternative(number)])


def evaluated_once_more(node: c_ast.Node) -> None:
    """Arguments of ``node``, if that is a ``tracked`` call, have been evaluated one way, and will be another way."""
    if isinstance(node, c_ast.FuncCall):
        counted = [each for each in (node.args.exprs if node.args else []) if isinstance(each, Argument)]
        for each in counted:
            if each.times != 1:
                raise NotSupported(FORGOTTEN, place(each))
            each.times = 0


def _check_alternatives(apart: Sequence[Argument]) -> None:
    if sum(each.times for each in apart) > 1:
        raise NotSupported(FORGOTTEN, place(apart[0]))


def _none(_number: int) -> bool:
    return False
