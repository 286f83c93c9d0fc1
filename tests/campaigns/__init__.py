"""Long campaigns: generated programs, mutated files, faults and kills, in rotation, for hours.

``make campaign HOURS=2`` runs them. Read ``rotation.py`` first, then ``batches.py``; each campaign is a function of a
range of seeds, in a module of its subject. ``test_campaigns.py`` runs a short form of each.
"""
