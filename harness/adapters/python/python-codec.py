# conform-about: Python's own "punycode" codec: str.encode and bytes.decode, errors="strict".
# conform-install: nothing, the codec is part of Python
# conform-with: protocol.py
# conform-run: {python} {source}

import protocol


def decode(label):
    # "surrogatepass" lets a surrogate reach the codec, which takes bytes and refuses all but ASCII.
    return label.encode("utf-8", "surrogatepass").decode("punycode")


calls = {"encode": lambda text: text.encode("punycode"), "decode": decode}
protocol.serve(protocol.IMPLEMENTATION + " punycode codec", protocol.PYTHON_VERSION, calls, (UnicodeError,))
