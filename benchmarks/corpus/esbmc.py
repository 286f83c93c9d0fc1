"""Tasks from a clone of esbmc: each folder below ``regression/<suite>`` has a ``test.desc``.

It says mode, file, options, and patterns of the output. Taken are tests of assertions: those with an option for another
property, another arithmetic, threads or a special output are left out, and so are C++ and programs with ESBMC's own
intrinsics. ``VERIFICATION SUCCESSFUL`` is firm unless
the unwinding was bounded. ``VERIFICATION FAILED`` can be about bounds, pointers or division, which ESBMC checks by
default: it is firm only where the output names an assertion, or those checks are off. Weak expectations that we
contradict are listed, and are no errors.
"""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.tasks import CorpusTask, Expectation, Skipped, Trust, Violation
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.types.data_model import DataModel

SUITES = ("esbmc", "cbmc", "floats", "floats-regression", "k-induction", "llvm", "esbmc-old", "esbmc-unix*")
_OTHER_PROPERTY = re.compile(
    r"^--no-assertions|^--(?!no-).*(overflow|leak|data-race|deadlock|atomicity|lock-order|context-bound|dead-code|dead-store|uninitialised|printf-check"
    r"|struct-fields|stack-limit|shift-check|clz-zero|volatile-check|unreachability|excessive-alloc|restrict"
    r"|unchecked-return|double-assign|coverage|termination|conv-assert|nan-check)"
)
_OTHER_ARITHMETIC = (
    "--ir",
    "--ir-ieee",
    "--fixedbv",
    "--big-endian",
    "--int-encoding",
    "--16",
    "--round-to-",
    "-funsigned-char",
)
_OTHER_OUTPUT = re.compile(
    r"--(goto-functions-only|smt-formula-only|show-|symbol-table-only|binary|output|parse-tree|preprocess|instruction"
    r"|goto2c|claim|multi-property|version|help|witness-output|error-label-only|enable-unreach|schedule|all-runs)"
)
_BOUNDED = ("--no-unwinding-assertions", "--no-unwinding-assertion", "--partial-loops", "--falsification", "--depth")
_CHECKS_OFF = ("--no-pointer-check", "--no-bounds-check", "--no-div-by-zero-check")
_THREADS = re.compile(r"\b(pthread_create|thrd_create|__ESBMC_(async|atomic|spawn)\w*|__VERIFIER_atomic\w*)\b")
_INTRINSICS = re.compile(r"\b__(ESBMC|CPROVER)_(?!(?:assume|assert|error)\b)\w+")


@dataclass(frozen=True)
class _Description:
    """A ``test.desc``, and the folder that it is in."""

    place: Path
    mode: str
    files: tuple[str, ...]
    options: tuple[str, ...]
    output: tuple[str, ...]

    def after(self, option: str) -> str | None:
        """The value of an option."""
        if option in self.options[:-1]:
            return self.options[self.options.index(option) + 1]
        return None


def tasks(clone: Path) -> Iterator[CorpusTask | Skipped]:
    """All tests of the suites, by name."""
    root = clone / "regression"
    suites = sorted({folder for suite in SUITES for folder in root.glob(suite)})
    for suite in suites:
        for described in sorted(suite.rglob("test.desc")):
            yield _taken(described, root)


def _taken(described: Path, root: Path) -> CorpusTask | Skipped:
    place = described.parent
    name, folder = str(place.relative_to(root)), f"esbmc {place.relative_to(root).parts[0]}"
    test = _read(described)
    if test is None:
        return Skipped(name, folder, "a description that cannot be read")
    reason = _reason_to_skip(test)
    if reason:
        return Skipped(name, folder, reason)
    return CorpusTask(
        name=name,
        folder=folder,
        files=tuple(place / file for file in test.files),
        model=DataModel.ILP32 if "--32" in test.options else DataModel.LP64,
        violations=frozenset(_violations(test)),
        expected=_expected(test),
        entry=test.after("--function") or test.after("--func") or "main",
        label=test.after("--error-label") or "ERROR",
        includes=_values(test.options, "-I"),
        defines=_values(test.options, "-D"),
    )


def _read(described: Path) -> _Description | None:
    lines = described.read_text(encoding="utf-8", errors="replace").splitlines()
    if len(lines) < 4:
        return None
    try:
        words = shlex.split(lines[2])
    except ValueError:
        return None
    sources = [w for w in words if re.search(r"\.(c|i|cpp|cc)$", w) and not w.startswith("-")]
    files = tuple(dict.fromkeys([*lines[1].split(), *sources]))
    return _Description(described.parent, lines[0].strip(), files, tuple(words), tuple(lines[3:]))


def _violations(test: _Description) -> Iterator[Violation]:
    yield Violation.ASSERTION
    yield Violation.CALL
    if test.after("--error-label"):
        yield Violation.LABEL


def _reason_to_skip(test: _Description) -> str:
    output = "\n".join(test.output)
    if not test.mode.startswith(("CORE", "THOROUGH")):
        return f"mode {test.mode}"
    if not test.files or any(not f.endswith((".c", ".i")) for f in test.files):
        return "not C"
    if any(not (test.place / f).is_file() for f in test.files):
        return "a file is missing"
    return _reason_in_options(test.options) or _reason_in_output(output) or _reason_in_text(test)


def _reason_in_options(options: tuple[str, ...]) -> str:
    if other := next((o for o in options if _OTHER_PROPERTY.search(o)), None):
        return "threads" if "context-bound" in other else f"another property ({other})"
    if any(o in _OTHER_ARITHMETIC for o in options):
        return "another arithmetic"
    if any(_OTHER_OUTPUT.match(o) for o in options):
        return "another output"
    return ""


def _reason_in_output(output: str) -> str:
    outcomes = set(re.findall(r"VERIFICATION (\w+)", output))
    return "" if outcomes in ({"SUCCESSFUL"}, {"FAILED"}) else "no outcome, or several"


def _reason_in_text(test: _Description) -> str:
    text = "\n".join((test.place / f).read_text(encoding="utf-8", errors="replace") for f in test.files)
    if _THREADS.search(text):
        return "threads"
    return "intrinsics of ESBMC" if _INTRINSICS.search(text) else ""


def _expected(test: _Description) -> Expectation:
    output = "\n".join(test.output)
    if "FAILED" in output:
        firm = re.search(r"^[\^ ]*assertion\b", output, re.MULTILINE) or set(_CHECKS_OFF) <= set(test.options)
        trust = Trust.FIRM if firm and "unwinding assertion" not in output else Trust.WEAK
        return Expectation(Verdict.FALSE, trust, "" if trust is Trust.FIRM else "another check may have failed")
    bounded = any(o in _BOUNDED for o in test.options) or ("--unwind" in test.options and not _inductive(test))
    return Expectation(Verdict.TRUE, Trust.WEAK if bounded else Trust.FIRM, "bounded" if bounded else "")


def _inductive(test: _Description) -> bool:
    return any(o.startswith("--k-induction") for o in test.options)


def _values(options: tuple[str, ...], flag: str) -> tuple[str, ...]:
    joined = [o[len(flag) :] for o in options if o.startswith(flag) and o != flag]
    apart = [after for o, after in itertools.pairwise(options) if o == flag]
    return tuple(joined + apart)
