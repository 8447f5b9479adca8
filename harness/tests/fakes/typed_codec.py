"""Correct codecs whose functions take and give other types than str, named by their types; and a few that no type fits."""

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

BASE, TMIN, TMAX, SKEW, DAMP, BIAS, N, DELIMITER = 36, 1, 26, 38, 700, 72, 0x80, 0x2D


def adapt(delta: int, count: int, first: bool) -> int:
    delta = delta // DAMP if first else delta // 2
    delta += delta // count
    steps = 0
    while delta > (BASE - TMIN) * TMAX // 2:
        delta //= BASE - TMIN
        steps += BASE
    return steps + (BASE - TMIN + 1) * delta // (delta + SKEW)


def threshold(k: int, bias: int) -> int:
    return min(max(k - bias, TMIN), TMAX)


def encode(points: list[int]) -> list[int]:
    """As RFC 3492 has it, from code points to code points; nothing in it checks a type."""
    if any(c < 0 for c in points):
        raise ValueError("negative")
    out = [c for c in points if c < N]
    done = basic = len(out)
    if basic:
        out.append(DELIMITER)
    n, delta, bias = N, 0, BIAS
    while done < len(points):
        m = min(c for c in points if c >= n)
        delta += (m - n) * (done + 1)
        n = m
        for c in points:
            delta += c < n
            if c == n:
                q, k = delta, BASE
                while q >= (t := threshold(k, bias)):
                    digit = t + (q - t) % (BASE - t)
                    out.append(digit + 97 if digit < 26 else digit + 22)
                    q, k = (q - t) // (BASE - t), k + BASE
                out.append(q + 97 if q < 26 else q + 22)
                bias, delta, done = adapt(delta, done + 1, done == basic), 0, done + 1
        delta, n = delta + 1, n + 1
    return out


def decode(points: list[int]) -> list[int]:
    basic = max((i for i, c in enumerate(points) if c == DELIMITER), default=0)
    out = points[:basic]
    if any(c >= N for c in points):
        raise ValueError("not basic")
    n, i, bias, at = N, 0, BIAS, basic + 1 if basic else 0
    while at < len(points):
        before, weight, k = i, 1, BASE
        while True:
            if at == len(points):
                raise ValueError("truncated")
            digit = {**{c: c - 97 for c in range(97, 123)}, **{c: c - 65 for c in range(65, 91)}}.get(points[at])
            if digit is None:
                digit = points[at] - 22
                if not 26 <= digit <= 35:
                    raise ValueError("bad digit")
            i, at = i + digit * weight, at + 1
            if digit < (t := threshold(k, bias)):
                break
            weight, k = weight * (BASE - t), k + BASE
        count = len(out) + 1
        bias = adapt(i - before, count, before == 0)
        n, i = n + i // count, i % count
        out.insert(i, n)
        i += 1
    return out


class integers:
    encode = staticmethod(encode)
    decode = staticmethod(decode)


def text(points: Sequence[int]) -> str:
    if max(points, default=0) > 0x10FFFF:
        raise ValueError("beyond Unicode")
    return "".join(map(chr, points))


class integers_and_text:
    """Mixed: the decoded side is integers, the encoded side text."""

    @staticmethod
    def encode(points: list[int]) -> str:
        return text(encode(points))

    @staticmethod
    def decode(label: str) -> list[int]:
        return decode([ord(c) for c in label])


class integers_and_bytes:
    @staticmethod
    def encode(points: list[int]) -> bytes:
        return bytes(encode(points))

    @staticmethod
    def decode(label: bytes) -> tuple[int, ...]:
        return tuple(decode(list(label.rstrip(b""))))


class arrays:
    @staticmethod
    def encode(points: list[int]) -> Any:
        return array("B", encode(array("Q", points).tolist()))

    @staticmethod
    def decode(points: list[int]) -> Any:
        return array("Q", decode(array("Q", points).tolist()))


class turned_into_bytes:
    """Octets of UTF-8 in any type that bytes() takes, so also lists of small integers."""

    @staticmethod
    def encode(octets: Any) -> bytearray:
        return bytearray(encode([ord(c) for c in bytes(octets).decode()]))

    @staticmethod
    def decode(octets: Any) -> memoryview:
        return memoryview(text(decode(list(bytes(octets)))).encode("utf-8", "surrogatepass"))


class turned_into_str:
    """Anything that str() takes, so also lists, from which it makes nonsense."""

    @staticmethod
    def encode(label: Any) -> str:
        return text(encode([ord(c) for c in str(label)]))

    @staticmethod
    def decode(label: Any) -> str:
        return text(decode([ord(c) for c in str(label)]))


class either_type:
    """Text or integers, in and out."""

    @staticmethod
    def encode(given: Any) -> Any:
        return text(encode([ord(c) for c in given])) if isinstance(given, str) else encode(given)

    @staticmethod
    def decode(given: Any) -> Any:
        return text(decode([ord(c) for c in given])) if isinstance(given, str) else decode(given)


class integers_or_value_error:
    """All that goes wrong is a refusal, also the wrong type."""

    @staticmethod
    def encode(points: list[int]) -> list[int]:
        try:
            return encode(points)
        except Exception:
            raise ValueError("no") from None

    @staticmethod
    def decode(points: list[int]) -> list[int]:
        try:
            return decode(points)
        except Exception:
            raise ValueError("no") from None


class integers_or_none:
    """All that goes wrong is None, also the wrong type."""

    @staticmethod
    def encode(points: list[int]) -> list[int] | None:
        try:
            return encode(points)
        except Exception:
            return None

    @staticmethod
    def decode(points: list[int]) -> list[int] | None:
        try:
            return decode(points)
        except Exception:
            return None


class text_or_none:
    @staticmethod
    def encode(label: str) -> str | None:
        try:
            return text(encode([ord(c) for c in label]))
        except Exception:
            return None

    @staticmethod
    def decode(label: str) -> str | None:
        try:
            return text(decode([ord(c) for c in label]))
        except Exception:
            return None


class instances:
    """Needs a constructor, and its methods need the instance."""

    def __init__(self) -> None:
        self.calls = 0

    def encode(self, points: list[int]) -> list[int]:
        self.calls += 1
        return encode(points)

    def decode(self, points: list[int]) -> list[int]:
        self.calls += 1
        return decode(points)


RIGHT = [one for one in vars().copy().values() if isinstance(one, type) and one.__module__ == __name__]


class Lies(str):
    """A str that looks right to whoever iterates over it or compares it."""

    def __iter__(self) -> Iterator[str]:
        return iter("tda")

    def __str__(self) -> str:
        return "tda"

    def __len__(self) -> int:
        return 3


class LyingList(list[int]):
    def __iter__(self) -> Iterator[int]:
        return iter(b"tda")

    def __len__(self) -> int:
        return 3


class LyingInt(int):
    def __index__(self) -> int:
        return 0x74

    def __int__(self) -> int:
        return 0x74


class LyingBytes(bytes):
    def __bytes__(self) -> bytes:
        return b"tda"

    def __iter__(self) -> Iterator[int]:
        return iter(b"tda")


async def asynchronous(label: str) -> str:
    return label


def generator(label: str) -> Iterator[str]:
    yield from label
