"""The growth of a target: every family, beside the reference codec and the codec that is nearly linear."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..suite.outcome import Operation
from .family import FAMILIES, SIZES, Family
from .fit import Fit
from .series import TOO_LONG, Series
from .stopwatch import Stopwatch

REFERENCE, NEAR_LINEAR = "reference", "near-linear"
# Import paths of the codecs beside which a target is measured.
YARDSTICKS = {
    REFERENCE: "punycode_conform.codec",
    NEAR_LINEAR: "punycode_conform.codec.second:encode_code_points,decode_code_points",
}
STEEP = 1.5  # n log n has at most 1.3 over these sizes
FIELD, LABEL = SIZES[-1], 63
_SHARE = 0.5  # of the time for the target; the rest is for the yardsticks
_AGAIN = 4.0  # the seconds for a row that seems to be above the limit, as a multiple of the first ones


@dataclass(frozen=True, slots=True)
class Row:
    """One operation on one family.

    Attributes:
        series: of the target.
        fit: how its time grows, None if that cannot be seen.
        beside: series and fit of the yardsticks, by name.
    """

    series: Series
    fit: Fit | None
    beside: Mapping[str, tuple[Series, Fit | None]]

    @property
    def seen(self) -> bool:
        """Whether there is anything to judge: a fit, an input that was late, or inputs that were refused."""
        longest = self.series.longest
        return bool(self.fit or self.series.late or (longest and longest.refused))

    def above(self, exponent: float) -> bool:
        """Whether it certainly grows faster than with this exponent, or an input was not answered in time."""
        return bool(self.series.late or (self.fit and self.fit.low > exponent))

    def unsure(self, exponent: float) -> bool:
        """Whether it seems to grow faster than with this exponent, but its error allows that it does not."""
        return bool(self.fit and self.fit.exponent > exponent and not self.above(exponent))

    @property
    def steep(self) -> bool:
        """Whether it certainly grows faster than n log n."""
        return self.above(STEEP)

    @property
    def hostile(self) -> bool:
        """Whether a text field of such an input can cost more than a second because of how it grows."""
        return bool(self.series.late or (self.steep and self.seconds(FIELD) > TOO_LONG))

    def seconds(self, size: int) -> float:
        """The time of a size: measured if it was asked, fitted if not."""
        fitted = self.fit.seconds(size) if self.fit else float("nan")
        return dict(self.series.times()).get(size, fitted)

    def as_json(self) -> dict[str, Any]:
        """The row as JSON."""
        return {
            **_json(self.series, self.fit),
            "steep": self.steep,
            "hostile": self.hostile,
            "seconds": {str(size): _rounded(self.seconds(size)) for size in (LABEL, FIELD)} if self.fit else None,
            "beside": {name: _json(*measured) for name, measured in self.beside.items()},
        }


def _json(series: Series, fit: Fit | None) -> dict[str, Any]:
    return {
        "operation": series.operation.value,
        "family": series.family.name,
        "exponent": _rounded(fit.exponent) if fit else None,
        "error": [_rounded(fit.low), _rounded(fit.high)] if fit else None,
        "points": [[size, _rounded(seconds)] for size, seconds in series.times()],
        "refused": bool(series.longest and series.longest.refused),
        "tries": series.tries,
        "ended": series.ended or None,
    }


def _rounded(number: float) -> float:
    return float(f"{number:.4g}")


@dataclass(frozen=True, slots=True)
class Growth:
    """See the module.

    Attributes:
        target: asks the codec that is judged.
        yardsticks: those beside it, by name.
        plan: operations with families, in the order in which they are asked.
        budget: seconds for all of it.
        limit: the exponent that a row should not exceed.
    """

    target: Stopwatch
    yardsticks: Mapping[str, Stopwatch]
    plan: Sequence[tuple[Operation, Family]]
    budget: float
    limit: float = STEEP

    def rows(self) -> Iterator[Row]:
        """Measure one after another."""
        part = self.budget / len(self.plan)
        for operation, family in self.plan:
            series = self._target(operation, family, part * _SHARE)
            beside = {}
            for name, watch in self.yardsticks.items():
                one = Series(operation, family)
                one.extend(watch.ask, part * (1 - _SHARE) / len(self.yardsticks), watch.now)
                beside[name] = one, one.fit()
            yield Row(series, series.fit(), beside)

    def _target(self, operation: Operation, family: Family, seconds: float) -> Series:
        watch, series = self.target, Series(operation, family)
        series.extend(watch.ask, seconds, watch.now)
        if watch.settle():  # processor time is not all of its time
            series = Series(operation, family)
            series.extend(watch.ask, seconds, watch.now)
        row = Row(series, series.fit(), {})
        if row.above(self.limit) or row.unsure(self.limit):
            # Nothing is said of it before longer inputs were asked, and all others again: the machine may have been busy.
            series.extend(watch.ask, _AGAIN * seconds, watch.now)
        return series


def plan(operations: Sequence[Operation], families: Sequence[Family] = FAMILIES) -> list[tuple[Operation, Family]]:
    """The operations and families to ask of a codec.

    Args:
        operations: those that it has.
        families: those to ask.
    """
    return [(operation, family) for operation in operations for family in families if operation in family.operations]
