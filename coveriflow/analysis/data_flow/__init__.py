"""A data-flow analysis of integers, refined again and again, whose facts strengthen k-induction (unifying paper,
Sect. 4.2; Beyer, Dangl, Wendler 2015).
"""
