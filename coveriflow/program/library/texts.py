"""Models of functions of the C library: the C text of each, from the files in ``models/``.

A file is read as items that begin in column 0: a declaration on one line, or anything that ends with the first line
that begins with ``}``. Each function that is not ``static`` has a model of its own, with all declarations and
``static`` functions of its file that it needs. Those of a file that need ``static`` objects share these: they are one
model. ``ALIAS(new, old);`` is another name for a function above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("models")

_ITEM = re.compile(
    r"""^(?: /\*.*?\*/
         | (?P<item> \w[^\n]*;  |  \w[^\n;]* (?:\n[^}\n][^\n]*|\n)* \n\}[^\n]* )
         )$""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_NAMED = re.compile(r"(\w+)\(")
_DECLARED = re.compile(r"^(?:static )?(?:struct|union|enum) (\w+) \{|(\w+)(?:\[\w*\]|\([^()]*\))?(?: = [^\n]*)?;$")
_ALIAS = re.compile(r"ALIAS\((\w+), (\w+)\);")
_WORD = re.compile(r"\w+")

EXIT_HANDLERS = "__coveriflow_run_exit_handlers"
"""The function that calls what ``atexit`` was given, the last one first: it comes with the model of that."""

KEYS = "pthread_key_create"
"""The function after which a thread may have values of its own."""


@dataclass(frozen=True, slots=True)
class Model:
    """A text that defines functions; ``name`` is that of the first. ``size_t`` stands for what that is."""

    name: str
    text: str


def models_in(files: Iterable[Path]) -> dict[str, Model]:
    """The models of all functions, by name. Raises ``ValueError`` for a name that is defined twice."""
    found: dict[str, Model] = {}
    for file in files:
        for name, model in _models(items(file.read_text(encoding="utf-8"))):
            if name in found:
                raise ValueError(f"{file}: there is another model of {name}")
            found[name] = model
    return found


def items(text: str) -> list[str]:
    """What is declared and defined in the text of a file, in order and without comments."""
    return [match["item"] for match in _ITEM.finditer(text) if match["item"]]


def _models(found: Sequence[str]) -> Iterator[tuple[str, Model]]:
    shared = [(names, item) for item in found if (names := _names_to_share(item))]
    functions = {_name(item): item for item in found if item.endswith("\n}") and not item.startswith("static ")}
    needs = {name: _needed(item, shared) for name, item in functions.items()}
    joined = [name for name in functions if any(map(_is_static_object, needs[name]))]
    for name in functions:
        together = joined if name in joined else [name]
        wanted = {need for each in together for need in needs[each]}
        parts = [item for _, item in shared if item in wanted] + [functions[each] for each in together]
        yield name, Model(together[0], "\n".join(parts))
    for new, old in _ALIAS.findall("\n".join(found)):
        text = "\n".join([*needs[old], re.sub(rf"\b{old}\(", f"{new}(", functions[old], count=1)])
        yield new, Model(new, text)


def _name(function: str) -> str:
    match = _NAMED.search(function)
    assert match is not None
    return match[1]


def _names_to_share(item: str) -> set[str]:
    """What others of the file know a declaration or a ``static`` function by."""
    if item.endswith("\n}"):
        return {_name(item)} if item.startswith("static ") else set()
    return {name for pair in _DECLARED.findall(item) for name in pair if name} if not _ALIAS.match(item) else set()


def _needed(function: str, shared: Sequence[tuple[set[str], str]]) -> list[str]:
    """The items that it mentions, and those that these mention; what an item needs stands above it."""
    words, found = set(_WORD.findall(function)) if shared else set(), []
    for names, item in reversed(shared):
        if names & words:
            found.append(item)
            words.update(_WORD.findall(item))
    return found[::-1]


def _is_static_object(item: str) -> bool:
    return item.startswith("static ") and item.endswith(";") and not item.endswith(");")


MODELS: Mapping[str, Model] = models_in(sorted(FOLDER.glob("*.c")))
"""What a model calls itself, and a program might define, has a name that begins with ``__coveriflow_``."""
