"""The modules that lower what the core of the front end does not: they have to be imported."""

from __future__ import annotations

from coveriflow.program import (
    atomic_templates,
    block_calls,
    builtin_templates,
    compound_literals,
    computed_gotos,
    conditional,
    heap,
    known_calls,
    primitives,
    printing_templates,
    reading_templates,
    rounding,
    stream_templates,
    type_selection,
)

CONSTRUCTS = (
    block_calls,
    compound_literals,
    computed_gotos,
    conditional,
    heap,
    known_calls,
    primitives,
    rounding,
    type_selection,
)
"""Modules that enter what they lower into the tables of ``lowering`` and ``calls``."""

TEMPLATES = (atomic_templates, builtin_templates, printing_templates, reading_templates, stream_templates)
"""Modules that enter into the table of ``templates`` what calls become."""
