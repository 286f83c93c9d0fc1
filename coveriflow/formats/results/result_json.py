"""The result of a run as JSON (``result.json`` and ``--json``), schema version 2.

``verdict`` is what is confirmed. A verdict that is only claimed is ``unknown`` there and stands in ``claimed``: a
script that looks at ``verdict`` alone must not take it for a proof. (Version 1 had it in ``verdict``.) ``error`` is
null, or why there is no result of a run: every ending leaves a record.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.primitives.json_reading import Fields, loaded
from coveriflow.program.types.data_model import DataModel

SCHEMA_VERSION = 2
MAX_BYTES = 64 << 20


class Failure(Enum):
    """Why a command ended without a verdict of its own. ``NOT_SUPPORTED``: by what reads the program."""

    BAD_INPUT = "bad input"
    MISSING = "a tool or a server is missing"
    NOT_SUPPORTED = "not supported"
    INTERNAL = "internal error"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class ActorRecord:
    """One actor's part in a run. ``verdict``: what it says, even if that is only claimed; ``None`` for an actor that
    has none to give (a reducer, say).

    ``cpu`` and ``wall`` are seconds, ``memory`` is peak resident bytes; ``end`` says how the actor ended. ``reused``:
    the result was there already, and this is what it took when it came about. ``accounting``: of an external tool, who
    counted what its last run used, which is ``tool``.
    """

    name: str
    version: str
    verdict: Verdict | None = None
    reason: str = ""
    cpu: float = 0.0
    wall: float = 0.0
    memory: int = 0
    end: str = ""
    reused: Resources | None = None
    accounting: str = ""
    tool: Resources | None = None


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file that supports the verdict: what it is (``test``, ``witness``, ``condition``), and where."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class UndefinedRecord:
    """An execution that is undefined: the ``kind`` (a member of ``Undefined``), what happens in a ``sentence``, where,
    and how that was confirmed. ``called``: the function of the library in whose call it happens. ``inputs``: what the
    execution is given on standard input and as arguments, in words. ``others``: whether all other executions satisfy
    the property, or nothing is known of them (``unknown``).
    """

    kind: str
    sentence: str
    file: str
    line: int
    column: int
    called: str = ""
    confirmed_by: str = ""
    inputs: str = ""
    others: str = Verdict.TRUE.value


@dataclass(frozen=True, slots=True)
class ExecutedRecord:
    """How many of ``total`` lines that do something executions of searches have executed, at least; ``told``: in words.
    ``others``: the other lines, each with its file.
    """

    lines: int
    total: int
    told: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What a run answered and how. ``property`` is the SV-COMP name; ``asked``: the
    names by which the command line can ask for it; ``version`` is coveriflow's. ``claimed``: the
    verdict that nothing confirms, where ``verdict`` is ``unknown`` for that; ``claimed_by``: what it rests on.
    ``error``: there was no run to its end, and ``reason`` says why. ``violated``: what of the program violates the
    property, in the execution that was found; ``violated_property``: which one of several. ``warnings``: about the
    property and files. ``entry``: the function that was called with any arguments; ``environment``: what is assumed
    of its callers. ``command``: how a shell starts the program so that it does what was found;
    ``build``: how it compiles it for that, where it needs nothing but files of the task.
    """

    verdict: Verdict
    property: str
    flow: str
    task: str
    program_hash: str
    data_model: DataModel
    version: str
    confirmed_by: str = ""
    claimed: Verdict | None = None
    claimed_by: str = ""
    error: Failure | None = None
    reason: str = ""
    assumptions: tuple[str, ...] = ()
    actors: tuple[ActorRecord, ...] = ()
    evidence: tuple[EvidenceFile, ...] = ()
    undefined: UndefinedRecord | None = None
    """Why it is unknown although only executions that are undefined may violate the property."""
    violated: str = ""
    violated_property: str | None = None
    warnings: tuple[str, ...] = ()
    entry: str = ""
    environment: tuple[str, ...] = ()
    command: str = ""
    build: str = ""
    asked: str = ""
    sandbox: str = ""
    """How strong the box was in which programs were executed; ``sandbox_layers``: what it consisted of."""
    sandbox_layers: tuple[str, ...] = ()
    executed: ExecutedRecord | None = None
    """Where it is unknown."""


