"""From an assumption automaton of CPAchecker to a condition over the edges of our automaton of the same program.

The automaton runs beside CPAchecker's automaton of the program, where an edge that a state does not list goes to the
state in which all is verified. Which of its edges an execution of ours takes is known in part only: each branch
whose text is certain is one edge with that text (``BranchTexts``), and between two of these there are edges of any
other texts. So a path of ours stands for several runs; it is covered when all of them have come to that state.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.artifacts.automata.cpachecker import (
    VERIFIED,
    Always,
    Connective,
    Ending,
    Guard,
    Kind,
    Match,
    Not,
    ObserverAutomaton,
    ObserverTransition,
    Question,
)
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.errors import InputError
from coveriflow.transform.cpachecker.branch_texts import BranchTexts, Tokens, branch_texts, condition_tokens

PRODUCER = "CPAchecker"
_ACCEPTING = "T"
_MAXIMUM = 200_000
_LARGEST = 5_000_000
"""Possible states of the automaton, over all states of the condition."""
_FALSE = frozenset({"false", "0"})

States = frozenset[str]
_VERIFIED_ONLY: States = frozenset({VERIFIED})


@dataclass(frozen=True, slots=True)
class Converted:
    """``notes``: what of the automaton says nothing about the program here, as sentences."""

    condition: Condition
    notes: tuple[str, ...]


def condition_from(automaton: ObserverAutomaton, task: Task, cfa: Cfa) -> Converted:
    """What ``automaton`` says is verified of ``task``, as far as that is certain. ``InputError`` if its state of what
    is verified can be left. Of a product of more than 200,000 states only the first ones cover something.
    """
    _check(automaton)
    reading = _Reading(automaton, branch_texts(task, cfa))
    product = _Product(cfa, reading)
    initial, accepting, transitions = product.drawn()
    condition = Condition(
        initial, accepting, transitions, task.program_hash, task.specification, task.data_model, PRODUCER,
        task.preprocessed_hash,
    )  # fmt: skip
    cut = (f"what comes after the first {len(product.names)} states is left out",) if product.is_cut else ()
    return Converted(condition, (*reading.notes(), *cut))


def _check(automaton: ObserverAutomaton) -> None:
    stays = ObserverTransition(Always(value=True), VERIFIED)
    for state in automaton.states:
        if state.name == VERIFIED and any(each != stays for each in state.transitions):
            raise InputError(
                f"the state {VERIFIED} has other transitions than to itself: this is no assumption automaton"
            )


class _Reading:
    """What the automaton may do. No state is followed from which nothing is verified any more: that is no state at
    all here, and a set of possible states that would have one is ``None``.
    """

    def __init__(self, automaton: ObserverAutomaton, texts: BranchTexts) -> None:
        self.texts = texts
        self.states = {state.name: state for state in automaton.states}
        self.hopeful = _hopeful(automaton)
        self.spellings = {text: condition_tokens(text) for text in _mentioned(automaton)}
        self.spelled = Counter(tokens for tokens in self.spellings.values() if tokens is not None)
        self.certain = {e: tuple(dict.fromkeys(map(_tokens, said))) for e, said in texts.said.items()}
        self.known = {tokens for said in self.certain.values() for tokens in said}
        self.extras = {t for t in self.spelled if t not in self.known or texts.may_be_elsewhere(t)}
        self.mentioned = frozenset(
            edge.source for edge, said in self.certain.items() if any(t in self.spelled for t in said)
        )
        self.initial = automaton.initial
        self._between: dict[str, States | None] = {}
        self._moved: dict[tuple[str, Tokens], tuple[tuple[str, str], ...]] = {}
        self._after: dict[tuple[States, tuple[Tokens, ...], bool], tuple[States | None, str]] = {}

    def notes(self) -> Iterator[str]:
        """What is not carried over."""
        unknown = [text for text, tokens in self.spellings.items() if tokens is not None and tokens not in self.known]
        if unknown:
            yield f"{len(unknown)} texts of branches are none of the program's, or not certainly: {unknown[0]}"
        elsewhere = sum(t in self.known for t in self.extras)
        if elsewhere:
            yield f"{elsewhere} texts of branches also occur where something else may branch, and count as uncertain"
        guards = [g for state in self.states.values() for each in state.transitions for g in _atoms(each.guard)]
        other = sum(isinstance(g, Question) or (isinstance(g, Match) and g.kind is not Kind.EXACT) for g in guards)
        if other:
            yield f"{other} guards are not compared with texts of edges: they may hold or not"

    def start(self) -> States | None:
        """After the first edge, which is no branch: a program begins with declarations and the start of a function."""
        if self.initial == VERIFIED:
            return _VERIFIED_ONLY
        return self.between(self._joined((self.initial,), None, extras=False))

    def between(self, states: States | None) -> States | None:
        """After any number of edges that are no branches with a certain text."""
        found: States = frozenset()
        for state in states or ():
            reached = self._closure(state)
            if reached is None:
                return None
            found |= reached
        return None if states is None else found

    def after(self, states: States, edge: Edge) -> tuple[States | None, str]:
        """After a branch of certain text; and the assumption under which these are all."""
        said, is_mentioned = self.certain[edge], edge.source in self.mentioned
        if (states, said, is_mentioned) not in self._after:
            self._after[states, said, is_mentioned] = self._followed(states, said, stays=not is_mentioned)
        return self._after[states, said, is_mentioned]

    def _followed(self, states: States, said: tuple[Tokens, ...], *, stays: bool) -> tuple[States | None, str]:
        targets = set(states) if stays else set()
        assumed: set[str] = set()
        for text in said:
            for state in states:
                if (state, text) not in self._moved:
                    self._moved[state, text] = tuple(self._moves(state, text))
                for target, assumption in self._moved[state, text]:
                    if target not in self.hopeful or assumption in _FALSE:
                        return None, ""
                    targets.add(target)
                    assumed |= {assumption} if assumption else set()
        return self.between(frozenset(targets)), _both(sorted(assumed))

    def _closure(self, state: str) -> States | None:
        if state not in self._between:
            found, pending = {state}, [state]
            while pending:
                following = self._joined((pending.pop(),), None, extras=True)
                if following is None:
                    self._between[state] = None
                    break
                pending += sorted(following - found)
                found |= following
            else:
                self._between[state] = frozenset(found)
        return self._between[state]

    def _joined(self, states: Iterable[str], text: None, *, extras: bool) -> States | None:
        """After one edge of unknown text; where that assumes something, nobody knows when it is evaluated."""
        found = set()
        for state in states:
            for target, assumption in self._moves(state, text, extras=extras):
                if target not in self.hopeful or assumption:
                    return None
                found.add(target)
        return frozenset(found)

    def _moves(self, name: str, text: Tokens | None, *, extras: bool = True) -> Iterator[tuple[str, str]]:
        """Where an edge may lead: one with this text, or any that has no certain one."""
        if name == VERIFIED or name not in self.states:
            yield name, ""
            return
        state, stays = self.states[name], True
        for each in state.transitions:
            holds = self._holds(each.guard, text, extras=extras)
            if holds is False:
                continue
            lost = each.assertions or each.ending is not Ending.GOTO
            yield ("", "") if lost else (each.target, _assumed(each))
            stays = stays and holds is None
            if holds and state.first:
                return
        if stays:
            yield name, ""

    def _holds(self, guard: Guard, text: Tokens | None, *, extras: bool) -> bool | None:
        """``None``: perhaps."""
        match guard:
            case Always(value):
                return value
            case Not(operand):
                held = self._holds(operand, text, extras=extras)
                return None if held is None else not held
            case Connective(operator, left, right):
                return _connected(operator, *(self._holds(each, text, extras=extras) for each in (left, right)))
            case Match(Kind.EXACT, written):
                return self._matches(written, text, extras=extras)
            case Match() | Question():
                return None

    def _matches(self, written: str, text: Tokens | None, *, extras: bool) -> bool | None:
        tokens = self.spellings[written]
        if text is None:
            return None if tokens is None or (extras and tokens in self.extras) else False
        if tokens != text:
            return False
        return True if self.spelled[tokens] == 1 else None


def _connected(operator: str, *operands: bool | None) -> bool | None:
    if operator in ("&&", "||"):
        decisive = operator == "||"
        if decisive in operands:
            return decisive
        return None if None in operands else not decisive
    if None in operands:
        return None
    return (operands[0] == operands[1]) == (operator == "==")


def _assumed(transition: ObserverTransition) -> str:
    parts = [part.strip() for part in (transition.assumption or "").split(";") if part.strip()]
    kept = [part for part in parts if part not in ("true", "1")]
    return "false" if not _FALSE.isdisjoint(kept) else _both(kept)


def _both(assumptions: Sequence[str]) -> str:
    """All of them."""
    return " && ".join(f"({each})" for each in assumptions) if len(assumptions) > 1 else "".join(assumptions)


def _hopeful(automaton: ObserverAutomaton) -> frozenset[str]:
    """The states from which that of what is verified can be reached."""
    entering: dict[str, list[str]] = {}
    for state in automaton.states:
        for each in state.transitions:
            if each.ending is Ending.GOTO:
                entering.setdefault(each.target, []).append(state.name)
    found, pending = {VERIFIED}, [VERIFIED]
    while pending:
        for source in entering.get(pending.pop(), ()):
            if source not in found:
                found.add(source)
                pending.append(source)
    return frozenset(found)


def _mentioned(automaton: ObserverAutomaton) -> list[str]:
    """Texts that edges are compared with, each once."""
    guards = (g for state in automaton.states for each in state.transitions for g in _atoms(each.guard))
    return list(dict.fromkeys(g.text for g in guards if isinstance(g, Match) and g.kind is Kind.EXACT))


def _atoms(guard: Guard) -> Iterator[Guard]:
    match guard:
        case Not(operand):
            yield from _atoms(operand)
        case Connective(_, left, right):
            yield from _atoms(left)
            yield from _atoms(right)
        case _:
            yield guard


def _tokens(text: str) -> Tokens:
    found = condition_tokens(text)
    assert found is not None
    return found


_Place = tuple[Location, States]


@dataclass(slots=True)
class _Product:
    """Of the program and what the automaton may do: its states are those of the condition."""

    cfa: Cfa
    reading: _Reading
    names: dict[_Place, str] = field(default_factory=dict)
    size: int = 0
    is_cut: bool = False

    def drawn(self) -> tuple[str, frozenset[str], tuple[Transition, ...]]:
        """Initial state, accepting states, transitions."""
        start = self.reading.start()
        if start is None:
            return "q0", frozenset(), ()
        if start == _VERIFIED_ONLY:
            return _ACCEPTING, frozenset({_ACCEPTING}), ()
        initial = self._name((self.cfa.entry, start))
        pending = deque(self.names)
        transitions: list[Transition] = []
        while pending:
            place = pending.popleft()
            for edge in self.cfa.leaving[place[0]]:
                states, assumption = self._after(place[1], edge)
                following = None if states is None else (edge.target, states)
                if following is None or not self._is_within(following):
                    continue
                if following[1] != _VERIFIED_ONLY and following not in self.names:
                    pending.append(following)
                transitions.append(Transition(self._name(place), edge.label, self._name(following), assumption))
        return initial, frozenset({_ACCEPTING}), tuple(transitions)

    def _is_within(self, place: _Place) -> bool:
        """The limits; a transition that is left out covers nothing."""
        within = place in self.names or (len(self.names) < _MAXIMUM and self.size < _LARGEST)
        self.is_cut |= not within
        return within

    def _after(self, states: States, edge: Edge) -> tuple[States | None, str]:
        return self.reading.after(states, edge) if edge in self.reading.certain else (states, "")

    def _name(self, place: _Place) -> str:
        if place[1] == _VERIFIED_ONLY:
            return _ACCEPTING
        if place not in self.names:
            self.names[place] = f"q{len(self.names)}"
            self.size += len(place[1])
        return self.names[place]
