"""Conditions as files: CPAchecker's assumption automata and formulas, and our own GraphML.

What is read is an artifact that names edges or texts; to match it with a program is the work of ``transform``. Begin
with ``graphml_condition``. Nothing here looks at a program. Kept by ``tests/formats/conditions/``.
"""
