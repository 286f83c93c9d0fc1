"""Sequences of interpolants: several engines behind one contract, every result checked (signatures: ``contracts``)."""
