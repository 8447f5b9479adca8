"""The sample strings of RFC 3492 section 7.1, as the RFC lists them: code points, and their encoded form."""

import re
from pathlib import Path

_TEXT = (Path(__file__).parent / "rfc-samples.txt").read_text(encoding="utf-8")
SAMPLES = {letter: (points, encoded) for letter, encoded, points in re.findall(r"\((\w)\) (.*)\n(.*)\n", _TEXT)}
