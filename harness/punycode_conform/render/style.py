"""Bold and coloured words for a terminal that has them, and plain words for all else."""

from collections.abc import Callable

BOLD, RED, GREEN, YELLOW, DIM = "1", "31", "32", "33", "2"

Style = Callable[..., str]


def style(color: bool) -> Style:
    """A function that styles words by the codes that follow them; without ``color`` it leaves words as they are."""

    def styled(words: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{words}\x1b[0m" if color else words

    return styled
