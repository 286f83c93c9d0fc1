"""From a corpus's way of saying "error" to ours, on a copy of the text: every violation becomes a call of SUBJECT.

Lines keep their numbers. A prelude of macros stands before the text, and a folder with an ``assert.h`` of ours before
all other include folders: ``assert(e)`` calls SUBJECT where ``e`` is zero, and so do ``__ESBMC_assert``,
``__VERIFIER_assert`` and ``__CPROVER_assert`` where the program does not define them; ``__VERIFIER_error``,
``__ESBMC_error``, ``reach_error`` and ``__assert_fail`` are SUBJECT; a call of SUBJECT follows the error label.
``__ESBMC_assume`` and ``__CPROVER_assume`` are ``__VERIFIER_assume``, ``nondet_int`` and its like are
``__VERIFIER_nondet_int``. Names that a program defines itself are left alone, its declarations of the others go.
"""

from __future__ import annotations

import re
from pathlib import Path

from corpus.tasks import CorpusTask, Violation

SUBJECT = "corpus_violation"
_CONDITION = f"((e) ? (void)0 : {SUBJECT}())"
_ASSERTIONS = ("assert", "__ESBMC_assert", "__VERIFIER_assert", "__CPROVER_assert")
_ASSUMPTIONS = ("__ESBMC_assume", "__CPROVER_assume")
_CALLS = ("__VERIFIER_error", "__ESBMC_error", "reach_error")
_FAILURES = ("__assert_fail", "__assert")
_INPUTS = (
    "bool char int long longlong short uchar uint ulong ulonglong unsigned ushort float double "
    "unsigned_int size_t u8 u16 u32 u64"
).split()
_OTHER_INPUTS = {
    "nondet": "int",
    "nondet_ull": "ulonglong",
    "nondet_uint8_t": "uchar",
    "nondet_uint16_t": "ushort",
    "nondet_uint32_t": "uint",
    "nondet_unsigned_char": "uchar",
}
_HEADER = f"""#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
extern void {SUBJECT}(void);
#define assert(e) {_CONDITION}
#endif
#ifndef __cplusplus
#define static_assert _Static_assert
#endif
"""
_NO_PREDEFINED = "#undef linux\n#undef unix\n#undef i386\n"


def make_headers(folder: Path) -> None:
    """Write ``assert.h``."""
    Path(folder, "assert.h").write_text(_HEADER, encoding="ascii")


def converted(task: CorpusTask, text: str, *, preprocessed: bool) -> tuple[str, str]:
    """The prelude, and the text in our conventions."""
    macros = [] if not preprocessed else [_NO_PREDEFINED.rstrip()]
    macros.append(f"extern void {SUBJECT}(void);")
    declared: list[str] = []
    if Violation.ASSERTION in task.violations:
        own = [name for name in _ASSERTIONS if not _defines(text, name)]
        macros += [f"#define {name}(e, ...) {_CONDITION}" for name in own]
        macros += [f"#define {name}(...) {SUBJECT}()" for name in _FAILURES if not _defines(text, name)]
        declared += own
    if Violation.CALL in task.violations:
        macros += [f"#define {name} {SUBJECT}" for name in _CALLS if re.search(rf"\b{name}\b", text)]
    macros += input_macros(text)
    for name in declared:
        text = _without_declarations(text, name)
    if Violation.LABEL in task.violations:
        text = _with_error_calls(text, task.label)
    return "\n".join(macros) + "\n", text


def input_macros(text: str) -> list[str]:
    """Ours for the ways of others to ask for a value, and to assume."""
    table = {f"nondet_{name}": name for name in _INPUTS} | _OTHER_INPUTS
    used = [name for name in table if re.search(rf"\b{name}\b", text) and not _defines(text, name)]
    renamed = [f"#define {name} __VERIFIER_nondet_{table[name]}" for name in used if re.search(rf"\b{name}\s*\(", text)]
    assumed = [name for name in _ASSUMPTIONS if re.search(rf"\b{name}\b", text) and not _defines(text, name)]
    return renamed + [f"#define {name} __VERIFIER_assume" for name in assumed]


def _defines(text: str, name: str) -> bool:
    """The text has a body, or a macro, for the function ``name``."""
    body = rf"^[ \t]*(?:[A-Za-z_]\w*[ \t*\n]+)+{name}\s*\([^;{{}}]*\)\s*\{{"
    return bool(re.search(rf"^[ \t]*#[ \t]*define[ \t]+{name}\b|{body}", text, re.MULTILINE))


def _without_declarations(text: str, name: str) -> str:
    pattern = rf"\b(?:extern\s+)?(?:void|int)\s+{name}\s*\([^;{{}}]*\)[^;{{}}()]*;"
    return re.sub(pattern, lambda found: "\n" * found[0].count("\n"), text)


def _with_error_calls(text: str, label: str) -> str:
    pattern = rf"(?<![\w?:])(?<!case )(?<!\? ){label}\s*:(?!:)"
    return re.sub(pattern, lambda found: f"{found[0]} {SUBJECT}();", text)
