"""Reports as text, JUnit XML, Markdown, HTML, badges and workflow commands: pure functions from a report to a string."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # start-up time: a run imports this before its target starts
    from ..run.report import Report


class Form(NamedTuple):  # start-up time: as the options
    """A form of a report that is written to a file."""

    name: str  # the option's, and the key's in a configuration
    help: str
    module: str  # of this package; its function has the form's name
    whole: bool = False  # whether it shows the verdict alone, so that a part of the suite gets none

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    def draw(self, report: "Report") -> str:
        """The content of the file for a report."""
        from importlib import import_module  # start-up time: a renderer is imported only if its form is wanted

        renderer: Any = getattr(import_module(f".{self.module}", __package__), self.name.replace("-", "_"))
        drawn: str = renderer(report)
        return drawn


FORMS = (
    Form("junit", "JUnit XML", "junit"),
    Form("markdown", "Markdown", "page"),
    Form("html", "an HTML page that needs no other file", "page"),
    Form("badge", "the verdict as a small SVG", "junit", whole=True),
    Form("badge-json", "the verdict for shields.io", "junit", whole=True),
)
