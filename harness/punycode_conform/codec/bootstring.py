"""Bootstring with any parameters, RFC 3492 sections 3.1, 3.2, 4, 6.2 and 6.3.

The RFC puts the steps that Punycode's parameters make unnecessary in braces. Other parameters need these steps, so this
module has all of them.

Insertion unsort coding (3.2): the decoder's state is <n, i>, a code point and a place in the string built so far. A state
change moves i one place on; past the end of the string it goes back to 0 and n grows by one. A delta counts the states
that are passed over before the next insertion, and an insertion is followed by one more state change.
"""

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from .arithmetic import BootstringError, ParameterError, Reason, adapt, clamped, read, write

Listener = Callable[[int, int, int], None]
"""Called at each step with the end of its digits in the encoded form, the delta, and the index of the code point (in a
decoder: its index in the string so far)."""


class Bootstring:
    """An instance of Bootstring: the parameters of section 4, checked, and the two procedures of section 6.

    Attributes:
        base, tmin, tmax, skew, damp, initial_bias, initial_n: integers, as in section 4.
        basic: the basic code points.
        delimiter: the basic code point that ends the literal portion.
        digits: for each digit-value, 0 to base-1, the code points that stand for it. The first is what an encoder
            writes; where there are several, the last is the form that annotates upper case (appendix A).
        value_of: the digit-value of each code point that is a digit.
        adaptation: base, tmin, tmax, skew and damp, as :func:`.arithmetic.adapt` takes them.

    Raises:
        ParameterError: a constraint does not hold.
    """

    def __init__(
        self,
        *,
        base: int,
        tmin: int,
        tmax: int,
        skew: int,
        damp: int,
        initial_bias: int,
        initial_n: int,
        basic: Container[int],
        delimiter: int,
        digits: Sequence[Sequence[int]],
    ) -> None:
        for holds, constraint in (
            (0 <= tmin <= tmax <= base - 1, "0 <= tmin <= tmax <= base-1"),
            (skew >= 1, "skew >= 1"),
            (damp >= 2, "damp >= 2"),
            (initial_bias >= 0, "initial_bias >= 0"),
            (initial_bias % max(base, 1) <= base - tmin, "initial_bias mod base <= base - tmin"),
            (initial_n >= 0, "initial_n >= 0"),
            # Section 4 allows these two cases, but with tmax = 0 no digit ever ends an integer, and with
            # base - tmin = 1 the loop of 6.1 divides by one forever.
            (tmax >= 1, "tmax >= 1, or no integer would end"),
            (base - tmin >= 2, "base - tmin >= 2, or bias adaptation would not end"),
            (delimiter in basic, "the delimiter is a basic code point"),
            (len(digits) == base, "there is a digit for each value 0 to base-1"),
        ):
            if not holds:
                raise ParameterError(f"Bootstring parameters break a constraint: {constraint}")
        value_of: dict[int, int] = {}
        for value, forms in enumerate(digits):
            if not forms:
                raise ParameterError(f"digit-value {value} has no code point")
            for form in forms:
                if form in value_of or form == delimiter or form not in basic:
                    raise ParameterError(f"{form:#x} cannot be a digit: digits are distinct, basic, not the delimiter")
                value_of[form] = value
        self.base, self.tmin, self.tmax = base, tmin, tmax
        self.skew, self.damp, self.initial_bias, self.initial_n = skew, damp, initial_bias, initial_n
        self.adapt_parameters = base, tmin, tmax, skew, damp
        self.basic, self.delimiter, self.digits = basic, delimiter, digits
        self.value_of = value_of
        self._first_forms = [forms[0] for forms in digits]
        self._upper_forms = frozenset(forms[-1] for forms in digits if len(forms) > 1)

    def encode(
        self,
        code_points: Iterable[int],
        *,
        uppercase: Sequence[bool] | None = None,
        maxint: int | None = None,
        listener: Listener | None = None,
    ) -> list[int]:
        """Encode an extended string: section 6.3.

        Args:
            code_points: the extended string.
            uppercase: for each code point whether its annotation asks for upper case (appendix A); only the last digit
                of a non-basic code point's delta shows it. None: no annotation.
            maxint: the greatest representable integer, None for no bound.
            listener: called at each step; see :mod:`.trace`.

        Raises:
            BootstringError: overflow, or below-initial-n; the position is an index of ``code_points``.
        """
        code_points = list(code_points)
        output = [c for c in code_points if c in self.basic]
        b = len(output)
        if b > 0:
            output.append(self.delimiter)
        base, tmin, tmax, bias = self.base, self.tmin, self.tmax, self.initial_bias
        for delta, h, index in deltas(code_points, self.basic.__contains__, self.initial_n, maxint):
            written = write(delta, base, clamped(base, tmin, tmax, bias))
            output += [self._first_forms[value] for value in written]
            if uppercase is not None and uppercase[index]:
                # The last digit of a delta is always below tmax, so with the parameters of Punycode it is a letter.
                output[-1] = self.digits[written[-1]][-1]
            bias = adapt(delta, h + 1, h == b, *self.adapt_parameters)
            if listener:
                listener(len(output), delta, index)
        return output

    def decode(
        self,
        encoded: Sequence[int],
        *,
        maxint: int | None = None,
        max_code_point: int | None = None,
        surrogates: bool = True,
        listener: Listener | None = None,
    ) -> tuple[list[int], list[bool]]:
        """Decode a basic string: section 6.2.

        Args:
            encoded: the basic string.
            maxint: the greatest representable integer, None for no bound.
            max_code_point: the greatest code point that may be inserted, None for no limit.
            surrogates: whether D800..DFFF may be inserted.
            listener: called at each step, before the step is refused if it is; see :mod:`.trace`.

        Returns:
            The extended string, and for each of its code points whether its last digit (for a basic code point: itself)
            is an upper-case form.

        Raises:
            BootstringError: any reason but below-initial-n; the position is an index of ``encoded``.
        """
        encoded = list(encoded)
        # "consume all code points before the last delimiter ... if more than zero code points were consumed then
        # consume one more": a leading delimiter is not consumed here, so it is read as a digit, and has no value.
        last = len(encoded) - 1 - encoded[::-1].index(self.delimiter) if self.delimiter in encoded else 0
        output = encoded[:last]
        for position, c in enumerate(output):
            if c not in self.basic:
                raise BootstringError(Reason.NON_BASIC, position)
        upper = [c in self._upper_forms for c in output]
        position = last + 1 if last > 0 else 0
        digits = [self.value_of.get(c) for c in encoded]
        base, tmin, tmax = self.base, self.tmin, self.tmax
        n, i, bias = self.initial_n, 0, self.initial_bias
        while position < len(encoded):
            oldi = i
            i, position = read(digits, position, base, clamped(base, tmin, tmax, bias), start=oldi, maxint=maxint)
            delta = i - oldi
            # Each insertion leaves i at 1 or more, so 0 means that there was none.
            bias = adapt(delta, len(output) + 1, oldi == 0, *self.adapt_parameters)
            n, i = advance(n, i, len(output))
            if listener:
                listener(position, delta, i)
            # Overflow first, as in 6.2: a bounded integer would not hold n, so no other test of n could be made.
            if maxint is not None and n > maxint:
                raise BootstringError(Reason.OVERFLOW, position - 1)
            if n in self.basic:
                raise BootstringError(Reason.BASIC_DELTA, position - 1)
            if max_code_point is not None and n > max_code_point:
                raise BootstringError(Reason.BEYOND_UNICODE, position - 1)
            if not surrogates and 0xD800 <= n <= 0xDFFF:
                raise BootstringError(Reason.SURROGATE, position - 1)
            output.insert(i, n)
            upper.insert(i, encoded[position - 1] in self._upper_forms)
            i += 1
        return output, upper


