"""``scanf`` and its kin (C11 7.21.6.2): any number of the conversions succeed, and each that does writes any value.

How the text that is read relates to the values is not modelled here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.library.inline.format_strings import Conversion, read_pieces, written_format
from coveriflow.program.syntax.templates import ANY, ASSUMED, Expander, Expansion, statements

SOURCE = "reads "
"""How inputs are called that come from a stream: with what was to be read there, a conversion or a whole format."""

FORMAT = "format "
BYTE = "byte"
"""What follows ``SOURCE``: the format of the whole call for its result, ``BYTE`` for a single byte or -1."""

_SIZE = "__typeof__(sizeof(int))"
_STREAMS = ("stdin", "stdout", "stderr")
_READERS = {"scanf": "", "fscanf": "stream"}
PREFIXES = ("", "__isoc99_", "__isoc23_")
INTEGERS = {
    "": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "q": "long long", "L": "long long",
    "j": "long long", "z": _SIZE, "t": _SIZE,
}  # fmt: skip
_FLOATS = {"": "float", "l": "double", "L": "long double"}
FLOATING = "fFeEgGaA"
_TYPES = {**dict.fromkeys("diuxXo", INTEGERS), **dict.fromkeys(FLOATING, _FLOATS)}
_SPACE = "(b == 32 || (b >= 9 && b <= 13))"


def _reader(where: str) -> Expander:
    """What is beyond the model stays a call."""

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        format_at = 1 if where else 0
        text = written_format(given[format_at]) if len(given) > format_at else None
        pieces = read_pieces(text) if text is not None else None
        if text is None or pieces is None:
            return call
        conversions = [piece for piece in pieces if isinstance(piece, Conversion)]
        targets, parts = given[format_at + 1 :], dict[str, c_ast.Node | str]()
        known = all(each.skip or is_known(each) for each in conversions)
        if not known or len(targets) < sum(not each.skip for each in conversions):
            return call
        parts |= {f"A{number}": target for number, target in enumerate(targets)}
        first = _first(where, given, parts)
        source = SOURCE if not where or _is_input(given[0]) else f"{call.name.name} "
        return statements(call, first + _body(text, conversions, source, len(targets)), parts, expansion)

    return expand


def is_known(conversion: Conversion) -> bool:
    """Whether the model has this conversion."""
    if conversion.width == 0:
        return False
    match conversion.letter:
        case "c" | "s" | "[":
            return not conversion.length
        case letter:
            return conversion.length in _TYPES.get(letter, {})


def _is_input(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.ID) and node.name == "stdin"


def _first(where: str, given: list[c_ast.Node], parts: dict[str, c_ast.Node | str]) -> str:
    """What is read from: of a stream nothing is known; a text must have an end."""
    if not where or is_stream(given[0]):
        return ""
    parts["FROM"] = given[0]
    return "__coveriflow_strlen((char *)FROM);" if where == "text" else "(void)(FROM);"


def is_stream(node: c_ast.Node) -> bool:
    """Whether ``node`` names a stream that is always there."""
    return isinstance(node, c_ast.ID) and node.name in _STREAMS


def _body(text: str, conversions: list[Conversion], source: str, targets: int) -> str:
    writing = [each for each in conversions if not each.skip]
    pointers = "".join(f"void *p{number} = (void *)A{number};" for number in range(targets))
    unknown = f'int c = 0; {ANY}(c, "{_quoted(source + FORMAT + text)}"); {ASSUMED}(c >= -1 && c <= {len(writing)});'
    stores = "".join(
        f"if (c > {number}) {{ {_store(each, f'p{number}', source)} }}" for number, each in enumerate(writing)
    )
    return f"{pointers} {unknown} {stores} c;"


def _quoted(text: str) -> str:
    return "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\{ord(c):03o}" for c in text)


def _store(conversion: Conversion, pointer: str, source: str) -> str:
    if conversion.letter in ("c", "s", "["):
        return _bytes(conversion, pointer, source)
    type_ = _TYPES[conversion.letter][conversion.length]
    return f'{type_} v = 0; {ANY}(v, "{_quoted(source + conversion.text)}"); *({type_} *){pointer} = v;'


def _bytes(conversion: Conversion, pointer: str, source: str) -> str:
    """Bytes are written until one comes that is not taken, or as many are as the width says."""
    most = 1 if conversion.letter == "c" and conversion.width == -1 else conversion.width
    full = f"|| n >= {most}" if most != -1 else ""
    test = {"c": "1", "s": f"!{_SPACE}"}.get(conversion.letter) or is_member(conversion.set, "b")
    end = "" if conversion.letter == "c" else "q[n] = 0;"
    more = f'if (more) {ANY}(more, "{source}more"); ' if conversion.letter == "c" and most != 1 else ""
    given = _quoted(source + conversion.text)
    return f"""
        char *q = (char *){pointer}; {_SIZE} n = 0; _Bool more = 1;
        while (more) {{
            unsigned char b = 0; {ANY}(b, "{given}");
            if ({test}) {{ q[n] = (char)b; n++; }} else {{ {ASSUMED}(n > 0); more = 0; }}
            if (0 {full}) more = 0;
            {more} }}
        {end}"""


def is_member(members: frozenset[int], byte: str) -> str:
    """A condition: whether the expression ``byte`` is one of ``members``."""
    ranges = " || ".join(f"({byte} >= {first} && {byte} <= {last})" for first, last in _ranges(members))
    return f"({ranges or '0'})"


def _ranges(members: frozenset[int]) -> Iterator[tuple[int, int]]:
    for first in sorted(members):
        if first - 1 not in members:
            last = first
            while last + 1 in members:
                last += 1
            yield first, last


def _expanders() -> Mapping[str, Expander]:
    return {prefix + name: _reader(where) for name, where in _READERS.items() for prefix in PREFIXES}


EXPANDERS = _expanders()
of_text = _reader("text")
"""A call of ``sscanf`` of whose text nothing is asked but that it has an end."""
