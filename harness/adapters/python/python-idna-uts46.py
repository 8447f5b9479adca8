# conform-about: PyPI's idna: encode and decode with uts46=True, which map as UTS 46 says.
# conform-install: pip
# conform-versions: 3.20 2.10
# conform-layer: a-label
# conform-with: protocol.py
# conform-build: {python} -m pip install --quiet --disable-pip-version-check --no-deps --target {build} idna=={version}
# conform-run: {python} {source} {build}

import sys

import protocol

sys.path.insert(0, sys.argv[1])
import idna

calls = {
    "encode": lambda label: idna.encode(label, uts46=True),
    "decode": lambda label: idna.decode(label, uts46=True),
}
# It splits at dots.
declared = "language=Python lacks=2e,3002,ff0e,ff61"
protocol.serve("idna, UTS 46", idna.__version__, calls, (idna.IDNAError, UnicodeError), declared)
