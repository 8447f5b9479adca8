# conform-about: The C++ library ada, by PyPI's ada-url: idna_to_ascii and idna_to_unicode.
# conform-install: pip
# conform-versions: 4.0.0
# conform-layer: a-label
# conform-with: protocol.py
# conform-build: {python} -m pip install --quiet --disable-pip-version-check --no-deps --target {build} ada-url=={version} cffi pycparser
# conform-run: {python} {source} {build} {version}

import sys

import protocol

sys.path.insert(0, sys.argv[1])
import ada_url


def encode(label):
    result = ada_url.idna_to_ascii(protocol.utf8(label))
    if not result and label:
        raise protocol.RefusedError("the empty string")
    return result


# It splits at dots.
declared = "language=C%2B%2B lacks=2e,3002,ff0e,ff61"
calls = {"encode": encode, "decode": lambda label: ada_url.idna_to_unicode(protocol.utf8(label))}
protocol.serve("ada", sys.argv[2], calls, (), declared)
