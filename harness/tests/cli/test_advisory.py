"""Vectors that are new in a minor release: reported there, gating from the next one on."""

import json
from pathlib import Path

import pytest

from punycode_conform import places
from punycode_conform.suite import corpus

from ..conftest import Conform, adapter

LEADING = '{id: leading, encoded: "-", reject: bad-digit'  # which Python's own codec accepts
TRIGGER = '{id: trigger, encoded: "zzzz", reject: truncated'
SCHEMA = json.loads((places.VECTORS / "punycode-vectors.schema.json").read_text(encoding="utf-8"))


def age(suite: Path, vector: str, since: str) -> None:
    """Say in which release the vector is new."""
    path = suite / "vectors.yaml"
    content = path.read_text(encoding="utf-8")
    assert content.count(vector) == 1
    path.write_text(content.replace(vector, f'{vector}, since: "{since}"'), encoding="utf-8")


def release(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr(corpus, "__version__", version)


@pytest.mark.parametrize(
    ("version", "status"), [("0.2.7", 0), ("0.2.0rc1", 0), ("0.3.0", 1), ("0.20.0", 1), ("1.2.0", 1)]
)
def test_a_new_vector_gates_from_the_next_minor_release_on(
    conform: Conform, suite: Path, monkeypatch: pytest.MonkeyPatch, version: str, status: int
) -> None:
    release(monkeypatch, version)
    age(suite, LEADING, "0.2")
    done = conform("run", "codec:punycode")

    assert done.status == status
    assert ("new in this release" in done.out) == (status == 0)


def test_a_crash_on_a_new_vector_is_a_warning_too(
    conform: Conform, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release(monkeypatch, "0.2.0")
    age(suite, TRIGGER, "0.2")
    done = conform("run", *adapter("segfaults_on_one"))

    assert (done.status, "trigger/decode: new in this release: crashed" in done.out) == (0, True)


def test_a_users_own_vectors_gate_whatever_their_age(
    conform: Conform, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release(monkeypatch, "0.2.0")
    age(suite, LEADING, "0.2")

    assert conform("run", "codec:punycode", "--vectors", suite).status == 1
