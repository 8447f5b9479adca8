"""Reports as text, JUnit XML, Markdown and workflow commands: pure functions from a report to a string."""
