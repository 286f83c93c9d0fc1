"""What users read is in the words of the field (``docs/reference/glossary.md``), and its sentences are short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.packaging.test_documents import DOCUMENTS, plain, sentences
from tests.places import ROOT

MODULES = sorted((ROOT / "coveriflow").rglob("*.py"))
TEXTS = sorted(
    [
        *(ROOT / "coveriflow").rglob("*.html"),
        *(ROOT / "coveriflow" / "actors" / "tools").glob("*.yml"),
        ROOT / "prefect.yaml",
    ]
)
LONGEST_MESSAGE = 30
LONGEST_SENTENCE = 54
"""In words; the glossary, decisions and README have 25 (``test_documents.py``)."""

INSTEAD = {
    r"nights?": "batch run",
    r"crew|hands": "resources, workers",
    r"behind": "after, following",
    r"told|said": "reported",
    r"strangers?|somebody|nobody|anybody|whoever": "the user, a worker, an external tool, the caller",
    r"(?:tools?|verifiers?) of others": "external tool, external verifier",
    r"from outside": "nondeterministic, of the environment",
    r"carr(?:y|ied|ies|ying) (?:back|over)": "translate to the original, to the new version",
    r"lead(?:s|ing)? to|led to": "point to; cause",
    r"gone|expired": "out of lifetime, dangling; missing",
    r"mended": "fixed",
    r"rooms?|floors?|doors?|house": "package, layer, symbolic link",
    r"journal": "result folder",
    r"felt": "noticed",
}
_OF_THE_FIELD_ELSEWHERE = re.compile("lead|gone|rooms|carr|felt")
"""Edges and paths lead somewhere, processes are gone, and limits leave room."""
IN_DOCSTRINGS = {word: instead for word, instead in INSTEAD.items() if not _OF_THE_FIELD_ELSEWHERE.match(word)}
IN_MESSAGES = INSTEAD | {"says?|tells?": "reports, describes, prints"}

JUSTIFIED = ("night.json", "coveriflow-nights", "glossary.md")
"""Names of files that have been so called for longer; the glossary has a table of the words."""

_WORD = re.compile(r"[A-Za-z][\w'-]*")
_OF_PROSE = frozenset("a an the of is are was to and in that it its no not or by for with this".split())
_STOP = re.compile(r"(?<=[.?!;:])\s+|\n(?=\W|[A-Z])")


def puzzling(text: str, words: Mapping[str, str] = INSTEAD) -> list[str]:
    """Words in ``text`` for which the field has others, each with these; none in capitals."""
    for name in JUSTIFIED:
        text = text.replace(name, "")
    found = (
        (each[0], instead) for word, instead in words.items() for each in re.finditer(rf"(?i)\b(?:{word})\b", text)
    )
    return [f"'{word}': {instead}" for word, instead in found if not word.isupper()]


def messages(module: Path) -> Iterator[tuple[int, str]]:
    """Strings of more than one word with their lines; docstrings and strings in f-strings only as parts of these."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    seen: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            seen.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = [each.value if isinstance(each, ast.Constant) else "X" for each in node.values]
            seen.update(id(each) for each in node.values)
            yield node.lineno, "".join(map(str, parts))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in seen
            and " " in node.value
        ):
            yield node.lineno, node.value


def docstrings(module: Path) -> Iterator[tuple[str, str]]:
    """Those of a module and of all that is public in it, without code."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    todo: list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef] = [tree]
    while todo:
        node = todo.pop()
        name = "module" if isinstance(node, ast.Module) else node.name
        if isinstance(node, ast.Module | ast.ClassDef):
            inner = (n for n in node.body if isinstance(n, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef))
            todo += [each for each in inner if not each.name.startswith("_")]
        yield (
            f"{module.relative_to(ROOT)}:{name}",
            re.sub(r"``.*?``", "", ast.get_docstring(node) or "", flags=re.DOTALL),
        )


def is_prose(text: str) -> bool:
    words = _WORD.findall(text)
    return len(words) > 2 and sum(word.lower() in _OF_PROSE for word in words) * 8 >= len(words)


def in_modules() -> Iterator[tuple[str, str]]:
    for module in MODULES:
        for line, text in messages(module):
            if is_prose(text) and "inline" not in module.parts:  # C texts
                yield f"{module.relative_to(ROOT)}:{line}", text


def running_text(document: Path) -> str:
    """A document without code."""
    return re.sub(r"(`+).+?\1", "", plain(document.read_text(encoding="utf-8")), flags=re.DOTALL)


every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def test_messages_use_the_words_of_the_field() -> None:
    found = {f"{place}: {text}": words for place, text in in_modules() if (words := puzzling(text, IN_MESSAGES))}
    assert found == {}


def test_sentences_of_messages_are_short() -> None:
    lengths = {
        f"{place}: {sentence}": len(_WORD.findall(sentence))
        for place, text in in_modules()
        for sentence in _STOP.split(text)
    }
    assert {sentence: length for sentence, length in lengths.items() if length > LONGEST_MESSAGE} == {}


def test_docstrings_use_the_words_of_the_field() -> None:
    texts = (each for module in MODULES for each in docstrings(module))
    assert {place: words for place, text in texts if (words := puzzling(text, IN_DOCSTRINGS))} == {}


@pytest.mark.parametrize("file", TEXTS, ids=lambda path: path.name)
def test_pages_and_definitions_use_the_words_of_the_field(file: Path) -> None:
    text = re.sub(r"<(style|script)>.*?</\1>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert puzzling(text) == []


@every_document
def test_documents_use_the_words_of_the_field(document: Path) -> None:
    if document.name in JUSTIFIED:
        pytest.skip("it has the table of words")
    assert puzzling(running_text(document)) == []


@every_document
def test_sentences_of_documents_are_short(document: Path) -> None:
    lengths = {sentence: len(_WORD.findall(sentence)) for sentence in sentences(document.read_text(encoding="utf-8"))}
    assert {sentence: length for sentence, length in lengths.items() if length > LONGEST_SENTENCE} == {}


def test_a_puzzling_word_is_found() -> None:
    assert puzzling("The night is Gone") == ["'night': batch run", "'Gone': out of lifetime, dangling; missing"]
    assert puzzling("NIGHT, overnight") == []
