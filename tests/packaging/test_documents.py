"""The documents are true where a program can tell: paths, links, tests that keep a decision, lengths, numbers."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

DECISIONS = ROOT / "docs" / "decisions"
INDEX = DECISIONS / "README.md"
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
RECORDS = sorted(path for path in DECISIONS.glob("*.md") if path != INDEX)
DOCUMENTS = [
    *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
BASES = (ROOT, ROOT / "coveriflow", ROOT / "examples", ROOT / "benchmarks")
"""What a path in a document may start from, besides the folder of the document."""

LARGEST_ARCHITECTURE = 8192
LONGEST_SENTENCE = 25
SECTIONS = ["Context", "Decision", "Consequences", "Kept by"]

OF_A_RUN = (
    "out/",
    "coveriflow-out/",
    "coveriflow-nights/",
    "coveriflow-cache/",
    "log/",
    "~",
    "/",
    "$",
    ".venv",
    "build/",
)
"""How paths begin that are not ours: what runs write, and what lies elsewhere on a machine."""
IN_A_RUN_FOLDER = {"tests/", "results/", "evidence/", "claims/", "benchexec/*.xml"}
"""Folders of a run, or of a batch run, that are named alone."""
OF_USERS = {"mine.py", "portfolio.py", "mine.py:NAME"}
"""Modules that the examples in the documents make up."""
OF_OTHERS = {"FASE22/sequence-8", "test/programs"}
"""Names within other projects."""

_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_PATH = re.compile(r"[\w.*~$-]+(?:/[\w.*+-]+)*/?")
_IN_TREE = re.compile(
    r"(?<![\w./~-])(?:coveriflow|tests|docs|examples|benchmarks|flows)/[\w./*-]*[\w*]/?(?![\w<{*-]|/<)"
)
_MODULE = re.compile(r"(?<![\w/])coveriflow(?:\.\w+)+")
_PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]+(?![a-z.])")
"""A word in capitals: what a reader is to put in its place."""
_ROW = re.compile(r"^\| (\d{4}) \| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$", re.MULTILINE)
_DECISION = re.compile(r"docs/decisions:\s+([a-z0-9-]+(?:,\s*[a-z0-9-]+)*)")
_WORD = re.compile(r"[\w'-]*[A-Za-z][\w'-]*")


def plain(text: str) -> str:
    """``text`` without code that stands in lines of its own."""
    return _FENCE.sub("", text)


def codes(text: str) -> Iterator[str]:
    """What stands in backticks."""
    for found in _CODE.finditer(plain(text)):
        yield " ".join(found[2].split())


def is_path_of_ours(code: str) -> bool:
    """Whether ``code`` looks like a path of this repository, and not like one of a run, a user or an example."""
    if not _PATH.fullmatch(code) or code in IN_A_RUN_FOLDER | OF_USERS | OF_OTHERS or code.startswith(OF_A_RUN):
        return False
    return code.endswith(".py") or ("/" in code and not _PLACEHOLDER.search(Path(code).stem))


def paths(text: str) -> Iterator[str]:
    """Paths of the repository that ``text`` names: in backticks, and those in code that begin with a folder of ours."""
    yield from filter(is_path_of_ours, codes(text))
    blocks = [found[0] for found in _FENCE.finditer(text)]
    for code in (*codes(text), *blocks):
        yield from (found[0] for found in _IN_TREE.finditer(code))


def exists(path: str, document: Path) -> bool:
    """What is under ``build/`` is there when the site has been built."""
    return path.startswith("build/") or any(any(base.glob(path.rstrip("/"))) for base in (*BASES, document.parent))


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as they are made where it is shown."""
    found = re.findall(r"^#+ (.+)$", plain(document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def leads_somewhere(link: str, document: Path) -> bool:
    path, _, anchor = link.partition("#")
    target = document.parent / path if path else document
    return target.exists() and (not anchor or anchor in headings(target))


def is_known(module: str) -> bool:
    """Whether the dotted name is a module of ours, or something that one has at its top."""
    names = module.split(".")
    for length in range(len(names), 0, -1):
        stem = ROOT.joinpath(*names[:length])
        for file in (stem.with_suffix(".py"), stem / "__init__.py"):
            if file.is_file():
                rest = names[length:]
                return not rest or re.search(rf"\b{rest[0]}\b", file.read_text(encoding="utf-8")) is not None
    return False


def kept_by(text: str) -> Iterator[str]:
    """What stands behind each 'kept by' of a document, up to the end of the paragraph or of the section."""
    text = plain(text)
    yield from re.findall(r"^## Kept by\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)
    yield from re.findall(r"^(?!#)[^\n]*\b[Kk]ept by\b(.*?)(?=\n\s*\n|\n\s*- |\Z)", text, re.DOTALL | re.MULTILINE)


def contracts() -> set[str]:
    """Names of the contracts of import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {each["name"] for each in settings["tool"]["importlinter"]["contracts"]}


def has_test(path: str) -> bool:
    """Whether there is such a file or folder of tests, and in it the function behind ``::``; or programs of tests."""
    name, _, function = path.partition("::")
    place = ROOT / name
    if any(place.glob("*.c")):
        return True
    files = [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    if not files:
        return False
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    found = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    return function in found if function else any(each.startswith("test_") for each in found)


def sentences(text: str) -> Iterator[str]:
    """Sentences of running text, without code in lines of its own, headings and tables."""
    lines = (line for line in plain(text).splitlines() if not line.startswith(("#", "|")))
    for paragraph in re.split(r"\n\s*\n|\n- |\n\d+\. ", "\n" + "\n".join(lines)):
        words = _LINK.sub("link", _CODE.sub("code", " ".join(paragraph.split())))
        yield from re.split(r"(?<=[.?!])\s+", words)


every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@every_document
def test_every_path_is_there(document: Path) -> None:
    named = set(paths(document.read_text(encoding="utf-8")))
    assert sorted(path for path in named if not exists(path, document)) == []


@every_document
def test_every_link_leads_somewhere(document: Path) -> None:
    links = set(_LINK.findall(plain(document.read_text(encoding="utf-8"))))
    ours = {link for link in links if not re.match(r"\w+:", link)}
    assert sorted(link for link in ours if not leads_somewhere(link, document)) == []


@every_document
def test_every_module_is_there(document: Path) -> None:
    named = set(_MODULE.findall(document.read_text(encoding="utf-8")))
    assert sorted(module for module in named if not is_known(module)) == []


@every_document
def test_what_keeps_a_law_is_there(document: Path) -> None:
    for keepers in kept_by(document.read_text(encoding="utf-8")):
        tests = [code for code in codes(keepers) if code.startswith("tests/")]
        linted = re.findall(r'import-linter, "([^"]+)"', " ".join(keepers.split()))
        assert tests or linted or "ruff" in keepers or "mypy" in keepers, f"no test and no lint: {keepers.strip()}"
        assert [test for test in tests if not has_test(test)] == []
        assert [name for name in linted if name not in contracts()] == []


def test_the_architecture_is_one_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_bytes()) <= LARGEST_ARCHITECTURE


def test_decisions_are_numbered_without_gaps() -> None:
    assert [record.name[:5] for record in RECORDS] == [f"{number:04}-" for number in range(1, len(RECORDS) + 1)]


def test_the_index_lists_all_decisions() -> None:
    rows = _ROW.findall(INDEX.read_text(encoding="utf-8"))
    titles = {record.name: record.read_text(encoding="utf-8").splitlines()[0] for record in RECORDS}
    assert {file: f"# {number}. {title}" for number, title, file, _ in rows} == titles
    assert [file for _, _, file, _ in rows] == sorted(titles)


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_decision_has_its_sections(record: Path) -> None:
    assert re.findall(r"^## (.+)$", record.read_text(encoding="utf-8"), re.MULTILINE) == SECTIONS


def test_code_names_decisions_that_are_there() -> None:
    texts = (module.read_text(encoding="utf-8") for module in (ROOT / "coveriflow").rglob("*.py"))
    named = {name for text in texts for found in _DECISION.findall(text) for name in re.split(r",\s*", found)}
    assert named - {record.stem[5:] for record in RECORDS} == set()
    assert named


@pytest.mark.parametrize("document", [*RECORDS, ROOT / "README.md", GLOSSARY], ids=lambda path: path.stem)
def test_sentences_are_short(document: Path) -> None:
    found = sentences(document.read_text(encoding="utf-8"))
    assert [sentence for sentence in found if len(_WORD.findall(sentence)) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize(
    "text",
    [
        "`coveriflow/no_such_folder/`",
        "see `program/no_such_module.py`.",
        "`no_such_module.py`",
        "`.venv/bin/pytest tests/program/test_nothing.py`",
        "```sh\ncoveriflow verify examples/nothing.c\n```",
    ],
)
def test_a_wrong_path_is_found(text: str) -> None:
    assert [path for path in paths(text) if not exists(path, INDEX)] != []


def test_a_wrong_link_module_or_test_is_found() -> None:
    assert not leads_somewhere("nothing.md", INDEX)
    assert not leads_somewhere("../glossary.md#nothing", INDEX)
    assert not is_known("coveriflow.program.nothing")
    assert not has_test("tests/program/nothing.py")
    assert not has_test("tests/packaging/test_conventions.py::test_nothing")
    assert list(kept_by("A law. *Kept by `tests/nothing.py`.*")) == [" `tests/nothing.py`.*"]
