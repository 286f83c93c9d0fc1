"""C programs compiled and executed: to confirm a violation, to fuzz, to measure coverage.

``compiler`` finds one, ``compiled_program`` compiles once and executes often, ``harness`` is the C text around a
program, and ``freestanding/`` our C library where the machine has none. Nothing here knows automata. Begin with
``compiled_program``. Kept by ``tests/execution/native/``.
"""
