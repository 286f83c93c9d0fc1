"""Output by formats that are not written out in the program, and by lists of arguments (C11 7.21.6): what is written is
any text, and ``%n`` is looked for in the format.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.library.inline.format_strings import written_format
from coveriflow.program.library.inline.scanf import is_stream
from coveriflow.program.syntax.templates import ANY, ASSUMED, CHOSEN, Expander, Expansion, statements

_SIZE = "__typeof__(sizeof(int))"
_OUTPUT = {"printf": 0, "fprintf": 1, "dprintf": 1}
"""Which argument the format is."""
_PRINTED = f'int k = 0; {ANY}(k, "NAME"); k;'
_WRITTEN = f"""char *s = (char *)TO; {_SIZE} n = ROOM; int k = 0, full = 0; {ANY}(k, "NAME"); full = k;
    if (k < 0) {{ {ANY}(full, "NAME"); {ASSUMED}(full >= 0); }}
    if (n > 0) {{
        {_SIZE} m = ({_SIZE})full < n ? ({_SIZE})full : n - 1;
        for ({_SIZE} i = 0; i < m; i++) {{ char c = 0; {ANY}(c, "NAME"); s[i] = c; }}
        s[m] = 0; }}
    {CHOSEN}("a call of NAME that fails leaves a text that ends"); k;"""
"""A call that fails (``k < 0``) may have written some of the text."""
_ALLOCATED = f"""char **to = (char **)TO; int k = 0; {ANY}(k, "NAME");
    {CHOSEN}("nothing reads a pointer that a failed call of NAME leaves");
    if (k >= 0) {{ char *s = (char *)__builtin_malloc(({_SIZE})k + 1); s[k] = 0; *to = s; }}
    k;"""


def _expander(name: str, text: str, format_at: int, *, unless_written: bool = False) -> Expander:
    """``unless_written``: a format that is a literal is not looked at here."""

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        if len(given) <= format_at or (unless_written and written_format(given[format_at]) is not None):
            return call
        parts: dict[str, c_ast.Node | str] = {f"A{number}": argument for number, argument in enumerate(given)}
        is_written = text != _PRINTED
        used = {0, format_at - 1} if is_written else {0} if format_at and is_stream(given[0]) else set()
        others = "".join(f"(void)(A{n});" for n in range(len(given)) if n not in {*used, format_at})
        room = "A1" if format_at == 2 else f"({_SIZE})-1"
        body = text.replace("NAME", name).replace("TO", "A0").replace("ROOM", room)
        return statements(call, f"__coveriflow_format((char *)A{format_at}); {others} {body}", parts, expansion)

    return expand


def _last_words(format_at: int, *, ends: bool) -> Expander:
    """``error`` and the like: what ``printf`` does, and perhaps the end of the program."""

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        if len(given) <= format_at or written_format(given[format_at]) is None:
            return call
        parts: dict[str, c_ast.Node | str] = {f"A{number}": argument for number, argument in enumerate(given)}
        others = "".join(f"(void)(A{number});" for number in range(1, format_at))
        written = ", ".join(f"A{number}" for number in range(format_at, len(given)))
        end = "exit(status);" if ends else "if (status) exit(status);"
        return statements(call, f"int status = A0; {others} (void)printf({written}); {end}", parts, expansion)

    return expand


_LAST_WORDS = {
    "error": _last_words(2, ends=False),
    "error_at_line": _last_words(4, ends=False),
    "err": _last_words(1, ends=True),
    "errx": _last_words(1, ends=True),
}


def _expanders() -> dict[str, Expander]:
    found = {
        **{name: _expander(name, _PRINTED, at, unless_written=True) for name, at in _OUTPUT.items()},
        **{f"v{name}": _expander(f"v{name}", _PRINTED, at) for name, at in _OUTPUT.items()},
        "vsprintf": _expander("vsprintf", _WRITTEN, 1),
        "vsnprintf": _expander("vsnprintf", _WRITTEN, 2),
        "asprintf": _expander("asprintf", _ALLOCATED, 1),
        "vasprintf": _expander("vasprintf", _ALLOCATED, 1),
    }
    return _LAST_WORDS | {prefix + name: each for name, each in found.items() for prefix in ("", "__builtin_")}


EXPANDERS: Mapping[str, Expander] = _expanders()
