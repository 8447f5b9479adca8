"""An adapter for a right codec of a certain make: right.py NAME [CHOICE=SIDE]...

The sides are declared in the handshake.
"""

import sys
from importlib import import_module
from pathlib import Path

from punycode_conform.suite.outcome import Call, Operation, Rejected, Returned

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # a script is in no package
answer = import_module("right_codecs").RIGHT[sys.argv[1]]
for line in sys.stdin:
    first, second, *fields = line.split()
    if first == "conform":
        reply = " ".join(["conform 1 name=right", *sys.argv[2:]])
    else:
        match answer(Call(Operation(second), tuple(int(field, 16) for field in fields))):
            case Returned(value):
                reply = " ".join([first, "ok", *(f"{c:x}" for c in value)])
            case Rejected(message):
                reply = f"{first} reject {message}"
    print(reply, flush=True)
