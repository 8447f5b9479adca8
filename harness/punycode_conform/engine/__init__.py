"""A run: plan what to ask, ask it, judge the answers, report."""
