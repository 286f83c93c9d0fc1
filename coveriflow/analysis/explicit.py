"""Explicit-value analysis as a conditional verifier (CMC paper, Sect. IV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.analysis.abstract_graphs import Drawable, abstract_graph, known_values
from coveriflow.analysis.algorithm import explore
from coveriflow.analysis.assumption_automaton import assumption_automaton
from coveriflow.analysis.closed_sets import invariants_of
from coveriflow.analysis.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.contracts import Domain, Outcome, Watch
from coveriflow.analysis.counterexamples import Counterexample, counterexample_on
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import AssumeEdges, LoopBound, PathLength, RepeatingLocations
from coveriflow.analysis.domains.values import ValueDomain, ValueGroup
from coveriflow.analysis.findings import EVERYTHING, Findings
from coveriflow.analysis.heap import only_growing
from coveriflow.analysis.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.reached import Node, Order, Reached, Waitlist, path_to
from coveriflow.artifacts.answers import ClosedReachedSet
from coveriflow.artifacts.resolution import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge

_Node = Node[CompositeState]
_CHECKS_PER_ERROR = 10
_CHECK_SECONDS = 10.0
_SEARCH_SHARE = 0.6
"""Of the time, for the search: checking the reached set again takes less than that, writing the condition the rest."""


@dataclass(frozen=True, slots=True)
class PathLimits:
    """Limits of single paths; ``None``: no limit."""

    loop_bound: int | None = None
    path_length: int | None = None
    assume_edges: int | None = None
    repetitions: int | None = None


@dataclass(slots=True)
class ExplicitValueAnalysis:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears how far it is."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    paths: PathLimits = field(default_factory=PathLimits)
    order: Order = Order.DEPTH_FIRST
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    _tried: Counter[Edge] = field(default_factory=Counter)

    def run(self) -> Findings:
        """Explore until closed, stopped, or an execution confirms a violation; then check what was found."""
        with only_growing():
            return self._run()

    def _run(self) -> Findings:
        whole = LimitWatch(SoftLimits(self.limits.cpu, self.limits.wall))
        values = ValueDomain(self.cfa)
        analysis = self._analysis(values)
        reached = Reached(analysis, Waitlist[CompositeState](self.order), ValueGroup)
        watch = LimitWatch(self.limits.scaled(_SEARCH_SHARE), reached.__len__)
        reporting = Reporting(watch, reached.__len__, self.progress)
        outcome, found = Outcome.TARGET, None
        while outcome is Outcome.TARGET and found is None:
            outcome = explore(analysis, reached, reporting)
            if outcome is Outcome.TARGET:
                found = self._violation(reached, watch)
        reporting.tell()
        unchecked = unchecked_nodes(self._analysis(ValueDomain(self.cfa)), reached, whole)
        findings = self._findings(analysis, reached, unchecked, tuple(values.undefined))
        drawable = Drawable("explicit values", known_values, joins=False)
        findings = replace(findings, graph=abstract_graph(drawable, analysis, reached.nodes))
        reason = watch.exhausted() or _why_open(reached, unchecked)
        if found is not None:
            return replace(findings, verdict=Verdict.FALSE, counterexample=found)
        return findings if findings.verdict.decisive else replace(findings, reason=reason)

    def _analysis(self, values: ValueDomain) -> CompositeAnalysis:
        plain = CompositeAnalysis(self.cfa, (values,))
        domains: list[Domain[Any]] = [values]
        if self.given is not None:
            domains.append(ConditionDomain(self.given))
        if self.paths.loop_bound is not None:
            domains.append(LoopBound(plain.loops, self.paths.loop_bound))
        if self.paths.path_length is not None:
            domains.append(PathLength(self.paths.path_length))
        if self.paths.assume_edges is not None:
            domains.append(AssumeEdges(self.paths.assume_edges))
        if self.paths.repetitions is not None:
            domains.append(RepeatingLocations(plain.loops, self.paths.repetitions))
        return CompositeAnalysis(self.cfa, tuple(domains))

    def _violation(self, reached: Reached[CompositeState], watch: LimitWatch) -> Counterexample | None:
        """Check the newest target's path; a few per error call, since most of many are alike."""
        target = next(n for n in reversed(reached.nodes) if n.target and n.left_out is None)
        assert target.parent is not None
        error_edge = target.parent.step[-1]
        self._tried[error_edge] += 1
        if self._tried[error_edge] > _CHECKS_PER_ERROR:
            return None
        answer = counterexample_on(self.cfa, path_to(target), watch.seconds_left(_CHECK_SECONDS))
        return answer if isinstance(answer, Counterexample) else None

    def _findings(
        self,
        analysis: CompositeAnalysis,
        reached: Reached[CompositeState],
        unchecked: set[int],
        undefined: tuple[Edge, ...],
    ) -> Findings:
        proof = ClosedReachedSet(len(reached))
        open_nodes = {
            n.number for n in reached.nodes if n.target or n.left_out is not None or not n.expanded
        } | unchecked
        if not open_nodes:
            known = {} if self.given is not None else invariants_of(analysis, reached)
            return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, undefined, None, known)
        automaton = assumption_automaton(analysis, reached.root, reached.nodes, lambda n: n.number in open_nodes)
        return Findings(Verdict.UNKNOWN, "", automaton, proof, None, undefined)


def _why_open(reached: Reached[CompositeState], unchecked: set[int]) -> str:
    left_out = [n.left_out for n in reached.nodes if n.left_out is not None]
    if left_out:
        return left_out[0]
    targets = sum(1 for _ in reached.targets)
    if targets == 0 and unchecked:
        return "there was no time left to check the reached set again"
    return f"explicit values cannot decide whether the error is reached ({targets} abstract error states)"


def unchecked_nodes(analysis: CompositeAnalysis, reached: Reached[CompositeState], watch: Watch) -> set[int]:
    """Check the evidence once more (contract: a closed reached set), as long as ``watch`` allows.

    The initial state and every successor of an expanded state must lie in one state that is there, and no error state
    may count as expanded; where that does not hold, the algorithm is wrong and ``AssertionError`` is raised. Returns
    the numbers of the expanded nodes that there was no time for.
    """
    if analysis.stop(analysis.initial(), [reached.root.state]) is None or reached.root is not reached.nodes[0]:
        raise AssertionError("the reached set does not hold the initial state")
    expanded = [node for node in reached.nodes if node.expanded]
    for index, node in enumerate(expanded):
        if watch.exhausted() is not None:
            return {n.number for n in expanded[index:]}
        if not _closed(analysis, reached, node):
            raise AssertionError(f"the reached set is not closed at {node.state}")
    return set()


def _closed(analysis: CompositeAnalysis, reached: Reached[CompositeState], node: _Node) -> bool:
    targets = {arc.step: arc.target for arc in node.arcs}
    for step in analysis.steps(node.state):
        for successor in analysis.successors(node.state, step):
            target = targets.get(step)
            if target is None or target is not reached.nodes[target.number]:
                return False
            if target.left_out is None and not analysis.covers(target.state, successor):
                return False
    return not analysis.is_target(node.state)
