"""Round trip: decoding an encoded string, or encoding a decoded one, gives it back (RFC 3492, section 1.1).

A codec that refuses its own result fails too, and so does one that decodes digits differently by their case (section 5).
An encoder and a decoder that make the same mistake pass: see fuzz_differential.py.

    python fuzz/fuzz_round_trip.py mylib.punycode -runs=100000
"""

import sys

from punycode_conform.fuzz.libfuzzer import main

if __name__ == "__main__":
    main(sys.argv[1:], laws=("round-trip", "case-blind-digits"))
