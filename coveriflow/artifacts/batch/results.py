"""Batch runs: many verification tasks under several flows, and what came of them (BenchExec calls this a run set)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath

from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict


class Rating(Enum):
    """A result against what is expected. ``UNRATED``: decided, but no verdict is expected.

    ``UNCONFIRMED``: only claimed by an external verifier, and not against what is expected.
    """

    CORRECT = "correct"
    WRONG = "wrong"
    UNRATED = "not rated"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN = "unknown"
    ERROR = "error"


class Purpose(Enum):
    """What a batch run is for. ``RATE``: verifiers, against the verdicts that task definitions expect. ``CHECK``:
    programs, so that nothing is expected, and each violation counts.
    """

    RATE = "rate"
    CHECK = "check"


class Trouble(Enum):
    """Why a job came to no end of its own."""

    BAD_INPUT = "bad input"
    NOT_SUPPORTED = "not supported"
    TOOL_MISSING = "a tool is missing"
    INTERNAL = "internal error"

    @property
    def is_error(self) -> bool:
        """Whether the user should look at it: what is not supported is an ``unknown`` like any other."""
        return self is not Trouble.NOT_SUPPORTED


@dataclass(frozen=True, slots=True)
class BatchTask:
    """A task as a task set names it: ``path`` is a task definition or a C file, ``group`` the set that it comes from.

    ``specification`` and ``data_model``: ``""`` where the task definition decides. ``further``: files of the same
    program. ``build``: what the user says besides the task definition. ``property_names``: of properties that the user
    asks for, with commas between; there is no ``specification`` then.
    """

    path: str
    group: str = ""
    specification: str = ""
    data_model: str = ""
    further: tuple[str, ...] = ()
    build: Build = NO_BUILD
    property_names: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One task under one flow."""

    task: BatchTask
    flow: str

    @property
    def name(self) -> str:
        """For people: ``halves.yml, cmc``."""
        return f"{PurePath(self.task.path).name}, {self.flow}"

    @property
    def key(self) -> str:
        """The name of its files: equal for equal jobs, in any set."""
        what = [self.task.path, self.task.specification, self.task.data_model, self.flow, *self.task.further]
        what += [repr(self.task.build)] if self.task.build != NO_BUILD else []
        what += ["property", self.task.property_names] if self.task.property_names else []
        digest = hashlib.sha256("\0".join(what).encode("utf-8", "surrogatepass")).hexdigest()
        stem = re.sub(r"[^A-Za-z0-9]+", "-", f"{PurePath(self.task.path).stem}-{self.flow}").strip("-")
        return f"{stem[:60]}-{digest[:12]}"


