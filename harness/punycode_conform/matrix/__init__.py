"""Many implementations: each is run by a process of its own, and its result is small enough to be published."""
