"""Run the suite on every adapter and publish the results: python reports/publish.py [TARGET ...]

They go into results.json, and as a table into README.md. For each implementation: what it is, the counts, the classes of
what failed, and the choices observed. Inputs are left out on purpose: a fault that lets labels be spoofed or corrupts
memory is published by package, version and class only, until its maintainers know. README.md explains the classes.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from punycode_conform.targets.adapter import every

RESULTS = Path(__file__).with_name("results.json")
README = Path(__file__).with_name("README.md")
COLUMNS = (
    *("target", "implementation", "language", "verdict"),
    *("passed", "failed", "crashed", "timed out", "skipped", "laws broken", "choices observed"),
)
TARGETS = ["codec:punycode", *(f"adapter:{adapter.name}" for adapter in every())]


def measure(target: str) -> dict[str, Any]:
    """The result of a run on a target.

    Raises:
        RuntimeError: it could not be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.jsonl"
        # Patience for those that die often: what is published should be of whole runs.
        options = ["--report", str(report), "--restarts", "200", "--quiet"]
        command = [sys.executable, "-m", "punycode_conform", "run", target, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{target}: exit status {done.returncode}: {done.stderr.strip()}")
        return summarize([json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()])


def summarize(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """A report without its inputs."""
    header, *results, footer = lines
    classes: Counter[str] = Counter()
    for result in results:
        if result["verdict"] in ("fail", "crash", "timeout"):
            law = result["case"].startswith("law/")
            what = result["case"] if law else result["bug"] or f"section {result['clause']}"
            classes[f"{result['verdict']}: {what}"] += 1
    target = header["target"]
    return {
        "name": target["name"],
        "version": target["version"],
        "language": target["language"],
        "suite": header["suite"],
        "verdict": footer["verdict"],
        "stopped": footer.get("stopped", ""),
        "tally": {verdict: count for verdict, count in footer["tally"].items() if count},
        "classes": dict(sorted(classes.items())),
        "observed": footer["observed"],
    }


def is_older(published: dict[str, Any], measured: dict[str, Any]) -> bool:
    """Whether the published result is of vectors that asked or expected something else than those of the measured one."""
    return bool(published["suite"]["digest"] != measured["suite"]["digest"])


def differences(published: dict[str, Any], measured: dict[str, Any]) -> list[str]:
    """The classes and observed choices of a published result that a measured one does not have, a line each.

    If the published result is older, more failures are no difference: a vector that was added may show them.
    """
    was, now = Counter(published["classes"]), Counter(measured["classes"])
    lost, new = was - now, Counter[str]() if is_older(published, measured) else now - was
    found = [f"{name}: {was[name]} published, {now[name]} measured" for name in sorted({*lost, *new})]
    for choice in sorted({*published["observed"], *measured["observed"]}):
        before, after = (result["observed"].get(choice) for result in (published, measured))
        if before != after:
            found.append(f"choice {choice}: {before} published, {after} measured")
    return found


def table(known: dict[str, Any]) -> str:
    """The results as a Markdown table."""
    rows = [
        f"| {' | '.join(COLUMNS)} |",
        "|---" * len(COLUMNS) + "|",
    ]
    for target, result in known.items():
        tally = result["tally"]
        counts = " | ".join(f"{tally.get(verdict, 0):,}" for verdict in ("pass", "fail", "crash", "timeout", "skip"))
        laws = sum(count for name, count in result["classes"].items() if ": law/" in name)
        observed = ", ".join(f"{name} {side}" for name, side in result["observed"].items() if name != "digit-case")
        verdict = "**conforms**" if result["verdict"] == "conforms" else "does not"
        name = f"{result['name']} {result['version']}"
        rows.append(f"| `{target}` | {name} | {result['language']} | {verdict} | {counts} | {laws} | {observed} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Measure the named targets, all if none is named, and keep what is known of the others."""
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for target in sys.argv[1:] or TARGETS:
        known[target] = measure(target)
        print(target, known[target]["verdict"], known[target]["tally"], flush=True)
    known = {target: known[target] for target in TARGETS if target in known}
    head, _, rest = README.read_text(encoding="utf-8").partition("<!-- results -->\n")
    tail = rest.partition("<!-- end of results -->\n")[2]
    text = f"{head}<!-- results -->\n{table(known)}<!-- end of results -->\n{tail}"
    README.write_text(text, encoding="utf-8", newline="\n")
    RESULTS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
