"""Functions of the compiler and the C library, written in C: a call becomes a statement expression at its place.

Each name is declared once and never written again, so that calls do not get into each other's way; each call gets
names of its own. Results are exactly those of gcc and the GNU C library in the C locale, and where C leaves them
open, any that it allows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from enum import Enum

from pycparser import c_ast

from coveriflow.program.cfa.edges import UNSUPPORTED
from coveriflow.program.library.inline.tested_calls import SIGN
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.syntax.templates import ANY, ASSUMED, DEFINED, Copy, Expander, Expansion, function, statements


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


def _assume_aligned(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    """The pointer, as ``void *``; what is said of it is a hint."""
    given = list(call.args.exprs) if call.args else []
    if len(given) not in (2, 3):
        return call
    parts = {f"A{number}": argument for number, argument in enumerate(given)}
    hints = "".join(f"(void)(A{number});" for number in range(1, len(given)))
    return statements(call, f"{hints} void *p = (void *)A0; p;", parts, expansion)


def _redundant(suffix: str, type_: str) -> dict[str, str]:
    """How many bits after the sign bit are equal to it."""
    wide = f"(unsigned long long)(unsigned {type_})(x < 0 ? ~x : x)"
    return {f"int __builtin_clrsb{suffix}({type_} x)": f"return (int)(8 * sizeof(x)) - 1 - __bits(__smeared({wide}));"}


def _finding(name: str, type_: str) -> dict[str, str]:
    wide = f"unsigned long long w = (unsigned long long)(unsigned {type_})x;"
    return {f"int {name}({type_} x)": f"{wide} return (w != 0) * __bits(w ^ (w - 1));"}


def _absolute(name: str, type_: str) -> dict[str, str]:
    return {f"{type_} {name}({type_} x)": "return x < 0 ? -x : x;"}


_UPPER, _LOWER, _DIGIT = "(c >= 65 && c <= 90)", "(c >= 97 && c <= 122)", "(c >= 48 && c <= 57)"
_CLASSES = {
    "isalnum": f"{_UPPER} || {_LOWER} || {_DIGIT}",
    "isalpha": f"{_UPPER} || {_LOWER}",
    "isascii": "(c & ~127) == 0",
    "isblank": "c == 32 || c == 9",
    "iscntrl": "(c >= 0 && c <= 31) || c == 127",
    "isdigit": _DIGIT,
    "isgraph": "c >= 33 && c <= 126",
    "islower": _LOWER,
    "isprint": "c >= 32 && c <= 126",
    "ispunct": f"c >= 33 && c <= 126 && !({_UPPER} || {_LOWER} || {_DIGIT})",
    "isspace": "c == 32 || (c >= 9 && c <= 13)",
    "isupper": _UPPER,
    "isxdigit": f"{_DIGIT} || (c >= 65 && c <= 70) || (c >= 97 && c <= 102)",
}
"""Which characters are members of a class. What such a test gives for them is any number but zero (C11 7.4.1 p1): the
GNU C library returns a bit of its own for each class, but gcc computes some of the tests itself.
"""

_IN_RANGE = f"{DEFINED}(c >= -128 && c <= 255);"
_UNSIGNED = "c < -1 ? c + 256 : c"
"""The GNU C library takes a negative number for a ``char``; -1 may be ``EOF``."""


def _character_test(name: str, members: str) -> list[tuple[str, str]]:
    """The test, and the one of which no more is asked than whether it gives zero."""
    checked = "" if name == "isascii" else _IN_RANGE
    found = f'if ({members}) {{ {ANY}(found, "{name}"); {ASSUMED}(found != 0); }}'
    return [
        (f"int {SIGN}{name}(int c)", f"{checked} return {members};"),
        (f"int {name}(int c)", f"{checked} int found = 0; {found} return found;"),
    ]


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
    **_counting("s", "unsigned short"),
    **_counting("l", "unsigned long"),
    **_counting("ll", "unsigned long long"),
    **_redundant("", "int"),
    **_redundant("l", "long"),
    **_redundant("ll", "long long"),
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
    **_absolute("imaxabs", "long long"),
    **_absolute("__builtin_abs", "int"),
    **_absolute("__builtin_labs", "long"),
    **_absolute("__builtin_llabs", "long long"),
    **_absolute("__builtin_imaxabs", "long long"),
    **{heading: text for name, members in _CLASSES.items() for heading, text in _character_test(name, members)},
    "int toascii(int c)": "return c & 127;",
    "int tolower(int c)": f"{_IN_RANGE} return {_UPPER} ? c + 32 : {_UNSIGNED};",
    "int toupper(int c)": f"{_IN_RANGE} return {_LOWER} ? c - 32 : {_UNSIGNED};",
}

_OVERFLOW = """
    __auto_type a = {cast}A; __auto_type b = {cast}B;
    {same}
    return (sizeof(a) <= 4 && sizeof(b) <= 4 && sizeof(R) <= 4)
        ? ({{ long long s = (long long)((unsigned long long)a {op} (unsigned long long)b); {store} ({result})s != s; }})
        : (sizeof(a) > 8 || sizeof(b) > 8 || sizeof(R) > 8)
        ? ({{ {unsupported}("an overflow check of numbers of 128 bits"); 0; }})
        : (sizeof(long) > 4 || sizeof(a) > 8 || sizeof(b) > 8 || sizeof(R) > 8)
        ? ({{ __int128 s = (__int128)((unsigned __int128)a {op} (unsigned __int128)b); {store} ({result})s != s; }})
        : ({{ unsigned long long u = a, v = b; u = a < 0 ? -u : u; v = b < 0 ? -v : v;
              {magnitude}
              unsigned long long s = below ? -m : m; {store}
              {result} r = ({result})s; unsigned long long w = r; w = r < 0 ? -w : w;
              carry || w != m || (m && (r < 0) != below); }});"""
"""Operands, exact result in a type that is wide enough, its low bits, and whether they are all of it. Nothing overflows
in types without sign, whatever the property is. Even the largest unsigned product, which wraps, does not look like one
that fits. Where 64 bits are all there is, results are computed from magnitudes ``u`` and ``v``: ``m``, whether it is
``below`` zero, and whether there is a ``carry``.
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


