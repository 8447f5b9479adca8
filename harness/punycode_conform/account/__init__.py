"""The reasons for a target's failures: features, differences, wrong steps, causes, conditions."""
