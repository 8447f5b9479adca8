"""The exponent of a power law, by the fit of Theil and Sen: the median of the slopes between all pairs of points.

Where single points are far off, as on a busy machine, the median does not move. Its error follows from the ranks of the
slopes (Sen 1968), so it needs no model of the noise either.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

_LEAST = 4  # points
_MOST = 6  # points, the largest: small inputs show the fixed cost of a call
_Z = 1.96  # of a normal distribution: 95 %


class Fit(NamedTuple):
    """A power law: ``scale * size ** exponent``.

    Attributes:
        exponent: the fitted one.
        low, high: the bounds of its error, at 95 %.
        scale: in seconds.
    """

    exponent: float
    low: float
    high: float
    scale: float

    def seconds(self, size: int) -> float:
        """The time of a size."""
        return float(self.scale * size**self.exponent)

    def size(self, seconds: float) -> float:
        """The size that takes a time; infinite if the time does not grow."""
        if self.exponent < 0.1:
            return math.inf
        # A power with so small an exponent may be more than a float can hold.
        return math.exp(min(700.0, math.log(seconds / self.scale) / self.exponent))


def fit(points: Sequence[tuple[int, float]]) -> Fit | None:
    """The power law through the largest of some points; None if they are too few.

    Args:
        points: sizes with seconds above 0, in the order of the sizes.
    """
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points[-_MOST:]]
    if len(logs) < _LEAST:
        return None
    slopes = sorted((v - y) / (u - x) for (x, y), (u, v) in combinations(logs, 2))
    exponent, count = median(slopes), len(logs)
    spread = _Z * math.sqrt(count * (count - 1) * (2 * count + 5) / 18)
    below = max(0, round((len(slopes) - spread) / 2))
    scale = math.exp(median(y - exponent * x for x, y in logs))
    return Fit(exponent, slopes[below], slopes[-1 - below], scale)
