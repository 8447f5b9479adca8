# conform-about: Python's encodings.idna: ToASCII and ToUnicode of a label, which is IDNA2003.
# conform-install: nothing, the codec is part of Python
# conform-layer: a-label
# conform-with: protocol.py
# conform-run: {python} {source}

from encodings import idna

import protocol

calls = {"encode": idna.ToASCII, "decode": idna.ToUnicode}
protocol.serve(protocol.IMPLEMENTATION + " encodings.idna", protocol.PYTHON_VERSION, calls, (UnicodeError,))
