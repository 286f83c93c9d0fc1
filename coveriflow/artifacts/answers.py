"""What a verifier says, and why it should be believed: answers and their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.test_suites import Reproduction, TestCase
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Undefined


class Confirmation(Enum):
    """How a violation was confirmed: the compiled program reached it, or the interpreter of the automaton did.

    ``SANITIZED``: the compiler's sanitizers report the undefined behaviour that violates the property, at its line.
    ``FREESTANDING``: linked with coveriflow's own C library, where the system has none for the data model.
    """

    EXECUTED = "executed"
    EXECUTED_FREESTANDING = "executed-freestanding"
    SANITIZED = "executed-with-sanitizers"
    EXECUTED_PRINTED = "executed-printed"
    EXECUTED_PRINTED_FREESTANDING = "executed-printed-freestanding"
    INTERPRETED = "interpreted"


@dataclass(frozen=True, slots=True)
class ConfirmedTest:
    """Evidence for ``false``. ``PRINTED``: the program as printed, with its hidden inputs made explicit.

    ``reached``: what the execution violates, in words, where it need not be what the error path says; empty if that is
    not known. ``undefined``: the undefined behaviour that violates the property, if it is known to be that.
    ``command``: how a shell starts the compiled program so, if inputs of a shell are all that it needs. ``run``: all
    that it is given; ``None`` if no compiled program repeats it on any machine with a C library.
    """

    case: TestCase
    confirmation: Confirmation
    reached: str | None = None
    undefined: Undefined | None = None
    command: str = ""
    run: Reproduction | None = None

    @property
    def is_of_printed(self) -> bool:
        """Not the program as written was executed."""
        return self.confirmation in (Confirmation.EXECUTED_PRINTED, Confirmation.EXECUTED_PRINTED_FREESTANDING)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Evidence that an execution never ends: it reads ``stem`` and comes to the loop at ``place``; then it reads
    ``cycle`` again and again. The interpreter replayed it.

    With ``conditions``, each a place and a condition, no state need recur: in every state in which they hold, the
    execution comes to such a state again, with whatever it reads; or with nothing but ``cycle``, if that is not empty.
    A solver has shown that twice. Without them, what decides how the execution goes on is the same each time.
    """

    place: str
    stem: tuple[int, ...]
    cycle: tuple[int, ...]
    conditions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ClosedReachedSet:
    """Evidence for ``true``: ``states`` abstract states closed under successors; closure was checked a second time."""

    states: int


@dataclass(frozen=True, slots=True)
class OnlyExecution:
    """Evidence for ``true``: the program is given nothing, so that it has one execution. This was followed to its end,
    ``steps`` edges from its begin, twice.
    """

    steps: int


@dataclass(frozen=True, slots=True)
class UnwindingCertificate:
    """Evidence for ``true``: with ``bound`` loop-body executions per entry no path is cut; solved twice."""

    bound: int


@dataclass(frozen=True, slots=True)
class ClosedPathTree:
    """Evidence for ``true``: ``paths`` are all that an execution can take, followed to their ends; the others were
    shown to be infeasible, by two engines.
    """

    paths: int


@dataclass(frozen=True, slots=True)
class Induction:
    """Evidence for ``true``: there is no error before the visit of a loop head that comes after ``steps`` others, nor
    after ``steps`` visits without error that begin in any state in which ``invariants`` hold.

    ``invariants``: each a loop head and a C expression; together they are inductive. All of it was solved twice.
    """

    steps: int
    invariants: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class InductiveInvariants:
    """Evidence for ``true``: ``invariants``, each a place in the program and a condition, hold when control first comes
    to their places, and from each place to the next; and no execution in which they hold reaches the error between two
    places. Found by refinement of an abstraction, and then solved again by an unwinding between these places.
    """

    invariants: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HornSolution:
    """Evidence for ``true``: a solution of the constrained Horn clauses of the program. ``invariants``, each a place
    and a condition, hold at loops; ``summaries``, each a recursive function and a condition, hold between its entry
    (``old(x)``) and its return. Each clause was shown to hold in bits, by other engines than the one that solved them.
    """

    invariants: tuple[tuple[str, str], ...]
    summaries: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RankingFunctions:
    """Evidence that every execution ends: ``ranks``, each the place of a loop and a number, in the order in which they
    are compared. From one visit of a loop's head to the next one, the first number that changes decreases; each has
    finitely many values. ``invariants``: conditions at places of loops, inductive together, on which this rests. All of
    it was shown by a solver, bit by bit, and twice.
    """

    ranks: tuple[tuple[str, str], ...]
    invariants: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TransitionInvariants:
    """Evidence that every execution ends: ``relations``, each the place of a loop and a condition between any of its
    visits and earlier ones. They hold, with the ``invariants``, and are disjunctively well-founded, for all loops.
    """

    relations: tuple[tuple[str, str], ...]
    invariants: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Composite:
    """Evidence for ``true``: one part justifies the condition, the other its residual program."""

    covered: Proof
    residual: Proof


