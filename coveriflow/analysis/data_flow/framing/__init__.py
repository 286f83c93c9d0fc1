"""Calls that are followed once for all callers: what they neither read nor write stays as it was before (functional
approach; Sharir and Pnueli 1981).

``calls`` says which, ``frames`` what of a state goes into the function, and what comes back. Nothing here follows
edges. Begin with ``frames``. Kept by ``tests/analysis/data_flow/framing/`` and ``tests/analysis/data_flow/``.
"""
