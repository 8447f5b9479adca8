"""Plain English: words that read as translated don't remain in documents, messages and docstrings.

Each row is a pattern and what to write in its place. A word with an everyday sense too is matched only in the other one:
``otherwise`` after a verb, ``so many`` without ``that``. Comments are not looked at.
"""

import ast
import re
from pathlib import Path

from punycode_conform import files

from .test_documents import DOCUMENTS, ROOT
from .test_house import MODULES

INSTEAD = {
    r"told|tells?|telling": "reported, shown; shows, says which",
    r"(?<!-)(?:stands?|stood|standing)(?![- ]alone| for\b|-)": "is, appears",
    r"bears?|bearing|borne": "tolerates, allows; affects, is relevant to",
    r"mend(?:s|ed|ing)?": "fix",
    r"amiss": "wrong, inconsistent",
    r"(?:un)?sound(?:ness|ly)?": "correct, valid",
    r"of (?:a |an)?(?:different|other|another|one|the same) make": "independent",
    r"(?:comes?|came|coming) (?:of|by (?:itself|themselves))": "results from, is written automatically",
    r"(?:go|goes|went|going) before": "override",
    r"(?:go|goes|going) past": "exceed",
    r"held": "deferred, checked, stored",
    r"(?:answers?|fails?|do|does|did|reads?|works?|looks?) (?:\w+ )?otherwise|otherwise than": "differently",
    r"so many(?! (?:\w+ )?that\b)|manieth": "N, every Nth",
    r"dear(?:er|est)?": "expensive",
    r"haste": "short time limit",
    r"polite kills?": "SIGTERM",
    r"deal(?:s|t|ing)? out": "split, distributed",
    r"(?:(?<=^)|(?<=[.;] ))Who(?:ever)? \w+(?=[^?]*$)": "if you …",
    r"f(?:ound|inds?|inding) out": "is detected",
    r"br(?:eak|eaks|oke|oken|eaking) down|breakdowns?": "crash or hang (say which)",
    r"either side passes|the side (?:it|that was) (?:saw|seen)": "behaviour (that the RFC allows)",
    r"(?:take|takes|took|taken|taking) (?:(?:it|them|that|one|none|any|all) )?for(?! granted)": "treat as",
    r"likewise": "say it again",
    r"(?:it|they|one) (?:has|have) not(?! \w+(?:ed|en|n)\b)": "name what is missing",
    r"(?:(?<=^)|(?<=[.;:] ))The same(?= for\b|[,.:;]|$)": "repeat the noun",
}
PATTERNS = [(re.compile(rf"(?<![\w`-])(?:{pattern})(?!\w)", re.I), better) for pattern, better in INSTEAD.items()]

# Python outside the package: what writes vectors, fuzz targets, benchmarks, adapters.
SCRIPTS = [
    path
    for folder in ("vectors", "fuzz", "harness/benchmarks", "harness/adapters", "reports")
    for path in (ROOT / folder).rglob("*.py")
]


def foreign(text: str) -> list[str]:
    """The words of the list in a text, each with what to write in its place."""
    text = " ".join(text.split())
    hits = ((found, better) for pattern, better in PATTERNS for found in pattern.finditer(text))
    return [f"…{text[max(found.start() - 30, 0) : found.end() + 20]}… ({better})" for found, better in hits]


PATHS = (*DOCUMENTS, *MODULES, *SCRIPTS, *files.VECTORS.glob("*.yaml"))


def texts(path: Path) -> list[str]:
    """The texts of a file; of Python its messages and docstrings."""
    content = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return re.split(r"\n\n|\n(?=[|#*-])", content)
    constants = (node.value for node in ast.walk(ast.parse(content)) if isinstance(node, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


def test_documents_vectors_messages_and_docstrings_are_in_plain_english() -> None:
    assert [f"{path.name}: {hit}" for path in PATHS for text in texts(path) for hit in foreign(text)] == []