@dataclass(frozen=True, slots=True, repr=False)
class BatchPlan(Brief):
    """What a batch run is to do. ``limits``: of each job. ``since``: the name of the batch run that it builds on, or
    ``""``. ``assume_defined``: proofs may assume that nothing undefined happens, also where no property is given.
    """

    name: str
    tasks: tuple[BatchTask, ...]
    flows: tuple[str, ...]
    limits: Limits
    since: str = ""
    assume_defined: bool = False
    purpose: Purpose = Purpose.RATE

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Task by task, so that all flows have seen the same tasks whenever the batch run ends."""
        return tuple(Job(task, flow) for task in self.tasks for flow in self.flows)


@dataclass(frozen=True, slots=True, repr=False)
class JobResult(Brief):
    """What came of a job. ``content``: the digest of all that the result depends on.

    ``status``: the verdict in words, or the trouble. ``resources``: what was used in this batch run; ``reused``: what
    those results took that were there already. ``carried``: how much of an earlier version's condition was true, ``""``
    if none was used. ``place``: file and line of the violation or of the reason. ``evidence``: kind and path of files,
    relative to the folder of the batch run. ``solved_by``: the actors that found the verdict and confirmed it.
    ``violated_property``: which one of several; ``expected_property``: which one is expected to be.
    ``subject``: of the property, if that is not a call of ``reach_error``. ``program_hash``, ``preprocessed_hash``: see
    ``Task``. ``session``: in which it was found, or found to be still the same, of the batch run that was begun again.
    """

    job: Job
    content: str
    verdict: Verdict = Verdict.UNKNOWN
    property_name: str = ""
    expected: Verdict | None = None
    trouble: Trouble | None = None
    is_claimed: bool = False
    reason: str = ""
    confirmed_by: str = ""
    assumptions: tuple[str, ...] = ()
    place: tuple[str, int] | None = None
    resources: Resources = Resources()
    reused: Resources | None = None
    carried: str = ""
    began: float = 0.0
    elapsed: float = 0.0
    program_hash: str = ""
    data_model: str = ""
    evidence: tuple[tuple[str, str], ...] = ()
    solved_by: tuple[str, ...] = ()
    expected_property: str = ""
    violated_property: str = ""
    preprocessed_hash: str = ""
    subject: str = ""
    session: str = ""

    @property
    def status(self) -> str:
        """The verdict in words, or what went wrong."""
        if self.trouble is not None and self.trouble.is_error:
            return self.trouble.value
        verdict = _with(self.verdict, self.violated_property if "," in self.property_name else "")
        return f"{verdict}, unconfirmed" if self.is_claimed else verdict

    @property
    def promise(self) -> str:
        """The verdict that is expected, in words; empty if none is."""
        return "" if self.expected is None else _with(self.expected, self.expected_property)

    @property
    def rating(self) -> Rating:
        """The result against what is expected."""
        if self.trouble is not None and self.trouble.is_error:
            return Rating.ERROR
        if not self.verdict.decisive:
            return Rating.UNKNOWN
        if self.expected is not None and self.expected is not self.verdict:
            return Rating.WRONG
        if self.is_claimed:
            return Rating.UNCONFIRMED
        if self._is_of_another_property:
            return Rating.UNKNOWN
        return Rating.CORRECT if self.expected is not None else Rating.UNRATED

    @property
    def _is_of_another_property(self) -> bool:
        """As in BenchExec, a violation of another property than the expected one is neither correct nor wrong."""
        is_named = self.verdict is Verdict.FALSE and bool(self.expected_property)
        return is_named and self.violated_property != self.expected_property

    @property
    def is_solved(self) -> bool:
        """Decided with evidence, and not against what is expected."""
        return self.rating in (Rating.CORRECT, Rating.UNRATED)

    @property
    def is_violated(self) -> bool:
        """A violation is confirmed, and nothing says that one is expected."""
        return self.rating is Rating.UNRATED and self.verdict is Verdict.FALSE

    @property
    def score(self) -> int:
        """As in SV-COMP: 2 and 1 for ``true`` and ``false`` that are correct, -32 and -16 for those that are wrong."""
        is_true = self.verdict is Verdict.TRUE
        match self.rating:
            case Rating.CORRECT:
                return 2 if is_true else 1
            case Rating.WRONG:
                return -32 if is_true else -16
            case _:
                return 0

    @property
    def cost(self) -> float:
        """CPU seconds of all work for the result, whenever it was done."""
        return self.resources.cpu + (self.reused.cpu if self.reused else 0.0)

    @property
    def question(self) -> tuple[str, str]:
        """The question, for any actor: the task and its property."""
        task, name = self.job.task, " ".join(filter(None, (self.property_name, self.subject)))
        return task.path, name or task.specification or task.property_names


def _with(verdict: Verdict, name: str) -> str:
    return f"{verdict.value}({name})" if name else verdict.value


@dataclass(frozen=True, slots=True, repr=False)
class Batch(Brief):
    """A plan, and the results that are there, in the order of its jobs."""

    plan: BatchPlan
    results: tuple[JobResult, ...]
    version: str = ""
    began: float = 0.0
    elapsed: float = 0.0

    @property
    def missing(self) -> int:
        """Jobs without a result."""
        return len(self.plan.jobs) - len(self.results)

    def of(self, flow: str) -> tuple[JobResult, ...]:
        """The results of one flow."""
        return tuple(each for each in self.results if each.job.flow == flow)

    @property
    def wrong(self) -> tuple[JobResult, ...]:
        """The results against what is expected."""
        return tuple(each for each in self.results if each.rating is Rating.WRONG)

    @property
    def violated(self) -> tuple[JobResult, ...]:
        """The violations that count by themselves: where programs are checked."""
        checks = self.plan.purpose is Purpose.CHECK
        return tuple(each for each in self.results if each.is_violated) if checks else ()

    @property
    def contradictions(self) -> tuple[tuple[JobResult, ...], ...]:
        """By question: all decided results, where some say ``true`` and others ``false``, whatever is expected."""
        return tuple(found for found in by_question(self.results).values() if _contradict(found))


def by_question(results: Iterable[JobResult]) -> dict[tuple[str, str], tuple[JobResult, ...]]:
    """The results that are about the same task and property."""
    found: dict[tuple[str, str], list[JobResult]] = {}
    for each in results:
        found.setdefault(each.question, []).append(each)
    return {question: tuple(answers) for question, answers in found.items()}


def _contradict(results: tuple[JobResult, ...]) -> bool:
    return len({each.verdict for each in decided(results)}) > 1


def decided(results: Iterable[JobResult]) -> Iterator[JobResult]:
    """Those that say ``true`` or ``false``."""
    return (each for each in results if each.verdict.decisive)
