"""The JUnit XML that ``conform`` writes is valid by Jenkins' schema, which is in the source distribution of pytest."""

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from ..conftest import Conform, adapter, files

xmlschema = pytest.importorskip("xmlschema")

pytestmark = [pytest.mark.slow, pytest.mark.real, pytest.mark.usefixtures("in_targets")]

HOSTILE = "]]>&<failure\x00\x1b[31m\u202e\ufffe\r\n\t\"'"


def test_jenkins_takes_every_report(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    command = ["pip", "download", "--quiet", "--no-deps", "--no-binary", "pytest", f"pytest=={pytest.__version__}"]
    subprocess.run([sys.executable, "-m", *command, "--dest", str(tmp_path)], timeout=300, check=True)
    (archive,) = tmp_path.glob("pytest-*.tar.gz")
    with tarfile.open(archive) as tar:
        (name,) = (name for name in tar.getnames() if name.endswith("/junit-10.xsd"))
        file = tar.extractfile(name)
        assert file is not None
        schema = xmlschema.XMLSchema(file.read().decode())
    quick, baseline = ("--vectors", vectors, "--timeout", "0.3"), tmp_path / "known.yaml"
    reason = json.dumps("<&]]>" + chr(0x202E))
    baseline.write_text(f"leading/decode: {reason}\nplain/encode: x\nno-such/decode: x\n", encoding="utf-8")
    runs = [
        (0, *files("delimiter", "rfc-samples", "surrogates"), "punycode_conform.codec"),
        (1, *quick, "faulty_codec:raises_index_error"),
        (1, *quick, *adapter("hangs_on_one")),
        (0, *quick, *adapter("has_no_encode")),
        (1, "--restarts", "3", *quick, *adapter("dies_always")),
        (1, *quick, *adapter("rejects_with_hostile_text")),
        (1, *quick, "--baseline", baseline, "codec:punycode"),
    ]
    path = tmp_path / "junit.xml"

    assert [*schema.iter_errors(io.BytesIO(b"<testsuites><testcase/></testsuites>"))] != []
    for status, *words in runs:
        assert conform("run", "--junit", path, "--report", tmp_path / "saved", *words).status == status
        assert [error.reason for error in schema.iter_errors(io.BytesIO(path.read_bytes()))] == []
    lines = (tmp_path / "saved").read_text(encoding="utf-8").splitlines()
    fails = next(number for number, line in enumerate(lines) if '"fail"' in line)
    lines[fails] = json.dumps(json.loads(lines[fails]) | {"why": HOSTILE, "note": HOSTILE, "clause": HOSTILE})
    (tmp_path / "saved").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert conform("report", tmp_path / "saved", "--junit", path).err == ""
    assert [error.reason for error in schema.iter_errors(io.BytesIO(path.read_bytes()))] == []
