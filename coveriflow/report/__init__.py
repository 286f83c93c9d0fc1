"""What people see: pages in the terminal, counterexamples, drawings, pages of batch runs.

Everything that comes from a program is escaped (``sanitising``). Sentences about verdicts are in ``messages``. Nothing
here runs a verifier or changes a result. Begin with ``contracts``. Kept by ``tests/report/``.
"""
