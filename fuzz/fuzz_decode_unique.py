"""No two inputs decode to the same output, except for the letter case of digits (RFC 3492, section 6.2).

A decoder alone can be tested: the reference codec gives the one correct encoding of what it returns.

    python fuzz/fuzz_decode_unique.py mylib.punycode -runs=100000
"""

import sys

from punycode_conform.fuzz.libfuzzer import main

if __name__ == "__main__":
    main(sys.argv[1:], laws=("decode-uniqueness",))
