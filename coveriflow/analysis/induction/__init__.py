"""k-induction with auxiliary invariants (unifying paper, Sect. 4.2)."""
