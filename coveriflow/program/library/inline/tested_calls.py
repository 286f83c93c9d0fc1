"""Calls of library functions of whose value C promises the sign only, or whether it is zero (C11 7.4.1, 7.12.3.6,
7.24.4).

The value is any number within the promise. Where a program asks for nothing else than what is promised, a call becomes
one of a function that gives just this, so that no nondeterministic value is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from coveriflow.program.syntax.templates import ANY, ASSUMED, Expansion, statements
from coveriflow.program.text.normalise import OMITTED

SIGN = "__coveriflow_"
"""What stands before the name of the function that gives the sign, or 0 and 1."""
CHARACTER_TESTS = frozenset(
    """isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
    isxdigit""".split()
)
EQUALITIES = frozenset({"bcmp"})
"""Functions that tell equal from unequal, and nothing else."""
SIGN_BITS = frozenset("signbit signbitf signbitl __signbit __signbitf __signbitl".split())
"""The compiler gives other numbers than the library, and where it computes them itself."""
ORDERS = frozenset("memcmp strcasecmp strcmp strncasecmp strncmp".split())
_EQUAL, _ORDERED = frozenset({"==", "!="}), frozenset({"==", "!=", "<", "<=", ">", ">="})


def asked_for_sign(node: c_ast.Node) -> Iterator[c_ast.FuncCall]:
    """The calls directly below ``node`` of whose value it asks for no more than is promised."""
    for operand, relations in _operands(node):
        if isinstance(operand, c_ast.FuncCall) and isinstance(operand.name, c_ast.ID):
            name = operand.name.name.removeprefix("__builtin_")
            exact = (
                _ORDERED
                if name in ORDERS
                else _EQUAL
                if name in CHARACTER_TESTS | EQUALITIES | SIGN_BITS
                else frozenset()
            )
            if exact and relations <= exact:
                yield operand


def promised(call: c_ast.FuncCall, expansion: Expansion, *, is_tested: bool) -> c_ast.Node:
    """What ``call`` means; ``is_tested``: no more is asked for than what is promised."""
    if call.name.name.removeprefix("__builtin_") not in SIGN_BITS:
        return _of_sign(call) if is_tested else call
    text = f'int bit = CALL, found = 0; if (bit) {{ {ANY}(found, "signbit"); {ASSUMED}(found != 0); }} found;'
    return call if is_tested else statements(call, text, {"CALL": call}, expansion)


def _of_sign(call: c_ast.FuncCall) -> c_ast.FuncCall:
    """The call of the function that gives what is promised of the value of ``call``."""
    name = SIGN + call.name.name.removeprefix("__builtin_")
    return c_ast.FuncCall(c_ast.ID(name, call.name.coord), call.args, call.coord)


def _operands(node: c_ast.Node) -> list[tuple[c_ast.Node, frozenset[str]]]:
    """Operands that ``node`` compares with zero, and by which relations."""
    match node:
        case c_ast.TernaryOp(iftrue=c_ast.ID(name=name)) if name == OMITTED:
            return []  # the condition is the value, too
        case c_ast.If() | c_ast.While() | c_ast.DoWhile() | c_ast.For() | c_ast.TernaryOp():
            return [(node.cond, _EQUAL)]
        case c_ast.UnaryOp(op="!"):
            return [(node.expr, _EQUAL)]
        case c_ast.BinaryOp(op="&&" | "||"):
            return [(node.left, _EQUAL), (node.right, _EQUAL)]
        case c_ast.BinaryOp() if node.op in _ORDERED:
            relations = _EQUAL if node.op in _EQUAL else _ORDERED
            pairs = ((node.left, node.right), (node.right, node.left))
            return [(operand, relations) for operand, other in pairs if _is_zero(other)]
        case _:
            return []


def _is_zero(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "int" and node.value == "0"
