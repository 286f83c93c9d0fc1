"""A comment is a blank, wherever it stands and whatever it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.text.normalise import neutralised
from tests.places import ROOT

BLANKS = (
    " /* ; { } typedef struct packed register enum ( \" ' asm __attribute__((aligned(8))) // */ ",
    f" /*{'long' * 1_000}*/ ",
    "\t",
    "\f",
    " \\\n ",
)
_KEPT = re.compile(
    r"""(?m)^[ \t]*#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|(?P<blank> +)"""
)
_PROGRAMS = ROOT / "tests" / "programs"
FILES = sorted(
    file
    for folder in ("gnu", "vectors")
    for file in (_PROGRAMS / folder).glob("*.c")
    if "wrong-open" not in file.name  # a comment may end what is open
)


def spaced(text: str, blank: str) -> str:
    """With ``blank`` wherever blanks are."""
    return _KEPT.sub(lambda found: blank if found["blank"] else found[0], text)


def outcome(text: str) -> str:
    """The words, without blanks, or why there are none."""
    try:
        return "".join(neutralised("p.c", text).split())
    except NotSupported as error:
        return error.feature
    except InputError as error:
        return error.message


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_comment_is_a_blank(file: Path) -> None:
    text = file.read_text(encoding="utf-8", errors="surrogateescape")
    expected = outcome(text)
    for blank in BLANKS:
        assert outcome(spaced(text, blank)) == expected, blank
