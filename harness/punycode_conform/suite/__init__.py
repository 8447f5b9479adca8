"""Vectors, choices, laws, and the verdict: how a codec should behave, and how its answers are judged."""
