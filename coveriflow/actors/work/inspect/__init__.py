"""What is only looked at: features and shapes of programs; and the rehearsal of a worker before its first job.

No verdict rests on it. Only worker processes import this.
"""
