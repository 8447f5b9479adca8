"""The pseudo-code of RFC 3492 section 6, written out once more to say which branches an input takes.

It is a third codec for Punycode alone, kept as close to the RFC's lines as Python allows; ``test_clauses`` holds its
results against the reference codec. A branch has a name, ``6.2-t-is-tmin``: the clause, and what happened there.
"""

from collections.abc import Callable, Sequence

BASE, TMIN, TMAX, SKEW, DAMP, INITIAL_BIAS, INITIAL_N = 36, 1, 26, 38, 700, 72, 128
DELIMITER = ord("-")
Take = Callable[[str], None]


class Failed(Exception):
    """A procedure said "fail"."""


def decoding(encoded: Sequence[int], maxint: int | None = None) -> tuple[set[str], list[int] | None]:
    """The branches that section 6.2 takes on an input, and its result; None if it fails."""
    seen: set[str] = set()
    try:
        return seen, _decode(encoded, maxint, seen.add)
    except Failed:
        return seen, None


def encoding(code_points: Sequence[int], maxint: int | None = None) -> tuple[set[str], str | None]:
    """The branches that section 6.3 takes on an input, and its result; None if it fails."""
    seen: set[str] = set()
    try:
        return seen, "".join(map(chr, _encode(code_points, maxint, seen.add)))
    except Failed:
        return seen, None


def _adapt(delta: int, numpoints: int, firsttime: bool, take: Take) -> int:
    take("6.1-first-time" if firsttime else "6.1-not-first-time")
    delta = delta // DAMP if firsttime else delta // 2
    take("6.1-numpoints-adds" if delta >= numpoints else "6.1-numpoints-adds-nothing")
    delta += delta // numpoints
    bound = ((BASE - TMIN) * TMAX) // 2
    k = 0
    while delta > bound:
        take("6.1-just-above-bound" if delta == bound + 1 else "6.1-above-bound")
        delta //= BASE - TMIN
        k += BASE
    if delta == bound:
        take("6.1-at-bound")
    divisions = k // BASE
    take(f"6.1-divisions-{divisions}" if divisions < 5 else "6.1-divisions-5-or-more")
    return k + ((BASE - TMIN + 1) * delta) // (delta + SKEW)


def _threshold(clause: str, k: int, bias: int, take: Take) -> int:
    if k <= bias:
        take(f"{clause}-t-is-tmin")
        if k == bias:
            take(f"{clause}-k-equals-bias")
        return TMIN
    if k >= bias + TMAX:
        take(f"{clause}-t-is-tmax")
        if k == bias + TMAX:
            take(f"{clause}-k-equals-bias-plus-tmax")
        return TMAX
    take(f"{clause}-t-between")
    return k - bias


def _decode(source: Sequence[int], maxint: int | None, take: Take) -> list[int]:
    def fail(branch: str) -> Failed:
        take(branch)
        return Failed(branch)

    def fits(value: int, branch: str) -> int:
        if maxint is not None and value > maxint:
            raise fail(branch)
        return value

    n, i, bias = INITIAL_N, 0, INITIAL_BIAS
    output: list[int] = []
    rest = list(source)
    if DELIMITER in rest:
        consumed = len(rest) - 1 - rest[::-1].index(DELIMITER)
        output, rest = rest[:consumed], rest[consumed:]
        if any(c >= INITIAL_N for c in output):
            raise fail("6.2-non-basic-before-delimiter")
        if consumed > 0:
            take("6.2-delimiter-consumed")
            if DELIMITER in output:
                take("6.2-last-of-several-delimiters")
            rest = rest[1:]
        else:
            take("6.2-delimiter-in-first-place")
    else:
        take("6.2-no-delimiter")
    if not rest:
        take("6.2-no-deltas")
    while rest:
        oldi, w, k = i, 1, BASE
        while True:
            if not rest:
                raise fail("6.2-end-inside-a-delta")
            digit = _digit(rest.pop(0), take)
            if digit is None:
                raise fail("6.2-no-digit-value")
            i = fits(i + digit * w, "6.2-overflow-of-i")
            t = _threshold("6.2", k, bias, take)
            if digit < t:
                take("6.2-digit-below-t")
                break
            take("6.2-digit-equals-t" if digit == t else "6.2-digit-above-t")
            w = fits(w * (BASE - t), "6.2-overflow-of-w")
            k += BASE
        if i == oldi:
            take("6.2-delta-zero")
        take("6.2-oldi-is-0" if oldi == 0 else "6.2-oldi-is-not-0")
        length = len(output) + 1
        bias = _adapt(i - oldi, length, oldi == 0, take)
        wraps = i // length
        n = fits(n + wraps, "6.2-overflow-of-n")
        take("6.2-n-stays" if wraps == 0 else "6.2-n-advances-by-one" if wraps == 1 else "6.2-n-advances-by-more")
        i %= length
        take("6.2-insert-first" if i == 0 else "6.2-insert-last" if i == length - 1 else "6.2-insert-between")
        output.insert(i, n)
        i += 1
    return output


def _digit(c: int, take: Take) -> int | None:
    for first, last, value, kind in ((0x41, 0x5A, 0, "capital"), (0x61, 0x7A, 0, "small"), (0x30, 0x39, 26, "figure")):
        if first <= c <= last:
            take(f"6.2-digit-is-a-{kind}")
            return c - first + value
    return None


def _encode(source: Sequence[int], maxint: int | None, take: Take) -> list[int]:
    def fits(value: int, branch: str) -> int:
        if maxint is not None and value > maxint:
            take(branch)
            raise Failed(branch)
        return value

    n, delta, bias = INITIAL_N, 0, INITIAL_BIAS
    output = [c for c in source if c < INITIAL_N]
    h = b = len(output)
    take("6.3-some-basic" if b > 0 else "6.3-no-basic")
    if b > 0:
        output.append(DELIMITER)
    if h == len(source):
        take("6.3-nothing-to-insert")
    digits = "abcdefghijklmnopqrstuvwxyz0123456789"
    while h < len(source):
        m = min(c for c in source if c >= n)
        take("6.3-m-equals-n" if m == n else "6.3-m-above-n")
        delta = fits(delta + (m - n) * (h + 1), "6.3-overflow-of-delta")
        n = m
        insertions = 0
        for c in source:
            if c < n:
                take("6.3-c-below-n")
                delta = fits(delta + 1, "6.3-overflow-of-delta-by-increment")
            elif c > n:
                take("6.3-c-above-n")
            else:
                take("6.3-c-equals-n" if insertions == 0 else "6.3-c-equals-n-again")
                insertions += 1
                q, k = delta, BASE
                while True:
                    t = _threshold("6.3", k, bias, take)
                    if q < t:
                        take("6.3-q-below-t")
                        break
                    take("6.3-q-equals-t" if q == t else "6.3-q-above-t")
                    output.append(ord(digits[t + (q - t) % (BASE - t)]))
                    q = (q - t) // (BASE - t)
                    k += BASE
                output.append(ord(digits[q]))
                take("6.3-h-equals-b" if h == b else "6.3-h-above-b")
                bias = _adapt(delta, h + 1, h == b, take)
                delta = 0
                h += 1
        if h < len(source):
            take("6.3-one-more-pass")
        delta += 1
        n += 1
    return output
