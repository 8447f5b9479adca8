"""What a codec encodes it decodes to the same, and what it decodes it encodes to the same (RFC 3492, section 1.1).

To refuse one's own result is a breach too, and so is to decode digits of the other case otherwise (section 5). Two sides
that are wrong alike pass: see fuzz_differential.py.

    python fuzz/fuzz_round_trip.py mylib.punycode -runs=100000

Options come after the target: --rejects CLASS, --out DIR, --raw (decode bytes as they are), --abort, then libFuzzer's.
"""

from punycode_conform.fuzz.standalone import main

if __name__ == "__main__":
    main({"round-trip", "case-blind-digits"})
