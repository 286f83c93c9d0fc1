"""Configurable program analysis: the contracts, the algorithm, the reached set, and composite analyses.

Begin with ``contracts``, then ``algorithm``, which reads like the paper. Limits and progress watch it as observers.
Nothing here knows a single domain but the call stack. Kept by ``tests/analysis/``.
"""
