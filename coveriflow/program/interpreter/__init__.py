"""The semantic reference: what an automaton does with given inputs, and in which order paths lie.

What the interpreter does is what the compiled program does; encodings and printers are measured by it. It knows the
automaton only, not how it was made. Begin with ``interpreter``. Nothing here knows syntax trees, memory or lowering.
Kept by ``tests/program/interpreter/``, which compares generated programs with gcc.
"""
