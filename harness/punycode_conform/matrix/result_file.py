"""The files of published results: one of JSON for each, and an index of all."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from types import NoneType
from typing import Any

from .. import files
from ..errors import ConformError
from ..run import fields, report_file
from ..run.result import CaseResult
from ..suite import strict_json
from .result import Failures, Growing, Result

FORMAT = 1
INDEX = "index.json"
_DEPTH = 2
_MOST = 1 << 24  # bytes of a file


def write(folder: Path, result: Result) -> Path:
    """Write a result into its file, which gets the name of its target; gives the file.

    Raises:
        ConformError: it cannot be written.
    """
    path = folder / f"{result.slug}.json"
    files.write(path, _text({"format": FORMAT, **as_json(result)}))
    return path


def index(results: Iterable[Result]) -> str:
    """The text of the index."""
    keys = ("target", "name", "version", "language", "layer", "date", "verdict", "tally")
    lines = [{"file": f"{one.slug}.json"} | {key: getattr(one, key) for key in keys} for one in results]
    return _text({"format": FORMAT, "results": lines})


def read_all(folder: Path) -> list[Result]:
    """The results in a folder, by target.

    Raises:
        ConformError: a file cannot be read or is no result.
    """
    paths = (path for path in folder.glob("*.json") if path.name != INDEX and not path.name.startswith("."))
    return sorted(map(read, paths), key=lambda one: (not one.target.startswith("codec:"), one.target))


def read(path: Path) -> Result:
    """The result in a file.

    Raises:
        ConformError: it cannot be read, or is no result.
    """
    try:
        found = strict_json.loads(files.read(path, _MOST).decode("utf-8"))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise fields.Unwritten(f"is no result of format {FORMAT}")
        return _result(found)
    except ValueError as wrong:  # Unwritten, no JSON, no UTF-8
        raise ConformError(f"{path}: {wrong}", "conform matrix --output writes these files") from None


def _text(value: Any) -> str:
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any, depth: int = 0) -> list[str]:
    """JSON that a person can compare: what is nested deeper is in one line."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if depth > _DEPTH or not any(isinstance(one, dict | list) and one for one in inner):
        return [json.dumps(value)]
    heads = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    parts = []
    for head, one in zip(heads, inner, strict=True):
        first, *rest = _lines(one, depth + 1)
        parts.append("\n".join([f" {head}{first}", *(f" {line}" for line in rest)]))
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    return [opens, *",\n".join(parts).split("\n"), closes]


def as_json(result: Result) -> dict[str, Any]:
    """A result as JSON."""
    return {
        **{key: getattr(result, key) for key in ("target", "name", "version", "language", "about", "layer")},
        "suite": {"version": result.suite_version, "digest": result.suite_digest},
        "adapter": result.adapter_digest,
        **{
            key: getattr(result, key) for key in ("date", "seconds", "verdict", "tally", "laws", "declared", "observed")
        },
        "lacks": list(result.lacks),
        "classes": result.classes,
        "clauses": result.clauses,
        "failures": list(map(_failures_json, result.failures)),
        **({"growth": list(map(asdict, result.growth))} if result.growth else {}),
    }


def _failures_json(one: Failures) -> dict[str, Any]:
    line: dict[str, Any] = {key: getattr(one, key) for key in ("says", "fault", "bug", "clause")}
    line |= {key: getattr(one, key) for key in ("verdicts", "classes", "clauses")}
    line |= {"laws": list(one.laws), "withheld": one.withheld, "cases": list(one.cases)}
    return line | ({"example": _example_json(one.example)} if one.example else {})


def _example_json(case: CaseResult) -> dict[str, Any]:
    return {key: value for key, value in report_file.as_json(case).items() if key != "type"}


def _result(line: dict[str, Any]) -> Result:
    suite = fields.take(line, "suite", dict)
    words = ("target", "name", "version", "language", "about", "layer", "date", "verdict")
    return Result(
        **{key: fields.word(line, key) for key in words},
        suite_version=fields.word(suite, "version"),
        suite_digest=fields.word(suite, "digest"),
        adapter_digest=fields.word(line, "adapter"),
        seconds=float(fields.take(line, "seconds", (int, float))),
        tally=fields.counts(line, "tally"),
        laws=fields.words(line, "laws"),
        declared=fields.words(line, "declared"),
        observed=fields.words(line, "observed"),
        lacks=fields.points(line.get("lacks"), "lacks"),
        classes=_tallies(line, "classes"),
        clauses=_tallies(line, "clauses"),
        failures=tuple(map(_failures, fields.listed(line.get("failures"), "failures", dict))),
        growth=tuple(map(_growth, fields.listed(line.get("growth", []), "growth", dict))),
    )


def _growth(line: dict[str, Any]) -> Growing:
    number = (int, float, NoneType)
    return Growing(
        fields.word(line, "operation"),
        fields.word(line, "family"),
        fields.take(line, "exponent", number),
        fields.take(line, "low", number),
        fields.take(line, "high", number),
        fields.take(line, "seconds", number),
        fields.take(line, "steep", bool),
        fields.take(line, "hostile", bool),
    )


def _tallies(line: dict[str, Any], key: str) -> dict[str, dict[str, int]]:
    found = fields.take(line, key, dict)
    return {fields.inert(name): fields.counts(found, name) for name in found}


def _failures(line: dict[str, Any]) -> Failures:
    return Failures(
        **{key: fields.word(line, key) for key in ("says", "fault", "bug", "clause")},
        verdicts=fields.counts(line, "verdicts"),
        classes=fields.counts(line, "classes"),
        clauses=fields.counts(line, "clauses"),
        laws=fields.texts(line, "laws"),
        withheld=fields.take(line, "withheld", bool),
        cases=fields.texts(line, "cases"),
        example=_example(fields.take(line, "example", dict)) if "example" in line else None,
    )


def _example(line: dict[str, Any]) -> CaseResult:
    found = report_file.result_of({"type": "result", **line})
    if not isinstance(found, CaseResult):
        raise fields.Unwritten(f"{found.id}: an example is a case")
    return found
