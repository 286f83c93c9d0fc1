"""External evidence validated: witnesses, conditions, test suites.

Validation is verification of a program with probes (``probes``). A witness is confirmed by a proof or an execution, and
refuted by one, never by its form. Begin with ``dispatch``. Only worker processes import this. Nothing here knows flows.
Kept by ``tests/actors/validate/``.
"""
