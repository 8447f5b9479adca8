# conform-about: PyPI's idna: alabel and ulabel, which is IDNA2008.
# conform-install: pip
# conform-versions: 3.20 3.7 2.10
# conform-layer: a-label
# conform-with: protocol.py
# conform-build: {python} -m pip install --quiet --disable-pip-version-check --no-deps --target {build} idna=={version}
# conform-run: {python} {source} {build}

import sys

import protocol

sys.path.insert(0, sys.argv[1])
import idna

protocol.serve("idna", idna.__version__, {"encode": idna.alabel, "decode": idna.ulabel}, (idna.IDNAError, UnicodeError))
