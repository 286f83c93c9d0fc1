"""A verification task: program, specification, data model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.types.data_model import DataModel

_LINE_MARKER = re.compile(r"#\s*\d")


@dataclass(frozen=True, slots=True, repr=False)
class Source(Brief):
    """One C file: ``text`` as the user wrote it, ``preprocessed`` as it is analysed (with line markers)."""

    name: str
    text: str
    preprocessed: str


@dataclass(frozen=True, slots=True, repr=False)
class Task(Brief):
    """Verify that the program of ``sources`` (linked together) satisfies ``specification`` under ``data_model``.

    ``left_open``: of undefined behaviour of these kinds, which the property is about, an execution was found that is no
    violation: verifiers look for other ones first, and prove nothing where there may be such.
    ``expected``: verdicts that a task definition promises, of the properties with these names, with commas between, or
    of one among several (a subproperty); see ``violations.promised``. It never steers a verifier.
    ``is_specified``: a property file or a task definition names the property, which then is about executions that are
    defined, as in competitions. ``entry``: the function that ``main`` was made to call; ``environment``: what is
    assumed of its callers. ``notes``: what the user should know of how the program was put together. ``flags``: options
    for a compiler of the files; ``None`` if they differ from file to file.
    """

    sources: tuple[Source, ...]
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    left_open: frozenset[Undefined] = frozenset()
    expected: tuple[tuple[str, Verdict], ...] = field(default=(), compare=False)
    is_specified: bool = field(default=False, compare=False)
    entry: str = field(default="", compare=False)
    environment: tuple[str, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    flags: tuple[str, ...] | None = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<Task {self.name!r}, {len(self.sources)} source files, {self.data_model.value}>"

    @property
    def name(self) -> str:
        """The first source's name."""
        return self.sources[0].name

    @property
    def program_hash(self) -> str:
        """SHA-256 over the first file's bytes if there is one file (as the formats want it), else over all hashes."""
        return _digest_of(source.text for source in self.sources)

    @property
    def preprocessed_hash(self) -> str:
        """SHA-256 over what is analysed, without line markers and empty lines: another one under other macros, or
        when an included file changed.
        """
        return _digest_of(map(_unmarked, (source.preprocessed for source in self.sources)))


def _digest_of(texts: Iterable[str]) -> str:
    digests = [hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest() for text in texts]
    return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def _unmarked(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line.strip() and not _LINE_MARKER.match(line))
