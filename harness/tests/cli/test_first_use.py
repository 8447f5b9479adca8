"""A new user's path: the adapter that ``conform init`` writes, a codec with faults, red; the faults fixed, green."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from punycode_conform.cli.skeletons import SKELETONS

from ..conftest import TARGETS, Conform
from .test_init import between

pytestmark = [pytest.mark.real, pytest.mark.slow]

C_CALLS = """\
#include "first_codec.c"

static enum status said(int status) { return status == 0 ? OK : status == -2 ? TOO_SMALL : REJECTED; }

static enum status encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    char *label = malloc(*count);
    int status = puny_encode(input, length, label, count);
    for (size_t i = 0; status == 0 && i < *count; i++) output[i] = (unsigned char)label[i];
    free(label);
    return said(status);
}

static enum status decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    char *label = CONVERTED;
    int status = puny_decode(label, output, count);
    free(label);
    return said(status);
}

"""
CAST = "malloc(length + 1);\n    for (size_t i = 0; i <= length; i++) label[i] = i < length ? (char)input[i] : 0"
UTF8 = "utf8(input, length, &(size_t){0})"
NO_NUL = ("return encoding ? c <= UINT32_MAX : c <=", "return encoding ? c <= UINT32_MAX : c != 0 && c <=")
C_FIXED = [
    ("if (input[j] < n) delta++;", "if (input[j] < n && ++delta == 0) return -1;"),
    ("if (delimiter != NULL) {", "if (delimiter != NULL && delimiter > input) {"),
    ("            i += d * w;\n", "            if (d > (UINT32_MAX - i) / w) return -1;\n            i += d * w;\n"),
    (
        "            w *= BASE - t;\n",
        "            if (w > UINT32_MAX / (BASE - t)) return -1;\n            w *= BASE - t;\n",
    ),
    (
        "        n += i / (out + 1);\n",
        "        if (i / (out + 1) > 0x10FFFF - n) return -1;\n        n += i / (out + 1);\n",
    ),
]
JAVASCRIPT_FIXED = [('lastIndexOf("-");', 'lastIndexOf("-") || -1;')]


def edited(path: Path, *changes: tuple[str, str]) -> None:
    source = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    path.write_text(source, encoding="utf-8")


def tools(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None and not os.environ.get("CONFORM_REAL"):
            pytest.skip(f"no {program}")


def gate(project: Path) -> tuple[int, str]:
    """Run the steps of the workflow of a project in its folder, as a forge does; the status of the first that fails, and
    what all wrote."""
    job = yaml.safe_load((project / ".github" / "workflows" / "conform.yml").read_text(encoding="utf-8"))
    # In place of pip, which would only install the suite again; without a name of something it fails, as pip does.
    pip = project / "bin" / "pip"
    pip.parent.mkdir(exist_ok=True)
    pip.write_text("#!/bin/sh\ncase $* in install\\ *) ;; *) exit 9 ;; esac\n", encoding="utf-8")
    pip.chmod(0o755)
    path = os.pathsep.join([str(pip.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    failed, shown = 0, ""
    for step in job["jobs"]["conform"]["steps"]:
        if "run" in step and bool(failed) == (step.get("if") == "failure()"):
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            env = {**os.environ, **job["env"], "PATH": path}
            done = subprocess.run(command, cwd=project, env=env, capture_output=True, encoding="utf-8", check=False)
            failed, shown = failed or done.returncode, shown + done.stdout
    return failed, shown


def test_a_c_codec_is_red_and_fixed_is_green(conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools("cc")
    monkeypatch.chdir(tmp_path)
    conform("init", "c")
    skeleton, known = SKELETONS["c"], ("--baseline", "known.yaml")
    adapter, codec = tmp_path / skeleton.adapter, tmp_path / "first_codec.c"
    shutil.copy(TARGETS / codec.name, codec)
    source = adapter.read_text(encoding="utf-8")
    calls = C_CALLS.replace("CONVERTED", CAST)
    adapter.write_text(between(source, "static enum status encode(", "/* Whether your", calls), encoding="utf-8")

    def tried(*verb: str) -> str:
        built = subprocess.run(shlex.split(skeleton.build), capture_output=True, text=True, check=False)

        assert (built.returncode, built.stderr) == (0, "")
        done = conform(*verb, "--", skeleton.run)
        return f"{done.status}\n{done.out}"

    first = tried("doctor", "--strict")
    edited(adapter, (CAST, UTF8), NO_NUL)
    second = tried("doctor")
    before = adapter.read_text(encoding="utf-8")
    red = gate(tmp_path)
    recorded = conform("baseline", *known, "--", skeleton.run)
    edited(
        tmp_path / ".github" / "workflows" / "conform.yml", ("punycode.xml --", "punycode.xml --baseline known.yaml --")
    )
    expected = gate(tmp_path)
    edited(codec, *C_FIXED)
    stale = gate(tmp_path)
    forgotten = conform("baseline", *known, "--", skeleton.run)
    green = gate(tmp_path)

    assert first.startswith("1\n")  # the doctor finds the cast in the adapter
    assert "answered U+0061: only the low 8 bits of code points are kept" in first
    assert ": the text ends at NUL" in first
    assert second.startswith("0\n")
    assert "\nDOES NOT CONFORM" in f"\n{red[1]}"
    assert "All integers wrap at 32 bits. (RFC 3492 section 6.4)" in red[1]
    assert "A leading delimiter is dropped" in red[1]
    # The gate: red, green with today's failures, stale when they are fixed, green without any.
    assert (recorded.status, forgotten.status) == (0, 0)
    assert [status for status, _ in (red, expected, stale, green)] == [1, 0, 5, 0]
    assert adapter.read_text(encoding="utf-8") == before
    assert "\nCONFORMS: " in f"\n{green[1]}", green
