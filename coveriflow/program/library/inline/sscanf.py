"""``sscanf`` (C11 7.21.6.7): just what it reads from its text, as the GNU C library does it. Formats with floating
numbers are left to ``scanf``, of which no more is known than what each conversion may write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.library.inline import scanf
from coveriflow.program.library.inline.format_strings import Conversion, Piece, read_pieces, written_format
from coveriflow.program.syntax.templates import Expander, Expansion, statements

_BASES = {"d": 10, "i": 0, "u": 10, "x": 16, "X": 16, "o": 8}
_SIGNED = "di"
_LONG_LONG = ("ll", "q", "L", "j")
"""Lengths of numbers that are converted as ``long long``, and not as ``long``."""
_SPACE = "(*s == ' ' || (*s >= '\\t' && *s <= '\\r'))"
_PAST_SPACE = f"while {_SPACE} s++;"
_MOST = 2147483647
"""The width where none is written."""


def _expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    given = list(call.args.exprs) if call.args else []
    text = written_format(given[1]) if len(given) > 1 else None
    pieces = read_pieces(text) if text is not None else None
    conversions = [piece for piece in pieces or () if isinstance(piece, Conversion)]
    is_c23 = call.name.name.startswith("__isoc23_")
    if is_c23 and any(each.letter == "i" for each in conversions):
        return call  # such a number may have the prefix 0b
    if pieces is None or not all(map(_is_computed, conversions)):
        return scanf.of_text(call, expansion)
    targets = given[2:]
    if len(targets) < sum(not each.skip for each in conversions):
        return call
    parts: dict[str, c_ast.Node | str] = {f"A{number}": target for number, target in enumerate(targets)}
    return statements(call, _reading(pieces, len(targets)), parts | {"FROM": given[0]}, expansion)


def _is_computed(conversion: Conversion) -> bool:
    if conversion.letter == "n":
        return conversion.length in scanf.INTEGERS and conversion.width == -1
    return scanf.is_known(conversion) and conversion.letter not in scanf.FLOATING


def _reading(pieces: list[Piece], targets: int) -> str:
    """``s`` is where it reads, ``done`` how many values have been assigned; ``on`` ends with the first failure."""
    lines = ["char *t = (char *)FROM, *s = t; int done = 0; _Bool on = 1;"]
    lines += [f"void *p{number} = (void *)A{number};" for number in range(targets)]
    lines.append("__coveriflow_strlen(t);")
    number = 0
    for piece in pieces:
        if isinstance(piece, str):
            lines += _literal(piece)
            continue
        target = None if piece.skip else f"p{number}"
        number += not piece.skip
        lines.append(f"if (on) {{ {_conversion(piece, target)} }}")
    return " ".join([*lines, "done;"])


def _literal(text: str) -> Iterator[str]:
    """White space matches any, also none. A conversion ``%%`` skips it."""
    if text == "%":
        yield f"if (on) {{ {_PAST_SPACE} }}"
    for character in text:
        if character in " \t\n\v\f\r":
            yield f"if (on) {{ {_PAST_SPACE} }}"
        else:
            yield f"if (on) {{ if (*s == (char){ord(character)}) s++; else {{ {_ENDED} on = 0; }} }}"


_ENDED = "if (!*s && !done) done = -1;"
"""A text that ends before anything was assigned makes the result -1."""


def _conversion(conversion: Conversion, target: str | None) -> str:
    match conversion.letter:
        case "n":
            type_ = scanf.INTEGERS[conversion.length]
            return f"*({type_} *){target} = ({type_})(s - t);" if target else ""
        case "c" | "s" | "[":
            return _characters(conversion, target)
        case _:
            return _integer(conversion, target)


def _characters(conversion: Conversion, target: str | None) -> str:
    """Those that belong to it, as far as the width goes; then a zero, except after ``%c``."""
    is_char = conversion.letter == "c"
    width = conversion.width if conversion.width not in (None, -1) else 1 if is_char else _MOST
    belongs = {"c": "1", "s": f"!{_SPACE}"}.get(conversion.letter) or scanf.is_member(
        conversion.set, "(unsigned char)*s"
    )
    store, end = ("*q = *s; q++;", "" if is_char else "*q = 0;") if target else ("", "")
    pointer = f"char *q = (char *){target};" if target else ""
    counted = "done++;" if target else ""
    return f"""
        {_PAST_SPACE if conversion.letter == "s" else ""}
        if (!*s || !{belongs}) {{ {_ENDED} on = 0; }}
        else {{
            {pointer} int w = {width};
            while (w > 0 && *s && {belongs}) {{ {store} s++; w--; }}
            {end} {counted} }}"""


def _integer(conversion: Conversion, target: str | None) -> str:
    """As ``strtol`` and its kin do it: what lies outside of the type of the conversion is the nearest value in it."""
    base, width = _BASES[conversion.letter], _MOST if conversion.width in (None, -1) else conversion.width
    unsigned = "unsigned long long" if conversion.length in _LONG_LONG else "unsigned long"
    is_signed = conversion.letter in _SIGNED
    most = f"((({unsigned})-1) >> 1) + ({unsigned})minus" if is_signed else f"({unsigned})-1"
    over = f"minus ? most : ({unsigned})(most)" if is_signed else f"({unsigned})-1"
    value = f"over ? {'minus ? 0 - most : most' if is_signed else over} : minus ? 0 - n : n"
    type_ = scanf.INTEGERS[conversion.length]
    store = f"*({type_} *){target} = ({type_})({value}); done++;" if target else ""
    prefix = "if (base != 10 && base != 8 && w > 0 && (*s == 'x' || *s == 'X')) { base = 16; s++; w--; } else"
    return f"""
        {_PAST_SPACE}
        if (!*s) {{ if (!done) done = -1; on = 0; }}
        else {{
            int w = {width}, base = {base}; _Bool minus = *s == '-', found = 0, over = 0;
            if (*s == '-' || *s == '+') {{ s++; w--; }}
            if (w > 0 && *s == '0') {{
                found = 1; s++; w--;
                {prefix if base in (0, 16) else ""}
                {"if (base == 0) base = 8;" if base == 0 else ";"} }}
            if (base == 0) base = 10;
            {unsigned} n = 0, most = {most};
            while (w > 0) {{
                int c = *s;
                int digit = c >= '0' && c <= '9' ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 87 : c >= 'A' && c <= 'F' ? c - 55 : 99;
                if (digit >= base) break;
                found = 1;
                over = over || n > (most - ({unsigned})digit) / ({unsigned})base;
                n = n * ({unsigned})base + ({unsigned})digit;
                s++; w--; }}
            if (found) {{ {store} }} else on = 0; }}"""


EXPANDERS: Mapping[str, Expander] = {f"{prefix}sscanf": _expand for prefix in scanf.PREFIXES}
