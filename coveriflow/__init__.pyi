"""The types of what ``__init__.py`` finds by name."""

from coveriflow.actors import (
    Actor as Actor,
)
from coveriflow.actors import (
    Composition as Composition,
)
from coveriflow.actors import (
    CompositionError as CompositionError,
)
from coveriflow.actors import (
    Fallback as Fallback,
)
from coveriflow.actors import (
    Flow as Flow,
)
from coveriflow.actors import (
    Interleaved as Interleaved,
)
from coveriflow.actors import (
    Parallel as Parallel,
)
from coveriflow.actors import (
    Portfolio as Portfolio,
)
from coveriflow.actors import (
    Ranged as Ranged,
)
from coveriflow.actors import (
    Repeat as Repeat,
)
from coveriflow.actors import (
    Retry as Retry,
)
from coveriflow.actors import (
    Sequence as Sequence,
)
from coveriflow.actors import (
    Slice as Slice,
)
from coveriflow.actors import (
    Splitting as Splitting,
)
from coveriflow.actors import (
    Within as Within,
)
from coveriflow.actors import (
    abstract_loops as abstract_loops,
)
from coveriflow.actors import (
    accelerate as accelerate,
)
from coveriflow.actors import (
    accelerate_automata as accelerate_automata,
)
from coveriflow.actors import (
    actor as actor,
)
from coveriflow.actors import (
    assume_invariants as assume_invariants,
)
from coveriflow.actors import (
    bmc as bmc,
)
from coveriflow.actors import (
    bmc_given as bmc_given,
)
from coveriflow.actors import (
    bmc_tests as bmc_tests,
)
from coveriflow.actors import (
    carry_back as carry_back,
)
from coveriflow.actors import (
    carry_over as carry_over,
)
from coveriflow.actors import (
    check_undefined as check_undefined,
)
from coveriflow.actors import (
    confirm_proof as confirm_proof,
)
from coveriflow.actors import (
    execute as execute,
)
from coveriflow.actors import (
    external as external,
)
from coveriflow.actors import (
    external_given as external_given,
)
from coveriflow.actors import (
    external_reducer as external_reducer,
)
from coveriflow.actors import (
    external_witness as external_witness,
)
from coveriflow.actors import (
    features as features,
)
from coveriflow.actors import (
    fuzz as fuzz,
)
from coveriflow.actors import (
    gcov as gcov,
)
from coveriflow.actors import (
    greybox as greybox,
)
from coveriflow.actors import (
    horn as horn,
)
from coveriflow.actors import (
    horn_given as horn_given,
)
from coveriflow.actors import (
    impact as impact,
)
from coveriflow.actors import (
    impact_given as impact_given,
)
from coveriflow.actors import (
    inside_range as inside_range,
)
from coveriflow.actors import (
    join_ranges as join_ranges,
)
from coveriflow.actors import (
    kinduction as kinduction,
)
from coveriflow.actors import (
    kinduction_given as kinduction_given,
)
from coveriflow.actors import (
    original as original,
)
from coveriflow.actors import (
    predicate as predicate,
)
from coveriflow.actors import (
    predicate_given as predicate_given,
)
from coveriflow.actors import (
    random_tests as random_tests,
)
from coveriflow.actors import (
    range_program as range_program,
)
from coveriflow.actors import (
    reduce as reduce,
)
from coveriflow.actors import (
    seek_undefined as seek_undefined,
)
from coveriflow.actors import (
    selected as selected,
)
from coveriflow.actors import (
    shape as shape,
)
from coveriflow.actors import (
    split_alternatives as split_alternatives,
)
from coveriflow.actors import (
    split_balanced as split_balanced,
)
from coveriflow.actors import (
    split_loops as split_loops,
)
from coveriflow.actors import (
    split_random as split_random,
)
from coveriflow.actors import (
    symbolic as symbolic,
)
from coveriflow.actors import (
    symbolic_given as symbolic_given,
)
from coveriflow.actors import (
    symbolic_tests as symbolic_tests,
)
from coveriflow.actors import (
    termination as termination,
)
from coveriflow.actors import (
    tool as tool,
)
from coveriflow.actors import (
    validate_condition as validate_condition,
)
from coveriflow.actors import (
    validate_tests as validate_tests,
)
from coveriflow.actors import (
    validate_witness as validate_witness,
)
from coveriflow.actors import (
    value as value,
)
from coveriflow.actors import (
    value_given as value_given,
)
from coveriflow.actors import (
    when_false as when_false,
)
from coveriflow.actors import (
    when_unknown as when_unknown,
)
from coveriflow.artifacts.resources import (
    Limits as Limits,
)
from coveriflow.artifacts.verdicts import (
    Verdict as Verdict,
)
from coveriflow.flows.api.batches import (
    batch as batch,
)
from coveriflow.flows.api.displays import (
    mime_bundle as mime_bundle,
)
from coveriflow.flows.api.displays import (
    svg as svg,
)
from coveriflow.flows.api.results import (
    BatchRun as BatchRun,
)
from coveriflow.flows.api.results import (
    Counterexample as Counterexample,
)
from coveriflow.flows.api.results import (
    Verification as Verification,
)
from coveriflow.flows.api.verification import (
    Cancelled as Cancelled,
)
from coveriflow.flows.api.verification import (
    Running as Running,
)
from coveriflow.flows.api.verification import (
    start as start,
)
from coveriflow.flows.api.verification import (
    verify as verify,
)
from coveriflow.flows.api.verification import (
    verify_async as verify_async,
)
from coveriflow.flows.catalogue.by_name import (
    flow_named as flow_named,
)
from coveriflow.flows.compositions import (
    along_witness as along_witness,
)
from coveriflow.flows.compositions import (
    conditional as conditional,
)
from coveriflow.flows.compositions import (
    confirmed as confirmed,
)
from coveriflow.flows.compositions import (
    one_by_one as one_by_one,
)
from coveriflow.flows.compositions import (
    proved as proved,
)
from coveriflow.flows.compositions import (
    sequential as sequential,
)
from coveriflow.flows.compositions import (
    testing as testing,
)
from coveriflow.flows.compositions import (
    validated as validated,
)
from coveriflow.flows.ready import (
    READY as READY,
)
from coveriflow.program.errors import (
    InputError as InputError,
)
from coveriflow.program.errors import (
    NotSupported as NotSupported,
)
from coveriflow.program.errors import (
    ToolMissing as ToolMissing,
)
from coveriflow.program.harness.entry import (
    Entry as Entry,
)
from coveriflow.program.types.data_model import (
    DataModel as DataModel,
)

__version__: str
