"""Abstract domains that several analyses use: explicit and symbolic values, observers, monitors of limits.

Each keeps the laws of ``analysis.cpa.contracts``. Nothing here knows the analyses that use it. Begin with ``values``.
Kept by ``tests/analysis/domains/``.
"""
