"""Atomic operations (C11 7.17, and gcc's built-in functions): in a program with one thread each is what it says.

A weak exchange fails only where the values differ, as on x86. Orders are evaluated, and mean nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycparser import c_ast

from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.syntax.templates import ANY, Expander, Expansion, statements

MOVED = "__coveriflow_moved"
"""``__coveriflow_moved(p, n)``: ``p + n`` in the type of ``p``, where a pointer moves by ``n`` bytes. Integers wrap."""

MOVED_BACK = "__coveriflow_moved_back"
"""The same with ``p - n``: ``-n`` in the type of ``n`` is another number where that is narrower and has no sign."""

SAME = "__coveriflow_same"
"""``__coveriflow_same(a, b)``: whether the two have the same bits."""

WEAK = "__coveriflow_weak"
"""``__coveriflow_weak(w)``: unless ``w`` is surely zero, an exchange that may fail for no reason is taken not to."""

_POINTER = "__auto_type p = A0; "
_OLD = "__typeof__(*p) old = *p; "
_EXCHANGE = "_Bool same = __coveriflow_same(old, *e); if (same) *p = d; else *e = old; same;"
_IS_FREE = "n == 1 || n == 2 || n == 4 || n == 8"
_TEXTS = {
    "__atomic_load_n": (f"{_POINTER} (void)A1; *p;", 2),
    "__atomic_load": (f"{_POINTER} __auto_type to = A1; (void)A2; *to = *p; (void)0;", 3),
    "__atomic_store_n": (f"{_POINTER} __typeof__(*p) v = A1; (void)A2; *p = v; (void)0;", 3),
    "__atomic_store": (f"{_POINTER} __auto_type v = A1; (void)A2; *p = *v; (void)0;", 3),
    "__atomic_exchange_n": (f"{_POINTER} __typeof__(*p) v = A1; (void)A2; {_OLD} *p = v; old;", 3),
    "__atomic_exchange": (
        f"{_POINTER} __auto_type v = A1; __auto_type to = A2; (void)A3; {_OLD} *p = *v; *to = old; (void)0;",
        4,
    ),
    "__atomic_compare_exchange_n": (
        f"{_POINTER} __auto_type e = A1; __typeof__(*p) d = A2; {WEAK}(A3); (void)A4; (void)A5; {_OLD} {_EXCHANGE}",
        6,
    ),
    "__atomic_compare_exchange": (
        f"{_POINTER} __auto_type e = A1; __auto_type from = A2; {WEAK}(A3); (void)A4; (void)A5; "
        f"__typeof__(*p) d = *from; {_OLD} {_EXCHANGE}",
        6,
    ),
    "__atomic_test_and_set": (
        "unsigned char *p = (unsigned char *)A0; (void)A1; unsigned char old = *p; *p = 1; (_Bool)old;",
        2,
    ),
    "__atomic_clear": ("unsigned char *p = (unsigned char *)A0; (void)A1; *p = 0; (void)0;", 2),
    "__atomic_thread_fence": ("(void)A0; (void)0;", 1),
    "__atomic_signal_fence": ("(void)A0; (void)0;", 1),
    "__atomic_always_lock_free": (f"unsigned long n = A0; (void)A1; (_Bool)({_IS_FREE});", 2),
    "__atomic_is_lock_free": (
        f"""unsigned long n = A0; (void)A1; _Bool found = 1;
        if (!({_IS_FREE})) {ANY}(found, "__atomic_is_lock_free"); found;""",
        2,
    ),
    "__sync_bool_compare_and_swap": (
        f"{_POINTER} __typeof__(*p) e = A1; __typeof__(*p) d = A2; {_OLD} "
        "_Bool same = __coveriflow_same(old, e); if (same) *p = d; same;",
        3,
    ),
    "__sync_val_compare_and_swap": (
        f"{_POINTER} __typeof__(*p) e = A1; __typeof__(*p) d = A2; {_OLD} if (__coveriflow_same(old, e)) *p = d; old;",
        3,
    ),
    "__sync_lock_test_and_set": (f"{_POINTER} __typeof__(*p) v = A1; {_OLD} *p = v; old;", 2),
    "__sync_lock_release": (f"{_POINTER} *p = 0; (void)0;", 1),
}
_NEW = {
    "add": f"{MOVED}(old, v)",
    "sub": f"{MOVED_BACK}(old, v)",
    "and": "old & v",
    "or": "old | v",
    "xor": "old ^ v",
    "nand": "~(old & v)",
}


def _operations() -> Iterable[tuple[str, tuple[str, int]]]:
    for name, new in _NEW.items():
        change = f"__typeof__(*p) new = (__typeof__(*p))({new}); *p = new;"
        value = f"{_POINTER} __auto_type v = A1; "
        yield f"__atomic_fetch_{name}", (f"{value} (void)A2; {_OLD} {change} old;", 3)
        yield f"__atomic_{name}_fetch", (f"{value} (void)A2; {_OLD} {change} new;", 3)
        yield f"__sync_fetch_and_{name}", (f"{value} {_OLD} {change} old;", 2)
        yield f"__sync_{name}_and_fetch", (f"{value} {_OLD} {change} new;", 2)


def _expander(name: str, text: str, count: int) -> Expander:
    """``__sync`` functions take further arguments, which mean nothing. Whether gcc evaluates an object that is asked
    about (``lock_free``) depends on its form.
    """

    def expand(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
        arguments = call.args.exprs if call.args else []
        if len(arguments) < count or (len(arguments) > count and name.startswith("__atomic")):
            return call
        if name.endswith("lock_free") and any(map(may_have_effect, arguments)):
            return call
        return statements(call, text, {f"A{number}": argument for number, argument in enumerate(arguments)}, expansion)

    return expand


EXPANDERS: Mapping[str, Expander] = {
    name: _expander(name, text, count) for name, (text, count) in (*_TEXTS.items(), *_operations())
}
