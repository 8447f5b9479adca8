"""No two inputs decode to the same output, except for the letter case of digits (RFC 3492, section 6.2).

A decoder alone can be tested: the reference codec gives the one correct encoding of what it returns.

    python fuzz/fuzz_decode_unique.py mylib.punycode -runs=100000

Options come after the target: --rejects CLASS, --choice NAME=SIDE, --raw (decode bytes as they are). All other words are
libFuzzer's.
"""

from punycode_conform.fuzz.standalone import main

if __name__ == "__main__":
    main({"decode-uniqueness"})
