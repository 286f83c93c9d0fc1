"""Text of others in a Python file: nothing of it is code."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.formats.primitives.python_text import comment, string

LINE_ENDS = "\n\r\f\v\x00\x1a\x1b\x1c\x1d\x1e\x1f\x85\u2028\u2029\t\\\"'#"
texts = st.text(st.one_of(st.sampled_from(LINE_ENDS), st.characters()), max_size=40)


@given(texts)
def test_a_comment_is_one_line(text: str) -> None:
    for said in (text, f"a{text}\nimport os", f"{text}\rimport os", "x" * 300 + text):
        written = comment(said)
        assert written.startswith("# ")
        assert len(written.splitlines()) == 1
        assert written.isprintable()
        assert ast.parse(f"{written}\n").body == []


@given(texts)
def test_a_string_is_the_text(text: str) -> None:
    written = string(text)
    assert written.isascii()
    assert written.isprintable()
    assert ast.literal_eval(written) == text
