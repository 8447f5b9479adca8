"""The rest of ``conform fuzz``: ask what is known again, drive the engine, write findings as they come."""

import argparse
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from ..errors import ConformError, NothingRan
from ..fuzz.blackbox import BlackBox, Budget
from ..fuzz.confirmer import Confirmer
from ..fuzz.finding import Finding, Origin
from ..fuzz.finding_files import as_json, check_folder, save
from ..fuzz.generator import SCHEME, seeds
from ..run.setup import Setup, Started
from ..suite import corpus
from ..suite.choices import Choices
from ..suite.vector import cases
from ..targets.name import Target, import_path
from ..targets.pool import Pool
from .held import held
from .output import json_lines
from .progress import Status
from .told import Told

if TYPE_CHECKING:
    from ..fuzz.atheris_engine import AtherisEngine
    from ..run.baseline import Known

_DEFAULT_CASES = 20_000
_FOLDER = Path("conform-findings")


def run(what: Setup, started: Started, options: argparse.Namespace) -> tuple[int, str]:
    """Fuzz a started target.

    Args:
        what: the target and its limits.
        started: the target.
        options: of ``conform fuzz``.

    Returns:
        The exit status and the last line.
    """
    folder = options.out or _FOLDER
    check_folder(folder)
    listed = _listed(what)
    target, pool = started.target, started.pool
    vectors = corpus.suite().vectors
    varied = seeds([case.call for case in cases([v for v in vectors if v.layer == "punycode"])])
    handshake, choices = started.handshake, started.choices
    limit = options.cases or (None if options.time else _DEFAULT_CASES)
    shard = options.shard[0] - 1, options.shard[1]
    guided = options.engine == "atheris"
    # libFuzzer ends by itself, but for a hang.
    seconds = options.time + what.limits.call if guided and options.time else options.time
    budget = Budget(options.seed, limit, seconds, shard, varied)
    name, version, language = handshake.name or target.label, handshake.version, handshake.language
    engine = "atheris" if guided else "blackbox"
    origin = Origin(engine, options.seed, target.label, choices, name, version, language)
    told = Told(what, options, folder)
    holding = _asked_again(listed, target, pool, choices, told)
    going = BlackBox(budget, pool, target, pool.limits, choices)
    going.most += len(holding)  # what is known takes no place from what is new
    batches = _guided(what, target, going, options.time).batches() if guided else None
    begun = time.monotonic()
    with ExitStack() as stack:
        write = stack.enter_context(json_lines(options.report))
        header = {"type": "header", "format": 1, "tool": __version__, "scheme": SCHEME, "cases": limit}
        write(lambda: header | origin.as_json())
        status = stack.enter_context(Status(lambda: told.status(going, time.monotonic() - begun)))
        going.progress = status.update
        if batches is not None:
            stack.callback(batches.close)  # however the run ends, so does the engine's process
        try:
            for finding in going.findings(batches):
                entry = holding.get(finding.signature)
                record = as_json(finding, origin) | ({"known": entry.reason} if entry else {})
                with held():
                    write(partial(dict, record))
                    status.wipe()
                    if entry:
                        told.as_known(entry)
                    else:
                        _kept(finding, origin, told, folder)
            write(lambda: told.footer(going, time.monotonic() - begun))
        except (ConformError, KeyboardInterrupt, SystemExit) as error:
            going.stopped = error.message if isinstance(error, ConformError) else "interrupted"
            raise
        finally:
            # What was found before an interrupt is told too.
            status.wipe()
            line = told.end(going, time.monotonic() - begun)
    _refuse_nothing(going, budget)
    return 1 if told.new or going.stopped else 5 if told.stale else 0, line


def _kept(finding: Finding, origin: Origin, told: Told, folder: Path) -> None:
    """Write a finding, and tell it even if that cannot be done."""
    path = Path("nowhere")
    try:
        path = save(finding, origin, folder)
    finally:
        told.finding(finding, path)


def _refuse_nothing(going: BlackBox, budget: Budget) -> None:
    """Say that there is no verdict if no case was answered."""
    if going.known or going.stopped or going.check.answered:
        return
    if going.calls:
        raise NothingRan("nothing ran: no case was answered", "the target says that it supports none of them")
    why = "no time was left" if budget.numbers(0, 1) else "no case falls to this shard"
    raise NothingRan("nothing ran: no case was asked", why)


def _listed(what: Setup) -> Mapping[str, "Known"]:
    """The known findings of the baseline."""
    if not what.baseline:
        return {}
    from ..run import baseline_file  # only where used: it needs PyYAML

    hint = "conform baseline TARGET --findings DIR --baseline FILE writes one"
    return baseline_file.read(what.baseline, hint).findings


def _asked_again(
    listed: Mapping[str, "Known"], target: Target, pool: Pool, choices: Choices, told: Told
) -> dict[str, "Known"]:
    """The known findings that still hold, and so gate no more; what is stale is told."""
    if not listed:
        return {}
    from ..fuzz.known_findings import asked_again, recheck  # only where used

    holding = {}
    with closing(Confirmer(target, pool.limits, choices)) as confirmer:
        for entry in listed.values():
            now = recheck(entry, confirmer)
            if now.holds:
                holding[entry.id] = entry
            if now.why:
                told.as_stale(entry, now.why, gone=not now.holds)
            elif asked_again(entry):
                told.as_known(entry)
    return holding


def _guided(what: Setup, target: Target, box: BlackBox, seconds: float | None) -> "AtherisEngine":
    from ..fuzz.atheris_engine import AtherisEngine  # only for this engine: start-up time

    return AtherisEngine(box, import_path(target), what.rejects, seconds)
