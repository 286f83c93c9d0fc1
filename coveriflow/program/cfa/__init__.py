"""The intermediate representation: control-flow automata, their edges, and what can be seen from graph and edges alone.

Begin with ``edges``, then ``cfa``. ``builder`` makes automata; ``accesses`` says what an operation reads and writes;
``dominators``, ``liveness``, ``loops`` and ``recursion`` are analyses of the graph. Nothing here knows C text or memory
layout. Kept by ``tests/program/cfa/`` and ``tests/program/test_properties.py``.
"""
