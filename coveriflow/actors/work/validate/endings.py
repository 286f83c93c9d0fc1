"""Witnesses of termination: what decreases between visits of loops holds, is well-founded, and covers all loops.

Relations and invariants become claims of the program, which is verified with them. A relation is only claimed between
visits since its loop was entered last. That is enough: of the loops whose heads an execution visits for ever in one
activation, the outermost one is entered finitely often. Where a function may jump into the loop, or out of it to before
it, the relation is claimed between all visits of one activation. That is more than it claims: it refutes nothing.

Where a loop has no relation, or functions are recursive, the whole program is verified once more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from coveriflow.actors.work.load import automaton_of, ending_automaton_of
from coveriflow.actors.work.termination.answers import answered, not_known
from coveriflow.actors.work.validate.descents import CHOICE, Descent, descent, heads_of, kept_by, not_well_founded
from coveriflow.actors.work.validate.probes import (
    NotMatchedError,
    Placed,
    ProgramText,
    before_condition,
    before_statement,
    expression_text,
    probed_automaton,
)
from coveriflow.actors.work.validate.proofs import (
    Claims,
    assumed_by_claims,
    placed_claim,
    refuted_claim,
    unknown_about,
)
from coveriflow.actors.work.verify.portfolio import Decided, decided
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.artifacts.answers import Answer, TransitionInvariants
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import InvariantKind
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.program.text.outlines import outline
from coveriflow.transform.probes import Probe, claim

_FAILS = "coveriflow_claim_fails"
_GOTO = re.compile(r"\bgoto\b")
_CASE = re.compile(r"\b(?:case|default)\b")
_RETURNS_TWICE = re.compile(r"\w*(?:setjmp|longjmp)\b")
_SECONDS = 3.0
_CLAIMS_SHARE = 0.5
_DESCENT_SHARE = 0.15
_WHOLE_SHARE = 0.35


@dataclass(frozen=True, slots=True)
class _Claimed:
    """The task with claims as probes, and the relations among them. ``stronger``: the numbers of relations that are
    claimed between more visits than they speak of.
    """

    task: Task
    cfa: Cfa
    alone: Cfa
    descents: tuple[Descent, ...]
    stronger: frozenset[int]


def validated(task: Task, claims: Claims) -> tuple[object, ...]:
    """Verify ``claims`` and that executions end: a validation and an answer."""
    original = ending_automaton_of(task)
    if reason := not_known(original, ends=True):
        return unknown_about(claims, reason)
    descents: tuple[Descent, ...] = ()
    if claims.invariants:
        try:
            claimed = _claimed(task, original, claims)
        except NotMatchedError as error:
            return _or_refuted(task, claims, error.reason, error.number)
        descents = claimed.descents
        found = decided(
            claimed.task, claimed.cfa, lambda f: not assumed_by_claims(f, claimed.cfa, claimed.alone), _CLAIMS_SHARE
        )
        if isinstance(found, str):
            return _or_refuted(task, claims, f"neither shown nor refuted ({found})")
        if found.findings.verdict is not Verdict.TRUE:
            return _unless_endless(
                task, claims, refuted_claim(claimed.task, claimed.cfa, claims, found, "", claimed.stronger)
            )
        for each in descents:
            limits = soft_limits(None, _DESCENT_SHARE)
            reason = not_well_founded(each, _invariants(each, claims), task.data_model, limits)
            if reason:
                return _or_refuted(task, claims, reason, each.number)
        if _covers(original, claimed.cfa, descents):
            return _confirmed(claims, claimed.cfa, found)
    return _by_whole(task, claims)


def _claimed(task: Task, original: Cfa, claims: Claims) -> _Claimed:
    violated = Specification((Property(PropertyKind.UNREACH_CALL, _FAILS),), task.specification.entry)
    about = replace(task, specification=violated)
    text = ProgramText(about)
    if any(_FAILS in source.preprocessed for source in task.sources):
        raise NotMatchedError(f"the name {_FAILS} is taken")
    descents, at_heads, others = list[Descent](), dict[Placed, str](), dict[Placed, str]()
    for number, each in enumerate(claims.invariants, 1):
        try:
            if each.kind is InvariantKind.TRANSITION:
                found = descent(text, original, number, each)
                descents.append(found)
                at_heads[found.placed] = at_heads.get(found.placed, "") + found.probe(
                    _FAILS, kept_by(found, task.data_model, soft_limits(_SECONDS, 0.05))
                )
                continue
            test = claim(number, f"if (!({expression_text(each.value)})) {_FAILS}();")
            group = at_heads if each.kind is InvariantKind.LOOP else others
            placed = placed_claim(text, each)
            group[placed] = group.get(placed, "") + test
        except NotMatchedError as error:
            raise NotMatchedError(error.reason, number) from None
    resets = {each.number: _reset(each, task) for each in descents}
    head = f"extern void {_FAILS}(void); extern unsigned char {CHOICE}(void); "
    head += " ".join(each.declarations for each in descents) + "\n"
    probed = text.probed([*(p for each in resets.values() for p in each.probes), *_probes(at_heads, others)], head)
    stronger = frozenset(number for number, each in resets.items() if each.is_stronger)
    return _Claimed(probed, probed_automaton(probed, CHOICE), automaton_of(about), tuple(descents), stronger)


@dataclass(frozen=True, slots=True)
class _Reset:
    """Where the kept values are forgotten. ``is_stronger``: not each time that the loop is entered."""

    probes: tuple[tuple[Source, Probe], ...]
    is_stronger: bool


def _reset(relation: Descent, task: Task) -> _Reset:
    if any(_RETURNS_TWICE.search(source.preprocessed) for source in task.sources):
        return _Reset((), is_stronger=True)
    placed, forget = relation.placed, claim(relation.number, relation.reset)
    text, statement = placed.source.preprocessed, placed.statement
    bodies = [start for _, start in outline(text).bodies]
    body = max(start for start in bodies if start <= statement.start)
    end = min((start for start in bodies if start > statement.start), default=len(text))
    may_jump = _GOTO.search(text, body, end) or _CASE.search(text, statement.start, statement.end)
    if may_jump:
        return _Reset(((placed.source, Probe(body, forget)),), is_stronger=True)
    return _Reset(tuple(before_statement(placed, forget)), is_stronger=False)


def _probes(at_heads: dict[Placed, str], others: dict[Placed, str]) -> list[tuple[Source, Probe]]:
    found = [probe for placed, text in at_heads.items() for probe in before_condition(placed, text)]
    return [*found, *(probe for placed, text in others.items() for probe in before_statement(placed, text))]


def _invariants(each: Descent, claims: Claims) -> list[str]:
    """Of the same loop, those over integers only; they have been proved."""
    found = []
    for invariant in claims.invariants:
        if invariant.kind is InvariantKind.LOOP and invariant.place == claims.invariants[each.number - 1].place:
            text = expression_text(invariant.value)
            words = [token for token in text.split(" ") if token[0].isalpha() or token[0] == "_"]
            found += [text] if all(word in each.types for word in words) else []
    return found


def _covers(original: Cfa, claimed: Cfa, descents: Sequence[Descent]) -> bool:
    """Whether each loop has a relation. An execution that never ends visits some head for ever.

    Several loops may begin at one location of the program. With the claims, values are forgotten where a loop is
    entered, so that one which is around another one has a head of its own.
    """
    related = list(heads_of(descents))
    named = {(each.keyword, each.span) for each in related}
    again = {each.head for each in claimed.control if (each.keyword, each.span) in named}
    return _are_heads(original, {each.head for each in related}) and _are_heads(claimed, again)


def _are_heads(cfa: Cfa, covered: Set[Location]) -> bool:
    """Whether there is no other head, and no recursion."""
    loops = loops_of(cfa)
    return not loops.recursive and all(each in covered for each in cfa.locations if loops.is_head(each))


def _confirmed(claims: Claims, cfa: Cfa, found: Decided) -> tuple[object, ...]:
    undefined = (each for edge in found.findings.undefined for each in assumptions_of(cfa, edge))
    assumptions = tuple(dict.fromkeys((*cfa.assumptions, *undefined)))
    named = [(f"{each.place.file}, line {each.place.line}", each) for each in claims.invariants]
    relations = tuple((place, each.value) for place, each in named if each.kind is InvariantKind.TRANSITION)
    others = tuple((place, each.value) for place, each in named if each.kind is not InvariantKind.TRANSITION)
    answer = Answer(Verdict.TRUE, "", TransitionInvariants(relations, others), assumptions)
    reason = f"what it claims about loops holds, proved by {found.analysis}, and is well-founded: every execution ends"
    return Validation(Outcome.CONFIRMED, claims.subject, reason, None, assumptions), answer


def _by_whole(task: Task, claims: Claims) -> tuple[object, ...]:
    """All executions end, whatever the witness says of them, or one does not."""
    report_progress("termination of the whole program")
    answer, *_ = answered(task, soft_limits(None, _WHOLE_SHARE))
    assert isinstance(answer, Answer)
    if answer.verdict is Verdict.TRUE:
        said = "its claims hold, and the whole program was verified, since they do not cover all loops"
        return Validation(Outcome.CONFIRMED, claims.subject, said, None, answer.assumptions), answer
    if answer.verdict is Verdict.FALSE:
        said = "an execution of the program never ends"
        return Validation(Outcome.REFUTED, claims.subject, said, answer.place, answer.assumptions), answer
    return unknown_about(
        claims, f"its claims do not cover all loops, and that these end was not shown ({answer.reason})"
    )


def _or_refuted(task: Task, claims: Claims, reason: str, number: int = 0) -> tuple[object, ...]:
    """The witness proves nothing."""
    return _unless_endless(task, claims, unknown_about(claims, reason, number))


def _unless_endless(task: Task, claims: Claims, found: tuple[object, ...]) -> tuple[object, ...]:
    """What was ``found``; but a witness that was not refuted is wrong where an execution does not end."""
    validation = found[0]
    assert isinstance(validation, Validation)
    if validation.outcome is not Outcome.UNKNOWN:
        return found
    report_progress("an execution that never ends")
    answer, *_ = answered(task, soft_limits(None, _WHOLE_SHARE))
    assert isinstance(answer, Answer)
    if answer.verdict is Verdict.FALSE:
        said = f"an execution of the program never ends; of the claims alone: {validation.reason}"
        return Validation(Outcome.REFUTED, claims.subject, said, answer.place, answer.assumptions), answer
    return found
