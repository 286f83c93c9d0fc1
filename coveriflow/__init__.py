"""coveriflow makes software verifiers work together through conditions, residual programs, tests and witnesses."""

__version__ = "0.1.0"
