"""Kinds of programs, by their features: what the default flow asks before it gives a turn."""

from __future__ import annotations

from coveriflow.actors.questions import FeatureIs, FeaturesAre

IS_RECURSIVE = FeaturesAre((FeatureIs("recursion", ">", 0),))
IS_NOT_RECURSIVE = FeaturesAre((FeatureIs("recursion", "=", 0),))
MAY_HAVE_LISTS = FeaturesAre(
    (
        FeatureIs("heap", ">", 0),
        FeatureIs("pointers", ">", 0),
        FeatureIs("loops", ">", 0),
        FeatureIs("recursion", "=", 0),
    )
)
HAS_LOOPS = FeaturesAre((FeatureIs("loops", ">", 0),))
FOLLOWS_A_HEAP = FeaturesAre((FeatureIs("heap", ">", 0), FeatureIs("loops", ">", 0), FeatureIs("recursion", "=", 0)))
HAS_NO_HEAP = FeaturesAre((FeatureIs("heap", "=", 0),))
HAS_LOOPS_ALONE = FeaturesAre((FeatureIs("loops", ">", 0), FeatureIs("heap", "=", 0)))
REACTS = FeaturesAre(
    (
        FeatureIs("edges", ">=", 600),
        FeatureIs("loops", ">", 0),
        FeatureIs("recursion", "=", 0),
        FeatureIs("heap", "=", 0),
        FeatureIs("pointers", "<", 20),
        FeatureIs("arrays", "=", 0),
        FeatureIs("floats", "=", 0),
    )
)
"""A loop around much that has bits only: hardware, protocols, event machines. Circuits are made for these. What few
pointers point to is mostly known; many are a memory.
"""
RECURSIVE_WITH_HEAP = FeaturesAre((FeatureIs("recursion", ">", 0), FeatureIs("heap", ">", 0)))
HAS_NO_CYCLES = FeaturesAre((FeatureIs("loops", "=", 0), FeatureIs("recursion", "=", 0)))
HAS_SMALL_ALTERNATIVES = FeaturesAre((FeatureIs("alternatives", ">", 1), FeatureIs("edges", "<", 5_000)))
HAS_LARGE_ALTERNATIVES = FeaturesAre((FeatureIs("alternatives", ">", 1), FeatureIs("edges", ">=", 5_000)))
IS_AN_EVENT_MACHINE = FeaturesAre(
    (
        FeatureIs("branches", ">=", 60),
        FeatureIs("inputs", ">", 0),
        FeatureIs("loops", ">", 0),
        FeatureIs("bits", "=", 0),
        FeatureIs("heap", "=", 0),
    )
)
"""A loop that branches on what it reads: a fuzzer has much to learn from. Models of hardware combine bits."""
TAKES_LONG_TO_COMPILE = FeaturesAre(
    (FeatureIs("branches", ">=", 500), FeatureIs("inputs", ">", 0), FeatureIs("pointers", ">=", 20))
)
IS_LARGE = FeaturesAre(
    (
        FeatureIs("edges", ">=", 12_000),
        FeatureIs("inputs", ">", 0),
        FeatureIs("loops", ">", 0),
        FeatureIs("recursion", "=", 0),
        FeatureIs("bits", "<", 100),
    )
)
"""It takes many seconds to read, and most analyses see little of it in what is left: single executions go furthest."""
READS_NOTHING = FeaturesAre((FeatureIs("inputs", "=", 0),))
