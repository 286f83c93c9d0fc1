"""The types of what input functions give: as declared, else as their names say (SV-COMP's rules)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Floating,
    Integer,
    Pointer,
    Scalar,
    Unhandled,
    long_double_type,
    long_type,
    size_type,
)
from coveriflow.program.types.data_model import DataModel

INPUT_PREFIX = "__VERIFIER_nondet_"
_INPUT_TYPES = {
    "bool": BOOL, "char": CHAR, "int": INT, "int128": INT128, "loff_t": LLONG, "longlong": LLONG, "short": SHORT,
    "u32": UINT, "u8": UCHAR, "u16": USHORT, "u64": ULLONG, "uchar": UCHAR, "uint": UINT, "uint128": UINT128,
    "ulonglong": ULLONG, "unsigned": UINT, "unsigned_int": UINT, "ushort": USHORT,
}  # fmt: skip


def gives_scalar(symbol: FunctionSymbol | None) -> bool:
    """Whether a function gives one value by its declaration; without one it gives ``int`` (C90)."""
    return symbol is None or isinstance(symbol.declared.result, Integer | Pointer | Floating)


def undeclared_type(function: str) -> Integer:
    """What an input function gives that is called without a declaration: ``int`` (C90), of which its name may say that
    it is the value of a narrower type.
    """
    named = _INPUT_TYPES.get(function.removeprefix(INPUT_PREFIX), INT)
    return named if named.width < INT.width else INT


def input_type(node: c_ast.FuncCall, symbol: FunctionSymbol | None, model: DataModel) -> Scalar:
    """What the called input function gives. ``NotSupported`` where neither declaration nor name tell."""
    if symbol is None:
        return undeclared_type(node.name.name)
    if isinstance(symbol.declared.result, Integer | Pointer | Floating):
        return symbol.declared.result
    name = node.name.name.removeprefix(INPUT_PREFIX)
    known: dict[str, Scalar] = {
        "float": FLOAT,
        "double": DOUBLE,
        "longdouble": long_double_type(model),
        "long": long_type(model, signed=True),
        "ulong": long_type(model, signed=False),
        "size_t": size_type(model),
        "sector_t": long_type(model, signed=False),
        "pthread_t": long_type(model, signed=False),
        **_INPUT_TYPES,
    }
    if isinstance(symbol.declared.result, Unhandled):
        raise NotSupported(symbol.declared.result.feature, place(node))
    if name not in known:
        raise NotSupported(f"the input function {node.name.name}", place(node))
    return known[name]
