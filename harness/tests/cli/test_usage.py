"""Bad usage: one line, a hint, and the documented exit code."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["run"], 2, "no target"),
        (["run", "no.such.module"], 3, "no module named no"),
        (["run", "faulty_codec:nothing"], 3, "has no attribute nothing"),
        (["run", "faulty_codec:has_no_decode"], 3, "has no function decode"),
        (["run", "faulty_codec:,"], 3, "write an object after the colon"),
        (["run", "faulty_codec:__name__,"], 3, "cannot be called"),
        (["run", "json"], 3, "json has no function"),
        (["run", "codec:no-such-codec"], 3, "no codec named"),
        (["run", "adapter:no-such-adapter"], 2, "no adapter is named"),
        (["run", "../mylib.py"], 2, "does not name a target"),
        (["run", "punycode_conform.codec", "--rejects", "NoSuchError"], 3, "NoSuchError"),
        (["run", "punycode_conform.codec", "--python", "/no/such/python"], 3, "cannot start"),
        (["run", "--", "./no-such-program"], 3, "cannot start"),
        (["run", "--", ""], 3, "cannot start"),
        (["run", "--"], 2, "no command"),
        (["run", "punycode_conform.codec", "--", "true"], 2, "two targets"),
        (["run", "--python", "python3", "--", "true"], 2, "--python"),
        (["run", "punycode_conform.codec", "--only", "no-such-*"], 4, "matches no case"),
        (["run", "punycode_conform.codec", "--only", "plain", "--only", "nope"], 2, "'nope' matches no case"),
        (["run", "punycode_conform.codec", "--choice", "surrogates"], 2, "NAME=SIDE"),
        (["run", "punycode_conform.codec", "--choice", "surrogates=perhaps"], 2, "has no behaviour"),
        (["run", "punycode_conform.codec", "--choice", "integers=25"], 2, "has no behaviour"),
        (["run", "punycode_conform.codec", "--choice", "colour=red"], 2, "no choice is named"),
        (["run", "punycode_conform.codec", "--timeout", "0"], 2, "--timeout"),
        (["run", "punycode_conform.codec", "--timeout", "nan"], 2, "--timeout"),
        (["run", "punycode_conform.codec", "--jobs", "-1"], 2, "--jobs"),
        (["run", "punycode_conform.codec", "--unknown"], 2, "--unknown"),
        (["run", "codec:idna", "--layer", "a-label"], 4, "no vectors in layer"),
        (["run", "punycode_conform.codec", "--report", "/no/such/folder/r"], 2, "--report"),
        (["run", "punycode_conform.codec", "--junit", "/no/such/folder/r"], 2, "cannot be written"),
        (["run", "punycode_conform.codec", "--vectors", "no-such.yaml"], 2, "cannot be read"),
        (["frobnicate"], 2, "no verb is named 'frobnicate'"),
        (["rnu", "mylib"], 2, "no verb is named 'rnu'; did you mean run?"),
        (["--versio"], 2, "no verb before --versio; did you mean --version?"),
        (["--only", "x", "run", "mylib"], 2, "no verb before --only"),
        (["mylib.punycode"], 2, "to test it: conform run mylib.punycode"),
        (["vectors", "shwo", "6.4"], 2, "no verb is named 'shwo'; did you mean show?"),
        (["vectors", "show", "rfc-sampel-l"], 2, "did you mean rfc-sample-l?"),
        (["vectors", "export", "--format", "jsno"], 2, "--format: must be one of json, jsonl, not 'jsno'"),
        (["fuzz", "mylib", "--sead", "3"], 2, "unknown option --sead; did you mean --seed?"),
        (["doctor", "mylib", "-transcript"], 2, "unknown option -transcript; did you mean --transcript?"),
        (["encode", "x", "--codepoints"], 2, "unknown option --codepoints; did you mean --code-points?"),
        (["run", "mylib", "--reprot=x"], 2, "unknown option --reprot; did you mean --report?"),
        (["run", "mylib", "more"], 2, "'more' is one word too many"),
        (["sweep", "python3", "adapter.py"], 2, "a command comes after --: -- python3 adapter.py"),
        (["run", "./typed_codec.py", "--mode", "fast"], 2, "unknown option --mode"),
        (["run", "sh", "--mode", "fast"], 2, "a command comes after --: -- sh --mode fast"),
        (["run", "--target", "mylib"], 2, "an import path needs no option: mylib"),
        (["run", "adapter:libdn"], 2, "no adapter is named 'libdn'; did you mean libidn?"),
        (["run", "punycode_conform.codec", "--choice", "surogates=accept"], 2, "did you mean surrogates?"),
        (["run", "punycode_conform.codec", "--only", "umlat"], 4, "did you mean umlaut?"),
        (["run", "punycode_conform.codec", "--only", "UMLAUT"], 4, "did you mean umlaut?"),
        (["run", "punycode_conform.codec", "--junit", "-"], 2, "argument --junit: must be a path, not '-'"),
        (["run", "libidn"], 3, "an adapter has this name: adapter:libidn"),
        (["run", "python-codec"], 2, "an adapter has this name: adapter:python-codec"),
        (["vectors", "show", "rfc-sample-L"], 2, "did you mean rfc-sample-l?"),
        (["vectors", "show", "i-wraps-32"], 2, "conform vectors faults i-wraps-32"),
        (["fuzz", "x", "--seed", "18446744073709551615"], 2, "must be a whole number from 0 to 2^62, or random"),
        (["explain", "-abc"], 2, "a string that begins with - comes after --: conform explain -- -abc"),
        (["explain", "--case", "rfc-sample-l", "--target", "x"], 2, "--case rfc-sample-l/encode or --case rfc-sample-l/dec"),
        ([], 2, "required"),
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_a_status(
    conform: Conform, vectors: Path, arguments: list[str], status: int, says: str
) -> None:
    own = ["--vectors", str(vectors)] if arguments[:1] == ["run"] and "--vectors" not in arguments else []
    at = arguments.index("--") if "--" in arguments else len(arguments)
    done = conform(*arguments[:at], *own, *arguments[at:])

    assert done.status == status
    assert says in done.err
    assert done.out == ""
    assert done.err.startswith("conform: ")
    assert len(done.err.splitlines()) <= 2


@pytest.mark.parametrize("verb", ["run", "baseline", "fuzz", "sweep", "doctor"])
def test_the_hint_for_a_missing_target_is_of_the_verb(conform: Conform, verb: str) -> None:
    done = conform(verb)

    assert (done.status, done.err.splitlines()[0]) == (2, "conform: no target")
    assert f"conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter" in done.err


@pytest.mark.skipif(os.name == "nt", reason="a folder that is used cannot be deleted there")
def test_a_folder_that_is_gone_is_told(conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = conform("run")

    assert (done.status, done.out) == (2, "")
    assert done.err == "conform: the current folder does not exist any more\n  hint: change into one that does\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("encode <&-", 2, "conform: standard input cannot be read: Bad file descriptor"),
        ("encode x >&-", 2, "conform: cannot write: Bad file descriptor"),
        ("encode x <&- 2>&-", 0, ""),
        ("encode ! --code-points 2>&-", 2, ""),
        ("--help >&-", 2, "conform: cannot write: Bad file descriptor"),
        ("run codec:punycode --only leading-* --quiet >&-", 2, "conform: cannot write: Bad file descriptor"),
        ("run codec:punycode --only leading-* --quiet <&- 2>&-", 1, ""),
        ("run no.such.module >&-", 3, "conform: no.such.module cannot be run: "),
    ],
)
def test_a_closed_stream_is_one_line_where_it_is_used(words: str, status: int, says: str) -> None:
    script = f'"$0" -m punycode_conform {words}'
    done = subprocess.run(["sh", "-fc", script, sys.executable], capture_output=True, text=True, check=False)

    assert done.returncode == status
    assert done.stderr.startswith(says)
    assert len(done.stderr.splitlines()) <= (2 if says else 0)


def test_an_interrupt_during_the_imports_is_one_line(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "punycode_conform.cli.parser", Interrupted("parser"))
    done = conform("run")

    assert (done.status, done.out, done.err) == (130, "", "conform: interrupted\n")


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["run", "codec:idna"], "--layer a-label"),
        (["run", "encodings.idna:ToASCII,ToUnicode"], "--layer a-label"),
        (["run", "encodings.idna:,ToUnicode"], "--layer a-label"),
        (["run", "codec:punycode", "--layer", "a-label"], "leave out --layer a-label"),
        (["fuzz", "codec:idna", "--cases", "10"], "conform run --layer a-label codec:idna;"),
        (["sweep", "codec:idna", "--length", "1"], "conform run --layer a-label codec:idna;"),
        (["baseline", "codec:idna", "--baseline", "known.yaml"], "conform run --layer a-label codec:idna;"),
    ],
)
def test_a_codec_of_another_layer_is_named_in_one_line(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], advice: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = conform(*words)

    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 2
    assert advice in done.err
    assert list(tmp_path.iterdir()) == []
