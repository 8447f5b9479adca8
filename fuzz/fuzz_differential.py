"""Every answer is the reference codec's, or one that RFC 3492 leaves open; nothing but a refusal is ever raised.

    python fuzz/fuzz_differential.py mylib.punycode -runs=100000

Options come after the target: --rejects CLASS, --out DIR, --raw (decode bytes as they are), --abort, then libFuzzer's.
"""

from punycode_conform.fuzz.standalone import main

if __name__ == "__main__":
    main()
