"""Sequences of interpolants: several engines with one contract, every result checked (signatures: ``contracts``)."""
