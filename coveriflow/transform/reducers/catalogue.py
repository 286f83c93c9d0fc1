"""All reducers by name (fold paper, Sect. 4.1; and the identity, ``monitor``, ``prune``)."""

from __future__ import annotations

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.gc_pause import without_gc
from coveriflow.transform.contracts import Reducer, Transformed
from coveriflow.transform.reducers.folding import Fold
from coveriflow.transform.reducers.monitor import monitored
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from coveriflow.transform.reducers.partitioners import BOUND, Folder, Heads, partitioner
from coveriflow.transform.reducers.pruning import pruned
from coveriflow.transform.reducers.slicing import sliced

IDENTITY = "identity"
MONITOR, PRUNE = "monitor", "prune"
NAMES = (IDENTITY, *(folder.name.lower() for folder in Folder), MONITOR, PRUNE)


def identity(cfa: Cfa, _condition: ResolvedCondition) -> Transformed:
    """The program itself, whatever is covered (fold paper, Sect. 4.2, ID)."""
    return Transformed(cfa, {edge: edge for edge in cfa.edges})


def reducer(name: str, bound: int = BOUND, heads: Heads = None) -> Reducer:
    """The reducer of this name, one of ``NAMES``. ``bound`` is for LHB and LHBC; ``heads``, the loop heads that count,
    for all that look at loop heads.
    """
    if name == IDENTITY:
        return identity
    if name == MONITOR:
        return without_gc()(monitored)
    if name == PRUNE:
        return without_gc()(pruned)
    if name == "sep":
        return without_gc()(parallel_composition)
    return without_gc()(Fold(partitioner(Folder[name.upper()], bound, heads)))


def slicing(basis: Reducer) -> Reducer:
    """``basis``, and then the slice towards the error: not a reducer, since it keeps only what violates."""
    return lambda cfa, condition: sliced(basis(cfa, condition))
