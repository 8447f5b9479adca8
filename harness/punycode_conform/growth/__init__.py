"""How the time of a codec grows with the length of its input."""
