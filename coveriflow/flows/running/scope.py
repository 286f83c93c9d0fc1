"""The artifacts that are there while a composition runs, and who gets which of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

from coveriflow.actors.composition.nodes import Actor, Need
from coveriflow.artifacts.answers import Answer, Justification, is_claimed, is_shown
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Entry:
    """An artifact and who made it, as others call that actor; ``""``: the user, or a join of several. ``independent``:
    who made it looked at the program, and not at what others reported.
    """

    artifact: object
    maker: str = ""
    independent: bool = False


@dataclass(slots=True)
class Scope:
    """Artifacts in the order in which they came; ``given``: those of the user. ``gathered``: what is joined with what
    the same actor made before it, down to the entry ``since``.
    """

    entries: list[Entry]
    given: tuple[object, ...] = ()
    gathered: tuple[type, ...] = ()
    since: int = 0
    beginning: int = field(init=False)
    """How many were there when this scope began."""

    def __post_init__(self) -> None:
        """Remember where it begins."""
        self.beginning = len(self.entries)

    def branch(self) -> Scope:
        """One that sees what is there now, and adds apart."""
        return Scope(list(self.entries), self.given, self.gathered, self.since)

    def new(self) -> list[Entry]:
        """What came since it began."""
        return self.entries[self.beginning :]

    def add(self, artifacts: Iterable[object], maker: str = "", *, independent: bool = False) -> None:
        """They are the latest now."""
        self.entries += [Entry(self._joined(artifact, maker), maker, independent) for artifact in artifacts]

    def stand_in(self, maker: str) -> None:
        """``maker`` was to make a program and could not: the original is the latest program now, and verified as a
        whole. What was made of it before, for other conditions or ranges, is no longer taken.
        """
        self.add([next(e.artifact for e in self.entries if isinstance(e.artifact, Task))], maker)

    def _joined(self, artifact: Any, maker: str) -> object:
        kind = next((kind for kind in self.gathered if isinstance(artifact, kind)), None)
        if kind is None:
            return artifact
        own = (e.artifact for e in reversed(self.entries[self.since :]) if e.maker == maker)
        before: Any = next((each for each in own if isinstance(each, kind)), None)
        return artifact if before is None else before + artifact

    def answer(self, since: int = 0) -> Answer | None:
        """The last answer, of those since the one of a number. If it is decisive, together with those before it that
        are confirmed: what was shown is not taken back by who comes later. An unknown takes a confirmed verdict back
        only where its actor has looked at what was reported.
        """
        found = [(e, e.artifact) for e in self.entries[since:] if isinstance(e.artifact, Answer)]
        standing = list(dropwhile(lambda each: _withdraws_nothing(*each), reversed(found)))[::-1]
        agreed = _agreed([(entry.maker, answer) for entry, answer in self._not_refuted(standing)])
        if agreed is None or (len(standing) < len(found) and not _outlasts(agreed, standing[-1][1])):
            return found[-1][1] if found else None
        return agreed

    def _not_refuted(self, answers: list[tuple[Entry, Answer]]) -> list[tuple[Entry, Answer]]:
        """Without violations that are known to be none: who found that out made the task again for those after it, with
        what is ``left_open``. What was only not confirmed still contradicts others.
        """
        refuting, last = list[Entry](), dict[str, Entry]()
        for entry in self.entries:
            if isinstance(entry.artifact, Answer):
                last[entry.maker] = entry
            elif isinstance(entry.artifact, Task) and entry.artifact.left_open and entry.maker in last:
                refuting.append(last[entry.maker])
        kept: list[tuple[Entry, Answer]] = []
        for entry, answer in answers:
            if any(entry is each for each in refuting):
                refuted = next((each for each in reversed(kept) if each[1].verdict is Verdict.FALSE), None)
                kept = [each for each in kept if each is not refuted]
            kept.append((entry, answer))
        return kept

    def latest(self, kind: type) -> object | None:
        """The last artifact of a kind."""
        return next((e.artifact for e in reversed(self.entries) if isinstance(e.artifact, kind)), None)

    def inputs(self, actor: Actor, *, without_condition: bool = False) -> list[object | None]:
        """For each need the latest artifact that fits it and the inputs before it, from whom it shall be.
        ``without_condition``: an actor was to leave one and did not; a verifier then looks at the whole program.

        What the user gave is taken in any case for the program as written: a condition about another one is refused,
        not passed over.
        """
        sources, found = dict(actor.sources), list[object | None]()
        for need in actor.needs:
            able = (e.artifact for e in self._able(need, sources.get(need.name)))
            fitting = (
                a for a in able if belongs(a, found) or (any(a is g for g in self.given) and not _is_done(a, found))
            )
            whole = _whole(actor, need, found) if without_condition else None
            found.append(next(fitting, whole))
        return found

    def _able(self, need: Need, source: str | None) -> Iterator[Entry]:
        """Latest first. Where the original stands in for a residual program there is none."""
        for entry in reversed(self.entries):
            if source not in (None, entry.maker):
                continue
            if isinstance(entry.artifact, need.types):
                yield entry
            elif Residual in need.types and is_stand_in(entry):
                return

    def keep_latest(self, since: int) -> None:
        """Of what came since a number: the latest of each kind from each actor."""
        latest: dict[tuple[str, type], Entry] = {}
        for entry in self.entries[since:]:
            key = (entry.maker, type(entry.artifact))
            latest.pop(key, None)
            latest[key] = entry
        self.entries[since:] = latest.values()


def _whole(actor: Actor, need: Need, before: list[object | None]) -> Condition | None:
    """Nothing of the program is verified, for who verifies what a condition leaves."""
    task = next((each for each in before if isinstance(each, Task)), None)
    if task is None or need.types != (Condition,) or Answer not in actor.provides:
        return None
    about = task.program_hash, task.specification, task.data_model
    return Condition("q", frozenset(), (), *about, preprocessed_hash=task.preprocessed_hash)


def _agreed(answers: list[tuple[str, Answer]]) -> Answer | None:
    """The last one. If it is decisive, together with those before it that are confirmed."""
    if not answers or not answers[-1][1].verdict.decisive:
        return answers[-1][1] if answers else None
    last = answers[-1]
    shown = [each for each in answers if is_shown(each[1])]
    if any(answer.verdict is not last[1].verdict for _, answer in shown):
        return joint_answer([*(each for each in shown if each != last), last])
    return shown[-1][1] if shown else last[1]


def _withdraws_nothing(entry: Entry, answer: Answer) -> bool:
    """Whether it does not decide, and does not speak of what was said before."""
    return entry.independent and not answer.verdict.decisive


def _outlasts(agreed: Answer, last: Answer) -> bool:
    """Whether it stands where others that come later do not decide: it is confirmed, or names a contradiction."""
    return is_shown(agreed) or (last.verdict.decisive and not agreed.verdict.decisive)


def belongs(artifact: object, others: list[object | None]) -> bool:
    """Whether a condition or a range is about the task, and a justification about the condition, among ``others``."""
    if isinstance(artifact, Condition | Range):
        tasks = [o.task if isinstance(o, Residual) else o for o in others]
        return all(t.program_hash == artifact.program_hash for t in tasks if isinstance(t, Task))
    if isinstance(artifact, Justification):
        return all(o.digest == artifact.condition for o in others if isinstance(o, Condition))
    return True


def is_independent(inputs: Iterable[object]) -> bool:
    """Whether who has these inputs looks at the program, and not at what others reported (a verdict, a violation, a
    witness).
    """
    return all(each is None or isinstance(each, Task | Residual | Condition | Justification | Range) for each in inputs)


def is_stand_in(entry: Entry) -> bool:
    """Whether it is the original program, in the place of one that was to be made of it."""
    return isinstance(entry.artifact, Task) and entry.maker != ""


def _is_done(artifact: object, others: list[object | None]) -> bool:
    """A condition or a range of the original program: a residual one has been made for it already, or is of more."""
    return isinstance(artifact, Condition | Range) and any(isinstance(other, Residual) for other in others)


def joint_answer(answers: Iterable[tuple[str, Answer]]) -> Answer | None:
    """What several say together, each with its name: the decisive answer if they agree (contract: contradictory
    verdicts are ``unknown``, and a defect), one that is confirmed before one that is only claimed; else the last one.
    """
    listed = list(answers)
    decisive = [(name, answer) for name, answer in listed if answer.verdict.decisive]
    if len({answer.verdict for _, answer in decisive}) > 1:
        said = ", ".join(f"{name} {_verb(answer)} {answer.verdict.value}" for name, answer in decisive)
        return Answer(Verdict.UNKNOWN, f"contradictory verdicts, one of which is a defect: {said}")
    if decisive:
        said_so = [answer for _, answer in decisive]
        unclaimed = (answer for answer in said_so if not is_claimed(answer.evidence))
        return next((answer for answer in said_so if is_shown(answer)), next(unclaimed, said_so[0]))
    return listed[-1][1] if listed else None


def _verb(answer: Answer) -> str:
    return "claims" if is_claimed(answer.evidence) else "reports"
