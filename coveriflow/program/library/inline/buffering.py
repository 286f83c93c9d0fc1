"""``setbuf`` and ``setvbuf`` (C11 7.21.5.5, 7.21.5.6): how a stream is buffered shows in no value. A buffer that is the
program's own is not supported: output would change it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import UNSUPPORTED
from coveriflow.program.library.inline.scanf import is_stream
from coveriflow.program.syntax.templates import ANY, Expander, Expansion, statements

_BUFFER = f"""if ((char *)A1) {UNSUPPORTED}("a buffer of a stream that is the program's own");"""
_TEXTS = {
    "setbuf": (2, f"{_BUFFER} (void)0;"),
    "setvbuf": (4, f'(void)(A2); (void)(A3); {_BUFFER} int found = 0; {ANY}(found, "setvbuf"); found;'),
}
"""How many arguments there are, and statements."""


def _expander(count: int, text: str) -> Expander:
    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        if len(given) != count:
            return call
        parts: dict[str, c_ast.Node | str] = {f"A{number}": argument for number, argument in enumerate(given)}
        return statements(call, text if is_stream(given[0]) else f"(void)(A0); {text}", parts, expansion)

    return expand


EXPANDERS: Mapping[str, Expander] = {name: _expander(count, text) for name, (count, text) in _TEXTS.items()}
