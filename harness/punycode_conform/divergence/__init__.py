"""Where a wrong answer leaves the right way: a sentence for each case, from the call and its answer alone."""
