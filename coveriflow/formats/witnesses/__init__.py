"""Verification witnesses: GraphML (1.0) and YAML (2.x), read and written.

Readers take what other verifiers write, within the standard, and writers give equal bytes for equal witnesses. Whether
a witness is true is the question of validators. Begin with ``yaml_witness``. Nothing here looks at a program. Kept by
``tests/formats/witnesses/``.
"""
