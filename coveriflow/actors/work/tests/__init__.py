"""Tests generated: from formulas, by fuzzing, or at random.

``generate`` takes branches by symbolic execution, ``fuzz`` calls libFuzzer or AFL++, ``sample`` executes with random
inputs. A suite holds the tests that were there before. Only worker processes import this. Nothing here knows reducers
or validators. Begin with ``generate``. Kept by ``tests/actors/tests/``.
"""
