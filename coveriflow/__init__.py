"""coveriflow makes software verifiers work together through conditions, residual programs, tests and witnesses.

Each package imports lower ones only: ``program``, ``artifacts``, ``formats`` and ``execution``, ``logic``, ``analysis``
and ``transform``, ``actors``, ``report``, ``flows``, ``cli``. Nothing here is loaded by importing ``coveriflow`` alone.
Begin with ``artifacts``, which says what the others exchange. Kept by ``tests/packaging/test_conventions.py``.

Scripts and notebooks use ``coveriflow.verify``, ``coveriflow.batch`` and the actors, as ``coveriflow.value``: each name
is imported when it is used. ``__init__.pyi`` has their types. Kept by ``tests/flows/api/test_names.py``.
"""

__version__ = "0.1.0"

import os as _os
import resource as _resource
import sys as _sys

_ROOM = 64 << 20  # bytes, more than all modules


def _spare_bytecode() -> None:
    """Where files may end early, Python writes none of its own: it takes what is written in part for a whole module,
    and no later run could import that.
    """
    limit, disk = _resource.getrlimit(_resource.RLIMIT_FSIZE)[0], _os.statvfs(_os.path.dirname(__file__))
    if limit != _resource.RLIM_INFINITY or disk.f_bavail * disk.f_frsize < _ROOM:
        _sys.dont_write_bytecode = True
        _os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


_spare_bytecode()

_PLACES = {
    "coveriflow.flows.api.verification": ("Cancelled", "Running", "start", "verify", "verify_async"),
    "coveriflow.flows.api.batches": ("batch",),
    "coveriflow.flows.api.results": ("BatchRun", "Counterexample", "Verification"),
    "coveriflow.flows.api.displays": ("mime_bundle", "svg"),
    "coveriflow.flows.catalogue.by_name": ("flow_named",),
    "coveriflow.flows.compositions": (
        "along_witness",
        "conditional",
        "confirmed",
        "one_by_one",
        "proved",
        "sequential",
        "testing",
        "validated",
    ),
    "coveriflow.flows.ready": ("READY",),
    "coveriflow.artifacts.resources": ("Limits",),
    "coveriflow.artifacts.verdicts": ("Verdict",),
    "coveriflow.program.types.data_model": ("DataModel",),
    "coveriflow.program.harness.entry": ("Entry",),
    "coveriflow.program.errors": ("InputError", "NotSupported", "ToolMissing"),
    "coveriflow.actors": (
        "Actor",
        "Composition",
        "CompositionError",
        "Fallback",
        "Flow",
        "Interleaved",
        "Parallel",
        "Portfolio",
        "Ranged",
        "Repeat",
        "Retry",
        "Sequence",
        "Slice",
        "Splitting",
        "Within",
        "abstract_loops",
        "accelerate",
        "accelerate_automata",
        "actor",
        "assume_invariants",
        "bmc",
        "bmc_given",
        "bmc_tests",
        "carry_back",
        "carry_over",
        "check_undefined",
        "confirm_proof",
        "execute",
        "external",
        "external_given",
        "external_reducer",
        "external_witness",
        "features",
        "fuzz",
        "gcov",
        "greybox",
        "horn",
        "horn_given",
        "impact",
        "impact_given",
        "inside_range",
        "join_ranges",
        "kinduction",
        "kinduction_given",
        "original",
        "predicate",
        "predicate_given",
        "random_tests",
        "range_program",
        "reduce",
        "seek_undefined",
        "selected",
        "shape",
        "split_alternatives",
        "split_balanced",
        "split_loops",
        "split_random",
        "symbolic",
        "symbolic_given",
        "symbolic_tests",
        "termination",
        "tool",
        "validate_condition",
        "validate_tests",
        "validate_witness",
        "value",
        "value_given",
        "when_false",
        "when_unknown",
    ),
}
"""Where names of the package lie. Nothing of it is imported before it is used."""

__all__ = ["__version__", *sorted(name for names in _PLACES.values() for name in names)]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    place = next((place for place, names in _PLACES.items() if name in names), None)
    if place is None:
        raise AttributeError(f"module 'coveriflow' has no attribute '{name}'")
    import importlib

    found = globals()[name] = getattr(importlib.import_module(place), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
