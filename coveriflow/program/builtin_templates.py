"""Functions of the compiler and the C library, written in C: a call becomes a statement expression at its place.

Each name is declared once and never written again, so that calls do not get into each other's way; each call gets
names of its own. Results are exactly those of gcc and the GNU C library in the C locale.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from pycparser import c_ast

from coveriflow.program.effects import may_have_effect
from coveriflow.program.gnu_parser import GnuParser

DEFINED = "__coveriflow_defined"
"""``__coveriflow_defined(c)``: where ``c`` is zero, the execution is undefined."""


def _counting(suffix: str, type_: str) -> dict[str, str]:
    """The functions that count bits of an ``unsigned`` type, each by way of the widest."""
    width = f"(int)(8 * sizeof({type_}))"
    wide = f"(unsigned long long)({type_})x"
    return {
        f"int __builtin_popcount{suffix}({type_} x)": f"return __bits({wide});",
        f"int __builtin_parity{suffix}({type_} x)": f"return __bits({wide}) & 1;",
        f"int __builtin_clz{suffix}({type_} x)": f"{DEFINED}(x != 0); return {width} - __bits(__smeared({wide}));",
        f"int __builtin_ctz{suffix}({type_} x)": f"{DEFINED}(x != 0); return __bits((({wide}) & -({wide})) - 1);",
    }


def _finding(name: str, type_: str) -> dict[str, str]:
    wide = f"unsigned long long w = (unsigned long long)(unsigned {type_})x;"
    return {f"int {name}({type_} x)": f"{wide} return (w != 0) * __bits(w ^ (w - 1));"}


def _absolute(name: str, type_: str) -> dict[str, str]:
    return {f"{type_} {name}({type_} x)": "return x < 0 ? -x : x;"}


_UPPER, _LOWER, _DIGIT = "(c >= 65 && c <= 90)", "(c >= 97 && c <= 122)", "(c >= 48 && c <= 57)"
_CLASSES = {
    "isalnum": (8, f"{_UPPER} || {_LOWER} || {_DIGIT}"),
    "isalpha": (1024, f"{_UPPER} || {_LOWER}"),
    "isblank": (1, "c == 32 || c == 9"),
    "iscntrl": (2, "(c >= 0 && c <= 31) || c == 127"),
    "isdigit": (1, _DIGIT),
    "isgraph": (32768, "c >= 33 && c <= 126"),
    "islower": (512, _LOWER),
    "isprint": (16384, "c >= 32 && c <= 126"),
    "ispunct": (4, f"c >= 33 && c <= 126 && !({_UPPER} || {_LOWER} || {_DIGIT})"),
    "isspace": (8192, "c == 32 || (c >= 9 && c <= 13)"),
    "isupper": (256, _UPPER),
    "isxdigit": (4096, f"{_DIGIT} || (c >= 65 && c <= 70) || (c >= 97 && c <= 102)"),
}
"""What a member of the class gives, and which characters are its members: the GNU C library returns a bit of its own
for each class, but gcc computes ``isdigit`` itself.
"""

_IN_RANGE = f"{DEFINED}(c >= -128 && c <= 255);"
_SOURCES = {
    "int __bits(unsigned long long x)": """
        unsigned long long a = x - ((x >> 1) & 0x5555555555555555ULL);
        unsigned long long b = (a & 0x3333333333333333ULL) + ((a >> 2) & 0x3333333333333333ULL);
        return (int)((((b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL) >> 56);""",
    "unsigned long long __smeared(unsigned long long x)": """
        unsigned long long a = x | (x >> 1); unsigned long long b = a | (a >> 2);
        unsigned long long c = b | (b >> 4); unsigned long long d = c | (c >> 8);
        unsigned long long e = d | (d >> 16); return e | (e >> 32);""",
    **_counting("", "unsigned int"),
    **_counting("l", "unsigned long"),
    **_counting("ll", "unsigned long long"),
    **_finding("__builtin_ffs", "int"),
    **_finding("__builtin_ffsl", "long"),
    **_finding("__builtin_ffsll", "long long"),
    **_finding("ffs", "int"),
    "unsigned short __builtin_bswap16(unsigned short x)": "return (unsigned short)((x << 8) | (x >> 8));",
    "unsigned int __builtin_bswap32(unsigned int x)": """
        return (x << 24) | ((x << 8) & 0xff0000U) | ((x >> 8) & 0xff00U) | (x >> 24);""",
    "unsigned long long __builtin_bswap64(unsigned long long x)": """
        unsigned long long a = (x << 32) | (x >> 32);
        unsigned long long b = ((a << 16) & 0xffff0000ffff0000ULL) | ((a >> 16) & 0x0000ffff0000ffffULL);
        return ((b << 8) & 0xff00ff00ff00ff00ULL) | ((b >> 8) & 0x00ff00ff00ff00ffULL);""",
    **_absolute("abs", "int"),
    **_absolute("labs", "long"),
    **_absolute("llabs", "long long"),
    **_absolute("__builtin_abs", "int"),
    **_absolute("__builtin_labs", "long"),
    **_absolute("__builtin_llabs", "long long"),
    **{
        f"int {name}(int c)": f"{_IN_RANGE} return ({members}) ? {bit} : 0;"
        for name, (bit, members) in _CLASSES.items()
    },
    "int isascii(int c)": "return (c & ~127) == 0;",
    "int toascii(int c)": "return c & 127;",
    "int tolower(int c)": f"{_IN_RANGE} return {_UPPER} ? c + 32 : c;",
    "int toupper(int c)": f"{_IN_RANGE} return {_LOWER} ? c - 32 : c;",
}

_OVERFLOW = """
    __auto_type a = {cast}A; __auto_type b = {cast}B;
    {same}
    return (sizeof(a) <= 4 && sizeof(b) <= 4 && sizeof(R) <= 4)
        ? ({{ long long s = (long long)a {op} (long long)b; {store} ({result})s != s; }})
        : (sizeof(long) > 4 || sizeof(a) > 8 || sizeof(b) > 8 || sizeof(R) > 8)
        ? ({{ __int128 s = (__int128)a {op} (__int128)b; {store} ({result})s != s; }})
        : ({{ unsigned long long u = a, v = b; u = a < 0 ? -u : u; v = b < 0 ? -v : v;
              {magnitude}
              unsigned long long s = below ? -m : m; {store}
              {result} r = ({result})s; unsigned long long w = r; w = r < 0 ? -w : w;
              carry || w != m || (m && (r < 0) != below); }});"""
"""Operands, exact result in a type that is wide enough, its low bits, and whether they are all of it. Even the largest
unsigned product, which wraps, does not look like one that fits. Where 64 bits are all there is, results are computed
from magnitudes ``u`` and ``v``: ``m``, whether it is ``below`` zero, and whether there is a ``carry``.
"""

_SUM = """
    _Bool other = b {other} 0, same = (a < 0) == other;
    unsigned long long m = same ? u + v : u > v ? u - v : v - u;
    _Bool carry = same && m < u, below = same || u <= v ? other : a < 0;"""
_MAGNITUDES = {
    "add": _SUM.format(other="<"),
    "sub": _SUM.format(other=">"),
    "mul": """
    unsigned long long m = u * v;
    _Bool carry = u && v > ~0ULL / u, below = (a < 0) != (b < 0);""",
}
_OPERATORS = {"add": "+", "sub": "-", "mul": "*"}
_OPERANDS = {
    "s": "int", "sl": "long", "sll": "long long",
    "u": "unsigned int", "ul": "unsigned long", "ull": "unsigned long long",
}  # fmt: skip
_OVERFLOWS = re.compile(r"__builtin_(?P<kind>[su]?)(?P<op>add|sub|mul)(?P<long>l{0,2})_overflow(?P<only_asks>_p)?")


def expanded(call: c_ast.FuncCall, fresh: Callable[[], int]) -> c_ast.Node:
    """What ``call`` means as a statement expression, whose names end in a ``fresh`` number; ``call`` where nothing is
    known.
    """
    name, arguments = call.name.name, call.args.exprs if call.args else []
    if overflows := _OVERFLOWS.fullmatch(name):
        return _overflow(call, overflows, arguments, fresh)
    if name not in _sources():
        return call
    definition = _definition(name)
    parameters = definition.decl.type.args.params
    if len(parameters) != len(arguments):
        return call
    copied = _Copy(call.coord, fresh, {})
    declarations = [copied.of(parameter) for parameter in parameters]
    for declaration, argument in zip(declarations, arguments, strict=True):
        declaration.init = argument
    return _block(copied, definition, declarations)


def _overflow(
    call: c_ast.FuncCall, match: re.Match[str], arguments: list[c_ast.Node], fresh: Callable[[], int]
) -> c_ast.Node:
    if len(arguments) != 3 or bool(match["kind"]) != bool(match["kind"] + match["long"]):
        return call
    left, right, target = arguments
    if match["only_asks"] is None and may_have_effect(target):
        return call
    if match["only_asks"] is None:
        is_address = isinstance(target, c_ast.UnaryOp) and target.op == "&"
        target = target.expr if is_address else c_ast.UnaryOp("*", target, call.coord)
    operands = _OPERANDS.get(match["kind"] + match["long"], "")
    definition = _overflow_definition(match["op"], operands, is_stored=match["only_asks"] is None)
    return _block(_Copy(call.coord, fresh, {"A": left, "B": right, "R": target}), definition, [])


@functools.cache
def _overflow_definition(op: str, operands: str, *, is_stored: bool) -> c_ast.FuncDef:
    """A function for ``operands`` of one type writes a number of that type, wherever it is told to."""
    cast, result = (f"({operands})", operands) if operands else ("", "__typeof__(R)")
    same = f"{DEFINED}(sizeof(R) == sizeof({operands}));" if operands else ""
    store = f"R = ({result})s;" if is_stored else ""
    text = _OVERFLOW.format(
        op=_OPERATORS[op], cast=cast, result=result, same=same, store=store, magnitude=_MAGNITUDES[op]
    )
    return GnuParser().parse(f"_Bool overflow(void) {{ {text} }}").ext[0]


def _block(copied: _Copy, definition: c_ast.FuncDef, declarations: list[c_ast.Node]) -> c_ast.Compound:
    """The body; what it returns, converted to the result's type, is the value."""
    *items, last = [copied.of(item) for item in definition.body.block_items]
    type_ = c_ast.Typename(None, [], None, copied.of(definition.decl.type.type), copied.coord)
    return c_ast.Compound([*declarations, *items, c_ast.Cast(type_, last.expr, copied.coord)], copied.coord)


class _Copy:
    """Copies of a template's nodes for a call at ``coord``; ``names``: what is put for names of the template."""

    def __init__(self, coord: object, fresh: Callable[[], int], names: Mapping[str, c_ast.Node | str]) -> None:
        self.coord = coord
        self._fresh, self._number = fresh, fresh()
        self._names = dict(names)

    def of(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of ``node``."""
        instead = self._names.get(node.name) if isinstance(node, c_ast.ID) else None
        if isinstance(instead, c_ast.Node):
            return instead
        if isinstance(node, c_ast.Decl) and node.name:
            self._names[node.name] = f"${node.name}{self._number}"
        new = object.__new__(type(node))
        for slot in type(node).__slots__:
            if slot != "__weakref__":
                setattr(new, slot, self._value(node, slot))
        infer(new)
        is_call = isinstance(new, c_ast.FuncCall) and isinstance(new.name, c_ast.ID)
        return expanded(new, self._fresh) if is_call else new

    def _value(self, node: c_ast.Node, slot: str) -> object:
        value = getattr(node, slot)
        if slot == "coord":
            return self.coord
        if isinstance(value, c_ast.Node):
            return self.of(value)
        if isinstance(value, list):
            return [self.of(part) if isinstance(part, c_ast.Node) else part for part in value]
        is_name = isinstance(value, str) and slot in ("name", "declname")
        return self._names.get(value, value) if is_name else value


def infer(node: c_ast.Node) -> None:
    """``__auto_type x = e`` has the type of ``e``."""
    if isinstance(node, c_ast.Decl) and isinstance(getattr(node.type, "type", None), c_ast.InferredType):
        node.type.type = c_ast.TypeOf("__auto_type", node.init, node.coord)


@functools.cache
def _sources() -> dict[str, str]:
    return {head.partition("(")[0].rpartition(" ")[2]: f"{head} {{ {body} }}" for head, body in _SOURCES.items()}


@functools.cache
def _definition(name: str) -> c_ast.FuncDef:
    return GnuParser().parse(_sources()[name]).ext[0]
