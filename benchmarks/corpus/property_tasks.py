"""Tasks about overflow, memory and termination from the work trees of others, by rules that are written here alone.

A clone is told by what it holds; each has its own way to say what is expected:

- ESBMC and 2LS: ``test.desc`` beside the program. Only what names the property counts: ``forgotten memory`` for a
  leak, ``arithmetic overflow`` for an overflow. Successes with a bound do not count.
- Ultimate, HipSLEEK and others with copies of SV-COMP: the verdict in the file's name (``_true-valid-memsafety``).
- Juliet: each file twice, with its good and its bad functions; the number of the weakness says the property.
- Goblint: the file's name (``-nonterminating``, ``no-mem-leak``).
- all others: task definitions (``.yml``).

Left out are threads, C++, intrinsics of one tool, texts of more than 100,000 characters, programs of several files
(but for Juliet's), and what gcc does not accept.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from corpus.acceptance import is_accepted
from corpus.conventions import input_macros
from coveriflow.program.types.data_model import DataModel

NO_OVERFLOW, SAFETY, CLEANUP, TERMINATION = "no-overflow", "memory-safety", "memory-cleanup", "termination"
DEREF, FREE = "valid-deref", "valid-free"
PROPERTIES = (NO_OVERFLOW, SAFETY, DEREF, FREE, CLEANUP, TERMINATION)

REFUTED = {
    r"CWE122_\w+__sizeof_(double|int64_t)_\d\d.c bad valid-deref$": "under LP64 a pointer is as large as the number",
    r"(ex2-alloca|c.01-no-inv|LICS2004-Fig1)_true-termination.c  termination$": "it never ends where an int overflows",
    r"Float-overflow2/main.c  no-overflow$": "only a float overflows, and the property is about signed integers",
    r"esbmc/github_4440/main.c  memory-safety$": "the last pointer is lost at a return, before the program aborts",
    r"valid-deref-type-1-false.yml  memory-safety$": "an int is written as a long, which has the same size there",
    r"valid-deref-type-2-true.yml  memory-safety$": "what is allocated is lost, which the property excludes, too",
    r"function_pointers_complex_concrete-true_1.yml  memory-cleanup$": "what is allocated is never freed",
    r"esbmc/github_2335_6/main.c  memory-cleanup$": "what is allocated is not freed before exit, which SV-COMP counts",
}
"""Expectations that do not hold, by task, variant and property: those tasks do not count."""

_LARGEST = 100_000
_OTHERS_WORDS = re.compile(
    r"\b(pthread_\w+|thrd_create|_Atomic|__ESBMC_(?!assume\b)\w+|__CPROVER_(?!assume\b)\w+|__VERIFIER_atomic\w*"
    r"|__goblint_\w+|__VERIFIER_plot)\b"
)
_MAIN = re.compile(r"\bmain\s*\(")


@dataclass(frozen=True)
class PropertyTask:
    """``expected``: whether the property ``goal`` holds. ``name``: below the clone."""

    collection: str
    name: str
    goal: str
    files: tuple[Path, ...]
    model: DataModel
    expected: bool
    includes: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()

    @property
    def cell(self) -> tuple[str, str]:
        """What is sampled alike; the parts of memory safety are one."""
        kind = SAFETY if self.goal in (DEREF, FREE) else self.goal
        return self.collection, kind

    @property
    def rank(self) -> str:
        """A number that says nothing about the task: who is the first in its cell."""
        words = f"{self.name} {self.goal} {' '.join(self.defines)}"
        return hashlib.sha256(words.encode()).hexdigest()

    @cached_property
    def _text(self) -> str:
        return self.files[0].read_text(encoding="utf-8", errors="replace")

    def is_suitable(self) -> bool:
        """A program in C for one thread that is not long, and that gcc accepts."""
        if len(self._text) > _LARGEST or _OTHERS_WORDS.search(self._text) or not _MAIN.search(self._text):
            return False
        return all(is_accepted(file, self.model, self.includes, self.defines) for file in self.files)

    def digest(self) -> bytes:
        """That of the program, for copies."""
        return hashlib.sha256((self.goal + "".join(self._text.split()) + str(self.defines)).encode()).digest()


def tasks(clone: Path) -> Iterator[PropertyTask]:
    """All of a clone, whether suitable or not."""
    for place, found in _KINDS.items():
        if (clone / place).is_dir():
            return found(clone)
    return _defined(clone)


def chosen(found: Iterator[PropertyTask], most: int) -> list[PropertyTask]:
    """At most so many suitable ones of each cell, each program once, so that each beginning has all cells alike."""
    cells: dict[tuple[str, str], list[PropertyTask]] = {}
    for task in found:
        cells.setdefault(task.cell, []).append(task)
    ranked, seen = list[tuple[int, tuple[str, str], PropertyTask]](), set[bytes]()
    for cell, members in sorted(cells.items()):
        taken = 0
        for task in sorted(members, key=lambda each: each.rank):
            if taken < most and task.is_suitable() and task.digest() not in seen:
                seen.add(task.digest())
                ranked.append((taken, cell, task))
                taken += 1
    return [task for _, _, task in sorted(ranked, key=lambda each: each[:2])]


# --- ESBMC and 2LS -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Described:
    file: Path
    options: tuple[str, ...]
    output: str

    @property
    def outcome(self) -> bool | None:
        """Success or failure; ``None`` for others."""
        outcomes = set(re.findall(r"VERIFICATION (\w+)", self.output))
        return {"SUCCESSFUL": True, "FAILED": False}.get(outcomes.pop()) if len(outcomes) == 1 else None

    @property
    def is_bounded(self) -> bool:
        return any(o.startswith(("--unwind", "--no-unwinding", "--partial-loops", "--depth")) for o in self.options)


def _descriptions(root: Path) -> Iterator[_Described]:
    for path in sorted(root.rglob("test.desc")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        if len(lines) < 4 or lines[0].strip() not in ("CORE", "THOROUGH"):
            continue
        file = path.parent / lines[1].strip()
        try:
            options = tuple(shlex.split(lines[2]))
        except ValueError:
            continue
        others = any(o.startswith(("-D", "-I", "--function", "--error-label", "--16", "--ir")) for o in options)
        if file.suffix in (".c", ".i") and file.is_file() and not others:
            yield _Described(file, options, "\n".join(lines[3:]).partition("\n--\n")[0])


def _esbmc(clone: Path) -> Iterator[PropertyTask]:
    for test in _descriptions(clone / "regression"):
        if test.outcome is None or (test.outcome and test.is_bounded):
            continue
        for name in _esbmc_properties(test):
            yield _of_a_test("esbmc", clone, test, name, DataModel.ILP32 if "--32" in test.options else DataModel.LP64)


def _esbmc_properties(test: _Described) -> Iterator[str]:
    holds, options = test.outcome, test.options
    named = {"termination": "--termination" in options and not test.is_bounded}
    if named["termination"]:
        yield TERMINATION
        return
    if "--overflow-check" in options and (holds or _names_overflow(test)):
        if holds or "--unsigned-overflow-check" not in options:
            yield NO_OVERFLOW
    if "--memory-leak-check" in options and (holds or "forgotten memory" in test.output):
        is_about_lost = "--no-reachable-memory-leak" in options
        if (holds and not {"--no-pointer-check", "--no-bounds-check"} & set(options)) or (is_about_lost and not holds):
            yield SAFETY
        if not is_about_lost and "--no-abnormal-memory-leak" not in options:
            yield CLEANUP


def _names_overflow(test: _Described) -> bool:
    """The output does, or the name of the test."""
    return bool(re.search(r"arithmetic overflow on (?!typecast)", test.output)) or "overflow" in test.file.parent.name


def _of_a_test(collection: str, clone: Path, test: _Described, name: str, model: DataModel) -> PropertyTask:
    text = test.file.read_text(encoding="utf-8", errors="replace")
    words = (macro.removeprefix("#define ").split(" ", 1) for macro in input_macros(text))
    defines = tuple(f"{macro}={meaning}" for macro, meaning in words)
    path = str(test.file.relative_to(clone / "regression"))
    return PropertyTask(collection, path, name, (test.file,), model, bool(test.outcome), (), defines)


def _two_ls(clone: Path) -> Iterator[PropertyTask]:
    for folder, wanted in (("termination", True), ("nontermination", False), ("overflows", None), ("memsafety", None)):
        for test in _descriptions(clone / "regression" / folder):
            if test.outcome is None or (wanted is not None and test.outcome is not wanted):
                continue
            name = TERMINATION if wanted is not None else _two_ls_property(test)
            if name:
                yield _of_a_test("2ls", clone, test, name, DataModel.LP64)


def _two_ls_property(test: _Described) -> str:
    if "--signed-overflow-check" in test.options:
        return NO_OVERFLOW
    if "--memory-leak-check" in test.options:
        return CLEANUP
    return FREE if "free argument" in test.output else DEREF


# --- names ---------------------------------------------------------------------------------------------------------

_IN_NAMES = re.compile(r"(true|false)-(termination|no-overflow|valid-memsafety|valid-deref|valid-free|valid-memtrack)")
_NAMED = {TERMINATION: TERMINATION, NO_OVERFLOW: NO_OVERFLOW}
_LEFT_OUT = re.compile(r"C_Integer|termcomp2016|svcomp-sorted|svcomp14/|tinf/|LTL|concurrent|openbsd")
"""Programs over numbers without bounds, and copies."""


def _by_names(collection: str) -> Callable[[Path], Iterator[PropertyTask]]:
    def found(clone: Path) -> Iterator[PropertyTask]:
        for file in sorted(each for ending in ("*.c", "*.i") for each in clone.rglob(ending)):
            name = str(file.relative_to(clone))
            if _LEFT_OUT.search(name) or (file.suffix == ".c" and file.with_suffix(".i").exists()):
                continue
            for verdict, word in dict.fromkeys(_IN_NAMES.findall(file.name)):
                model = DataModel.LP64 if word == TERMINATION else DataModel.ILP32
                yield PropertyTask(collection, name, _NAMED.get(word, SAFETY), (file,), model, verdict == "true")

    return found


def _goblint(clone: Path) -> Iterator[PropertyTask]:
    root = clone / "tests" / "regression"
    for file in sorted([*root.glob("78-termination/*.c"), *root.glob("76-memleak/*.c")]):
        ends = re.search(r"-(non)?terminating$", file.stem)
        leaks = re.search(r"(?<!no)-mem-leak\b", file.stem)
        if ends or "mem-leak" in file.stem:
            holds = not ends[1] if ends else leaks is None
            name = TERMINATION if ends else CLEANUP
            yield PropertyTask("goblint", f"{file.parent.name}/{file.name}", name, (file,), DataModel.LP64, holds)


_WEAKNESSES = {
    **dict.fromkeys((121, 122, 124, 126, 127, 416, 476), DEREF),
    **dict.fromkeys((415, 590, 761), FREE),
    **dict.fromkeys((190, 191), NO_OVERFLOW),
    401: SAFETY,
    835: TERMINATION,
}
_JULIET = re.compile(r"CWE(\d+)_\w+?__(\w+)_(\d\d)\.c$")
_NOT_JULIETS = re.compile(r"socket|w32|wchar|type_overrun|char_(rand|max|min|fscanf)|short|unsigned")


def _juliet(clone: Path) -> Iterator[PropertyTask]:
    """One file with its input and output; ``char`` and ``short`` do not overflow in C, an overrun within an object is
    none for SV-COMP.
    """
    support = clone / "testcasesupport"
    for file in sorted((clone / "testcases").rglob("CWE*.c")):
        found = _JULIET.match(file.name)
        if not found or int(found[1]) not in _WEAKNESSES or _NOT_JULIETS.search(found[2]):
            continue
        name = str(file.relative_to(clone / "testcases"))
        for holds, left_out in ((True, "OMITBAD"), (False, "OMITGOOD")):
            files, defines = (file, support / "io.c"), ("INCLUDEMAIN", left_out)
            about = (_WEAKNESSES[int(found[1])], files, DataModel.LP64, holds, (str(support),), defines)
            yield PropertyTask("juliet", name, *about)


# --- task definitions ----------------------------------------------------------------------------------------------

_DEFINED = {
    "valid-memsafety": SAFETY,
    "valid-memcleanup": CLEANUP,
    "no-overflow": NO_OVERFLOW,
    "termination": TERMINATION,
}


def _defined(clone: Path) -> Iterator[PropertyTask]:
    for path in sorted(clone.rglob("*.yml")):
        content = _content(path)
        inputs = content.get("input_files")
        files = [inputs] if isinstance(inputs, str) else inputs or []
        if len(files) != 1 or not (path.parent / files[0]).is_file() or not files[0].endswith((".c", ".i")):
            continue
        told = (content.get("options") or {}).get("data_model")
        model = DataModel(told) if told in ("LP64", "ILP32") else DataModel.ILP32
        for entry in content.get("properties") or []:
            name, holds = _DEFINED.get(Path(entry["property_file"]).stem), entry.get("expected_verdict")
            if name and isinstance(holds, bool):
                relative = str(path.relative_to(clone))
                yield PropertyTask(clone.name, relative, name, (path.parent / files[0],), model, holds)


def _content(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        return {}
    return content if isinstance(content, dict) else {}


_KINDS: dict[str, Callable[[Path], Iterator[PropertyTask]]] = {
    "regression/k-induction": _esbmc,
    "regression/nontermination": _two_ls,
    "testcases/CWE401_Memory_Leak": _juliet,
    "tests/regression/76-memleak": _goblint,
    "trunk/examples": _by_names("ultimate"),
    "svcomp15/memsafety": _by_names("hipsleek"),
}