def deltas(
    code_points: Sequence[int], is_basic: Callable[[int], bool], initial_n: int, maxint: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yield the deltas by which a decoder would rebuild a string: the outer loops of section 6.3.

    Each delta comes with h, the number of code points handled before it, and the index of its code point in ``code_points``.
    A code point that ``is_basic`` is in the literal portion.

    Raises:
        BootstringError: below-initial-n or overflow, at an index of ``code_points``.
    """
    for position, c in enumerate(code_points):
        if c < initial_n and not is_basic(c):
            raise BootstringError(Reason.BELOW_INITIAL_N, position)
    # A decoder has the basic code points from the start, so they count as less than any n.
    values = [-1 if is_basic(c) else c for c in code_points]
    bound = math.inf if maxint is None else maxint
    n, delta = initial_n, 0
    h = values.count(-1)
    for m in sorted(set(values) - {-1}):  # each in its turn is "the minimum code point >= n"
        # The decoder visits all h + 1 places for each value of n that it passes over.
        delta += (m - n) * (h + 1)
        if m > bound or delta > bound:
            raise BootstringError(Reason.OVERFLOW, values.index(m))
        for position, c in enumerate(values):
            # Greater code points are not in the string yet, so they add no places to pass over.
            if c < m:
                delta += 1
                if delta > bound:
                    raise BootstringError(Reason.OVERFLOW, position)
            elif c == m:
                yield delta, h, position
                delta = 0
                h += 1
        delta += 1
        n = m + 1


def advance(n: int, i: int, length: int) -> tuple[int, int]:
    """The state of the next insertion, by division instead of single state changes (6.2); i may be past the end."""
    wraps, i = divmod(i, length + 1)
    return n + wraps, i
