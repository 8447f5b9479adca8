"""What a target's failures have in common, and why: features, differences, wrong steps, causes, conditions."""
