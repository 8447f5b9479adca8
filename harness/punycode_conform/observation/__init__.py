"""When a target is wrong, found from its answers: the shortest exact condition that new calls could not break."""
