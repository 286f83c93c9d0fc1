"""Processes, limits, cancellation, compilers: the only room that starts a process (signatures: ``contracts``)."""
