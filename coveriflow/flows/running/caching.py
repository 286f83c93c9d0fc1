"""Results that are there already: an actor does not work again on what it has worked on (contract: cache key).

**When a result is used again.** The key is a digest of the actor's name, version, definition and parameters; of what it
is given (the texts of the program as written and as preprocessed, specification, data model, and the content of all
other artifacts); and of what results depend on besides: coveriflow's own text, the interpreter, packages that work on
programs, the compiler, the library and the machine, the module that defines a user's own actor and what it imports,
and what the actor says itself (``contracts.Besides``). An actor whose inputs have a content that cannot be compared
works each time.

**Limits** are no part of the key. A decisive verdict holds under any limits, and so does a residual program, which is
what its program and its condition are together. All else (an ``unknown``, with the condition of what was verified)
is used again only under nominal limits that are no larger: with more time there might have been a verdict.

**What is never stored**: an outcome that is no value. An actor that crashed, was cancelled, or was killed at a limit
may do better the next time; an error in the input is found again at once. Nor are results stored when the text of
coveriflow has changed since this process began: which text the workers have loaded is unknown. An analysis that has
handed over a part of its range has not done what it was given. Of actors that confirm by executions, all else but an
execution: the machine may have lacked memory or descriptors.

**Names of files** are no part of the key, unless the program knows them (``__FILE__``). What is used again speaks of
the files that are there now; where it is not known whether a text speaks of a file, it is used only for files that
are called the same. Dates in witnesses and test suites remain those of the work.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, definition_of
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.store import environment
from coveriflow.execution.store.contracts import About, Entry, Store
from coveriflow.execution.store.encoding import Damaged, NotEncodable, conditions_in, decoded, encoded
from coveriflow.execution.store.imports import digest_of_imports
from coveriflow.execution.store.names import Mentions, names_in
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Progress, Request, Work


def remembered(work: Work, store: Store | None) -> Work:
    """``work``, unless ``store`` has what it would give; and what it gives is stored. Without a store: ``work``."""
    if store is None:
        return work
    environment.begin()
    return _Remembered(work, store)


@dataclass(slots=True)
class _Remembered:
    """``digests``: of conditions that were given or produced, and what these are whatever their files are called."""

    work: Work
    store: Store
    digests: dict[str, object] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        begun = time.monotonic()
        names, besides = names_in(request.inputs), depends_on(request.actor, request.inputs)
        key = None if besides is None else self._key(request, names, besides)
        found = None if key is None else self._found(key, request, names)
        if found is not None:
            value, about = found
            self._know(value, names)
            wall = time.monotonic() - begun
            return Outcome(End.FINISHED, value, Resources(0.0, wall, 0), reused=about.resources)
        part = None if request.shared is None else request.shared.within
        outcome = self.work(request, cancellation, progress)
        is_whole = request.shared is None or request.shared.within == part
        if is_whole and key is not None and outcome.end is End.FINISHED and outcome.value is not None:
            self._know(outcome.value, names)
            if _is_lasting(request.actor, outcome.value) and depends_on(request.actor, request.inputs) == besides:
                self._store(key, request, outcome.value, outcome.resources, names)
        return outcome

    def _key(self, request: Request, names: tuple[str, ...], besides: tuple[str, ...]) -> str | None:
        """The same whenever the same would come out; ``None`` where that is not known."""
        actor = request.actor
        try:
            self._know(request.inputs, names)
            given = encoded(request.inputs, Mentions(names), self._all_digests())
        except NotEncodable:
            return None
        parameters = [(name, type(value).__name__, repr(value)) for name, value in actor.parameters]
        what = (actor.name, actor.version, actor.definition, parameters, besides, environment.environment())
        digest = hashlib.sha256(json.dumps(what).encode("ascii"))
        digest.update(b"\n")
        digest.update(given)
        return digest.hexdigest()

    def _know(self, artifacts: tuple[object, ...], names: tuple[str, ...]) -> None:
        """From now on the digests of these conditions can be told from others, whatever their files are called."""
        for condition in conditions_in(artifacts):
            if condition.digest not in self._all_digests():
                with suppress(NotEncodable):
                    content = encoded(condition, Mentions(names), {})
                    with self.lock:
                        self.digests[condition.digest] = hashlib.sha256(content).hexdigest()

    def _all_digests(self) -> dict[str, object]:
        with self.lock:
            return dict(self.digests)

    def _found(self, key: str, request: Request, names: tuple[str, ...]) -> tuple[Produced, About] | None:
        entry = self.store.get(key)
        if entry is None or not _holds(entry.about, request.nominal):
            return None
        is_told = names == entry.about.names or (entry.about.is_movable and len(names) == len(entry.about.names))
        if not is_told:
            return None
        given = [condition.digest for condition in conditions_in(request.inputs)]
        try:
            return _produced(entry.content, names, given), entry.about
        except Damaged:
            return None

    def _store(self, key: str, request: Request, value: Produced, resources: Resources, names: tuple[str, ...]) -> None:
        mentions = Mentions(names)
        digests = [condition.digest for condition in conditions_in((*request.inputs, *value))]
        try:
            content = encoded(value, mentions, {digest: n for n, digest in reversed(list(enumerate(digests)))})
        except NotEncodable:
            return
        about = _about(request, value, resources, mentions)
        before = self.store.about(key)
        is_kept = before is not None and _is_better(before, about) and self.store.get(key) is not None
        if environment.is_unchanged() and not is_kept:
            self.store.put(key, Entry(about, content))


def _about(request: Request, value: Produced, resources: Resources, mentions: Mentions) -> About:
    answer = next((each for each in value if isinstance(each, Answer)), None)
    limits = None if _is_final(value, answer) else request.nominal
    verdict = "" if answer is None else answer.verdict.value
    program = next((_program(given) for given in request.inputs if isinstance(given, Task | Residual)), "")
    called, names = request.actor.name, mentions.names
    return About(called, program, verdict, time.time(), limits, resources, names, mentions.is_understood)


def _program(given: Task | Residual) -> str:
    return given.task.name if isinstance(given, Residual) else given.name


def _is_lasting(actor: Actor, value: Produced) -> bool:
    """Whether the same would come out on this machine tomorrow."""
    if not definition_of(actor).confirms:
        return True
    answers = [each for each in value if isinstance(each, Answer)]
    return all(answer.verdict.decisive and not _is_replayed(answer) for answer in answers)


def _is_replayed(answer: Answer) -> bool:
    evidence = answer.evidence
    return isinstance(evidence, ConfirmedTest) and evidence.confirmation is Confirmation.INTERPRETED


def _is_final(value: Produced, answer: Answer | None) -> bool:
    """Whether more time would change nothing."""
    if answer is None:
        return all(isinstance(each, Residual) for each in value)
    return answer.verdict.decisive


def _holds(about: About, nominal: Limits) -> bool:
    """Whether a result is one under these limits, too."""
    return about.limits is None or _is_within(nominal, about.limits)


def _is_within(limits: Limits, others: Limits) -> bool:
    pairs = ((limits.cpu, others.cpu), (limits.wall, others.wall), (limits.memory, others.memory))
    return all(other is None or (one is not None and one <= other) for one, other in pairs)


def _is_better(one: About, other: About) -> bool:
    """``one`` is there already and says at least as much."""
    if one.names != other.names and not one.is_movable:
        return False
    return one.limits is None or (other.limits is not None and _is_within(other.limits, one.limits))


def _produced(content: bytes, names: tuple[str, ...], given: list[str]) -> Produced:
    """What was stored, about the files that are there now. Conditions come first: others have their digests."""
    own: list[str] = []

    def digest(number: int) -> str:
        return (given + own)[number] if number < len(given) + len(own) else ""

    value = decoded(content, names, digest)
    if not isinstance(value, tuple):
        raise Damaged("no artifacts")
    own = [condition.digest for condition in conditions_in(value)]
    return tuple(decoded(content, names, digest)) if own else value


def depends_on(actor: Actor, inputs: tuple[object, ...]) -> tuple[str, ...] | None:
    """What else the results of ``actor`` depend on; of one that is not ours, its module and what that imports, too."""
    try:
        said = definition_of(actor).besides(actor, inputs)
    except (ImportError, AttributeError):
        return None
    own = module_digest(actor.definition.partition(":")[0])
    return None if said is None or own is None else (*said, *([own] if own else []))


def module_digest(module: str) -> str | None:
    """Of the user's code in a module, and what it imports: empty if it is ours, ``None`` where it cannot be read."""
    if module.startswith("coveriflow."):
        return ""
    file: Any = getattr(sys.modules.get(module), "__file__", None)
    try:
        return None if file is None else digest_of_imports(module, Path(file))
    except (OSError, SyntaxError, ValueError):
        return None
