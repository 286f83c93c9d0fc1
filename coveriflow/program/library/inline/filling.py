"""Functions of POSIX that fill an object with what the system tells: any content, or they fail and leave it."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import UNSUPPORTED
from coveriflow.program.syntax.templates import ANY, ASSUMED, Expander, Expansion, statements

_LEAST = 16
"""Bytes: a pointer to something smaller is one to no such object."""
_FILLED = {
    **dict.fromkeys(("stat", "lstat", "statvfs", "statfs"), (1, "__coveriflow_strlen((char *)A0);")),
    **dict.fromkeys(("fstat", "fstatvfs", "fstatfs", "getrusage", "getrlimit", "tcgetattr"), (1, "(void)(A0);")),
    **dict.fromkeys(("uname", "sysinfo"), (0, "")),
}
"""Which argument is the object, and what is done with the other one."""
_TEXT = f"""__auto_type p = OBJECT; OTHER int result = 0; {ANY}(result, "NAME"); {ASSUMED}(result == 0 || result == -1);
    if (sizeof(*p) < {_LEAST}) {UNSUPPORTED}("NAME of such an object");
    if (result == 0) {{ __typeof__(*p) found; *p = found; }}
    result;"""


def _expander(name: str, at: int, other: str) -> Expander:
    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        given = list(call.args.exprs) if call.args else []
        if len(given) != at + 1:
            return call
        parts: dict[str, c_ast.Node | str] = {f"A{number}": each for number, each in enumerate(given[:at])}
        text = _TEXT.replace("NAME", name).replace("OTHER", other)
        return statements(call, text, parts | {"OBJECT": given[at]}, expansion)

    return expand


EXPANDERS: Mapping[str, Expander] = {name: _expander(name, at, other) for name, (at, other) in _FILLED.items()}
"""``uname`` gives texts with an end, of which nothing is told here."""
