"""Processes, limits, cancellation, compilers: the only package that starts a process (signatures: ``contracts``)."""
