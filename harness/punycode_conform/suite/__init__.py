"""Vectors, choices, laws, and the verdict: how a codec should behave, and how its answers are judged."""

LAYERS = PUNYCODE, A_LABEL = "punycode", "a-label"
"""What the vectors are about: the raw codec, or whole labels with ``xn--``."""
