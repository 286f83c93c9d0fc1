"""Options that several actors have. Those of verifiers are failure-preventing conditions (CMC paper, Fig. 7): what is
left because of one is not covered by the condition that is written; the search goes on elsewhere. ``None``: no limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """``cpu``: soft limit in seconds, of a long program at least as much as it took to read it; ``share``: of what is
    left of the budget; ``states``: so many abstract states at most. ``condition_size``: states of the condition that is
    written, which covers less then. ``condition``: when it is written; where it is not, the search takes nearly all the
    time. ``overflow``: whether a path ends where a signed operation may overflow.
    """

    cpu: float | None = None
    share: float = 1.0
    states: int | None = None
    condition_size: int | None = None
    condition: Literal["always", "finished", "never"] = "always"
    overflow: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PathOptions(SearchOptions):
    """Of a path: its length in edges, its branchings, the visits of one location, the CPU seconds spent on it. Of a
    place: abstract states at one location. Of an edge: steps of the whole search. Of a step: CPU seconds, MB, and the
    size of its successor (tracked variables, nodes of a path formula, disjuncts of an abstraction formula).
    """

    path_length: int | None = None
    assume_edges: int | None = None
    repetitions: int | None = None
    path_seconds: float | None = None
    location_states: int | None = None
    edge_uses: int | None = None
    post_seconds: float | None = None
    post_memory: float | None = None
    state_size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefinementOptions(PathOptions):
    """Of a refinement, too: CPU seconds, MB, nodes of the error path's formula, predicates at one location.
    ``block``: where abstractions are computed, at loop heads (``l``) or at calls and returns, too (``lf``). ``order``:
    of blocks. ``arithmetic``: solve ``bits``, or ask linear ``integers`` first.
    """

    block: Literal["l", "lf"] = "l"
    order: Literal["bfs", "dfs", "random"] = "bfs"
    arithmetic: Literal["bits", "integers"] = "bits"
    refinement_seconds: float | None = None
    refinement_memory: float | None = None
    formula_size: int | None = None
    precision_size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOptions(PathOptions):
    """Of explicit-value analysis: see the actor ``value``."""

    loop_bound: int | None = None
    order: Literal["dfs", "bfs", "random"] = "dfs"
    seed: int = 0
    merge: Literal["sep", "join"] = "sep"
    refinement: Literal["none", "shortest", "selective"] = "none"
    precision: Literal["location", "function", "program"] = "location"
    precision_size: int | None = None
    refinement_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BmcOptions(PathOptions):
    """Of bounded model checking: see the actor ``bmc``."""

    first_bound: int = 1
    last_bound: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InductionOptions(SearchOptions):
    """Of k-induction: see the actor ``kinduction``."""

    first_bound: int = 1
    last_bound: int | None = None
    invariants: Literal["both", "executions", "data-flow", "none"] = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class HornOptions(SearchOptions):
    """Of verification by Horn clauses: see the actor ``horn``."""

    arithmetic: Literal["each", "integers", "bits"] = "each"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeOptions:
    """``cpu``: soft limit in seconds; ``share``: of what is left of the budget; ``states``: so many abstract states at
    most.
    """

    cpu: float | None = None
    share: float = 1.0
    states: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminationOptions:
    """``cpu``: soft limit in seconds; ``share``: of what is left of the budget."""

    cpu: float | None = None
    share: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PredicateOptions(RefinementOptions):
    """Of predicate abstraction: see the actor ``predicate``."""

    combination: Literal["boolean", "cartesian"] = "boolean"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactOptions(RefinementOptions):
    """Of lazy abstraction with interpolants: see the actor ``impact``."""

    forced_covering: bool = True
    predicates: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolicOptions(PathOptions):
    """Of symbolic execution: see the actor ``symbolic``."""

    first_bound: int = 4
    last_bound: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOptions:
    """Of an external tool: see the actor ``external``."""

    name: str = ""
    configuration: str = ""
    executable: str = ""
    options: str = ""
    bound: int | None = None
    cpu: float | None = None
    share: float = 1.0
    accounting: str | None = None
    cores: int | None = None


ReducerName = Literal["sep", "cfa", "lh", "lhc", "lhb", "lhbc", "nlh", "monitor", "prune", "identity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldingOptions:
    """Of a reducer that folds: see the actor ``reduce``."""

    reducer: ReducerName = "sep"
    bound: int = 10
    heads: str | None = None
    slice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReduceOptions(FoldingOptions):
    """Of a reducer of conditions: see the actor ``reduce``."""

    minimise: bool = True


RangeProgramForm = Literal["instrumented", "residual"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeProgramOptions(FoldingOptions):
    """Of a reducer of ranges: see the actor ``range_program``."""

    form: RangeProgramForm = "instrumented"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccelerateOptions:
    """Of acceleration: see the actor ``accelerate``."""

    seconds: float = 1.0
    size: int = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class InvariantOptions:
    """Of invariants of loops: ``cpu``, soft limit in seconds; ``share``: of what is left of the budget."""

    cpu: float | None = 10.0
    share: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class AbstractionOptions(InvariantOptions):
    """Of abstracted loops: also how many ``iterations`` they keep."""

    iterations: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TesterOptions:
    """``cpu``: soft limit in seconds; ``share``: of what is left of the budget."""

    cpu: float | None = None
    share: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomTestOptions:
    """Of random tests: how many, from which ``seed``; ``cpu`` and ``share`` as for the other testers."""

    number: int = 100
    seed: int = 0
    cpu: float | None = None
    share: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class GreyboxOptions:
    """Of our own fuzzer: its ``seed``; CPU seconds without a new edge after which it ends (``patience``); ``cpu`` and
    ``share`` as for the other testers.
    """

    seed: int = 0
    patience: float | None = None
    cpu: float | None = None
    share: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FuzzOptions:
    """Of a fuzzer: see the actor ``fuzz``."""

    engine: Literal["libfuzzer", "afl"] = "libfuzzer"
    seed: int = 0
    patience: float = 10.0
    cpu: float | None = None
    share: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitOptions:
    """``cpu``: soft limit in seconds; ``share``: of what is left of the budget."""

    cpu: float | None = None
    share: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopSplitOptions(SplitOptions):
    """Of a splitter by rounds of loops: see the actor ``split_loops``."""

    bounds: str = "3"


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomSplitOptions(SplitOptions):
    """Of a splitter by random paths: see the actor ``split_random``."""

    number: int = 1
    probability: float = 0.5
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancedSplitOptions(SplitOptions):
    """Of a splitter by estimated numbers of paths: see the actor ``split_balanced``."""

    number: int = 1
    probes: int = 24
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofOptions:
    """Of a second proof. ``cpu``: soft limit in seconds; ``share``: of what is left of the budget."""

    cpu: float | None = 20.0
    share: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TestValidationOptions:
    """Of a validator of tests: see the actor ``validate_tests``."""

    sanitize: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionValidationOptions:
    """Of a validator of conditions: see the actor ``validate_condition``."""

    samples: int = 200
