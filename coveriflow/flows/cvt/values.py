"""What the expressions of a CoVeriTeam program stand for here, and the Python text that says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coveriflow.actors.composition.nodes import Composition
from coveriflow.actors.questions import VerdictIs
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.formats.primitives.python_text import string

ACTORS = "coveriflow.actors"
ALGEBRA = "coveriflow.actors.composition.nodes"


@dataclass(frozen=True, slots=True)
class Text:
    """Python text, and what it needs: names with the modules that they come from. ``is_atom``: needs no brackets."""

    code: str
    imports: frozenset[tuple[str, str]] = frozenset()
    is_atom: bool = True

    @property
    def bracketed(self) -> str:
        """Within an expression of operators."""
        return self.code if self.is_atom else f"({self.code})"


@dataclass(frozen=True, slots=True)
class Part:
    """A composition; ``None``: one that passes on what is there, which all compositions here do."""

    composition: Composition | None
    text: Text


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A condition: the verdicts for which it holds."""

    verdicts: frozenset[Verdict]

    @property
    def question(self) -> VerdictIs:
        """The same as a question, with its verdicts in their order."""
        return VerdictIs(tuple(verdict for verdict in Verdict if verdict in self.verdicts))

    @property
    def text(self) -> Text:
        """How it is written."""
        listed = "".join(f"Verdict.{verdict.name}, " for verdict in self.question.verdicts)
        inner = f"({listed.rstrip() if len(self.verdicts) == 1 else listed.removesuffix(', ')})"
        needed = {("coveriflow.actors.questions", "VerdictIs"), ("coveriflow.artifacts.verdicts", "Verdict")}
        return Text(f"VerdictIs({inner})", frozenset(needed))


@dataclass(frozen=True, slots=True)
class Given:
    """An artifact that the user gives; ``kind``: ``None`` where it is a part of the task, or not needed."""

    kind: type | None = None


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a composition is executed with."""

    kinds: tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Executed:
    """What an execution gives: known only when the flow has run."""


Value = Part | Verdicts | Given | Inputs | Executed | str

KINDS: dict[str, type | None] = {
    "Program": Task,
    "CProgram": Task,
    "BehaviorSpecification": None,
    "TestSpecification": None,
    "Witness": Witness,
    "ReachabilityWitness": Witness,
    "Condition": Condition,
    "TestSuite": TestSuite,
    "Verdict": None,
}
"""Of artifacts; a verdict that is given to a validator says nothing that the witness does not."""

VERDICTS = {"TRUE": Verdict.TRUE, "FALSE": Verdict.FALSE, "UNKNOWN": Verdict.UNKNOWN}
NO_VERDICTS = ("ERROR", "TIMEOUT")
"""These are ``unknown`` here."""

_CPACHECKER = {"cpa-seq": "cpachecker:svcomp", "cpachecker": "cpachecker:svcomp"}
_SAME = ("2ls", "cbmc", "esbmc", "goblint", "symbiotic", "theta", "veriabs")
COUNTERPARTS: dict[str, dict[str, str]] = {
    "ProgramVerifier": {
        **_CPACHECKER,
        **{name: name for name in _SAME},
        "esbmc-incr": "esbmc:incremental",
        "esbmc-kind": "esbmc",
        "uautomizer": "ultimate-automizer",
    },
    "ProgramValidator": {
        "cpa-validate-violation-witnesses": "cpachecker:validate",
        "uautomizer-validate-violation-witnesses": "ultimate-automizer:validate",
        "witness-validator-cpachecker": "cpachecker:validate",
    },
    "ProgramTester": {name: name for name in ("fusebmc", "klee", "prtest")},
    "WitnessToTest": {"cpachecker-witness-to-test": "cpa-witness2test"},
    "TestValidator": {"test-val": "validate-tests"},
    "CMCReducer": {"cmc-reducer": "reduce"},
}
"""By the type of an actor and the name of its file: a tool (``name:configuration``), or an actor of our own."""

MISSING = {
    "Rename": "artifacts are found by their kind here, and have no names to change",
    "Setter": "artifacts come from actors or from the user here",
    "Joiner": "artifacts are joined by Repeat only, and test goals are none",
    "Comparator": "classifications have no counterpart; the actor 'features' and the flow 'select' choose by features",
    "ClassificationToActorDefinition": "a flow is fixed before it runs; the flow 'select' chooses by features",
    "INSTANCEOF": "a composition goes by verdicts here, not by whether an artifact is there",
}
"""Why there is no counterpart."""


def literal(text: str) -> str:
    """A string of Python."""
    return string(text)


def joined(operator: str, texts: Iterable[Text]) -> Text:
    """With an operator between."""
    listed = list(texts)
    imports = frozenset[tuple[str, str]]().union(*(text.imports for text in listed))
    return Text(f" {operator} ".join(text.bracketed for text in listed), imports, is_atom=len(listed) < 2)


def called(name: str, module: str, *arguments: Text) -> Text:
    """A call of ``name``."""
    imports = frozenset({(module, name)}).union(*(text.imports for text in arguments))
    return Text(f"{name}({', '.join(text.code for text in arguments)})", imports)
