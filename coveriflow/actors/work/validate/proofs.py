"""Correctness witnesses: their invariants become assertions of the program, which is verified with them (validation via
verification). What is proved then is that they hold, together, and that the error is not reached.

k-induction assumes at each visit of a loop head what is asserted there: invariants that are inductive and sufficient
are proved at once; others need more of them, which the analyses look for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coveriflow.actors.work.checks.violations import confirmed
from coveriflow.actors.work.confirm.violations import hidden_values
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.validate.probes import (
    NotMatchedError,
    Placed,
    ProgramText,
    before_condition,
    before_statement,
    expression_text,
    probed_automaton,
)
from coveriflow.actors.work.verify.portfolio import Decided, decided
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessNode
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import Invariant, InvariantKind, InvariantSet, WitnessPlace
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.transform.probes import Probe, claim, is_probe

_SHOWN = 200
_REPLAY_STEPS = 50_000_000


@dataclass(frozen=True, slots=True)
class Claims:
    """``invariants`` of a witness. ``exact``: it says that they hold whenever control is there, and not only where its
    automaton is in some state.
    """

    invariants: tuple[Invariant, ...]
    subject: str
    exact: bool = True


def of_entries(contents: Iterable[InvariantSet]) -> Claims:
    """Those of entries in YAML."""
    return Claims(tuple(i for each in contents for i in each.invariants), "correctness witness (YAML)")


def of_automaton(task: Task, witness: Witness) -> Claims:
    """Those of an automaton in GraphML. That of a node that is entered at loop heads is tried at each visit of these
    loops, which is more than the automaton says; any other has no place (line 0). So has one that is entered where a
    condition does not hold: the head is that of another loop then.
    """
    text = ProgramText(task)
    found = tuple(invariant for node in witness.nodes for invariant in _of_node(text, witness, node))
    return Claims(found, "correctness witness (GraphML)", exact=False)


def _of_node(text: ProgramText, witness: Witness, node: WitnessNode) -> Iterator[Invariant]:
    entering = [edge for edge in witness.edges if edge.target == node.name and edge.source != node.name]
    at_heads = entering and all(edge.enter_loop_head and edge.startline > 0 for edge in entering)
    at_heads = at_heads and not any(edge.control == "condition-false" for edge in entering)
    if node.invariant.strip():
        places = dict.fromkeys((_file_of(text, witness, edge), edge.startline) for edge in entering)
        for file, line in places if at_heads else [(witness.program_file, 0)]:
            place = WitnessPlace(file, line, 0, node.invariant_scope)
            yield Invariant(InvariantKind.LOOP, place, node.invariant)


def _file_of(text: ProgramText, witness: Witness, edge: WitnessEdge) -> str:
    """The file that an edge is about: that of the whole witness, where it names none."""
    found = text.files_named(edge.origin_file)
    return next(iter(found)) if edge.origin_file and len(found) == 1 else witness.program_file


def validated(task: Task, claims: Claims) -> tuple[object, ...]:
    """Verify ``task`` together with ``claims``: a validation and an answer."""
    alone = automaton = automaton_of(task)
    probed = task
    try:
        if claims.invariants:
            probed = _probed(task, claims)
            automaton = probed_automaton(probed)
    except NotMatchedError as error:
        return unknown_about(claims, error.reason, error.number)
    found = decided(probed, automaton, lambda findings: not assumed_by_claims(findings, automaton, alone))
    if isinstance(found, str):
        return unknown_about(claims, f"neither shown nor refuted ({found})")
    if found.findings.verdict is Verdict.TRUE:
        return _confirmed(claims, automaton, found)
    return _refuted(task, probed, automaton, claims, found)


def _probed(task: Task, claims: Claims) -> Task:
    text, fails = ProgramText(task), violations_of(task).claimed
    texts: dict[tuple[Placed, InvariantKind], str] = {}
    for number, each in enumerate(claims.invariants, 1):
        try:
            test = f"if (!({expression_text(each.value)})) {fails}();"
            key = placed_claim(text, each), each.kind
        except NotMatchedError as error:
            raise NotMatchedError(error.reason, number) from None
        texts[key] = texts.get(key, "") + claim(number, test)
    return text.probed(list(_probes(texts)))


def placed_claim(text: ProgramText, invariant: Invariant) -> Placed:
    """The loop or the statement that an invariant is about."""
    if not invariant.place.line:
        raise NotMatchedError("it belongs to no loop head")
    if invariant.kind is not InvariantKind.LOCATION:
        return text.at(invariant.place, lambda statement: statement.is_loop, "loop")
    return text.at(invariant.place, lambda _: True, "statement")


def _probes(texts: dict[tuple[Placed, InvariantKind], str]) -> Iterator[tuple[Source, Probe]]:
    for (placed, kind), text in texts.items():
        yield from before_condition(placed, text) if kind is InvariantKind.LOOP else before_statement(placed, text)


def assumed_by_claims(findings: Findings, cfa: Cfa, alone: Cfa) -> frozenset[str]:
    """What a ``true`` would assume about the invariants themselves; ``alone``: the program without them."""
    probed = (edge for edge in findings.undefined if is_probe(edge.origin))
    checks = frozenset(each for edge in probed for each in assumptions_of(cfa, edge))
    return checks | (frozenset(cfa.assumptions) - frozenset(alone.assumptions))


def unknown_about(claims: Claims, reason: str, number: int = 0) -> tuple[object, ...]:
    """``number``: of the invariant that it is about."""
    place = None
    if number:
        invariant = claims.invariants[number - 1]
        at = invariant.place
        place = (at.file, at.line, at.column) if at.line else None
        reason = f"invariant {number}, {shown(invariant.value)}: {reason}"
    return Validation(Outcome.UNKNOWN, claims.subject, reason, place), Answer(Verdict.UNKNOWN, reason, place=place)


def _confirmed(claims: Claims, cfa: Cfa, found: Decided) -> tuple[object, ...]:
    undefined = (each for edge in found.findings.undefined for each in assumptions_of(cfa, edge))
    assumptions = tuple(dict.fromkeys((*cfa.assumptions, *undefined)))
    answer = Answer(Verdict.TRUE, "", found.findings.proof, assumptions)
    how = f"proved by {found.analysis}"
    if not claims.invariants:
        reason = f"the witness has no invariants, so the whole program was verified: {how}"
    else:
        reason = f"{_counted(len(claims.invariants))}, and the error is not reached: {how}"
    return Validation(Outcome.CONFIRMED, claims.subject, reason), answer


def _counted(number: int) -> str:
    return "the invariant holds" if number == 1 else f"the {number} invariants hold"


def _refuted(task: Task, probed: Task, cfa: Cfa, claims: Claims, found: Decided) -> tuple[object, ...]:
    """By an execution of the program that violates an invariant or the property."""
    assert found.findings.counterexample is not None
    violation = Violation(tuple(value for _, value in found.findings.counterexample.inputs))
    own, suite = confirmed(task, violation)
    if own.verdict is Verdict.FALSE:
        reason = "the program violates the property"
        return (Validation(Outcome.REFUTED, claims.subject, reason), own, *([suite] if suite else []))
    return refuted_claim(probed, cfa, claims, found, own.reason)


def refuted_claim(
    probed: Task,
    cfa: Cfa,
    claims: Claims,
    found: Decided,
    reason: str = "",
    stronger: frozenset[int] = frozenset(),
) -> tuple[object, ...]:
    """By an execution of the program with probes; ``reason``: why it does not violate the property itself;
    ``stronger``: the numbers of claims that were made of more visits than they speak of.
    """
    assert found.findings.counterexample is not None
    violation = Violation(tuple(value for _, value in found.findings.counterexample.inputs))
    last = Interpreter(cfa).run(violation.values, _REPLAY_STEPS)
    answer, _ = confirmed(probed, violation)
    number = last.trace[-1].origin.line if last.end is End.ERROR and is_probe(last.trace[-1].origin) else 0
    if answer.verdict is not Verdict.FALSE or not number:
        return unknown_about(claims, f"an execution that violates it was not confirmed: {answer.reason or reason}")
    assert isinstance(answer.evidence, ConfirmedTest)
    own = [(edge, value) for edge, value in last.inputs if not is_probe(edge.origin)]
    inputs = ", ".join(map(str, violating_test(own).inputs))
    violated = f"it does not hold in the execution with the inputs {inputs}" if inputs else "it does not hold"
    if not claims.exact:
        return unknown_about(claims, f"{violated}; whether the automaton is in its state there is not known", number)
    if number in stronger:
        said = f"{violated} between visits of one call; whether it speaks of both is not known, since jumps enter loops"
        return unknown_about(claims, said, number)
    replayed = answer.evidence.confirmation is Confirmation.INTERPRETED
    if answer.evidence.is_of_printed or (replayed and hidden_values(last.inputs)):
        return unknown_about(claims, f"{violated} and with a value for what is not initialised", number)
    validation, unknown = unknown_about(claims, violated, number)
    assert isinstance(validation, Validation)
    return Validation(Outcome.REFUTED, claims.subject, validation.reason, validation.place), unknown


def shown(text: str) -> str:
    """On one line, cut where it is long."""
    line = " ".join(text.split())
    return f"'{line}'" if len(line) <= _SHOWN else f"'{line[:_SHOWN]}...'"
