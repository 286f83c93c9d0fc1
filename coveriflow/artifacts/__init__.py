"""What actors exchange, as frozen values that are equal by their fields.

A task goes in; answers, conditions, residual programs, tests and witnesses come out. Nothing here knows files,
processes or analyses. Begin with ``tasks``, then ``answers``. Kept by ``tests/artifacts/`` and
``tests/formats/test_laws.py``.
"""
