"""The predicate CPA with adjustable-block encoding, and the analyses that it is configured to (unifying paper, Sects. 3
and 4).
"""
