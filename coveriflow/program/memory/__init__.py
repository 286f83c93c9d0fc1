"""The memory model: where objects lie, what an address tells, and where pointers may point to.

``layout`` gives each object its granules of one byte memory; ``points_to`` (unification, with offsets), ``escape`` and
``provenance`` say which checks are needed, and ``regions`` splits memory. Nothing here emits an edge. Begin with
``layout``. Kept by ``tests/program/memory/`` and ``tests/analysis/test_programs.py``.
"""
