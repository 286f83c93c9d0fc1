"""Sets of integers, and what a block of memory holds: the abstract values of the data-flow analysis.

``value_sets`` are the sets, ``arithmetic`` computes with them, ``contents`` is memory made of them. Nothing here knows
programs, states or edges. Begin with ``value_sets``. Kept by ``tests/analysis/data_flow/values/``.
"""
