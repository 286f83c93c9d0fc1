"""Models of functions of the C library: the C text of each, from the files in ``models/``.

A file is read as items that begin in column 0: a declaration on one line, or anything that ends with the first line
that begins with ``}``. Each function that is not ``static`` has a model of its own, with all declarations and
``static`` functions of its file that it needs. Those of a file that need ``static`` objects share these: they are one
model. ``ALIAS(new, old);`` is another name for a function above it, and makes a copy of that: it has no ``static``
objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("models")

_DEFINED = re.compile(r"^(?:ALIAS\((\w+), \w+\);|(?!static )\w[^\n(;]*?(\w+)\([^\n;]*)$", re.MULTILINE)
_ITEM = r"(?ms)^(?:/\*.*?\*/|\w[^\n]*;|\w.*?\n\}[^\n]*)$"
_DECLARED = (
    r"^(?:static )?(?:struct|union|enum) (\w+) \{|(\w+)(?:\[\w*\]|\([^()]*\))?(?: = [^\n]*)?;$"
    r"|^typedef [^\n]*\(\*(\w+)\)\([^\n]*\);$"
)
_ALIAS = "ALIAS("
_WORD = r"\w+"

EXIT_HANDLERS = "__coveriflow_run_exit_handlers"
"""The function that calls what ``atexit`` was given, the last one first: it comes with the model of that."""

KEYS = "pthread_key_create"
"""The function after which a thread may have values of its own."""


class Model(NamedTuple):
    """A text that defines functions; ``name`` is that of the first. ``size_t`` stands for what that is."""

    name: str
    text: str


class Models(Mapping[str, Model]):
    """Those of all functions in ``files``, by name. A file is looked at closely when one of its models is asked for."""

    def __init__(self, files: Iterable[Path]) -> None:
        """Raise ``ValueError`` for a name that is defined twice."""
        self._texts: dict[str, str] = {}
        self._models: dict[str, Model] = {}
        for file in files:
            text = file.read_text(encoding="utf-8")
            for name in names(text):
                if name in self._texts:
                    raise ValueError(f"{file}: there is another model of {name}")
                self._texts[name] = text

    def __getitem__(self, name: str) -> Model:
        if name not in self._models:
            self._models.update(_models(items(self._texts[name])))
        return self._models[name]

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def names(text: str) -> list[str]:
    """The functions that the text of a file defines, in order."""
    return [new or name for new, name in _DEFINED.findall(text)]


def items(text: str) -> list[str]:
    """What is declared and defined in the text of a file, in order and without comments."""
    return [item for item in re.findall(_ITEM, text) if not item.startswith("/*")]


def _functions(found: Iterable[str]) -> dict[str, str]:
    """Definitions by name, but no ``static`` ones."""
    return {_name(item): item for item in found if item.endswith("\n}") and not item.startswith("static ")}


def _aliases(found: Iterable[str]) -> dict[str, str]:
    pairs = (item.removeprefix(_ALIAS).removesuffix(");").split(", ") for item in found if item.startswith(_ALIAS))
    return dict(pairs)


def _models(found: Sequence[str]) -> Iterator[tuple[str, Model]]:
    functions = _functions(found)
    shared = [(names, item) for item in found if (names := _names_to_share(item))]
    needs = {name: _needed(item, shared) for name, item in functions.items()}
    joined = [name for name in functions if any(map(_is_static_object, needs[name]))]
    for name in functions:
        together = joined if name in joined else [name]
        wanted = {need for each in together for need in needs[each]}
        parts = [item for _, item in shared if item in wanted] + [functions[each] for each in together]
        yield name, Model(together[0], "\n".join(parts))
    for new, old in _aliases(found).items():
        if old in joined or "static " in functions[old]:
            raise ValueError(f"{new} is another name of {old}, which has static objects")
        yield new, Model(new, "\n".join([*needs[old], functions[old].replace(f"{old}(", f"{new}(", 1)]))


def _name(function: str) -> str:
    return function.partition("(")[0].split()[-1].lstrip("*")


def _names_to_share(item: str) -> set[str]:
    """What others of the file know a declaration or a ``static`` function by."""
    if item.endswith("\n}"):
        return {_name(item)} if item.startswith("static ") else set()
    return set() if item.startswith(_ALIAS) else {name for pair in re.findall(_DECLARED, item) for name in pair if name}


def _needed(function: str, shared: Sequence[tuple[set[str], str]]) -> list[str]:
    """The items that it mentions, and those that these mention; what an item needs stands above it."""
    words, found = set(re.findall(_WORD, function)), []
    for names, item in reversed(shared):
        if names & words:
            found.append(item)
            words.update(re.findall(_WORD, item))
    return found[::-1]


def _is_static_object(item: str) -> bool:
    return item.startswith("static ") and item.endswith(";") and not item.endswith(");")


MODELS = Models(sorted(file for file in FOLDER.iterdir() if file.suffix == ".c"))
"""What a model calls itself, and a program might define, has a name that begins with ``__coveriflow_``."""
