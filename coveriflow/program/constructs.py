"""The modules that lower what the core of the front end does not: they have to be imported."""

from __future__ import annotations

from coveriflow.program import (
    argument_lists,
    assembly,
    block_calls,
    complex_functions,
    complex_numbers,
    compound_literals,
    computed_gotos,
    conditional,
    constancy,
    heap,
    known_calls,
    object_sizes,
    outside,
    primitives,
    rounding,
    type_selection,
    vectors,
    verifier_functions,
)

CONSTRUCTS = (
    argument_lists,
    assembly,
    block_calls,
    complex_functions,
    complex_numbers,
    compound_literals,
    computed_gotos,
    conditional,
    constancy,
    heap,
    known_calls,
    object_sizes,
    outside,
    primitives,
    rounding,
    type_selection,
    vectors,
    verifier_functions,
)
"""Modules that enter what they lower into the tables of ``lowering`` and ``calls``."""
