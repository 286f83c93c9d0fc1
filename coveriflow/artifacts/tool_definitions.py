"""External tools as their definitions describe them: how to call them, what they read and write, what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import NOT_AT_A_PLACE, PropertyKind
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.types.data_model import DataModel

Options = tuple[str, ...]


class Exchange(Enum):
    """What a tool reads beside the program, or writes beside its output. ``AUTOMATON``: a condition as an automaton of
    CPAchecker. ``RESIDUAL``: the program that is left of a condition.
    """

    WITNESS = "witness"
    CONDITION = "condition"
    AUTOMATON = "automaton"
    RESIDUAL = "residual"
    TESTS = "tests"
    TRACE = "trace"


class PropertyFile(Enum):
    """Whether a tool gets the property as a file; a tester gets the goal of covering calls of the error function."""

    PASSED = "passed"
    NONE = "none"
    COVERAGE = "coverage"


class Text(Enum):
    """Which text of a program a tool gets: the one that was written, or the automaton printed as C."""

    WRITTEN = "written"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class VerdictRule:
    """``verdict`` where ``output``, if any, matches somewhere, and the exit status, if any is named, is that. ``last``:
    a larger bound would not change it. What the first group of ``output`` matches is added to ``reason``. ``violates``:
    the properties one of which is violated then; none: whichever the tool is asked about.
    """

    verdict: Verdict
    output: re.Pattern[str] | None = None
    status: int | None = None
    reason: str = ""
    last: bool = False
    violates: tuple[PropertyKind, ...] = ()

    def holds(self, status: int, output: str) -> bool:
        """Whether it is about such a run."""
        return self.status in (None, status) and (self.output is None or self.output.search(output) is not None)

    def why(self, output: str) -> str:
        """The reason, with what it takes from ``output``."""
        found = self.output.search(output) if self.output is not None else None
        told = found[1] if found is not None and found.re.groups else None
        return f"{self.reason}: {told}" if told else self.reason


@dataclass(frozen=True, slots=True)
class Refusal:
    """A program in which ``text`` matches somewhere is one that the tool may read in another way than gcc does."""

    text: re.Pattern[str]
    reason: str


@dataclass(frozen=True, slots=True)
class Runtime:
    """What a tool runs on, ``program``; ``variable``: of the environment, that names another one."""

    program: str
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Offered:
    """Configurations that an installed tool has of its own: the ``files`` of its folder (a pattern), each without its
    suffix the ``{name}`` in ``option``.
    """

    files: str
    option: str


@dataclass(frozen=True, slots=True)
class Bound:
    """``options`` say how far loops are unwound: ``{bound}`` times, or ``{bound+1}`` where the tool counts differently.

    ``tried``: one bound after the other, where the user names none.
    """

    options: Options
    tried: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way to call a tool: its options, and what it reads and writes, come in addition. ``properties``: those that it
    checks this way, with options; ``None``: those of the tool. ``instead``: a whole definition, of another version say,
    in the place of the one that it belongs to.
    """

    about: str = ""
    options: Options = ()
    reads: tuple[tuple[Exchange, Options], ...] = ()
    writes: tuple[tuple[Exchange, str], ...] = ()
    properties: tuple[tuple[PropertyKind, Options], ...] | None = None
    instead: ToolDefinition | None = None


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """``key``: what users call it. ``module``: the tool-info module of BenchExec; without one, ``arguments`` are the
    command line, with ``{options}``, ``{files}``, ``{property}``. ``properties``: those it checks, and the options for
    each. ``error_functions``: the only ones whose calls it can be asked about, if not any. ``data_models``: options,
    where the module knows none. ``harness``: C text for the functions that a program takes from its verifier
    (``execution.native.harness``), for a tool that does not know them; ``inputs``: C text for one that gives a value,
    ``{function}``, instead of ours. ``text``: which one it gets; ``refuses``: those that it is not asked about.
    ``library``: functions of C's library that it knows well, so that those of printed programs are not ours. ``reads``:
    the options, with ``{file}``; ``writes``: where. ``verdicts`` are asked before the module is. ``assumes``:
    sentences. ``limits``: what a run of it may use at most, within those of its actor.

    ``runs_on``: what must be here, too. ``offers``: configurations of its own. ``one_dash_before``: the version before
    which options have one dash only. ``memory``: the options that say how much it may use, with ``{megabytes}``. An
    option may name the last of some files of its folder: ``{newest PATTERN}`` is its name without its suffix, ``{file
    PATTERN}`` its path.

    Of a file in an external format: ``notes`` are sentences about what has no counterpart here, ``unused`` is
    what it says for other readers, and ``included`` are further files that it consists of. Such a file may not say what
    the executable is called; then the module knows it.
    """

    key: str
    name: str
    file: str
    executable: str
    about: str = ""
    module: str = ""
    arguments: Options = ()
    get: str = ""
    oldest: str = ""
    options: Options = ()
    properties: tuple[tuple[PropertyKind, Options], ...] = ()
    property_file: PropertyFile = PropertyFile.PASSED
    error_functions: tuple[str, ...] = ()
    data_models: tuple[tuple[DataModel, Options], ...] = ()
    harness: str = ""
    inputs: str = ""
    text: Text = Text.WRITTEN
    refuses: tuple[Refusal, ...] = ()
    library: tuple[str, ...] = ()
    bound: Bound | None = None
    reads: tuple[tuple[Exchange, Options], ...] = ()
    writes: tuple[tuple[Exchange, str], ...] = ()
    verdicts: tuple[VerdictRule, ...] = ()
    assumes: tuple[str, ...] = ()
    configurations: tuple[tuple[str, Configuration], ...] = field(default=())
    runs_on: Runtime | None = None
    offers: Offered | None = None
    one_dash_before: str = ""
    memory: Options = ()
    limits: Limits = Limits()
    notes: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    included: tuple[str, ...] = ()

    @property
    def finds_violations(self) -> bool:
        """Whether it can say ``false``; some can only prove."""
        return bool(self.module) or any(rule.verdict is Verdict.FALSE for rule in self.verdicts)

    @property
    def writes_condition(self) -> bool:
        """Whether it says by a condition how far it came."""
        return any(exchange is Exchange.CONDITION for exchange, _ in self.writes)

    def not_checked(self, kinds: Iterable[PropertyKind]) -> tuple[PropertyKind, ...]:
        """Those of ``kinds`` that it cannot be asked about. One that it does not know is a question about calls of a
        function, if places in a program violate it, and the tool can be asked about calls.
        """
        asked, known = tuple(kinds), dict(self.properties)
        by_calls = PropertyKind.UNREACH_CALL in known and not NOT_AT_A_PLACE.intersection(asked)
        return () if by_calls else tuple(kind for kind in asked if kind not in known)

    def configured(self, name: str) -> ToolDefinition:
        """The tool in its configuration ``name``, if that is not empty; ``ValueError`` if there is none."""
        if not name:
            return self
        chosen = dict(self.configurations).get(name)
        if chosen is None:
            has = ", ".join(each for each, _ in self.configurations) or "none"
            raise ValueError(f"{self.key} has no configuration '{name}' (it has: {has})")
        if chosen.instead is not None:
            return chosen.instead
        return replace(
            self,
            options=(*self.options, *chosen.options),
            reads=(*self.reads, *chosen.reads),
            writes=(*self.writes, *chosen.writes),
            properties=self.properties if chosen.properties is None else chosen.properties,
        )
