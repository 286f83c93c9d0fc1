"""What occurs in the text of a program, from which a fuzzer makes inputs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from coveriflow.artifacts.tasks import Task
from coveriflow.execution.native.greybox import Dictionary
from coveriflow.program.text.outlines import COMMENTS, outline

_TOKENS = re.compile(
    rf"(?m){COMMENTS}|^[ \t]*\#[ \t]*(?:\d+|line|include|pragma).*$"
    r'|(?P<text>"(?:\\.|[^"\\\n])*")'
    r"|(?P<character>'(?:\\.|[^'\\\n])+')"
    r"|(?<![\w.])(?P<number>0[xX][0-9a-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))"
)
_READING = frozenset(
    """getchar getc fgetc getchar_unlocked getc_unlocked fgetc_unlocked _IO_getc fgets fgets_unlocked gets fread
    fread_unlocked read getline getdelim __getdelim scanf fscanf __isoc99_scanf __isoc99_fscanf __isoc23_scanf
    __isoc23_fscanf vscanf vfscanf""".split()
)
_AT_END = frozenset({"atexit", "on_exit", "at_quick_exit", "destructor", "__destructor__"})
_NO_ARGUMENTS = re.compile(r"(?<![\w$])main\s*\(\s*(?:void)?\s*\)")
_MOST = 200
_LONGEST = 16
_LARGEST = 1 << 64


def dictionary_of(task: Task) -> Dictionary:
    """Numbers and texts that are written in the program, and what it reads."""
    found = [token for source in task.sources for token in _TOKENS.finditer(source.text)]
    used = frozenset[str]().union(*(outline(source.preprocessed).inside for source in task.sources))
    named = frozenset[str]().union(*(outline(source.text).used for source in task.sources))
    texts = [_content(each[0]) for each in found if each["text"] or each["character"]]
    numbers = [*(_number(each["number"]) for each in found if each["number"]), *(t[0] for t in texts if len(t) == 1)]
    return Dictionary(
        tuple(dict.fromkeys(each for each in numbers if each < _LARGEST))[:_MOST],
        tuple(dict.fromkeys(_words(texts)))[:_MOST],
        reads_text=bool(_READING & used),
        has_arguments=not any(_NO_ARGUMENTS.search(source.preprocessed) for source in task.sources),
        has_handlers=bool(_AT_END & (used | named)),
    )


def _number(text: str) -> int:
    return int(text, 16 if text[:2] in ("0x", "0X") else 10)


def _content(literal: str) -> bytes:
    try:
        return ast.literal_eval(f"b{literal}") if literal.isascii() else literal[1:-1].encode(errors="surrogateescape")
    except (SyntaxError, ValueError):
        return b""


def _words(texts: Iterable[bytes]) -> Iterator[bytes]:
    """A text, and the parts of one that is longer than a word."""
    for text in texts:
        parts = [text] if len(text) <= _LONGEST else re.split(rb"[\s%]+", text)
        yield from (part for part in parts if 0 < len(part) <= _LONGEST)
