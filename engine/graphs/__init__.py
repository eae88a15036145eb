"""Decode steps recorded once and replayed: no kernel launched from Python, no host sync a token."""
