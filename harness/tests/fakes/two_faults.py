"""Codecs with more than one fault, for what must not hide another."""

from punycode_conform import codec


class both:  # noqa: N801  # named as a target
    """Takes a leading delimiter, and underscores between digits."""

    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        literal, delimiter, digits = encoded.rpartition("-")
        return codec.decode(literal + delimiter * bool(literal) + digits.replace("_", ""))
