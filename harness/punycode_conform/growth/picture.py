"""Growth as a picture in SVG, with a library of the extra ``plot``."""

import io
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ..errors import ConformError
from .growth import Row


def figures() -> Any:
    """The library.

    Raises:
        ConformError: it is not installed, or its installation is damaged.
    """
    hint = "pip install 'punycode-conform[plot]'"
    try:
        return import_module("matplotlib.figure")  # of the extra plot, which nothing else needs
    except ImportError:
        raise ConformError("--svg needs matplotlib, which is not installed", hint) from None
    except Exception as error:  # a damaged installation may raise anything
        raise ConformError(f"matplotlib cannot be imported: {type(error).__name__}: {error}", hint) from None


def svg(rows: Sequence[Row], title: str) -> str:
    """Times over sizes, both axes logarithmic, one half for each operation.

    Args:
        rows: that were measured.
        title: of the picture, safe to show.

    Raises:
        ConformError: the library is not installed.
    """
    operations = list(dict.fromkeys(row.series.operation for row in rows))
    figure = figures().Figure(figsize=(6.4 * max(len(operations), 1), 5.2), layout="constrained")
    # A dollar would begin a formula.
    figure.suptitle(title.replace("$", r"\$"))
    for number, operation in enumerate(operations, 1):
        axes = figure.add_subplot(1, len(operations), number)
        for row in rows:
            if row.series.operation is operation and (times := row.series.times()):
                grows = f" (n^{row.fit.exponent:.2f})" if row.fit else ""
                axes.plot(*zip(*times, strict=True), marker="o", markersize=3, label=row.series.family.about + grows)
        axes.set(xscale="log", yscale="log", title=operation.value, xlabel="length", ylabel="seconds")
        axes.grid(visible=True, alpha=0.3)
        axes.legend(fontsize="small")
    out = io.StringIO()
    # Without the date the same times make the same file.
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