def _from_source(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    """The body of the template that has the function's name, with the arguments as its parameters' values."""
    definition = function(SOURCES_BY_NAME[call.name.name])
    arguments = call.args.exprs if call.args else []
    parameters = definition.decl.type.args.params
    if len(parameters) != len(arguments):
        return call
    copied = Copy(call.coord, expansion, {})
    declarations = [copied.of(parameter) for parameter in parameters]
    for declaration, argument in zip(declarations, arguments, strict=True):
        declaration.init = argument
    return _block(copied, definition, declarations)


def _overflow(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    match = _OVERFLOWS.fullmatch(call.name.name)
    arguments = call.args.exprs if call.args else []
    if match is None or len(arguments) != 3 or bool(match["kind"]) != bool(match["kind"] + match["long"]):
        return call
    left, right, target = arguments
    use = _Target.ASKED if match["only_asks"] else _Target.POINTED if may_have_effect(target) else _Target.STORED
    if use is _Target.STORED:
        is_address = isinstance(target, c_ast.UnaryOp) and target.op == "&"
        target = target.expr if is_address else c_ast.UnaryOp("*", target, call.coord)
    operands = _OPERANDS.get(match["kind"] + match["long"], "")
    definition = _overflow_definition(match["op"], operands, use)
    return _block(Copy(call.coord, expansion, {"A": left, "B": right, "R": target}), definition, [])


class _Target(Enum):
    """What the last argument ``R`` is: the object that is written, a pointer to it with an effect, or a number that is
    asked for its type; and how it is evaluated, once.
    """

    STORED = ""
    POINTED = "__auto_type p = R;"
    ASKED = "(void)(R);"


@functools.cache
def _overflow_definition(op: str, operands: str, use: _Target) -> c_ast.FuncDef:
    """A function for ``operands`` of one type writes a number of that type, wherever it is told to."""
    cast, result = (f"({operands})", operands) if operands else ("", "__typeof__(R)")
    same = f"{DEFINED}(sizeof(R) == sizeof({operands}));" if operands else ""
    store = f"R = ({result})s;" if use is not _Target.ASKED else ""
    text = _OVERFLOW.format(
        op=_OPERATORS[op],
        cast=cast,
        result=result,
        same=same,
        store=store,
        magnitude=_MAGNITUDES[op],
        unsupported=UNSUPPORTED,
    )
    text = re.sub(r"\bR\b", "(*p)", text) if use is _Target.POINTED else text
    return function(f"_Bool overflow(void) {{ {use.value} {text} }}")


def _block(copied: Copy, definition: c_ast.FuncDef, declarations: list[c_ast.Node]) -> c_ast.Compound:
    """The body; what it returns, converted to the result's type, is the value."""
    *items, last = [copied.of(item) for item in definition.body.block_items]
    type_ = c_ast.Typename(None, [], None, copied.of(definition.decl.type.type), copied.coord)
    return c_ast.Compound([*declarations, *items, c_ast.Cast(type_, last.expr, copied.coord)], copied.coord)


SOURCES_BY_NAME = {head.partition("(")[0].rpartition(" ")[2]: f"{head} {{ {body} }}" for head, body in _SOURCES.items()}
"""The text of functions with fixed types, by name."""
_WIDE = """__auto_type x = X; int width = (int)(8 * sizeof(x));
    unsigned long long low = (unsigned long long)x;
    unsigned long long high = sizeof(x) > 8 ? (unsigned long long)((unsigned __int128)x >> 64) : 0ULL;"""
_LEADING = "__bits(__smeared(high)) + (high ? 64 : __bits(__smeared(low)))"
_TRAILING = "low ? __bits((low & -low) - 1) : 64 + __bits((high & -high) - 1)"
_GENERIC = {
    "__builtin_clzg": f"{_WIDE} {DEFINED}(x != 0); width - ({_LEADING});",
    "__builtin_clzg otherwise": f"{_WIDE} int other = OTHER; x == 0 ? other : width - ({_LEADING});",
    "__builtin_ctzg": f"{_WIDE} {DEFINED}(x != 0); {_TRAILING};",
    "__builtin_ctzg otherwise": f"{_WIDE} int other = OTHER; x == 0 ? other : ({_TRAILING});",
    "__builtin_popcountg": f"{_WIDE} __bits(low) + __bits(high);",
    "__builtin_assume": f"{DEFINED}(X); (void)0;",
    **{
        name: f"{name}_t r = {{0}}; __typeof__(r.quot) a = X, b = OTHER; r.quot = a / b; r.rem = a % b; r;"
        for name in ("div", "ldiv", "lldiv", "imaxdiv")
    },
}


def _from_statements(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    """Functions whose operands have any type, or which return structs."""
    arguments, name = call.args.exprs if call.args else [], call.name.name
    if len(arguments) == 2 and f"{name} otherwise" in _GENERIC:
        name = f"{name} otherwise"
    if len(arguments) != 1 + ("OTHER" in _GENERIC[name]):
        return call
    return statements(call, _GENERIC[name], dict(zip(("X", "OTHER"), arguments, strict=False)), expansion)


EXPANDERS: Mapping[str, Expander] = {
    **dict.fromkeys((name for name in _GENERIC if " " not in name), _from_statements),
    **dict.fromkeys(SOURCES_BY_NAME, _from_source),
    **{
        f"__builtin_{kind}{op}{long}_overflow{only_asks}": _overflow
        for op in _OPERATORS
        for kind, long in [("", ""), *((operands[0], operands[1:]) for operands in _OPERANDS)]
        for only_asks in ("", "_p")
    },
    "__builtin_assume_aligned": _assume_aligned,
}
