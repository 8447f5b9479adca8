"""Bias adaptation, RFC 3492 sections 3.4 and 6.1."""


def adapt(  # noqa: PLR0917  # the RFC's parameters in its order; by name they take twice as long
    delta: int, numpoints: int, firsttime: bool, base: int, tmin: int, tmax: int, skew: int, damp: int
) -> int:
    """The bias for the next delta.

    Args:
        delta: the delta just encoded or decoded.
        numpoints: code points handled so far, basic ones and this delta's own included.
        firsttime: whether this was the very first delta; it is divided by ``damp`` instead of 2, since the second
            delta is usually much smaller than the first.
        base, tmin, tmax, skew, damp: Bootstring parameters, section 4.
    """
    delta //= damp if firsttime else 2
    delta += delta // numpoints  # the next delta inserts into a longer string
    k = 0
    # Each division stands for a digit that the next delta is expected to need.
    while delta > (base - tmin) * tmax // 2:
        delta //= base - tmin
        k += base
    # This puts the threshold of the digit expected second-last between tmin and tmax: the last may be needless, and it may
    # be too few (3.4).
    return k + (base - tmin + 1) * delta // (delta + skew)
