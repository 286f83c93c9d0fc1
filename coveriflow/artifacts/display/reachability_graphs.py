"""Abstract reachability graphs as people look at them: what an analysis reached, cut to a size that can be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.display.notebook import Displayed


class NodeRole(Enum):
    """Why a node stands out."""

    PLAIN = "plain"
    START = "start"
    TARGET = "target"
    LEFT_OUT = "left out"
    WAITING = "waiting"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """``title``: where control is; ``state``: what the analysis knows there, in a few words; ``framed``: an abstraction
    state (of predicate abstraction, say).
    """

    name: str
    title: str
    state: str = ""
    role: NodeRole = NodeRole.PLAIN
    framed: bool = False


@dataclass(frozen=True, slots=True)
class GraphArc:
    """A step; with ``covers``: what was reached by it is part of the state of ``target``, which was reached before.

    ``verified``: of a program; all paths that take it are covered by then.
    """

    source: str
    target: str
    label: str = ""
    covers: bool = False
    verified: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class AbstractGraph(Brief, Displayed):
    """``nodes`` in the order in which they were reached, the first one is where it begins; ``arcs`` join them.
    ``omitted``: how many further nodes there are.
    """

    title: str
    nodes: tuple[GraphNode, ...]
    arcs: tuple[GraphArc, ...]
    omitted: int = 0