def read_run_record(data: bytes, name: str) -> RunRecord:
    """The record of a run, of this schema version or of version 1; keys that are not known are ignored."""
    fields = loaded(data, name, MAX_BYTES)
    fields.version("schema_version", 1, SCHEMA_VERSION)
    verdict, claimed = _verdicts(fields)
    return RunRecord(
        verdict=verdict,
        property=fields.text("property"),
        flow=fields.text("flow"),
        task=fields.text("task"),
        program_hash=fields.text("program_hash"),
        data_model=fields.choice("data_model", DataModel),
        version=fields.text("coveriflow"),
        confirmed_by=fields.text("confirmed_by"),
        claimed=claimed,
        claimed_by=fields.text("claimed_by") if fields.says("claimed_by") else "",
        error=fields.choice("error", Failure) if fields.says("error") else None,
        reason=fields.text("reason"),
        assumptions=fields.texts("assumptions"),
        actors=tuple(_actor(each) for each in fields.records("actors")),
        evidence=tuple(_evidence(each) for each in fields.records("evidence")),
        undefined=_undefined(fields.record("undefined")) if fields.says("undefined") else None,
        violated=fields.text("violated") if fields.says("violated") else "",
        violated_property=fields.text("violated_property") if fields.says("violated_property") else None,
        warnings=fields.texts("warnings") if fields.says("warnings") else (),
        entry=fields.text("entry") if fields.says("entry") else "",
        environment=fields.texts("environment") if fields.says("environment") else (),
        command=fields.text("command") if fields.says("command") else "",
        build=fields.text("build") if fields.says("build") else "",
        asked=fields.text("asked") if fields.says("asked") else "",
        sandbox=fields.text("sandbox") if fields.says("sandbox") else "",
        sandbox_layers=fields.texts("sandbox_layers") if fields.says("sandbox_layers") else (),
        executed=_executed(fields.record("executed")) if fields.says("executed") else None,
    )


def _executed(fields: Fields) -> ExecutedRecord:
    return ExecutedRecord(fields.count("lines"), fields.count("total"), fields.text("told"), fields.texts("others"))


def _verdicts(fields: Fields) -> tuple[Verdict, Verdict | None]:
    """What is confirmed, and what is claimed."""
    verdict = fields.choice("verdict", Verdict)
    if fields.count("schema_version") == 1:
        is_claimed = verdict.decisive and fields.says("claimed_by") and fields.text("claimed_by") != ""
        return (Verdict.UNKNOWN, verdict) if is_claimed else (verdict, None)
    return verdict, fields.choice("claimed", Verdict) if fields.says("claimed") else None


def write_run_record(record: RunRecord) -> bytes:
    """Indented ASCII, keys in a fixed order."""
    content = {
        "schema_version": SCHEMA_VERSION,
        "coveriflow": record.version,
        "task": record.task,
        "program_hash": record.program_hash,
        "data_model": record.data_model.value,
        "property": record.property,
        "flow": record.flow,
        "verdict": record.verdict.value,
        "confirmed_by": record.confirmed_by,
        "claimed": record.claimed and record.claimed.value,
        "claimed_by": record.claimed_by,
        "error": record.error and record.error.value,
        "reason": record.reason,
        "assumptions": record.assumptions,
        "actors": [_written_actor(each) for each in record.actors],
        "evidence": [{"kind": each.kind, "path": each.path} for each in record.evidence],
        "undefined": record.undefined and asdict(record.undefined),
        "violated": record.violated,
        "violated_property": record.violated_property,
        "warnings": record.warnings,
        "entry": record.entry,
        "environment": record.environment,
        "command": record.command,
        "build": record.build,
        "asked": record.asked,
        "sandbox": record.sandbox,
        "sandbox_layers": record.sandbox_layers,
        "executed": record.executed and asdict(record.executed),
    }
    return (json.dumps(content, indent=2, allow_nan=False) + "\n").encode("ascii")


def _written_actor(actor: ActorRecord) -> dict[str, Any]:
    return {
        "name": actor.name,
        "version": actor.version,
        "verdict": actor.verdict.value if actor.verdict else None,
        "reason": actor.reason,
        "cpu": actor.cpu,
        "wall": actor.wall,
        "memory": actor.memory,
        "end": actor.end,
        "reused": actor.reused and asdict(actor.reused),
        "accounting": actor.accounting,
        "tool": actor.tool and asdict(actor.tool),
    }


def _actor(fields: Fields) -> ActorRecord:
    return ActorRecord(
        name=fields.text("name"),
        version=fields.text("version"),
        verdict=fields.choice("verdict", Verdict) if fields.says("verdict") else None,
        reason=fields.text("reason"),
        cpu=fields.amount("cpu"),
        wall=fields.amount("wall"),
        memory=fields.count("memory"),
        end=fields.text("end"),
        reused=_resources(fields.record("reused")) if fields.says("reused") else None,
        accounting=fields.text("accounting") if fields.says("accounting") else "",
        tool=_resources(fields.record("tool")) if fields.says("tool") else None,
    )


def _undefined(fields: Fields) -> UndefinedRecord:
    return UndefinedRecord(
        fields.text("kind"),
        fields.text("sentence"),
        fields.text("file"),
        fields.count("line"),
        fields.count("column"),
        fields.text("called"),
        fields.text("confirmed_by"),
        fields.text("inputs") if fields.says("inputs") else "",
        fields.text("others") if fields.says("others") else Verdict.TRUE.value,
    )


def _resources(fields: Fields) -> Resources:
    return Resources(fields.amount("cpu"), fields.amount("wall"), fields.count("memory"))


def _evidence(fields: Fields) -> EvidenceFile:
    return EvidenceFile(fields.text("kind"), fields.text("path"))
