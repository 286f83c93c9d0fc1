"""``sprintf`` and ``snprintf`` (C11 7.21.6.5, 7.21.6.6): just what they write of integers, characters and strings, and
any text for floating numbers and addresses.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.library.inline.format_strings import Conversion, Piece, printed_pieces, written_format
from coveriflow.program.syntax.templates import Expander, Expansion, statements

_LIMITS = {"sprintf": None, "snprintf": 1}
_SIZE = "__typeof__(sizeof(int))"
_DIFFERENCE = "__typeof__((char *)0 - (char *)0)"
_SIGNED = {
    "": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "q": "long long", "j": "long long",
    "z": _DIFFERENCE, "t": _DIFFERENCE,
}  # fmt: skip
_UNSIGNED = {length: _SIZE if type_ == _DIFFERENCE else f"unsigned {type_}" for length, type_ in _SIGNED.items()} | {
    "hh": "unsigned char"
}
_BASES = {"u": 10, "x": 16, "X": 16, "o": 8}
_FLOATING = "fFeEgGaA"
_DIGITS = {"": 309, "l": 309, "L": 4933}
"""How many digits a number may have before its point."""
_SHORT = 40
"""More than a number takes besides what its precision says, where an exponent tells its size, or an address."""
_FLAGS = {"-": 1, "+": 2, " ": 4, "#": 8, "0": 16}


def _printer(limit: int | None) -> Expander:
    """What is beyond the model stays a call."""
    format_at = 1 if limit is None else 2

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        text = written_format(given[format_at]) if len(given) > format_at else None
        pieces = printed_pieces(text) if text is not None else None
        if pieces is None:
            return call
        conversions = [piece for piece in pieces if isinstance(piece, Conversion)]
        values = given[format_at + 1 :]
        if not all(map(_is_known, conversions)) or len(values) < sum(map(_arguments, conversions)):
            return call
        parts: dict[str, c_ast.Node | str] = {f"A{number}": argument for number, argument in enumerate(values)}
        parts |= {"TO": given[0]} if limit is None else {"TO": given[0], "ROOM": given[limit]}
        return statements(call, _text(pieces, len(values), limited=limit is not None), parts, expansion)

    return expand


def _is_known(conversion: Conversion) -> bool:
    match conversion.letter:
        case "d" | "i":
            return conversion.length in _SIGNED
        case letter if letter in _FLOATING:
            return conversion.length in _DIGITS
        case "p":
            return not conversion.length
        case "c" | "s":
            return not conversion.length
        case letter:
            return letter in _BASES and conversion.length in _UNSIGNED


def _arguments(conversion: Conversion) -> int:
    """How many values it takes."""
    return 1 + (conversion.width is None) + (conversion.precision is None)


def _text(pieces: list[Piece], values: int, *, limited: bool) -> str:
    room = f"({_SIZE})ROOM" if limited else f"({_SIZE})-1"
    lines = [f"char *s = (char *)TO; {_SIZE} most = {room}, at = 0;"]
    lines += [f"__auto_type v{number} = A{number};" for number in range(values)]
    number = 0
    for piece in pieces:
        if isinstance(piece, str):
            lines += [f"at = __coveriflow_character(s, most, at, {ord(c)}, 0, 0);" for c in piece]
        else:
            given = [f"v{each}" for each in range(number, number + _arguments(piece))]
            lines.append(f"at = {_conversion(piece, given)};")
            number += len(given)
    return " ".join([*lines, "if (most) s[at < most ? at : most - 1] = 0; (int)at;"])


def _conversion(conversion: Conversion, given: list[str]) -> str:
    """``given``: width and precision, where arguments tell these, and the value."""
    *sizes, value = given
    flags: int | str = sum(_FLAGS[flag] for flag in set(conversion.flags))
    width: int | str = max(conversion.width or 0, 0)
    if conversion.width is None:
        told = sizes.pop(0)
        width, flags = f"({told} < 0 ? (int)(0U - (unsigned){told}) : {told})", f"({flags} | ({told} < 0))"
    precision = conversion.precision if conversion.precision is not None else sizes.pop(0)
    match conversion.letter:
        case "c":
            return f"__coveriflow_character(s, most, at, (unsigned char){value}, {width}, {flags})"
        case "s":
            return f"__coveriflow_string(s, most, at, (char *){value}, {width}, {precision}, {flags})"
        case "d" | "i":
            number = f"(long long)({_SIGNED[conversion.length]}){value}"
            magnitude = f"({number} < 0 ? 0ULL - (unsigned long long){number} : (unsigned long long){number})"
            return f"__coveriflow_number(s, most, at, {magnitude}, {number} < 0, 10, 0, {width}, {precision}, {flags})"
        case letter if letter in _FLOATING or letter == "p":
            digits = _DIGITS[conversion.length] if letter in "fF" else _SHORT
            return f"__coveriflow_unknown(s, most, at, {digits}, {width}, {precision})"
        case letter:
            number = f"(unsigned long long)({_UNSIGNED[conversion.length]}){value}"
            form = f"{_BASES[letter]}, {int(letter == 'X')}"
            return f"__coveriflow_number(s, most, at, {number}, 0, {form}, {width}, {precision}, {flags} & ~6)"


EXPANDERS: Mapping[str, Expander] = {
    prefix + name: _printer(limit) for name, limit in _LIMITS.items() for prefix in ("", "__builtin_")
}