@dataclass(frozen=True, slots=True)
class Claim:
    """In the place of evidence: the external tool ``by`` reports it, unchecked.

    A verdict that rests on it, alone or as a part of a ``Composite``, is unconfirmed.
    """

    by: str


@dataclass(frozen=True, slots=True)
class GivenCondition:
    """In the place of evidence that a condition is true, which ``producer`` has written: the user has given it.

    A verdict that rests on it is unconfirmed, unless the user says that it ``is_trusted``.
    """

    producer: str
    is_trusted: bool = False


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """In the place of evidence: executions outside of the range ``within`` are left to those who look at other ranges.

    A verdict that rests on it is unconfirmed, until there is evidence for all ranges (``InRanges``).
    """

    within: Range


@dataclass(frozen=True, slots=True)
class Accelerated:
    """In the place of evidence that an accelerated program has the states of the original: a solver has shown of each
    of ``accelerators``, a place in the original and a sentence, that it does what its trace does, and, where traces
    were cut off, that it subsumes these (Kroening, Lewis, Weissenbacher 2015, Theorems 4.1 and 5.1).

    There is no check of the proof of the accelerated program on the original: a verdict that rests on it is
    unconfirmed.
    """

    accelerators: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LoopInvariants:
    """Evidence that a program made of the original has all its executions. ``invariants``, each the place of a loop and
    a condition, were assumed there: they are inductive together, which was solved twice. The loops at ``abstracted``
    begin in any state in which theirs hold, and end after few iterations (k-induction).
    """

    invariants: tuple[tuple[str, str], ...]
    abstracted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InRanges:
    """Evidence for ``true``: the ranges are consecutive and together the whole program; each of ``parts`` is the
    evidence for one, in their order (ranged analysis, Sect. 3).
    """

    parts: tuple[Proof, ...]


Proof = (
    ClosedReachedSet
    | OnlyExecution
    | UnwindingCertificate
    | ClosedPathTree
    | Induction
    | InductiveInvariants
    | HornSolution
    | RankingFunctions
    | TransitionInvariants
    | Composite
    | Claim
    | GivenCondition
    | Elsewhere
    | Accelerated
    | LoopInvariants
    | InRanges
)
Evidence = Proof | ConfirmedTest | Recurrence


def is_claimed(evidence: Evidence | None, *, in_range: bool = False) -> bool:
    """Whether a part of ``evidence`` is only claimed, left to others, or about another program. ``in_range``: what is
    outside of the range that is looked at does not count.
    """
    match evidence:
        case Elsewhere():
            return not in_range
        case Claim() | Accelerated() | GivenCondition(is_trusted=False):
            return True
        case Composite(covered, residual):
            return is_claimed(covered, in_range=in_range) or is_claimed(residual, in_range=in_range)
        case InRanges(parts):
            return any(is_claimed(part, in_range=in_range) for part in parts)
        case _:
            return False


def is_shown(answer: Answer) -> bool:
    """Whether there is a verdict, and evidence for it that is no claim."""
    return answer.verdict.decisive and answer.evidence is not None and not is_claimed(answer.evidence)


@dataclass(frozen=True, slots=True)
class Justification:
    """Why the condition with digest ``condition`` is true: ``proof`` covers every execution that it covers.

    ``assumptions``: what that rests on beside the proof.
    """

    condition: str
    proof: Proof
    assumptions: tuple[str, ...] = ()


def given_condition(digest: str, producer: str, *, is_trusted: bool = False) -> Justification:
    """In the place of a justification: the user gives the condition with this digest, and perhaps trusts it."""
    assumption = f"the condition written by {producer} is true"
    return Justification(digest, GivenCondition(producer, is_trusted), (assumption,))


@dataclass(frozen=True, slots=True)
class Violation:
    """An execution that violates the property: ``values`` are read in order by the program's automaton, those included
    that the program as written does not ask for (uninitialised variables, results of undefined functions).
    """

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Brief):
    """What an actor says of the task: a decisive verdict has evidence (or a ``Claim`` in its place, and is unconfirmed
    then), an ``unknown`` has a reason.

    ``assumptions``: what the verdict rests on beside the evidence, each a sentence (undefined behaviour not excluded,
    undefined functions, an external condition). ``place``: file, line and column (1-based, 0 unknown) of the reason.
    """

    verdict: Verdict
    reason: str = ""
    evidence: Evidence | None = None
    assumptions: tuple[str, ...] = ()
    place: tuple[str, int, int] | None = None

    @property
    def said(self) -> str:
        """The verdict in words: one that is only claimed is unconfirmed."""
        return f"{self.verdict.value}, unconfirmed" if is_claimed(self.evidence) else self.verdict.value
