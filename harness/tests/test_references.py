"""References to issues, CVEs and clauses have a form that can be looked up. A person must check that they are true."""

import re
from pathlib import Path

from punycode_conform.faults import FAULTS
from punycode_conform.suite import catalogue, corpus

ISSUE = r"[\w.-]+/[\w.-]+(#| PR #)[1-9][0-9]*"  # owner/repository#7, owner/repository PR #7
FORMS = (
    ISSUE,
    r"CVE-[0-9]{4}-[0-9]{4,}",
    r"ICU-[0-9]+",
    r"RFC [0-9]+, (sections? [0-9.]+( and [0-9.]+)?(, sample \([A-S]\))?|appendix [A-C])",
    r"https://[a-z0-9.-]+/[\w./-]+",
)


def is_reference(text: str) -> bool:
    return any(re.fullmatch(form, text) for form in FORMS)


def unclear(text: str) -> list[str]:
    """The numbers of issues in a text whose repository is not named in full."""
    return re.findall(r"[\w.-]*\s?(?<!&)#[1-9][0-9]+\b", re.sub(ISSUE, "", text)) + re.findall(r"\bgh-[0-9]+", text)


def test_the_references_of_each_bug_class_have_such_a_form_and_differ() -> None:
    for bug in catalogue.bugs().values():
        assert [text for text in bug.references if not is_reference(text)] == [], bug.id
        assert len(set(bug.references)) == len(bug.references), bug.id


def test_notes_faults_and_reports_name_the_repository_of_each_issue() -> None:
    texts = [vector.note or "" for vector in corpus.suite().vectors] + [fault.like for fault in FAULTS.values()]
    texts += (Path(__file__).parents[2] / "reports" / "README.md").read_text(encoding="utf-8").splitlines()

    assert [found for text in texts for found in unclear(text)] == []
