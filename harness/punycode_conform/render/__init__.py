"""Reports as text, JUnit XML, Markdown, HTML, badges and workflow commands: pure functions from a report to a string."""
