"""Functions that read nondeterministic bytes (C11 7.21.7, 7.21.8.1; POSIX ``read``): any byte, or the
end, each time.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.library.inline.scanf import BYTE, SOURCE, is_stream
from coveriflow.program.syntax.templates import ANY, ASSUMED, CHOSEN, DEFINED, Expander, Expansion, statements

FAILURE = "a failure of reading"
"""How inputs are called that are not 0 where reading fails: never where the text of standard input has just ended."""

_NEXT = f'{ANY}(c, "WHAT"); {ASSUMED}(c >= -1 && c <= 255);'
_SIZE = "__typeof__(sizeof(int))"
_FAILS = f'_Bool failed = 0; if (c < 0 && k > 0) {ANY}(failed, "{FAILURE}");'
_TEXTS = {
    "getchar": (f"int c = 0; {_NEXT} c;", None, 0),
    "getc": (f"FROM; int c = 0; {_NEXT} c;", 0, 1),
    "fgets": (
        f"""char *s = A0; int n = A1; FROM; int k = 0, c = 0;
        while (k + 1 < n && c >= 0 && c != 10) {{ {_NEXT} if (c >= 0) {{ s[k] = (char)c; k++; }} }}
        {_FAILS} _Bool good = n == 1 || (k > 0 && !failed); if (good) s[k] = 0; good ? s : (char *)0;""",
        2,
        3,
    ),
    "gets": (
        f"""char *s = A0; {_SIZE} k = 0; int c = 0;
        while (c >= 0 && c != 10) {{ {_NEXT} if (c >= 0 && c != 10) {{ s[k] = (char)c; k++; }} }}
        {_FAILS} _Bool good = (k > 0 || c == 10) && !failed; if (good) s[k] = 0; good ? s : (char *)0;""",
        None,
        1,
    ),
    "fread": (
        f"""unsigned char *p = (unsigned char *)A0; {_SIZE} size = A1, count = A2, k = 0, all = size * count; FROM;
        {DEFINED}(size == 0 || all / size == count); int c = 0;
        while (k < all && c >= 0) {{ {_NEXT} if (c >= 0) {{ p[k] = (unsigned char)c; k++; }} }}
        size == 0 ? size : k / size;""",
        3,
        4,
    ),
    "read": (
        f"""FROM; unsigned char *p = (unsigned char *)A1; {_SIZE} n = A2, k = 0; int c = 0;
        while (k < n && c >= 0) {{ {_NEXT} if (c >= 0) {{ p[k] = (unsigned char)c; k++; }} }}
        __typeof__((char *)0 - (char *)0) result = k; if (k == 0) {{ {ANY}(c, "{FAILURE}"); }}
        if (k == 0 && c < 0) result = -1; result;""",
        0,
        3,
    ),
}
"""Statements, which argument says where to read, and how many there are."""

_LINE = f"""char **to = (char **)A0; {_SIZE} *room = ({_SIZE} *)A1; int end = END; FROM; {_SIZE} k = 0; int c = 0;
    {CHOSEN}("getline and getdelim begin with 120 bytes, and double them as often as a line needs it");
    _Bool good = to && room; if (!good) c = -1;
    if (good && (!*to || *room == 0)) {{ *to = (char *)__coveriflow_realloc(*to, 120); *room = 120; }}
    while (c >= 0 && (k == 0 || c != end)) {{ {_NEXT} if (c >= 0) {{
        if (k + 2 > *room) {{
            {_SIZE} most = *room < 60 ? 120 : 2 * *room; *to = (char *)__coveriflow_realloc(*to, most); *room = most; }}
        (*to)[k] = (char)c; k++; }} }}
    {_FAILS} good = good && k > 0 && !failed; if (good) (*to)[k] = 0;
    __typeof__((char *)0 - (char *)0) result = k; if (!good) result = -1; result;"""
_TEXTS |= {
    "getline": (_LINE.replace("END", "10"), 2, 3),
    "getdelim": (_LINE.replace("END", "(unsigned char)A2"), 3, 4),
}
_ALIASES = {
    "getchar": ("getchar", "getchar_unlocked"),
    "getc": ("getc", "fgetc", "getc_unlocked", "fgetc_unlocked", "_IO_getc"),
    "fgets": ("fgets", "fgets_unlocked"),
    "gets": ("gets",),
    "fread": ("fread", "fread_unlocked"),
    "read": ("read",),
    "getline": ("getline",),
    "getdelim": ("getdelim", "__getdelim"),
}


def _expander(text: str, stream: int | None, count: int) -> Expander:
    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        arguments = list(call.args.exprs) if call.args else []
        if len(arguments) != count:
            return call
        source = arguments[stream] if stream is not None else None
        what = SOURCE + BYTE if source is None or _is_input(source) else f"{call.name.name} {BYTE}"
        parts = {f"A{number}": argument for number, argument in enumerate(arguments)}
        given = text.replace("WHAT", what)
        if source is None or is_stream(source):
            return statements(call, given.replace("FROM;", ""), parts, expansion)
        return statements(call, given.replace("FROM;", f"(void)(A{stream});"), parts, expansion)

    return expand


def _is_input(node: c_ast.Node) -> bool:
    """Standard input, as a stream or by its number."""
    if isinstance(node, c_ast.Constant):
        return str(node.value) == "0"
    return isinstance(node, c_ast.ID) and node.name == "stdin"


EXPANDERS: Mapping[str, Expander] = {
    alias: _expander(text, stream, count) for name, (text, stream, count) in _TEXTS.items() for alias in _ALIASES[name]
}
