"""``conform doctor`` with adapters in processes of their own; tests/doctor has the checks, without processes."""

import os

import pytest

from punycode_conform import files
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results_of

from ..conftest import CHECKOUT, Conform


def run_in_ci() -> list[str]:
    """The adapters that CI runs, see ``.ci/run``: a few always, and those without a result of their files of today."""
    always = (CHECKOUT / ".ci" / "implementations").read_text(encoding="utf-8").splitlines()
    published = {one.target: one for one in results_of.read_all(files.RESULTS)}
    every = measurement.every()
    return [one.target for one in every if one.target in always or one.is_due(published.get(one.target))]


# Codecs that change a result in a way that their source shows: a cast to char, and a string written as UTF-8.
ALTERED = {
    "adapter:httpclient": ["only the low 16 bits of code points are kept", "high bits of code points are lost"],
    "adapter:okhttp": ["replaced by a question mark"],
}


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("target", run_in_ci())
def test_an_adapter_that_has_changed_is_correct(conform: Conform, target: str) -> None:
    done = conform("doctor", target)
    if done.status == 3 and not os.environ.get("CONFORM_REAL"):
        pytest.skip(done.err)

    # Some of these codecs crash where they should refuse, or change what they should not, as an adapter might by mistake.
    lines = done.out.splitlines()
    unclear = [lines[number + 1] for number, line in enumerate(lines) if line.startswith("unclear ")]

    assert (done.status, [line for line in lines if line.startswith("not ok")]) == (0, [])
    assert [why for why in unclear if not any(sign in why for sign in (" fails (", *ALTERED.get(target, ())))] == []
