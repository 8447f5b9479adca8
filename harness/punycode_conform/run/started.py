"""A target that was started. It starts while all else is imported and loaded: nothing here needs the vectors."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import ConformError, TargetError, WrongLayer
from ..suite import A_LABEL, PUNYCODE
from ..suite.outcome import Call, Operation
from ..targets.name import Target
from ..targets.pool import Pool
from ..targets.protocol import Handshake
from ..targets.session import Unfinished
from .setup import Setup

if TYPE_CHECKING:
    from ..suite.aim import Constant
    from ..suite.choices import Choices

_LARGEST = 2 << 20  # bytes of a file in which constants are looked for
_ENDS = "", ".js", ".mjs", ".cjs", ".ts", ".php", ".rb"


class Started:
    """A target that was started, and its processes. A wrong handshake, or none, is an error of its first use."""

    def __init__(self, target: Target, pool: Pool, setup: Setup, source: Sequence[Path]) -> None:
        self.target, self.pool, self._setup, self._source = target, pool, setup, source
        self._is_of_layer = False  # as far as it was asked

    @cached_property
    def handshake(self) -> Handshake:
        """The target's handshake, waited for at the first use."""
        return self.pool.greet()

    @property
    def lacks(self) -> frozenset[int]:
        """The code points that the target cannot be given, so that nothing with them is asked."""
        return self.target.lacks | self.handshake.lacks

    @property
    def missing(self) -> tuple[str, ...]:
        """The operations that the target does not have."""
        return tuple(one.value for one in Operation if one not in self.handshake.operations)

    def check_layer(self, layer: str = PUNYCODE) -> None:
        """Refuse a codec of another layer: once a result is wrong, a process of its own is asked one or two calls."""
        if self._is_of_layer:
            return
        self._is_of_layer = True
        from ..suite.oracle import other_layer  # start-up time: a conforming target is not asked

        operations = self.handshake.operations
        # A target that does not start again, or for which no time is left, is judged as what it was named.
        with suppress(TargetError, Unfinished), closing(self.pool.fresh(self.pool.limits)) as session:
            session.greet()
            if is_other := other_layer(layer, operations, session.once):
                as_that = f"to test it as that: conform run --layer {A_LABEL} {self.target.label}"
                both = f"{as_that}; to test its Punycode: name the function that works without xn--"
                hint = both if layer == PUNYCODE else f"leave out --layer {A_LABEL}"
                raise WrongLayer(f"{self.target.label} is {is_other}", hint)

    def aimed(self, most: int) -> "dict[Call, Constant]":
        """Calls made of the constants in the target's code, ``most`` at most, each with its constant."""
        # A fault of this suite is a few lines beside the reference codec's.
        if self._setup.no_aim or self.target.label.startswith("fault:"):
            return {}
        from ..suite import aim  # start-up time: not before the target starts

        _ = self.handshake  # before any call
        found, named = list[aim.Constant](), [*self._source]
        with suppress(TargetError, Unfinished):
            named += map(Path, self.pool.first.sources())
        for path in named:
            with suppress(OSError):
                content = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
                # The source code of a program says more.
                constants = aim.constants(path.name, b"" if self._source and content[:4] == aim.PROGRAM else content)
                found += constants
                # Scripts name the files that they import.
                relative = [str(constant.value) for constant in constants if str(constant.value)[:1] == "."]
                beside = (path.parent / f"{name}{end}" for name in relative for end in _ENDS)
                named += [other for other in beside if other.is_file() and other not in named]
        return aim.calls(found, most)

    @cached_property
    def choices(self) -> "Choices":
        """The declared sides: those of the handshake, overridden by those of the setup."""
        from ..suite.choices import Choices  # start-up time: not before the target starts

        try:
            choices = Choices().declare_all(self.handshake.declared)
        except ConformError as error:
            raise TargetError(f"handshake: {error.message}", error.hint) from None
        # Last, so that the user overrides the adapter.
        for choice, side in self._setup.choices:
            choices = choices.declare(choice, side)
        return choices


@contextmanager
def started(setup: Setup) -> Iterator[Started]:
    """Start a target; its processes are ended at the end of the block."""
    limits = setup.limits
    source, target = files.under(setup.source), setup.resolve(limits.until)
    with Pool(target, limits, setup.jobs) as pool:
        # Without waiting for the handshake, so that the vectors are read meanwhile.
        pool.start()
        yield Started(target, pool, setup, source)
