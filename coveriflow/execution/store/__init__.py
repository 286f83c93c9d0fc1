"""The store of results: what actors have produced, by what they were given."""
