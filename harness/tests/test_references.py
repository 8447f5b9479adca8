"""References to issues, CVEs and clauses have a form that can be looked up. A person must check that they are true."""

import re

from punycode_conform.suite import catalogue

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


def test_the_references_of_each_bug_class_have_such_a_form_and_differ() -> None:
    for bug in catalogue.bugs().values():
        assert [text for text in bug.references if not is_reference(text)] == [], bug.id
        assert len(set(bug.references)) == len(bug.references), bug.id
