"""Expressions of which a quick look says that no order matters are those of which the thorough one says so."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pycparser import CParser

from coveriflow.program.syntax.nodes import is_in_any_order
from coveriflow.program.syntax.sequencing import ENDS_PROGRAM, NO_NAMES, Effects, Names, check_sequencing

_ATOMS = st.sampled_from(["a", "b", "p", "s.m", "q->m", "1", "sizeof a", "f()", "a++", "--b", "*p", "&a", "(int)a"])


def _combined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.builds("({0} {1} {2})".format, parts, st.sampled_from(["+", "==", "&&", "||", ","]), parts)
    unary = st.builds("{0}({1})".format, st.sampled_from(["!", "-", "~", "*"]), parts)
    indexed = st.builds("x[{0}]".format, parts)
    chosen = st.builds("({0} ? {1} : {2})".format, parts, parts, parts)
    stored = st.builds("(a = {0})".format, parts)
    called = st.builds("g({0}, {1})".format, parts, parts)
    return binary | unary | indexed | chosen | stored | called


EXPRESSIONS = st.recursive(_ATOMS, _combined, max_leaves=8)
WHOLE = EXPRESSIONS | st.builds("{0} = {1}".format, st.sampled_from(["a", "*p", "x[b]", "s.m"]), EXPRESSIONS)


@given(WHOLE, st.booleans())
@settings(max_examples=400, deadline=None)
def test_the_quick_look_misses_nothing(text: str, asks: bool) -> None:
    tree = CParser().parse(f"void h(void) {{ {text}; }}")
    expression = tree.ext[0].body.block_items[0]
    names = Names(asks_operations=asks) if asks else NO_NAMES
    calls = Effects(frozenset({"a"}), frozenset({"b"})) | ENDS_PROGRAM
    found = check_sequencing(expression, lambda _name: calls, names)
    if is_in_any_order(expression):
        assert not found.left_open
        assert not found.assumed


def test_what_it_sees() -> None:
    texts = ("a + b * x[1]", "a = b ? *p : -q->m", "x[b] = &a == p", "a = b = 1", "a++ + 1", "f()", "sizeof(a)")
    trees = (CParser().parse(f"void h(void) {{ {text}; }}").ext[0].body.block_items[0] for text in texts)
    assert [is_in_any_order(tree) for tree in trees] == [True, True, True, False, False, False, False]
