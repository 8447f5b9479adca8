"""The atheris engine: a stand-alone fuzz target in a process of its own finds suspicious cases, and the campaign asks them.

The target is never in our own process: when libFuzzer's process dies, the input that it left behind is one more case.
"""

import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from .. import places
from ..errors import ConformError
from ..suite.outcome import Call, Operation
from ..targets.process import Process
from . import libfuzzer
from .campaign import Campaign


def batches(campaign: Campaign, rejects: Sequence[str]) -> Generator[Mapping[Call, int], None, None]:
    """The cases that show problems, with their numbers; the others are counted."""
    target = campaign.started.target.import_path
    if target is None:
        raise ConformError("atheris needs a target that this Python can import", "--engine blackbox takes any target")
    cases, (index, shards) = campaign.cases, campaign.cases.shard
    with tempfile.TemporaryDirectory(prefix="conform-fuzz-") as folder:
        report, errors = Path(folder, "report"), Path(folder, "errors")
        words = [target, "--report", str(report), *(word for name in rejects for word in ("--rejects", name))]
        for choice, side in campaign.check.choices.as_dict().items():
            words += ["--choice", f"{choice}={side}"]
        words += [f"-seed={((cases.seed or 0) + index) % 0xFFFFFFFE + 1}"]  # 0 would be random
        words += [f"-timeout={math.ceil(campaign.limits.call)}", f"-artifact_prefix={folder}/"]
        words += [] if cases.count is None else [f"-runs={len(range(index, cases.count, shards))}"]
        # Rounded up, since 0 is no limit.
        words += [] if math.isinf(cases.seconds) else [f"-max_total_time={math.ceil(cases.seconds)}"]
        command = [sys.executable, str(places.FUZZ / "fuzz_differential.py"), *words]
        with errors.open("wb") as stream:
            child = Process(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stream)
            try:
                status = child.wait(math.inf) or 0
            finally:
                child.kill()
        suspects, ended = _read(report, campaign)
        paths = [path for kind in ("crash", "timeout", "oom") for path in Path(folder).glob(f"{kind}-*")]
        case = libfuzzer.meaning(bytes_only=False)
        yield suspects | {case(path.read_bytes()): campaign.asked for path in paths}
        if not ended:
            lines = errors.read_text(encoding="utf-8", errors="replace").splitlines()
            last = next((line for line in lines if libfuzzer.ENDED in line), next(reversed(lines), "it said nothing"))
            campaign.stopped = f"libFuzzer's process ended with status {status}: {last.strip()}"


def _read(report: Path, campaign: Campaign) -> tuple[dict[Call, int], bool]:
    """The suspicious cases that a process has reported, and whether it came to its end."""
    cases, ended = dict[Call, int](), False
    for line in report.read_text(encoding="ascii").splitlines(keepends=True) if report.exists() else ():
        match json.loads(line) if line.endswith("\n") else {}:  # a death may cut the last line short
            case {"case": number, "operation": operation, "input": points}:
                cases[Call(Operation(operation), tuple(points))] = number
            case {"counts": counts}:
                campaign.count(*counts)
            case {"end": True}:
                ended = True
    return cases, ended
