"""Shape analysis: lists of any length, as graphs of objects in which a segment stands for a chain of them.

Symbolic heaps with list segments (Berdine, Calcagno, O'Hearn 2005) as graphs (Dudka, Peringer, Vojnar 2013). ``heaps``
has the states, ``transfer`` what edges do to them, ``folding`` and ``widening`` what makes their number finite, and
``inclusion`` which states another one contains. ``closure_check`` shows again that the reached set is closed; it
trusts ``transfer``, ``materialisation`` and ``inclusion`` alone. ``lost_objects`` has what a check of lost memory asks.
What is not understood is refused with its place. Nothing here knows solvers, but for paths to errors. Begin with
``heaps``. Kept by ``tests/analysis/shape/``.
"""
