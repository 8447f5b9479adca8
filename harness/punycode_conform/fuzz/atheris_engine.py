"""The atheris engine: a fuzz target in a process of its own finds suspicious inputs, and the campaign asks them.

The target is never in our own process: when libFuzzer's process dies, the input that it left behind is one more case.
"""

import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from .. import places
from ..errors import ConformError
from ..suite.outcome import Call
from ..targets.process import Process
from . import libfuzzer
from .campaign import Campaign


def batches(campaign: Campaign, rejects: Sequence[str]) -> Generator[Mapping[Call, int], None, None]:
    """The cases that show problems, with their numbers; the others are counted."""
    target = campaign.started.target.import_path
    if target is None:
        raise ConformError("atheris needs a target that this Python can import", "--engine blackbox takes any target")
    cases, (index, shards) = campaign.cases, campaign.cases.shard
    count = math.inf if cases.count is None else len(range(index, cases.count, shards))
    with tempfile.TemporaryDirectory(prefix="conform-fuzz-") as folder:
        report, errors = Path(folder, "report"), Path(folder, "errors")
        words = [target, "--report", str(report), *(word for name in rejects for word in ("--rejects", name))]
        for choice, side in campaign.check.choices.as_dict().items():
            words += ["--choice", f"{choice}={side}"]
        words += [f"-seed={((cases.seed or 0) + index) % 0xFFFFFFFE + 1}"]  # 0 would be random
        words += [f"-timeout={math.ceil(campaign.limits.call)}", f"-artifact_prefix={folder}/"]
        words += [] if math.isinf(count) else [f"-atheris_runs={count}"]
        # Rounded up, since 0 is no limit.
        words += [] if math.isinf(cases.seconds) else [f"-max_total_time={math.ceil(cases.seconds)}"]
        command, began = [sys.executable, str(places.FUZZ / "fuzz_differential.py"), *words], time.monotonic()
        with errors.open("wb") as stream:
            child = Process(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stream)
            try:
                status = child.wait(math.inf) or 0
            finally:
                child.kill()
        lines = report.read_text(encoding="ascii").splitlines(keepends=True) if report.exists() else []
        records = [json.loads(line) for line in lines if line.endswith("\n")]  # a death may cut the last line short
        campaign.count(*(records[-1]["counts"] if records else (0, 0, 0, 0)))
        data = {bytes.fromhex(record["suspect"]): record["counts"][0] for record in records if record["suspect"]}
        for path in (path for kind in ("crash", "timeout", "oom") for path in Path(folder).glob(f"{kind}-*")):
            data[path.read_bytes()] = campaign.asked
        yield {call: number for text, number in data.items() for call in libfuzzer.calls(text)}
        # A target that ends the process may do so with status 0.
        if status or (campaign.asked < count and time.monotonic() - began < cases.seconds):
            last = next(reversed(errors.read_text(encoding="utf-8", errors="replace").splitlines()), "it said nothing")
            campaign.stopped = f"libFuzzer's process ended with status {status}: {last.strip()}"
