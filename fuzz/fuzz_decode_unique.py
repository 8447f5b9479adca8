"""No two inputs decode to the same output (RFC 3492, section 6.2); letter case of digits aside.

A decoder alone can be tested: the one right encoding of what it returns comes from the reference codec.

    python fuzz/fuzz_decode_unique.py mylib.punycode -runs=100000

Options come after the target: --rejects CLASS, --out DIR, --raw (decode bytes as they are), --abort, then libFuzzer's.
"""

from punycode_conform.fuzz.standalone import main

if __name__ == "__main__":
    main({"decode-uniqueness"})
