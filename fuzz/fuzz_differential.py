"""Every answer is the reference codec's, or one that RFC 3492 leaves open; the only exceptions are refusals.

    python fuzz/fuzz_differential.py mylib.punycode -runs=100000

Options come after the target: --rejects CLASS, --choice NAME=SIDE. All other words are libFuzzer's.
"""

import sys

from punycode_conform.fuzz.libfuzzer import main

if __name__ == "__main__":
    main(sys.argv[1:])
