"""Where the project's folders are: ``data/`` inside an installed package, the checkout's root otherwise."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "data"
_CHECKOUT = _PACKAGE.parent.parent

INSTALLED = _DATA.is_dir()
VECTORS = (_DATA if INSTALLED else _CHECKOUT) / "vectors"
ADAPTERS = _DATA / "adapters" if INSTALLED else _CHECKOUT / "harness" / "adapters"
BUILT_VECTORS = VECTORS / "punycode-vectors.json"
FAULT_ANSWERS = VECTORS / "fault-answers.json.gz"
FUZZ = _DATA / "fuzz" if INSTALLED else _CHECKOUT / "fuzz"
RESULTS = (_DATA if INSTALLED else _CHECKOUT) / "reports" / "results"
TEMPLATES = (_DATA if INSTALLED else _CHECKOUT) / "reports" / "templates"
