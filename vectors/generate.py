"""Writes the systematic vector files, ``generated-*.yaml``, beside itself.

    python vectors/generate.py            rewrite them
    python vectors/generate.py --check    exit 1 if one of them is not what this would write

A family is systematic when a rule defines which vectors there are: each digit, each length, each side of each boundary. What
was picked by hand is in the other files. Two codecs that share no algorithm derive every expected value, and a
disagreement between them stops the writing. The rules are in ``generators/``, a module for each file.
"""

import sys
from pathlib import Path

from generators import (
    bias,
    blocks,
    digits,
    ends,
    lengths,
    literals,
    look_alikes,
    memos,
    non_digits,
    order,
    overflow,
    places,
    planes,
    properties,
    runs,
    sequences,
    truncation,
)
from generators.yaml_text import text_of

HERE = Path(__file__).resolve().parent
MODULES = (
    *(bias, blocks, digits, ends, lengths, literals, look_alikes, memos),
    *(non_digits, order, overflow, places, planes, properties, runs, sequences, truncation),
)


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    stale = 0
    for file in (module.FILE for module in MODULES):
        path = HERE / f"generated-{file.name}.yaml"
        content = text_of(file).encode()
        if path.is_file() and path.read_bytes().replace(b"\r\n", b"\n") == content:
            continue
        stale += 1
        if check:
            sys.stderr.write(f"{path.name} is not what vectors/generate.py writes\n")
        else:
            path.write_bytes(content)
    return 1 if check and stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
