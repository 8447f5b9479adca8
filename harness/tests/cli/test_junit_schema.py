"""The JUnit XML that ``conform`` writes is valid by the schemas that are published for the form.

Jenkins' junit-10.xsd is in the source distribution of pytest, whose own reports are held to it, too; Surefire's is in that
of Maven Surefire, and is looked at where there is a Maven to fetch it with. Neither is kept here.
"""

import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ..conftest import Conform, adapter, files

xmlschema = pytest.importorskip("xmlschema")

pytestmark = [pytest.mark.slow, pytest.mark.real, pytest.mark.usefixtures("in_targets")]

KNOWN = "leading/decode: x\nlaw/round-trip: x\nlaw/decode-uniqueness: x\n"
HOSTILE = "]]>&<failure\x00\x1b[31m\u202e\ufffe\r\n\t\"'"


def fetched(*command: str) -> None:
    """Run a registry's client, three times if need be."""
    for _ in range(3):
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode == 0:
            return
    pytest.fail(f"{command[0]}: {done.stderr[-2000:]}")


@pytest.fixture
def documents(conform: Conform, vectors: Path, tmp_path: Path) -> dict[str, bytes]:
    """What each kind of run writes, by its name."""
    folder = tmp_path / "xml"
    folder.mkdir()
    quick = ("--vectors", vectors, "--timeout", "0.3")

    def run(name: str, status: int, *arguments: object) -> None:
        done = conform("run", "--junit", folder / name, *arguments)

        assert (name, done.status) == (name, status)

    some = files("delimiter", "rfc-samples", "surrogates")
    run("green", 0, *some, "punycode_conform.codec")
    run("failing", 1, *some, "codec:punycode")
    run("crashes", 1, *quick, "faulty_codec:raises_index_error")
    run("timeouts", 1, *quick, *adapter("hangs_on_one"))
    run("skips", 0, *quick, *adapter("has_no_encode"))
    run("nothing ran", 4, *quick, *adapter("supports_nothing"))
    run("aborted", 1, "--restarts", "3", *quick, *adapter("dies_always"))
    run("hostile", 1, *quick, *adapter("rejects_with_hostile_text"))
    run("warnings", 0, *quick, "fault:annotating-encoder")
    for name, text, status in (
        ("known", KNOWN, 0),
        ("stale", KNOWN + "plain/encode: x\nno-such/decode: x\n", 5),
        ("hostile known", KNOWN.replace("decode: x", f"decode: {json.dumps('<&]]>' + chr(0x202E))}", 1), 0),
    ):
        baseline = tmp_path / "known.yaml"
        baseline.write_text(text, encoding="utf-8")
        run(name, status, *quick, "--baseline", baseline, "codec:punycode")
    saved = tmp_path / "saved.jsonl"
    conform("run", *quick, "--report", saved, "codec:punycode")
    lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    fails = next(number for number, line in enumerate(lines) if '"fail"' in line)
    lines[fails] = json.dumps(json.loads(lines[fails]) | {"why": HOSTILE, "note": HOSTILE, "clause": HOSTILE}) + "\n"
    saved.write_text("".join(lines), encoding="utf-8")
    assert conform("report", saved, "--junit", folder / "saved").err == ""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def faults(schema: object, text: bytes) -> list[str]:
    return [f"{e.path}: {e.reason}" for e in schema.iter_errors(io.BytesIO(text))]  # type: ignore[attr-defined]


def test_jenkins_takes_every_report(documents: dict[str, bytes], tmp_path: Path) -> None:
    fetched(
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--no-binary", "pytest", "--dest", str(tmp_path), f"pytest=={pytest.__version__}",
    )  # fmt: skip
    (archive,) = tmp_path.glob("pytest-*.tar.gz")
    with tarfile.open(archive) as tar:
        (name,) = (name for name in tar.getnames() if name.endswith("/junit-10.xsd"))
        file = tar.extractfile(name)
        assert file is not None
        schema = xmlschema.XMLSchema(file.read().decode())

    assert faults(schema, b"<testsuites><testcase/></testsuites>") != []
    assert {name: faults(schema, text) for name, text in documents.items()} == {name: [] for name in documents}
    assert len(documents) == 13


@pytest.mark.skipif(shutil.which("mvn") is None, reason="no Maven to fetch the schema with")
def test_surefire_takes_every_suite(documents: dict[str, bytes], tmp_path: Path) -> None:
    coordinates = "org.apache.maven.surefire:surefire:3.2.5:zip:source-release"
    repository = tmp_path / "repository"
    fetched("mvn", "-q", "-B", "dependency:get", f"-Dartifact={coordinates}", "-Dtransitive=false",
            f"-Dmaven.repo.local={repository}")  # fmt: skip
    (archive,) = repository.rglob("surefire-*-source-release.zip")
    with zipfile.ZipFile(archive) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/surefire-test-report.xsd"))
        schema = xmlschema.XMLSchema(files.read(name).decode())
    suites = {
        f"{name} {number}": ET.tostring(suite)
        for name, text in documents.items()
        for number, suite in enumerate(ET.fromstring(text))
    }

    assert faults(schema, b"<testsuite/>") != []
    assert {name: faults(schema, text) for name, text in suites.items()} == {name: [] for name in suites}
    assert len(suites) == 13
