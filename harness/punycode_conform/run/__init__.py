"""A run, from the plan to the report: what is asked, how it is judged, what is kept of it."""
