"""Drawings as SVG: compositions, automata, conditions over them, and shapes of programs.

``layered_layout`` places the nodes, ``graphs`` draws them. Equal values give equal bytes. Nothing here knows terminals.
Begin with ``graphs``. Kept by ``tests/report/svg/``.
"""
